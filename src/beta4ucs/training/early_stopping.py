"""Early stopping: rows held out, and patience with epochs that bring nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from beta4ucs.errors import InputError

if TYPE_CHECKING:
    from beta4ucs.learning.rule_arrays import RuleArrays


class Patience:
    """Early stopping: remembers the best epoch and counts those without improvement."""

    def __init__(self, n_epochs: int, tolerance: float, column: str) -> None:
        self._n_epochs, self._tolerance = n_epochs, tolerance
        self.column = column  # of the history
        self._best = self._to_beat = -np.inf
        self._waiting = 0
        self.rules: RuleArrays | None = None
        self.epoch: int | None = None

    def is_exhausted(self, epoch: int, accuracy: float, rules: RuleArrays) -> bool:
        """Take note of an epoch; True if it is time to stop."""
        if accuracy > self._best:
            self._best, self.rules, self.epoch = accuracy, rules, epoch
        if accuracy > self._to_beat + self._tolerance:
            self._to_beat, self._waiting = accuracy, 0
        else:
            self._waiting += 1
        return self._waiting >= self._n_epochs


def hold_out(labels: np.ndarray, fraction: float, seed: int) -> np.ndarray:
    """Choose validation rows: about `fraction` of every class, never the last row of one.

    Returns
    -------
    ndarray of bool, shape (n_rows,)
        True for the rows held out.
    """
    order = np.random.default_rng(seed).permutation(labels.shape[0])
    order = order[np.argsort(labels[order], kind="stable")]
    is_first = np.r_[True, np.diff(labels[order]) != 0]
    eligible = order[~is_first]
    wanted = min(max(1, round(fraction * labels.shape[0])), eligible.shape[0])
    if wanted == 0:
        raise InputError("early_stopping has no row to hold out: every class has a single row")
    # evenly spread over the rows sorted by class
    steps = np.arange(eligible.shape[0] + 1) * wanted + eligible.shape[0] // 2
    held_out = np.zeros(labels.shape[0], dtype=bool)
    held_out[eligible[np.diff(steps // eligible.shape[0]) > 0]] = True
    return held_out
