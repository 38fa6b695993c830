"""Bounds on [0, 1] after the range behind it has grown."""

import numpy as np


def rescaled_bounds(low: np.ndarray, high: np.ndarray, slope: float, offset: float):
    """Return the bounds of intervals on the grown range; open ends stay open.

    Examples
    --------
    >>> low, high = np.array([0.0, 0.25]), np.array([0.5, 1.0])
    >>> rescaled_bounds(low, high, 0.5, 0.25)
    (array([0.   , 0.375]), array([0.5, 1. ]))
    """
    return (
        np.where(low <= 0.0, low, slope * low + offset),
        np.where(high >= 1.0, high, slope * high + offset),
    )
