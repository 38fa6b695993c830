"""From which probability on a class should be answered: for a recall, for a cost, or if rare."""

from __future__ import annotations

import math

import numpy as np

from beta4ucs.errors import InputError


def threshold_for_recall(has_class: np.ndarray, probability: np.ndarray, recall: float) -> float:
    """Return the highest threshold that finds this share of the rows with the class.

    Parameters
    ----------
    has_class : ndarray of bool of shape (n_rows,)
        Whether rows have the class; some must.
    probability : ndarray of shape (n_rows,)
        Its probability, from a model that has not learned from the row.
    recall : float
        Share of the rows with the class that should be answered with it, above 0 and at most 1.

    Returns
    -------
    float
        It lies half way between two probabilities, or is 0.

    Examples
    --------
    >>> has_class = np.array([True, True, False, True, False])
    >>> probability = np.array([0.9, 0.6, 0.5, 0.4, 0.2])
    >>> print(*(round(threshold_for_recall(has_class, probability, r), 2) for r in (0.6, 0.9)))
    0.55 0.3
    """
    if not 0.0 < recall <= 1.0:
        raise InputError(f"recall must be above 0 and at most 1, got {recall!r}")
    ranked = np.sort(probability[has_class])[::-1]
    if not len(ranked):
        raise InputError("a threshold for a recall needs rows that have the class")
    needed = math.ceil(recall * len(ranked) - 1e-9)
    return _just_below(ranked[needed - 1], probability)


def threshold_for_cost(has_class: np.ndarray, probability: np.ndarray, cost: float) -> float:
    """Return the threshold with the lowest cost, where a row that is missed costs `cost`.

    A row that is answered with the class and does not have it costs 1. Among equals it is the one
    closest to 1 / (1 + cost), which is best where probabilities are what they say.

    Parameters
    ----------
    has_class, probability : as in `threshold_for_recall`
    cost : float
        Above 0.

    Examples
    --------
    >>> has_class = np.array([True, True, False, True, False])
    >>> probability = np.array([0.9, 0.6, 0.5, 0.4, 0.2])
    >>> print(*(round(threshold_for_cost(has_class, probability, c), 2) for c in (0.5, 5)))
    0.55 0.3
    """
    if not 0.0 < cost < math.inf:
        raise InputError(f"cost must be a number above 0, got {cost!r}")
    values, first = np.unique(probability, return_inverse=True)
    with_it = np.bincount(first, weights=has_class, minlength=len(values))
    without = np.bincount(first, weights=~has_class, minlength=len(values))
    # answering the class from values[i] on; one place more is never answering it
    n_missed = np.concatenate([[0.0], np.cumsum(with_it)])
    n_wrong = np.concatenate([np.cumsum(without[::-1])[::-1], [0.0]])
    costs = cost * n_missed + n_wrong
    bounds = np.concatenate([[0.0], 0.5 * (values[:-1] + values[1:]), [0.5 * (values[-1] + 1.0)]])
    best = np.flatnonzero(costs <= costs.min() + 1e-9)
    return float(bounds[best[np.abs(bounds[best] - 1.0 / (1.0 + cost)).argmin()]])


def threshold_for_rare_class(
    has_class: np.ndarray, probability: np.ndarray, weights: np.ndarray
) -> float:
    """Return the threshold with the highest balanced accuracy that costs no accuracy.

    Few rows of a rare class have a probability above a half, so that a model that is right most
    often hardly ever answers it. Down to some threshold more of its rows are found, and no fewer
    answers are right.

    Parameters
    ----------
    has_class : ndarray of bool of shape (n_rows,)
        Whether rows have the rare class.
    probability : ndarray of shape (n_rows,)
        Its probability, from a model that has not learned from the row.
    weights : ndarray of shape (n_rows,)
        How much each row counts.

    Returns
    -------
    float
        A half or one of the probabilities below it.

    Examples
    --------
    >>> has_class = np.array([True, False, True, False, False, False])
    >>> probability = np.array([0.45, 0.4, 0.3, 0.2, 0.2, 0.1])
    >>> threshold_for_rare_class(has_class, probability, np.ones(6))
    0.3
    """
    below = np.flatnonzero(probability < 0.5)
    values, place = np.unique(-probability[below], return_inverse=True)
    found = np.bincount(place, weights[below] * has_class[below], len(values)).cumsum()
    wrong = np.bincount(place, weights[below] * ~has_class[below], len(values)).cumsum()
    with_it, without = weights[has_class].sum(), weights[~has_class].sum()
    costs_nothing = found >= wrong
    if not (costs_nothing.any() and with_it > 0.0 and without > 0.0):
        return 0.5
    gain = np.where(costs_nothing, found / with_it - wrong / without, 0.0)
    return float(-values[gain.argmax()]) if gain.max() > 0.0 else 0.5


def _just_below(value: float, probability: np.ndarray) -> float:
    """Half way to the next lower probability, or 0 where there is none."""
    lower = probability[probability < value]
    return float(0.5 * (value + lower.max())) if len(lower) else 0.0
