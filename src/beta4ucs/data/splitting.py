"""Rows to learn from and rows to test: the article's ways to cut a table in two."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

Split = tuple[np.ndarray, np.ndarray]  # indices of rows to learn from, and of rows to test


def shuffle_split(n_rows: int, learned_share: float | Fraction, seed: int) -> Split:
    """Shuffle the rows and cut them: of n rows floor(learned_share * n) are to learn from.

    Examples
    --------
    >>> learned, tested = shuffle_split(178, 0.9, seed=1)
    >>> len(learned), len(tested)
    (160, 18)
    """
    order = np.random.default_rng(seed).permutation(n_rows)
    cut = int(_exact(learned_share) * n_rows)
    return order[:cut], order[cut:]


def stratified_split(labels: np.ndarray, learned_share: float | Fraction, seed: int) -> Split:
    """Shuffle the rows and cut every class, to the nearest row and half of one to the even.

    Examples
    --------
    >>> import numpy as np
    >>> labels = np.repeat([0, 1, 2], [49, 50, 52])
    >>> learned, tested = stratified_split(labels, 0.9, seed=1)
    >>> np.bincount(labels[tested])
    array([5, 5, 5])
    """
    order = np.random.default_rng(seed).permutation(len(labels))
    is_tested = np.zeros(len(labels), dtype=bool)
    for label in np.unique(labels):
        places = np.flatnonzero(labels[order] == label)
        is_tested[places[round(_exact(learned_share) * len(places)) :]] = True
    return order[~is_tested], order[is_tested]


def fold_split(n_rows: int, n_folds: int, seed: int) -> Split:
    """Take one fold of a cross-validation for testing; seeds 1 to n_folds are its folds.

    A fold has floor(n / n_folds) rows; what is left over is never tested. The seeds that follow
    are the folds of a second repetition with another order of the rows, and so on.

    Examples
    --------
    >>> [len(fold_split(178, 10, seed)[1]) for seed in (1, 10)]
    [17, 17]
    """
    repetition, fold = divmod(seed - 1, n_folds)
    order = np.random.default_rng(repetition + 1).permutation(n_rows)
    size = n_rows // n_folds
    is_tested = np.zeros(n_rows, dtype=bool)
    is_tested[fold * size : (fold + 1) * size] = True
    return order[~is_tested], order[is_tested]


def _exact(share: float | Fraction) -> Fraction:
    return share if isinstance(share, Fraction) else Fraction(str(share))
