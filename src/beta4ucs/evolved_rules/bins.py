"""Rows as bins: what the search for conditions reads instead of numbers.

A number becomes the bin it lies in, a category its value. Sums over bins are all that the search
needs to judge every interval, slope or set of values of a feature at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

import numpy as np

from beta4ucs.learning.records import allocate, floats, ints, record_type, short_ints

MOST_BINS = 16  # of a number
MOST_BINS_OF_MANY = 32  # where there are many rows
MANY_ROWS = 2_000
LEAST_VALUES = 4  # different ones that a number needs before slopes are worth a try
STEEPEST = 20.0  # exponent of a slope
HINGES = (0.25, 0.5, 0.75)  # quantiles at which slopes begin
MATCHES_ALL = -1  # bin of a row that meets every condition on the feature
N_BINS = 64  # most values of a category, "any other" among them


class Bins(NamedTuple):
    """Bins of rows; a number that can be unknown has one more bin behind its others."""

    place: Annotated[np.ndarray, short_ints("features", "rows")]
    n_bins: Annotated[np.ndarray, ints("features")]  # without the one for unknown numbers
    has_unknown: Annotated[np.ndarray, ints("features")]  # 1 if that one exists
    is_category: Annotated[np.ndarray, ints("features")]
    first_shape: Annotated[np.ndarray, ints("shape_ends")]  # of each feature; last: their number
    shape_degree: Annotated[np.ndarray, floats("shapes", N_BINS)]  # mean degree in each bin


BINS_TYPE = record_type(Bins)


class Shape(NamedTuple):
    """A slope on a number: 0 up to `low`, 1 at `high`, or the other way round if it falls."""

    feature: int
    low: float
    high: float
    exponent: float
    rises: bool

    def degree(self, values: np.ndarray) -> np.ndarray:
        """Membership of numbers in [0, 1]; NaN, an unknown number, is no member."""
        share = (values - self.low) / (self.high - self.low)
        inside = np.clip(np.nan_to_num(share if self.rises else 1.0 - share, nan=0.0), 0.0, 1.0)
        outside = (values < self.low) | (values > self.high) | np.isnan(values)
        return np.where(outside, 0.0, inside**self.exponent)


class Binning(NamedTuple):
    """Bins of training rows, and what they stand for.

    Attributes
    ----------
    bins : Bins
    cuts : tuple of ndarray
        For each feature the bounds between its bins.
    shapes : tuple of Shape
    shape_rows : ndarray of shape (n_shapes, n_rows), float32
        Membership of every row in every shape.
    """

    bins: Bins
    cuts: tuple[np.ndarray, ...]
    shapes: tuple[Shape, ...]
    shape_rows: np.ndarray


def bin_rows(inputs: np.ndarray, n_features: int, sets: Sequence[Any]) -> Binning:
    """Put rows into bins.

    Parameters
    ----------
    inputs : ndarray of shape (n_rows, n_features + n_sets)
        Numbers in [0, 1], NaN where there is none; then a code per set.
    n_features : int
    sets : sequence of ValueSet
    """
    set_of = {part.feature: i for i, part in enumerate(sets)}
    cuts, shapes = [], []
    for feature in range(n_features):
        part = sets[set_of[feature]] if feature in set_of else None
        is_number = part is None or part.is_numeric
        values = inputs[:, feature] if is_number else np.empty(0)
        known = values[~np.isnan(values)]
        cuts.append(cuts_between(known))
        shapes += slopes_of(feature, known)
    n_rows = len(inputs)
    lengths = {"features": n_features, "rows": n_rows, "shape_ends": n_features + 1}
    bins = allocate(Bins, {**lengths, "shapes": len(shapes)})
    for feature in range(n_features):
        part = sets[set_of[feature]] if feature in set_of else None
        codes = inputs[:, n_features + set_of[feature]] if part is not None else None
        _place(bins, feature, inputs[:, feature], codes, cuts[feature], part)
    bins.first_shape[:] = np.searchsorted(
        [shape.feature for shape in shapes], range(n_features + 1)
    )
    shape_rows = np.empty((len(shapes), n_rows), dtype=np.float32)
    for i, shape in enumerate(shapes):
        shape_rows[i] = shape.degree(inputs[:, shape.feature])
        bins.shape_degree[i] = _mean_in_bins(shape_rows[i], bins.place[shape.feature])
    return Binning(bins, tuple(cuts), tuple(shapes), shape_rows)


def cuts_between(known: np.ndarray) -> np.ndarray:
    """Bounds of bins with about equally many numbers, each halfway between two of them.

    Examples
    --------
    >>> cuts_between(np.array([0.0, 0.5, 0.5, 1.0])).tolist()
    [0.25, 0.75]
    """
    different = np.unique(known)
    if len(different) < 2:
        return np.empty(0)
    at = np.arange(len(different) - 1)
    most = MOST_BINS if len(known) < MANY_ROWS else MOST_BINS_OF_MANY
    if len(different) > most:
        ordered = np.sort(known)
        steps = np.arange(1, most) * len(ordered) // most
        at = np.unique(np.searchsorted(different, ordered[steps - 1]))
        at = at[at < len(different) - 1]
    bounds: np.ndarray = (different[at] + different[at + 1]) / 2.0
    return bounds


def slopes_of(feature: int, known: np.ndarray) -> list[Shape]:
    """Slopes over the whole range and from quartiles; bent so that the median lies halfway."""
    if len(np.unique(known)) < LEAST_VALUES:
        return []
    shapes = []
    median = float(np.quantile(known, 0.5))
    for rises in (False, True):
        middle = float(np.clip(median if rises else 1.0 - median, 0.02, 0.98))
        bend = float(np.clip(np.log(0.5) / np.log(middle), 1.0, STEEPEST))
        shapes.append(Shape(feature, 0.0, 1.0, 1.0, rises))
        if bend > 1.3:
            shapes.append(Shape(feature, 0.0, 1.0, bend, rises))
        for quantile in HINGES:
            hinge = float(np.quantile(known, quantile))
            if rises and 0.02 < hinge < 0.95:
                shapes.append(Shape(feature, hinge, 1.0, 1.0, rises))
            if not rises and 0.05 < hinge < 0.98:
                shapes.append(Shape(feature, 0.0, hinge, 1.0, rises))
    return shapes


def _place(
    bins: Bins,
    feature: int,
    values: np.ndarray,
    codes: np.ndarray | None,
    cuts: np.ndarray,
    part: Any,
) -> None:
    """Write the bins of all rows for one feature."""
    if part is not None and not part.is_numeric:
        bins.is_category[feature] = 1
        bins.n_bins[feature] = len(part.values) + 1
        bins.place[feature] = codes
        return
    bins.n_bins[feature] = len(cuts) + 1
    known = ~np.isnan(values)
    bins.place[feature] = MATCHES_ALL
    bins.place[feature, known] = np.searchsorted(cuts, values[known])
    if part is not None and part.has_unknown:
        bins.has_unknown[feature] = 1
        bins.place[feature, ~known] = len(cuts) + 1


def _mean_in_bins(degrees: np.ndarray, places: np.ndarray) -> np.ndarray:
    known = places >= 0
    sums = np.bincount(places[known], degrees[known].astype(np.float64), minlength=N_BINS)
    counts = np.bincount(places[known], minlength=N_BINS)
    return np.asarray(sums / np.maximum(counts, 1))
