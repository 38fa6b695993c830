"""What a model or a rule says over two features; no other feature matters, or those of a row."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes

from beta4ucs.errors import InputError, quoted
from beta4ucs.estimators.inputs import rows_to_predict
from beta4ucs.plots.canvas import column_of, name_of, one_axes
from beta4ucs.plots.style import DEGREES
from beta4ucs.rules.kurtosis import FLATTEST, kurtosis_of, mean_of_voters
from beta4ucs.rules.matching import degrees_of, voter_of
from beta4ucs.rules.naming import places_on_unit_scale

Extent = tuple[float, float, float, float]
PARABOLA = 15.0 / 7.0  # kurtosis of a beta distribution with shapes 2 and 2
LEVEL = 30  # characters: names of values with more, all together, are turned


class _Side(NamedTuple):
    """One side of a grid: the values of a feature, as inputs of voting and as they are drawn."""

    name: str
    feature: int
    units: np.ndarray
    codes: np.ndarray
    ends: tuple[float, float]
    values: tuple[Any, ...] | None  # of a category


class _Map:
    """Values over a grid of two features, in original units."""

    def __init__(
        self,
        values: np.ndarray,
        extent: Extent,
        names: tuple[str, str],
        label: str,
        categories: tuple[Any, Any] = (None, None),
    ) -> None:
        self.values, self.extent, self.names, self.label = values, extent, names, label
        self.categories = categories  # values of a category in the order of its cells

    def _draw(self, ax: Axes | None, **image: Any) -> None:
        self.ax_ = one_axes(ax)
        self.ax_.set_facecolor("#888888")  # shows where there is no value
        if self.categories != (None, None):
            image["interpolation"] = "nearest"  # there is nothing between two values
        shown = self.ax_.imshow(
            self.values, origin="lower", extent=self.extent, aspect="auto", **image
        )
        self.ax_.set(xlabel=self.names[0], ylabel=self.names[1])
        for axis, values in zip((self.ax_.xaxis, self.ax_.yaxis), self.categories, strict=True):
            if values is not None:
                axis.set_ticks(range(len(values)), [str(value) for value in values])
                axis.set_tick_params(length=0)
        if self.categories[0] is not None and sum(len(str(v)) for v in self.categories[0]) > LEVEL:
            self.ax_.tick_params(axis="x", rotation=90)
        self.figure_ = self.ax_.figure
        self.figure_.colorbar(shown, ax=self.ax_, label=self.label)


def _grid(
    model: Any, features: tuple[int | str, int | str] | None, resolution: int, row: Any
) -> tuple[np.ndarray, tuple[_Side, _Side]]:
    """Rows at the centres of a grid's cells, as voting takes them, and the grid's sides."""
    if features is None:
        features = _most_telling(model)
    if len(features) != 2:
        raise InputError(f"a landscape is over two features: name two, got {features!r}")
    columns = [column_of(model, feature) for feature in features]
    if columns[0] == columns[1]:
        raise InputError(f"a landscape is over two features, got '{features[0]}' twice")
    across, up = (_side(model, column, resolution) for column in columns)
    n_features, sets = model.n_features_in_, model.encoding_.sets
    inputs = np.full((len(across.units) * len(up.units), n_features + len(sets)), np.nan)
    inputs[:, n_features:] = -1.0  # which every set matches
    if row is not None:
        inputs[:] = _inputs_of(model, row)
    places = np.meshgrid(np.arange(len(across.units)), np.arange(len(up.units)))
    for side, place in zip((across, up), places, strict=True):
        inputs[:, side.feature] = side.units[place.ravel()]
        for i, part in enumerate(sets):
            if part.feature == side.feature:
                inputs[:, n_features + i] = side.codes[place.ravel()]
    return inputs, (across, up)


def _most_telling(model: Any) -> tuple[int | str, int | str]:
    """The two features that the rules rely on most; in their order if there are only two."""
    if model.n_features_in_ < 2:
        raise InputError("a landscape is over two features, and the model has one")
    if model.n_features_in_ == 2:
        return 0, 1
    first, second = model.rules_.feature_importance().index[:2]
    return str(first), str(second)


def _side(model: Any, feature: int, resolution: int) -> _Side:
    column, scaling = model.encoding_.columns[feature], model.scaling_
    low, high = float(scaling.low[feature]), float(scaling.high[feature])
    values = column.values
    if values is None:
        units = (np.arange(resolution) + 0.5) / resolution
        if low == high:
            units[:] = 0.5
        return _Side(name_of(model, feature), feature, units, 0.0 * units, (low, high), None)
    if column.is_ordered:
        units = np.array(places_on_unit_scale(low, high))
        codes, values = np.zeros(len(units)), values[int(low) : int(high) + 1]
    else:
        units, codes = np.full(len(values), np.nan), np.arange(float(len(values)))
    ends = (-0.5, len(values) - 0.5)
    return _Side(name_of(model, feature), feature, units, codes, ends, values)


def _inputs_of(model: Any, row: Any) -> np.ndarray:
    """One row of values, as voting takes it."""
    cells = np.asarray(row, dtype=object).ravel()
    if len(cells) != model.n_features_in_:
        raise InputError(f"row must have {model.n_features_in_} values, got {len(cells)}")
    if all(column.values is None for column in model.encoding_.columns):
        return _inputs(model, cells.astype(np.float64)[None])
    return _inputs(model, cells[None])


def _inputs(model: Any, rows: Any) -> np.ndarray:
    """Rows as voting takes them; with the names of the columns, if the model knows them."""
    names = getattr(model, "feature_names_in_", None)
    if names is not None:
        import pandas as pd

        rows = pd.DataFrame(rows, columns=names)
    inputs: np.ndarray = model.encoding_.transform(rows_to_predict(model, rows))
    return inputs


class LandscapeDisplay(_Map):
    """Probability of a class, or the matching degree of a rule, over two features.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from beta4ucs import Beta4UCSClassifier, plots
    >>> model = Beta4UCSClassifier(n_epochs=5).fit(*load_wine(return_X_y=True, as_frame=True))
    >>> display = plots.LandscapeDisplay.from_estimator(model, ("alcohol", "hue"), resolution=20)
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
        features : pair of int or str, optional
            By name or number; by default the two that the rules rely on most.
        rule : int, optional
            Draw how well this rule matches, by its rank (0 is the strongest), not the vote.
        label : object, optional
            The class whose probability is drawn; the first by default.
        row : array-like, optional
            Values of the other features. By default no condition on them matters.
        resolution : int, default 100
            Points along each side; a category has a cell a value.
        ax : matplotlib Axes, optional
        """
        inputs, sides = _grid(estimator, features, resolution, row)
        if rule is not None:
            top = estimator.rules_.top(rule + 1)
            if not 0 <= rule < len(top):
                raise InputError(f"there is no rule {rule} among {len(estimator.rules_)}")
            values = degrees_of(top[rule : rule + 1], inputs)[:, 0]
            words = f"matching degree, THEN {top[rule].label}"
        else:
            classes = estimator.classes_.tolist()
            label = classes[0] if label is None else label
            if label not in classes:
                raise InputError(f"there is no class '{label}'; there are {quoted(classes)}")
            sums = voter_of(estimator.rules_).votes(inputs, estimator.n_jobs)
            values = estimator.rules_.votes.probabilities(sums)[:, classes.index(label)]
            words = f"probability of class {label}"
        return cls(*_mapped(values, sides, words)).plot(ax=ax)

    def plot(self, *, ax: Axes | None = None) -> LandscapeDisplay:
        """Draw it again, on `ax_` of `figure_`."""
        self._draw(ax, cmap=DEGREES, vmin=0.0, vmax=1.0)
        return self


class KurtosisDisplay(_Map):
    """How peaked the rules are that vote at each point: 1.8 where all are crisp.

    Only for conditions with a kurtosis, as β4-UCS has them.
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
        features, row, resolution, ax : as in `LandscapeDisplay.from_estimator`
        """
        inputs, sides = _grid(estimator, features, resolution, row)
        rules = estimator.rules_.voting()
        values = mean_of_voters(rules, inputs, kurtosis_of(estimator, rules))
        return cls(*_mapped(values, sides, "mean kurtosis of voting rules")).plot(ax=ax)

    def plot(self, *, ax: Axes | None = None) -> KurtosisDisplay:
        """Draw it again, on `ax_` of `figure_`."""
        known = self.values[~np.isnan(self.values)]
        # A few points have a single peaked rule; they must not pale all others. And where rules
        # are hardly fuzzy, the colours must not say that they are.
        highest = max(PARABOLA, float(np.quantile(known, 0.99)) if known.size else 0.0)
        self._draw(ax, cmap="YlOrBr", vmin=FLATTEST, vmax=highest)
        return self


def _mapped(
    values: np.ndarray, sides: tuple[_Side, _Side], label: str
) -> tuple[np.ndarray, Extent, tuple[str, str], str, tuple[Any, Any]]:
    """What a map is made of."""
    across, up = sides
    return (
        values.reshape(len(up.units), len(across.units)),
        (*across.ends, *up.ends),
        (across.name, up.name),
        label,
        (across.values, up.values),
    )
