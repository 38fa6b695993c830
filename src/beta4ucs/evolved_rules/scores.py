"""Log odds of rows by a list of rules: degrees times votes, added up rule by rule.

The order of the sums is fixed, so the same bits come out everywhere, with any BLAS.
"""

from functools import cache

import numpy as np
from numba import types

from beta4ucs.kernels import compiled

_F2 = types.Array(types.float64, 2, "C")
_I1 = types.Array(types.int64, 1, "C")
ADD_SIGNATURE = types.void(_F2, _I1, _F2, _F2)


def scores_of(
    degrees: np.ndarray, rows: np.ndarray, votes: np.ndarray, start: np.ndarray
) -> np.ndarray:
    """Return the log odds of some rows: rows x classes.

    Parameters
    ----------
    degrees : ndarray of shape (n_rules, n_rows)
    rows : ndarray of int
        Those that are asked about.
    votes : ndarray of shape (n_rules, n_classes)
    start : ndarray of shape (n_classes,)
        Log odds where no rule matches.

    Examples
    --------
    >>> degrees, votes = np.array([[1.0, 0.5], [0.0, 1.0]]), np.array([[2.0, 0.0], [0.0, 1.0]])
    >>> scores_of(degrees, np.array([1, 0]), votes, np.array([0.0, 0.1]))
    array([[1. , 1.1],
           [2. , 0.1]])
    """
    scores = np.repeat(np.asarray(start, dtype=np.float64)[None], len(rows), axis=0)
    degrees, votes = (np.ascontiguousarray(one, dtype=np.float64) for one in (degrees, votes))
    _compile_add()(degrees, np.ascontiguousarray(rows, dtype=np.int64), votes, scores)
    return scores


@cache
def _compile_add():
    folder = compiled.kernel_folder("votes", "evolved_rules")
    return compiled.compile_cached(add_scores, ADD_SIGNATURE, folder, is_entry=True)


def add_scores(degrees, rows, votes, scores):
    """Add what each rule says of each row."""
    for rule in range(votes.shape[0]):
        for i in range(rows.shape[0]):
            degree = degrees[rule, rows[i]]
            if degree != 0.0:
                for label in range(votes.shape[1]):
                    scores[i, label] += degree * votes[rule, label]
