"""Whether probabilities are what they say: of rows given 70 %, 70 % should have the class."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

N_BINS = 10


class ReliabilityCurve(NamedTuple):
    """Bins of equal width that hold rows: mean probability, share of rows with the class."""

    predicted: np.ndarray
    observed: np.ndarray
    n_rows: np.ndarray


def reliability_curve(
    has_class: np.ndarray, probability: np.ndarray, n_bins: int = N_BINS
) -> ReliabilityCurve:
    """Compare probabilities of a class with how often rows have it.

    Unlike `sklearn.calibration.calibration_curve` it also counts the rows of each bin.

    Parameters
    ----------
    has_class : ndarray of bool of shape (n_rows,)
        Whether rows have the class.
    probability : ndarray of shape (n_rows,)
        Its probability.
    n_bins : int, default 10
        Number of bins; empty ones are left out.

    Examples
    --------
    >>> import numpy as np
    >>> curve = reliability_curve(np.array([False, True, True]), np.array([0.12, 0.12, 0.9]))
    >>> curve.observed, curve.n_rows
    (array([0.5, 1. ]), array([2, 1]))
    """
    inner_edges = np.linspace(0.0, 1.0, n_bins + 1)[1:-1]
    place = np.searchsorted(inner_edges, probability)
    counts = np.bincount(place, minlength=n_bins)
    is_used = counts > 0
    sums = np.bincount(place, weights=probability, minlength=n_bins)[is_used]
    hits = np.bincount(place, weights=has_class, minlength=n_bins)[is_used]
    n_rows = counts[is_used]
    return ReliabilityCurve(sums / n_rows, hits / n_rows, n_rows)


def expected_calibration_error(
    truth: np.ndarray, probabilities: np.ndarray, n_bins: int = N_BINS
) -> float:
    """Return the mean distance between confidence and share of right answers.

    The confidence is the highest probability of a row. Rows are put into bins of equal width, and
    bins count by their rows (Guo et al., 2017).

    Parameters
    ----------
    truth : ndarray of int of shape (n_rows,)
        Places of the true classes.
    probabilities : ndarray of shape (n_rows, n_classes)
        Probabilities of all classes.
    n_bins : int, default 10
        Number of bins.
    """
    is_right = probabilities.argmax(axis=1) == truth
    curve = reliability_curve(is_right, probabilities.max(axis=1), n_bins)
    distances = np.abs(curve.predicted - curve.observed)
    return float(np.average(distances, weights=curve.n_rows))
