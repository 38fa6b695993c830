"""The numbers of columns: their ranges, to and from [0, 1], and how finely they are written."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

MOST_DIGITS = 7  # of a range; numbers with more were computed, and nobody reads all of them
LARGEST = 2.0**53  # whole numbers above it are not exact
SAMPLE = 512  # rows that are looked at before all are


class UnitScaling(NamedTuple):
    """The range of every feature in the training rows.

    A constant column has no range: every value of it becomes 0.5, unseen ones too. A column
    without any value gets the range [0, 0].

    Attributes
    ----------
    low, high : ndarray of shape (n_features,)
        Smallest and largest value of each feature, missing values left out.

    Examples
    --------
    >>> import numpy as np
    >>> scaling = UnitScaling.fit(np.array([[10.0, 3.0], [30.0, 3.0], [np.nan, 3.0]]))
    >>> scaling.transform(np.array([[15.0, 7.0], [99.0, np.nan]]))
    array([[0.25, 0.5 ],
           [1.  ,  nan]])
    >>> scaling.to_units(0, 0.25)
    15.0
    """

    low: np.ndarray
    high: np.ndarray

    @classmethod
    def fit(cls, X: np.ndarray) -> UnitScaling:
        """Take the ranges from training rows.

        Parameters
        ----------
        X : ndarray of shape (n_rows, n_features)
            Finite numbers, NaN where a value is missing.
        """
        X = np.asarray(X, dtype=np.float64)
        # fmin and fmax pass over NaN without nanmin's warning about columns that hold nothing else
        low = np.fmin.reduce(X, axis=0, initial=np.nan)
        high = np.fmax.reduce(X, axis=0, initial=np.nan)
        return cls(np.nan_to_num(low, nan=0.0), np.nan_to_num(high, nan=0.0))

    def transform(self, X: np.ndarray) -> np.ndarray:
        """Bring rows into [0, 1]; what lies outside the training range is clipped.

        Parameters
        ----------
        X : ndarray of shape (n_rows, n_features)
            Rows in original units.

        Returns
        -------
        ndarray of shape (n_rows, n_features)
            A new C-contiguous float64 array; NaN stays NaN.
        """
        # half of everything where the range itself is too large for a float
        scale = np.where(self._range_overflows(), 0.5, 1.0)
        low, high = self.low * scale, self.high * scale
        constant = high == low
        units = np.array(X, dtype=np.float64, order="C", copy=True)
        np.clip(units, self.low, self.high, out=units)  # first: the difference stays finite
        units *= scale
        units -= low
        units /= np.where(constant, 1.0, high - low)
        return np.where(constant & ~np.isnan(units), 0.5, units)

    def to_units(self, feature: int, value: float) -> float:
        """Turn a value on the unit scale of one feature back into original units.

        The ends are exact: 0 gives `low`, 1 gives `high`. Values outside [0, 1], as rules that
        reach beyond the data have, are continued on the same line.

        Parameters
        ----------
        feature : int
            Index of the column.
        value : float
            Position on the unit scale.
        """
        low, high = float(self.low[feature]), float(self.high[feature])
        if low == high:
            return low
        if high - low == float("inf"):
            answer = 2.0 * (low / 2.0 + value * (high / 2.0 - low / 2.0))
        else:
            answer = low + value * (high - low)
        # rounding must neither pass the upper end before 1 nor fall short of it after
        if value == 1.0:
            return high
        return min(answer, high) if value < 1.0 else max(answer, high)

    def _range_overflows(self) -> np.ndarray:
        with np.errstate(over="ignore"):
            return np.isinf(self.high - self.low)


def decimals_of(values: np.ndarray) -> int | None:
    """Return the decimals that all numbers are written with, None if these are many.

    Parameters
    ----------
    values : ndarray of shape (n,)
        Numbers; NaN is a missing one.

    Examples
    --------
    >>> import numpy as np
    >>> decimals_of(np.array([1997.0, 2003.0, np.nan])), decimals_of(np.array([0.5, 12.25]))
    (0, 2)
    >>> decimals_of(np.array([1.0 / 3.0, 0.5])) is None
    True
    """
    known = values[~np.isnan(values)]
    if not len(known):
        return None
    low, high = float(known.min()), float(known.max())
    if max(abs(low), abs(high)) >= LARGEST:
        return None
    for decimals in range(MOST_DIGITS + 1):
        scale = 10.0**decimals
        if (high - low) * scale >= 10.0**MOST_DIGITS and decimals > 0:
            return None
        if _has(known[:SAMPLE], scale) and _has(known, scale):
            return decimals
    return None


def has_two_values(values: np.ndarray) -> bool:
    """Return whether there are exactly two different numbers; NaN is none."""
    known = values[~np.isnan(values)]
    if not len(known):
        return False
    low, high = known.min(), known.max()
    return bool(low < high and np.all((known == low) | (known == high)))


def _has(values: np.ndarray, scale: float) -> bool:
    return bool(np.all(np.rint(values * scale) / scale == values))
