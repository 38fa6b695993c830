"""Weights of given rules, learned from rows: all of them stay, none is chosen.

The loss is that of `imitation.py`: mean divergence from the target and squared weights, in the same
units. Here weights are pulled towards what they were, not towards 0, so that rows change what they
have something to say about: a list that was edited, or that is used on later rows, goes on from
where it stood. A rule that no row matches keeps the weight it came with.
"""

from __future__ import annotations

import numpy as np

from beta4ucs.evolved_rules.choosing import LEAST_CRISP, LEAST_SAID
from beta4ucs.evolved_rules.member_votes import LONGEST_STEP
from beta4ucs.voting.decisions import softmax

MOST_PASSES = 60
SETTLED = 1e-4  # largest step of a weight in the last pass
FLAT = 1e-9


def reweigh(
    degrees: np.ndarray,
    evidence: np.ndarray,
    target: np.ndarray,
    row_weights: np.ndarray,
    *,
    first: np.ndarray,
    start: np.ndarray,
    penalty: float | np.ndarray,
    least: float = 0.0,
    said: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Return weights of all rules, and where classes start.

    Parameters
    ----------
    degrees : ndarray of shape (n_rules, n_rows)
    evidence : ndarray of shape (n_rules, n_classes)
    target : ndarray of shape (n_rows, n_classes)
        Probabilities, or 1 for the class of a row.
    row_weights : ndarray of shape (n_rows,)
    first : ndarray of shape (n_rules,)
        Weights that they begin with and are pulled to.
    start : ndarray of shape (n_classes,)
        Log odds where no rule matches, to begin with.
    penalty : float, or ndarray of shape (n_rules,)
        On squared changes of weights.
    least : float
        No weight gets smaller.
    said : ndarray of shape (n_rows, n_classes), optional
        Log odds that other rules have given the rows; they and the start then stay as they are.

    Examples
    --------
    >>> degrees, target = np.array([[1.0, 1.0, 0.0, 0.0]]), np.eye(2)[[0, 0, 1, 1]]
    >>> evidence, rows = np.array([[0.5, -0.5]]), np.ones(4)
    >>> told = {"first": np.ones(1), "start": np.zeros(2)}
    >>> weights, start = reweigh(degrees, evidence, target, rows, penalty=0.1, **told)
    >>> bool(weights[0] > 4.0), bool(start[1] > start[0])
    (True, True)
    """
    weights, start = np.maximum(first, least), start.copy()
    scores = np.repeat(start[None], len(target), axis=0) if said is None else said.copy()
    for rule, degree in enumerate(degrees):
        scores += degree.astype(np.float64)[:, None] * (weights[rule] * evidence[rule])
    pulls = penalty * _units(degrees, evidence, row_weights)
    matched = [np.flatnonzero(degree) for degree in degrees]
    for _ in range(MOST_PASSES):
        largest = 0.0
        if said is None:
            moved = _step_of_start(scores, target, row_weights)
            start, scores = start + moved, scores + moved
            largest = float(np.abs(moved).max())
        for rule, rows in enumerate(matched):
            degree = degrees[rule, rows].astype(np.float64)
            slope, curve = _derivatives(
                scores[rows], target[rows], row_weights[rows] * degree, degree, evidence[rule]
            )
            slope += pulls[rule] * (weights[rule] - first[rule])
            longest = LONGEST_STEP / max(FLAT, float(np.abs(evidence[rule]).max()))
            step = float(np.clip(-slope / (curve + pulls[rule] + FLAT), -longest, longest))
            step = max(step, least - float(weights[rule]))
            weights[rule] += step
            scores[rows] += degree[:, None] * (step * evidence[rule])
            largest = max(largest, abs(step))
        if largest < SETTLED:
            break
    return weights, start


def _derivatives(
    scores: np.ndarray,
    target: np.ndarray,
    weights: np.ndarray,
    degree: np.ndarray,
    evidence: np.ndarray,
) -> tuple[float, float]:
    """First and second derivative of the loss by a rule's weight, on the rows it matches."""
    chances = softmax(scores)
    lack = ((chances - target) * evidence).sum(axis=1)
    mean = (chances * evidence).sum(axis=1)
    square = (chances * evidence**2).sum(axis=1)
    slope = float((weights * lack).sum())
    return slope, float((weights * degree * (square - mean**2)).sum())


def _step_of_start(scores: np.ndarray, target: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """A Newton step of all classes; 2 p (1 - p) bounds the curvature of a softmax."""
    chances = softmax(scores)
    slope = (weights[:, None] * (chances - target)).sum(axis=0)
    curve = (weights[:, None] * 2.0 * chances * (1.0 - chances)).sum(axis=0)
    return np.asarray(np.clip(-slope / (curve + FLAT), -LONGEST_STEP, LONGEST_STEP))


def _units(degrees: np.ndarray, evidence: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """For each rule, how much it says and varies, squared and beside an interval."""
    found = np.empty(len(degrees))
    for rule, one in enumerate(degrees):
        degree = one.astype(np.float64)
        mean = float((weights * degree).sum() / weights.sum())
        spread = float((weights * degree**2).sum() / weights.sum()) - mean * mean
        crispness = max(spread / max(mean * (1.0 - mean), FLAT), LEAST_CRISP)
        found[rule] = crispness * max(LEAST_SAID, np.abs(evidence[rule]).max()) ** 2
    return found
