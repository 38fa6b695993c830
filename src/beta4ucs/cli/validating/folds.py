"""Repeated stratified folds: the same for all that are compared."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from beta4ucs.cli.messages import say
from beta4ucs.errors import InputError


class Fold(NamedTuple):
    """One of the folds: its number and that of the repetition, from 1; places of rows."""

    repeat: int
    fold: int
    learned: np.ndarray
    tested: np.ndarray

    @property
    def test_ratio(self) -> float:
        """Rows tested on divided by rows learned from."""
        return len(self.tested) / len(self.learned)


def folds_of(labels: np.ndarray, n_folds: int, n_repeats: int, seed: int) -> list[Fold]:
    """Cut rows into folds with the shares of the classes, several times."""
    import warnings

    from sklearn.model_selection import StratifiedKFold

    names, counts = np.unique(labels.astype(str), return_counts=True)
    if counts.max() < n_folds:
        raise InputError(
            f"--folds must be at most {counts.max()}, the rows of the most frequent class, "
            f"got {n_folds}"
        )
    if counts.min() < n_folds:
        rarest = counts.argmin()
        say(
            f"class '{names[rarest]}' has {counts[rarest]} of the rows: not all of the {n_folds} "
            "folds test it"
        )
    found = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # said above, with the name of the class
        for repeat in range(n_repeats):
            cut = StratifiedKFold(n_folds, shuffle=True, random_state=(seed + repeat) % 2**32)
            parts = cut.split(np.zeros(len(labels)), labels)
            found += [Fold(repeat + 1, fold + 1, *rows) for fold, rows in enumerate(parts)]
    return found
