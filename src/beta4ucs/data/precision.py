"""How finely the numbers of a column are written: whole numbers, two decimals, two values."""

from __future__ import annotations

import numpy as np

MOST_DIGITS = 7  # of a range; numbers with more were computed, and nobody reads all of them
LARGEST = 2.0**53  # whole numbers above it are not exact
SAMPLE = 512  # rows that are looked at before all are


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
