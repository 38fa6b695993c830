"""Means over folds, and differences of them, that mind how much training sets overlap.

Folds share most of their training rows, so their results are not independent, and the usual t-test
finds differences that are none. Nadeau and Bengio (2003) correct the variance of the mean by the
ratio of test to training rows.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from beta4ucs.errors import InputError


class ResampledMean(NamedTuple):
    """A mean over folds, its 95 % interval, and how probable one so far from 0 is by chance.

    Attributes
    ----------
    mean : float
    low, high : float
        The corrected interval; NaN for fewer than two folds.
    p_value : float
        Of the corrected test that the mean is 0, two-sided; 1 if all values are 0.
    """

    mean: float
    low: float
    high: float
    p_value: float


def resampled_mean(values: np.ndarray, test_ratio: float) -> ResampledMean:
    """Return mean, interval and p-value of results, or differences, of repeated folds.

    Parameters
    ----------
    values : array-like of shape (n_folds,)
        One for each fold of each repetition.
    test_ratio : float
        Test rows divided by training rows of a fold: 1/9 for tenths.

    Examples
    --------
    >>> found = resampled_mean(np.array([0.02, 0.01, 0.03, 0.02, 0.02]), 1 / 4)
    >>> f"{found.mean:.3f} ({found.low:.3f} to {found.high:.3f}), p = {found.p_value:.2f}"
    '0.020 (0.007 to 0.033), p = 0.01'
    """
    from scipy import stats

    found = np.asarray(values, dtype=np.float64)
    if not len(found):
        raise InputError("a mean over folds needs at least one value, got none")
    if not test_ratio > 0.0:
        raise InputError(f"test_ratio must be above 0, got {test_ratio!r}")
    mean, n = float(found.mean()), len(found)
    if n < 2:
        return ResampledMean(mean, math.nan, math.nan, math.nan)
    error = math.sqrt((1.0 / n + test_ratio) * float(found.var(ddof=1)))
    if error == 0.0:
        return ResampledMean(mean, mean, mean, 1.0 if mean == 0.0 else 0.0)
    half = float(stats.t.ppf(0.975, n - 1)) * error
    p_value = 2.0 * float(stats.t.sf(abs(mean) / error, n - 1))
    return ResampledMean(mean, mean - half, mean + half, p_value)
