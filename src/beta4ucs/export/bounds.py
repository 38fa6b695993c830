"""Bounds of conditions in original units, exact to the last bit of a double.

Rules ask on the unit scale, u = (x - low) / (high - low). Rounding makes "u >= 0.37" differ from
any formula for x, so the smallest x for which it holds is looked up by bisection over all doubles.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from beta4ucs.data.scaling import UnitScaling

N_HALVINGS = 65  # of all 2^64 doubles, until one is left

Predicate = Callable[[np.ndarray], np.ndarray]  # numbers in original units -> whether it holds


def smallest_that(holds: Predicate, scaling: UnitScaling) -> np.ndarray:
    """Return for each feature the smallest number for which something holds, if it does for larger.

    Parameters
    ----------
    holds : function
        Takes and gives arrays of shape (..., n_features); once true, it stays true as numbers grow.
    scaling : UnitScaling
        Numbers are looked for between the ends of these ranges.

    Returns
    -------
    ndarray of shape (..., n_features)
        Minus infinity if it holds for every number of the range, NaN if for none.
    """
    return _bisected(holds, scaling.low, scaling.high, -np.inf)


def largest_that(holds: Predicate, scaling: UnitScaling) -> np.ndarray:
    """Return the largest number for which something holds, as `smallest_that`; infinity for all."""
    return -_bisected(lambda x: holds(-x), -scaling.high, -scaling.low, -np.inf)


def _bisected(holds: Predicate, low: np.ndarray, high: np.ndarray, always: float) -> np.ndarray:
    holds_at_low, holds_at_high = holds(low), holds(high)
    shape = holds_at_low.shape
    fails_at = np.broadcast_to(_place(low), shape).copy()
    holds_at = np.broadcast_to(_place(high), shape).copy()
    for _ in range(N_HALVINGS):
        middle = (fails_at >> 1) + (holds_at >> 1) + (fails_at & holds_at & 1)
        is_true = holds(_double(middle))
        holds_at = np.where(is_true, middle, holds_at)
        fails_at = np.where(is_true, fails_at, middle)
    found = np.where(holds_at_low, always, _double(holds_at))
    return np.where(holds_at_high, found, np.nan)


def _place(x: np.ndarray) -> np.ndarray:
    """The place of a double among all of them, as a whole number; -0.0 counts as 0.0."""
    bits = (np.asarray(x, dtype=np.float64) + 0.0).view(np.int64)
    return np.where(bits < 0, -(bits & np.iinfo(np.int64).max), bits)


def _double(place: np.ndarray) -> np.ndarray:
    magnitude = np.abs(place).view(np.float64)
    return np.where(place < 0, -magnitude, magnitude)
