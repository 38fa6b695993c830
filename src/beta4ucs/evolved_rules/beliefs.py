"""Rules that people bring: what they say before rows are asked.

A rule "IF smoker = yes THEN high" counts as if it had matched a few rows of its class already.
Where rows are many they decide what it says; where there are none, it says what its author does.
"""

from __future__ import annotations

import numpy as np

from beta4ucs.evolved_rules.consequents import Consequents, evidence_in, soft_consequents

BELIEF = 10.0  # rows of its class that an author's word counts as
LEAD = 0.1  # evidence for its class over that for others, of a rule that must not be contradicted


def believed_consequents(
    degrees: np.ndarray,
    target: np.ndarray,
    weights: np.ndarray,
    labels: np.ndarray,
    is_believed: np.ndarray,
) -> Consequents:
    """Count classes by degrees, as `soft_consequents` does, with what authors say of some rules.

    Parameters
    ----------
    degrees : ndarray of shape (n_rules, n_rows)
    target : ndarray of shape (n_rows, n_classes)
    weights : ndarray of shape (n_rows,)
    labels : ndarray of shape (n_rules,)
        Places of the classes that authors name.
    is_believed : ndarray of bool, shape (n_rules,)
        Whether there is such a word.

    Examples
    --------
    >>> degrees, target = np.zeros((1, 4)), np.eye(2)[[0, 0, 0, 1]]
    >>> found = believed_consequents(degrees, target, np.ones(4), np.array([1]), np.array([True]))
    >>> found.shares.round(2).tolist(), found.mass.tolist()
    ([[0.25, 0.75]], [[0.0, 0.0]])
    """
    belief = np.where(is_believed, BELIEF, 0.0)
    return _with_belief(degrees, target, weights, labels, belief)


def insisting_consequents(
    degrees: np.ndarray, target: np.ndarray, weights: np.ndarray, labels: np.ndarray
) -> Consequents:
    """The same for rules that speak for their class whatever the rows say.

    Where rows speak for another class, an author's word counts as many rows as it takes.

    Examples
    --------
    >>> degrees, target = np.ones((1, 100)) * 0.9, np.eye(2)[[0] * 99 + [1]]
    >>> found = insisting_consequents(degrees, target, np.ones(100), np.array([1]))
    >>> bool(found.evidence[0, 1] > 0.1 > found.evidence[0, 0])
    True
    """
    belief = np.full(len(degrees), BELIEF)
    own = np.arange(len(degrees)), labels
    while True:
        found = _with_belief(degrees, target, weights, labels, belief)
        others = found.evidence.copy()
        others[own] = -np.inf
        is_contradicted = found.evidence[own] < others.max(axis=1) + LEAD
        if not is_contradicted.any():
            return found
        belief = np.where(is_contradicted, 2.0 * belief, belief)


def _with_belief(
    degrees: np.ndarray,
    target: np.ndarray,
    weights: np.ndarray,
    labels: np.ndarray,
    belief: np.ndarray,
) -> Consequents:
    found = soft_consequents(degrees, target, weights)
    counted = weights[:, None] * target
    prior = counted.sum(axis=0) / counted.sum()
    mass = found.mass + belief[:, None] * np.eye(target.shape[1])[labels]
    return Consequents(found.mass, *evidence_in(mass, prior))
