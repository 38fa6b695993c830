"""Matching degrees of rules on rows, in batches, as single floats: one row of numbers a rule."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from beta4ucs.evolved_rules.genes import Genes
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.voting.voter import matching_degrees, n_threads_of

NUMBERS_AT_ONCE = 2_000_000  # degrees in double precision that a thread has in memory
TILE = 64  # rows that are turned into columns together: they stay in the cache


def degrees_of(
    representation: Any, rules: Genes, inputs: np.ndarray, n_jobs: int | None = None
) -> np.ndarray:
    """Return how well each rule matches each row: rules x rows, float32.

    Parameters
    ----------
    representation : instance of a representation
    rules : Genes
    inputs : ndarray of shape (n_rows, n_features + n_sets)
    n_jobs : int, optional
        Number of threads; -1 for one per core.
    """
    n_rules = len(rules.genes)
    degrees = np.empty((n_rules, len(inputs)), dtype=np.float32)
    arrays = bare_arrays(rules)
    step = max(1, NUMBERS_AT_ONCE // max(1, n_rules))

    def fill(start: int) -> None:
        found = matching_degrees(representation, arrays, inputs[start : start + step])
        for first in range(0, len(found), TILE):
            tile = found[first : first + TILE]
            degrees[:, start + first : start + first + len(tile)] = tile.T

    with ThreadPoolExecutor(n_threads_of(n_jobs)) as pool:
        list(pool.map(fill, range(0, len(inputs), step)))
    return degrees


def bare_arrays(rules: Genes) -> RuleArrays:
    """Rules as voting takes them, without statistics."""
    nothing = np.zeros(len(rules.genes))
    return RuleArrays(
        genes=rules.genes,
        label=nothing.astype(np.int64),
        fitness=nothing,
        experience=nothing,
        numerosity=nothing,
        set_size=nothing,
        time_stamp=nothing,
        mass=nothing[:, None],
        sets=rules.sets,
    )
