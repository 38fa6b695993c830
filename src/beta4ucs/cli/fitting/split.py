"""Rows to learn from and rows to test: the article's split."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from beta4ucs.cli.messages import say
from beta4ucs.data import Table
from beta4ucs.data.splitting import shuffle_split, stratified_split
from beta4ucs.errors import InputError, quoted


def split(
    table: Table, test_size: float, seed: int, *, stratify: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Shuffle the rows and cut them in two.

    Of n rows floor((1 - test_size) * n) are to learn from, the rest is for testing. With
    `stratify` the cut is made in every class, rounded to the nearest.

    Returns
    -------
    learned, tested : ndarray of int
        Indices of rows.
    """
    learned_share = 1 - Fraction(str(test_size))
    if stratify:
        return stratified_split(table.labels(), learned_share, seed)
    return shuffle_split(table.n_rows, learned_share, seed)


def check_split(table: Table, learned: np.ndarray, tested: np.ndarray) -> None:
    """Refuse rows nothing can be learned from; warn of classes that only the test has."""
    labels = table.labels()
    classes = np.unique(labels[learned])
    if len(classes) < 2:
        left = f"the single class '{classes[0]}'" if len(classes) else "nothing"
        raise InputError(
            f"with {len(tested)} of its {table.n_rows} rows taken for testing '{table.name}' "
            f"leaves {left} to learn from: try another --seed, --stratify or --test-size 0"
        )
    unseen = np.setdiff1d(labels[tested], classes)
    if len(unseen) == 1:
        say(f"class '{unseen[0]}' is only among the test rows: no rule can learn it")
    elif len(unseen):
        say(f"classes {quoted(unseen)} are only among the test rows: no rule can learn them")
