"""The pool: rules of all populations, none twice, with the rows that each matches."""

import hashlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Annotated, Any, NamedTuple

import numpy as np

from beta4ucs.evolved_rules.degrees import degrees_of
from beta4ucs.evolved_rules.genes import Genes, joined
from beta4ucs.learning.records import floats, ints, record_type
from beta4ucs.voting.voter import n_threads_of

PARTS = 8  # of the work, for each thread


class Pool(NamedTuple):
    """Degrees of the pool's rules, column by column: rows and degrees from `first[rule]` on."""

    first: Annotated[np.ndarray, ints("pool_ends")]
    row: Annotated[np.ndarray, ints("matches")]
    degree: Annotated[np.ndarray, floats("matches")]


POOL_TYPE = record_type(Pool)


def pool_rules(
    populations: Sequence[Genes],
    representation: Any,
    inputs: np.ndarray,
    least_rows: float,
    n_jobs: int | None = None,
) -> tuple[Genes, Pool]:
    """Put rules together that differ on the given rows.

    Parameters
    ----------
    populations : sequence of Genes
    representation : instance of a representation
    inputs : ndarray of shape (n_rows, n_features + n_sets)
    least_rows : float
        Sum of degrees that a rule needs; those that match all rows fully are left out, too.
    n_jobs : int, optional
        Number of threads; the result does not depend on it.
    """
    rules = without_copies(joined(populations))
    degrees = degrees_of(representation, rules, inputs, n_jobs)
    n_threads = n_threads_of(n_jobs)
    parts = np.array_split(np.arange(len(degrees)), PARTS * n_threads)
    kept, columns = [], []
    seen: set[bytes] = set()
    with ThreadPoolExecutor(n_threads) as threads:
        for found in threads.map(partial(_columns, degrees, least_rows), parts):
            for rule, column, digest in found:
                if digest not in seen:
                    seen.add(digest)
                    kept.append(rule)
                    columns.append(column)
    return rules.take(np.array(kept, dtype=np.int64)), new_pool(columns)


def _columns(
    degrees: np.ndarray, least_rows: float, rules: np.ndarray
) -> list[tuple[int, tuple[np.ndarray, np.ndarray], bytes]]:
    """Some of the rules, if they match enough rows but not all: columns and their digests."""
    found = []
    for rule in rules:
        degree = degrees[rule]
        if degree.sum(dtype=np.float64) >= least_rows and degree.min() < 1.0:
            rows = np.flatnonzero(degree)
            column = rows, degree[rows]
            digest = hashlib.blake2b(rows.tobytes() + column[1].tobytes(), digest_size=16)
            found.append((rule, column, digest.digest()))
    return found


def new_pool(columns: Sequence[tuple[np.ndarray, np.ndarray]]) -> Pool:
    """Lay out a pool; a column is the rows that a rule matches, and its degrees there."""
    first = np.cumsum([0, *(len(rows) for rows, _ in columns)])
    row = np.concatenate([np.empty(0, np.int64), *(rows for rows, _ in columns)])
    degree = np.concatenate([np.empty(0), *(degrees for _, degrees in columns)])
    return Pool(first.astype(np.int64), row, degree)


def without_copies(rules: Genes) -> Genes:
    """Leave out rules whose genes and sets an earlier one has."""
    return rules.take(first_of_each(rules))


def first_of_each(rules: Genes) -> np.ndarray:
    """Places of the rules whose genes and sets no earlier one has."""
    seen: dict[bytes, int] = {}
    for rule in range(len(rules.genes)):
        key = rules.genes[rule].tobytes() + rules.sets[rule].tobytes()
        seen.setdefault(key, rule)
    return np.array(list(seen.values()), dtype=np.int64)
