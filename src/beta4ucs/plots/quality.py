"""How good probabilities are, drawn: ROC, precision against recall, calibration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from matplotlib.axes import Axes
from sklearn.utils.validation import check_is_fitted

from beta4ucs.errors import InputError
from beta4ucs.measures import KINDS, Curve, class_curves
from beta4ucs.measures.labels import check_one_per_row, places_of
from beta4ucs.plots.canvas import one_axes
from beta4ucs.plots.style import FAINT, LOOKS

LARGEST_DOT, SMALLEST_DOT = 120.0, 8.0  # areas, in points


class _ClassCurvesDisplay:
    """Curves of classes against the rest.

    Parameters
    ----------
    curves : sequence of Curve
        What `beta4ucs.measures.class_curves` gives.
    rows : str
        Of which rows they are, such as "18 test rows".
    """

    kind: ClassVar[str]

    def __init__(self, curves: Sequence[Curve], rows: str) -> None:
        self.curves = curves
        self.rows = rows

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any, y: Any, *, rows: str = "rows", ax: Axes | None = None
    ) -> Self:
        """Let a trained model answer rows and draw its curves.

        Of two classes the rarer is drawn, of more the four most frequent, each against the rest.

        Parameters
        ----------
        estimator : trained classifier
        X, y : rows and their classes
            Best those that it has not learned from.
        rows : str, default "rows"
            What the rows are called, such as "test rows"; the picture says it.
        ax : matplotlib Axes, optional
        """
        check_is_fitted(estimator)
        probabilities = estimator.predict_proba(X)
        check_one_per_row(len(probabilities), y)
        truth = places_of(y, estimator.classes_)
        curves = class_curves(cls.kind, truth, probabilities, estimator.classes_)
        return cls(curves, f"{len(truth):,} {rows}").plot(ax=ax)

    def plot(self, *, ax: Axes | None = None) -> Self:
        """Draw it again, on `ax_` of `figure_`."""
        if not self.curves:
            raise InputError("a curve needs rows of a class and rows of another class")
        kind = KINDS[self.kind]
        self.ax_ = one_axes(ax)
        for curve, look in zip(self.curves, LOOKS, strict=False):
            is_thin = curve.n_rows is not None
            self.ax_.plot(curve.x, curve.y, color=look.colour, linestyle=look.line,
                          linewidth=0.8 if is_thin else None,
                          label=f"{curve.label}: {curve.sum_up}")  # fmt: skip
            if curve.n_rows is not None:
                areas = LARGEST_DOT * curve.n_rows / curve.n_rows.max()
                self.ax_.scatter(curve.x, curve.y, areas.clip(SMALLEST_DOT), color=look.colour,
                                 marker=look.marker, clip_on=False)  # fmt: skip
        if kind.reference == "diagonal":
            self.ax_.plot([0, 1], [0, 1], color=FAINT, linestyle=":", zorder=0)
        self.ax_.set(xlabel=kind.x_label, ylabel=kind.y_label, xlim=(0, 1), ylim=(0, 1.02))
        self.ax_.set_title(f"{kind.title} on {self.rows}")
        self.ax_.grid(alpha=0.3)
        self.ax_.legend(frameon=False)
        self.figure_ = self.ax_.figure
        return self


class RocCurveDisplay(_ClassCurvesDisplay):
    """True against false positive rates, for every threshold on a class's probability.

    Unlike scikit-learn's display it also takes models of more than two classes.

    Examples
    --------
    >>> from beta4ucs import Beta4UCSClassifier, data, plots
    >>> wine = data.load("wine")
    >>> model = Beta4UCSClassifier(n_epochs=5, random_state=1).fit(wine.X[::2], wine.y[::2])
    >>> tested = wine.X[1::2], wine.y[1::2]
    >>> display = plots.RocCurveDisplay.from_estimator(model, *tested, rows="test rows")
    >>> display.ax_.get_title()
    'ROC curve on 89 test rows'
    """

    kind = "roc"


class PrecisionRecallDisplay(_ClassCurvesDisplay):
    """Precision against recall, for every threshold on a class's probability.

    It is more informative than the ROC curve if a class is rare; it is made like `RocCurveDisplay`.
    """

    kind = "precision_recall"


class CalibrationDisplay(_ClassCurvesDisplay):
    """Probabilities of a class against the share of rows that have it, in ten bins.

    The larger a point, the more rows it stands for.
    Points below the diagonal: probabilities are too high. It is made as a `RocCurveDisplay` is.
    """

    kind = "calibration"
