"""How the answers change along a feature, with the rows' density below the curve."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from beta4ucs.errors import InputError
from beta4ucs.explanation import Effect, effects
from beta4ucs.explanation.feature_effects import MAX_ROWS, telling_classes
from beta4ucs.plots.canvas import many_axes
from beta4ucs.plots.style import FAINT, LOOKS

KINDS = ("probability", "votes")
MOST_FEATURES = 4  # that are chosen, if none are named
DENSITY = 0.18  # of the height, for the highest bar
MOST_NAMES = 8  # of values of a category that stand upright


class EffectDisplay:
    """Probability or votes of classes along features, averaged over rows.

    Every row is answered as if its feature had each of the values; the mean over the rows is
    drawn. Bars below say how many rows lie at a value: where they are few, the curve says little.

    Parameters
    ----------
    effects : sequence of Effect
        What `beta4ucs.explanation.feature_effects` gives.
    labels : sequence of int
        The places of the classes to draw.
    rows : str, default "rows"
        What the rows are called, such as "test rows".
    kind : {"probability", "votes"}, default "probability"
        What is drawn; "votes" are log odds where votes were learned.

    Attributes
    ----------
    axes_ : ndarray of matplotlib Axes
        One per feature.
    figure_ : matplotlib Figure

    Examples
    --------
    >>> from beta4ucs import Beta4UCSClassifier, data, plots
    >>> wine = data.load("wine")
    >>> X = wine.to_frame()
    >>> model = Beta4UCSClassifier(n_epochs=5, random_state=1).fit(X[::2], wine.y[::2])
    >>> display = plots.EffectDisplay.from_estimator(model, X[1::2], ["proline"], rows="test rows")
    >>> display.axes_[0].get_xlabel(), display.axes_[0].get_title()
    ('proline', 'mean over 89 test rows')
    """

    def __init__(
        self,
        effects: Sequence[Effect],
        labels: Sequence[int],
        rows: str = "rows",
        kind: str = "probability",
    ) -> None:
        self.effects, self.labels, self.rows, self.kind = effects, labels, rows, kind

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        features: Sequence[int | str] | int | str | None = None,
        *,
        label: Any = None,
        kind: str = "probability",
        rows: str = "rows",
        max_rows: int = MAX_ROWS,
        axes: Any = None,
    ) -> EffectDisplay:
        """Draw what features do to the answers of a trained model.

        Parameters
        ----------
        estimator : trained rule learner
        X : rows to average over
            Best those that it has not learned from.
        features : int, str or a sequence of them, optional
            By name or number; by default the four that the rules rely on most.
        label : object, optional
            The class to draw; by default of two classes the rarer, of more the four most frequent.
        kind : {"probability", "votes"}, default "probability"
            What is drawn; "votes" are log odds where votes were learned.
        rows : str, default "rows"
            What the rows are called, such as "test rows"; the picture says it.
        max_rows : int, default 500
            Maximum number of rows to average over, evenly spaced in `X`.
        axes : matplotlib Axes, optional
            One per feature.
        """
        if kind not in KINDS:
            raise InputError(f"kind must be 'probability' or 'votes', got {kind!r}")
        if features is None:
            ranked = estimator.rules_.feature_importance().index
            features = [str(name) for name in ranked[:MOST_FEATURES]]
        elif isinstance(features, (int, str)):
            features = [features]
        found = effects(estimator, X, features, max_rows=max_rows)
        if not found:
            raise InputError("an effect needs a feature, got none")
        counts = estimator.class_counts_.tolist()
        labels = telling_classes(counts) if label is None else [found[0].place_of(label)]
        return cls(found, labels, rows, kind).plot(axes=axes)

    def plot(self, *, axes: Any = None) -> EffectDisplay:
        """Draw it again."""
        self.axes_ = many_axes(axes, len(self.effects), 4.2, 3.4, columns=2)
        for ax, effect in zip(self.axes_, self.effects, strict=True):
            self._draw(ax, effect)
        if len(self.labels) > 1:
            self.axes_[0].legend(frameon=False)
        self.figure_ = self.axes_[0].figure
        return self

    def _draw(self, ax: Axes, effect: Effect) -> None:
        is_share = self.kind == "probability"
        curves = effect.probabilities if is_share else effect.votes
        x = np.array(effect.values, dtype=float) if effect.is_number else np.arange(len(curves))
        for place, look in zip(self.labels, LOOKS, strict=False):
            ax.plot(x, curves[:, place], color=look.colour, marker=look.marker, markersize=4,
                    linestyle=look.line if effect.is_number else "none",
                    markerfacecolor=look.colour if look.is_filled else "white",
                    label=str(effect.classes[place]))  # fmt: skip
        what = "probability" if is_share else effect.unit
        one = f" of {effect.classes[self.labels[0]]}" if len(self.labels) == 1 else ""
        ax.set(xlabel=effect.feature, ylabel=f"{what}{one}")
        ax.set_title(f"mean over {effect.averaged_over(self.rows)}")
        if is_share:
            ax.set_ylim(0.0, 1.02)
        if not effect.is_number:
            names = [str(value) for value in effect.values]
            ax.set_xticks(x, names, rotation=0 if len(names) <= MOST_NAMES else 90)
        ax.grid(alpha=0.3)
        _draw_density(ax, x, effect.counts)


def _draw_density(ax: Axes, x: np.ndarray, counts: np.ndarray) -> None:
    """Draw bars at the foot, whatever the scale of the curve is."""
    width = 0.8 * (float(np.diff(x).min()) if len(x) > 1 else 1.0)
    heights = DENSITY * counts / max(1, counts.max())
    ax.bar(x, heights, width, color=FAINT, alpha=0.6, zorder=0,
           transform=ax.get_xaxis_transform())  # fmt: skip
