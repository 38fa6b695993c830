"""From sums of votes to probabilities."""

from __future__ import annotations

import numpy as np


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
