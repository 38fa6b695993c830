"""What a model or a rule says over two features; the other features count as unknown."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from beta4ucs.errors import InputError, quoted
from beta4ucs.plots.canvas import column_of, name_of, one_axes
from beta4ucs.plots.style import DEGREES

Extent = tuple[float, float, float, float]
FLATTEST = 1.8  # kurtosis of a rectangle


class _Map:
    """Values over a grid of two features, in original units."""

    def __init__(
        self, values: np.ndarray, extent: Extent, names: tuple[str, str], label: str
    ) -> None:
        self.values, self.extent, self.names, self.label = values, extent, names, label

    def _draw(self, ax: Axes | None, **image: Any) -> None:
        self.ax_ = one_axes(ax)
        self.ax_.set_facecolor("#888888")  # shows where there is no value
        shown = self.ax_.imshow(
            self.values, origin="lower", extent=self.extent, aspect="auto", **image
        )
        self.ax_.set(xlabel=self.names[0], ylabel=self.names[1])
        self.figure_ = self.ax_.figure
        self.figure_.colorbar(shown, ax=self.ax_, label=self.label)


def _grid(
    model: Any, features: tuple[int | str, int | str] | None, resolution: int, row: Any
) -> tuple[np.ndarray, Extent, tuple[str, str]]:
    """Rows at the centres of a grid's cells, the ends of its sides, and the features' names."""
    if features is None and model.n_features_in_ == 2:
        features = (0, 1)
    if features is None or len(features) != 2:
        raise InputError(f"a landscape is over two features: name two, got {features!r}")
    columns = [column_of(model, feature) for feature in features]
    if columns[0] == columns[1]:
        raise InputError(f"a landscape is over two features, got '{features[0]}' twice")
    low, high = model.scaling_.low[columns], model.scaling_.high[columns]
    steps = (np.arange(resolution) + 0.5) / resolution
    first, second = np.meshgrid(*(low[i] + steps * (high[i] - low[i]) for i in (0, 1)))
    if row is None:
        rows = np.full((resolution**2, model.n_features_in_), np.nan)
    else:
        rows = np.tile(np.asarray(row, dtype=float).ravel(), (resolution**2, 1))
        if rows.shape[1] != model.n_features_in_:
            raise InputError(f"row must have {model.n_features_in_} values, got {rows.shape[1]}")
    rows[:, columns[0]], rows[:, columns[1]] = first.ravel(), second.ravel()
    extent = (low[0], high[0], low[1], high[1])
    return rows, extent, (name_of(model, columns[0]), name_of(model, columns[1]))


def _frame(model: Any, rows: np.ndarray) -> Any:
    """Rows with the names of the columns, if the model knows them."""
    names = getattr(model, "feature_names_in_", None)
    if names is None:
        return rows
    import pandas as pd

    return pd.DataFrame(rows, columns=names)


class LandscapeDisplay(_Map):
    """Probability of a class, or the matching degree of a rule, over two features.

    Attributes
    ----------
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from beta4ucs import Beta4UCSClassifier
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> model = Beta4UCSClassifier(n_epochs=5, random_state=1).fit(X, y)
    >>> display = LandscapeDisplay.from_estimator(model, ("alcohol", "hue"), resolution=20)
    >>> display.values.shape, display.label
    ((20, 20), 'probability of class 0')
    """

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        features: tuple[int | str, int | str] | None = None,
        *,
        rule: int | None = None,
        label: Any = None,
        row: Any = None,
        resolution: int = 100,
        ax: Axes | None = None,
    ) -> LandscapeDisplay:
        """Draw a landscape of a trained model.

        Parameters
        ----------
        estimator : trained rule learner
        features : pair of int or str
            By name or number; may be left out if the model has two.
        rule : int, optional
            Draw how well this rule matches, by its rank (0 is the strongest), not the vote.
        label : object, optional
            The class whose probability is drawn; the first by default.
        row : array-like, optional
            Values of the other features. By default they are missing, which every rule matches.
        resolution : int, default 100
            Points along each side.
        ax : matplotlib Axes, optional
        """
        rows, extent, names = _grid(estimator, features, resolution, row)
        frame = _frame(estimator, rows)
        if rule is not None:
            top = estimator.rules_.top(rule + 1)
            if not 0 <= rule < len(top):
                raise InputError(f"there is no rule {rule} among {len(estimator.rules_)}")
            values = estimator.matching_degrees(frame)[:, top[rule].index]
            words = f"matching degree, THEN {top[rule].label}"
        else:
            classes = estimator.classes_.tolist()
            label = classes[0] if label is None else label
            if label not in classes:
                raise InputError(f"there is no class '{label}'; there are {quoted(classes)}")
            values = estimator.predict_proba(frame)[:, classes.index(label)]
            words = f"probability of class {label}"
        return cls(values.reshape(resolution, resolution), extent, names, words).plot(ax=ax)

    def plot(self, *, ax: Axes | None = None) -> LandscapeDisplay:
        """Draw it again."""
        self._draw(ax, cmap=DEGREES, vmin=0.0, vmax=1.0)
        return self


class KurtosisDisplay(_Map):
    """How peaked the rules are that vote at each point: 1.8 where all are crisp.

    Only for conditions with a kurtosis, as β4-UCS has them.

    Attributes
    ----------
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure
    """

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        features: tuple[int | str, int | str] | None = None,
        *,
        row: Any = None,
        resolution: int = 100,
        ax: Axes | None = None,
    ) -> KurtosisDisplay:
        """Draw the mean kurtosis of the voting rules of a trained model.

        Parameters
        ----------
        estimator : trained Beta4UCSClassifier
        features : pair of int or str
            By name or number; may be left out if the model has two.
        row : array-like, optional
            Values of the other features; missing by default.
        resolution : int, default 100
            Points along each side.
        ax : matplotlib Axes, optional
        """
        rows, extent, names = _grid(estimator, features, resolution, row)
        values = mean_kurtosis(estimator, rows).reshape(resolution, resolution)
        return cls(values, extent, names, "mean kurtosis of voting rules").plot(ax=ax)

    def plot(self, *, ax: Axes | None = None) -> KurtosisDisplay:
        """Draw it again."""
        known = self.values[~np.isnan(self.values)]
        # a few points have a single peaked rule; they must not pale all others
        highest = max(FLATTEST + 0.01, float(np.quantile(known, 0.99)) if known.size else 0.0)
        self._draw(ax, cmap="YlOrBr", vmin=FLATTEST, vmax=highest)
        return self


def mean_kurtosis(model: Any, rows: np.ndarray, rows_at_a_time: int = 2000) -> np.ndarray:
    """Mean kurtosis of the rules that vote on each row.

    A rule's kurtosis is the mean over its features; rules count by their copies, whatever their
    matching degree is.

    Parameters
    ----------
    model : trained Beta4UCSClassifier
    rows : ndarray of shape (n_rows, n_features)
        In original units.
    rows_at_a_time : int, default 2000
        Bounds the memory.

    Returns
    -------
    ndarray of shape (n_rows,)
        At least 1.8, which is all rules crisp; NaN where no rule votes.
    """
    if model.representation_.name != "beta4":
        raise InputError(f"conditions of '{model.representation_.name}' have no kurtosis")
    from beta4ucs.representations.beta4 import kurtosis

    is_voting = model.rules_.is_voting
    rules = model.population_.take(is_voting)
    of_rules = np.array([np.mean([kurtosis(gene) for gene in genes]) for genes in rules.genes])
    copies = rules.numerosity.astype(np.float64)
    totals = np.zeros((len(rows), 2))
    for start in range(0, len(rows), rows_at_a_time):
        part = slice(start, start + rows_at_a_time)
        matches = model.matching_degrees(_frame(model, rows[part]))[:, is_voting] > 0
        totals[part] = matches @ np.column_stack((of_rules * copies, copies))
    with np.errstate(invalid="ignore"):
        means: np.ndarray = totals[:, 0] / totals[:, 1]
    return means
