"""From votes to answers: the class, and how probable each class is."""

from __future__ import annotations

import numpy as np


def decide(votes: np.ndarray, tie_break: str, class_counts: np.ndarray, seed: int) -> np.ndarray:
    """Return the index of the class with the highest vote.

    Parameters
    ----------
    votes : ndarray of shape (n_rows, n_classes)
        Sums of votes, also negative.
    tie_break : {"first", "majority", "random"}
        Who wins among equals: the first, the most frequent in training, or one drawn.
    class_counts : ndarray of shape (n_classes,)
        Training rows of each class.
    seed : int
        Decides the draw. There is one for all rows: the answer to a row must not depend on the
        rows around it.

    Examples
    --------
    >>> votes = np.array([[0.0, 2.0, 2.0], [-1.0, 0.0, 0.0]])
    >>> decide(votes, "first", np.array([9, 5, 7]), 0)
    array([1, 1])
    >>> decide(votes, "majority", np.array([9, 5, 7]), 0)
    array([2, 2])
    """
    if tie_break == "first":
        return np.argmax(votes, axis=1)
    is_best = votes == votes.max(axis=1, keepdims=True)
    if tie_break == "majority":
        return np.argmax(np.where(is_best, class_counts, -1), axis=1)
    draw = np.random.default_rng(seed).random()
    place = (draw * is_best.sum(axis=1, keepdims=True)).astype(np.int64)
    return np.argmax(np.cumsum(is_best, axis=1) > place, axis=1)


def probabilities(votes: np.ndarray) -> np.ndarray:
    """Turn votes into probabilities.

    If some class has a positive vote, negative votes count as 0 and the rest is divided by its
    sum; if none has, the classes with the highest vote share equally.

    Parameters
    ----------
    votes : ndarray of shape (n_rows, n_classes)
        Sums of votes, also negative.

    Examples
    --------
    >>> probabilities(np.array([[3.0, 1.0, -2.0], [0.0, 0.0, -1.0], [-3.0, -1.0, -2.0]]))
    array([[0.75, 0.25, 0.  ],
           [0.5 , 0.5 , 0.  ],
           [0.  , 1.  , 0.  ]])
    """
    best = votes.max(axis=1, keepdims=True)
    weights = np.where(best > 0.0, np.maximum(votes, 0.0), votes == best)
    return weights / weights.sum(axis=1, keepdims=True)


def softmax(log_odds: np.ndarray) -> np.ndarray:
    """Turn log odds into probabilities.

    Examples
    --------
    >>> softmax(np.array([[0.0, 0.0], [np.log(3.0), 0.0]]))
    array([[0.5 , 0.5 ],
           [0.75, 0.25]])
    """
    weights = np.exp(log_odds - log_odds.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)
