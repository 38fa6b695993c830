"""Rows drawn from batches: what learning holds of a table that is larger than memory.

Each row is kept or not by a random number of its own, so the draw depends on the seed and on the
order of the rows, not on the size of the batches. Classes that are rare are drawn more often, and
weigh less in return.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from beta4ucs.data.batches import Batch, Batches
from beta4ucs.data.categories import as_category, typed_features
from beta4ucs.data.tables import Table

if TYPE_CHECKING:
    import pandas as pd

MOST_ROWS = 200_000  # that are drawn to learn from, about
MOST_CELLS = 20_000_000  # of all columns together; a wide table has fewer rows
MOST_TESTED = 50_000  # rows that are drawn for testing, about
EVENLY = 0.1  # share of the draw that is divided evenly among classes


class Drawn(NamedTuple):
    """Rows to learn from, and rows to test.

    Attributes
    ----------
    train : Table
        Weights tell how many rows of the whole table each stands for, relative to the others;
        None if all rows are there.
    test : Table
    tested : ndarray of int
        Places of the test rows in the whole table, from 0.
    n_rows : int
        Of the whole table.
    class_counts : dict
        How many rows of each class are not test rows, drawn or not.
    """

    train: Table
    test: Table
    tested: np.ndarray
    n_rows: int
    class_counts: dict[Any, int]

    @property
    def n_learned(self) -> int:
        """Number of rows that are not test rows."""
        return sum(self.class_counts.values())


def draw_rows(
    batches: Batches, seed: int, test_size: float = 0.0, most_rows: int | None = None
) -> Drawn:
    """Draw rows in two passes, one of them over the class column only.

    Parameters
    ----------
    batches : Batches
    seed : int
    test_size : float
        Share of the rows to set aside for testing, up to `MOST_TESTED`.
    most_rows : int, optional
        How many rows to learn from, about; the random numbers decide. Default: `MOST_ROWS`.
    """
    counts = batches.class_counts()
    classes, sizes = list(counts), np.array(list(counts.values()))
    n_rows = int(sizes.sum())
    most_rows = max(1, min(most_rows or MOST_ROWS, MOST_CELLS // len(batches.feature_names)))
    rates = rates_of(sizes, most_rows)
    test_rate = min(test_size, MOST_TESTED / n_rows)
    code_of = {label: code for code, label in enumerate(classes)}
    kept: list[Batch] = []
    tested: list[Batch] = []
    places: list[np.ndarray] = []
    left = np.zeros(len(classes), dtype=np.int64)  # rows of each class that are not tested
    rng, first = np.random.default_rng(seed), 0
    for batch in batches.rows(classes):
        codes = np.array([code_of[label] for label in batch.y.tolist()])
        draw, test_draw = rng.random((len(codes), 2)).T
        is_tested = test_draw < test_rate
        left += np.bincount(codes[~is_tested], minlength=len(classes))
        kept.append(_some(batch, ~is_tested & (draw < rates[codes])))
        tested.append(_some(batch, is_tested))
        places.append(first + np.flatnonzero(is_tested))
        first += len(codes)
    train, test = _table(batches, kept), _table(batches, tested)
    counts = dict(zip(classes, left.tolist(), strict=True))
    return Drawn(_weighed(train, counts), test, np.concatenate(places), n_rows, counts)


def rates_of(sizes: np.ndarray, most_rows: int) -> np.ndarray:
    """Return with what probability rows of each class are drawn.

    Examples
    --------
    >>> rates_of(np.array([990_000, 10_000]), 100_000).round(3).tolist()
    [0.095, 0.59]
    >>> rates_of(np.array([600, 400]), 100_000).tolist()
    [1.0, 1.0]
    """
    evenly = EVENLY * most_rows / len(sizes)
    in_proportion = (1.0 - EVENLY) * most_rows * sizes / sizes.sum()
    rates = np.minimum(1.0, (evenly + in_proportion) / sizes)
    return np.ones(len(sizes)) if sizes.sum() <= most_rows else rates


def rows_left(batches: Batches, classes: Sequence[Any], tested: np.ndarray) -> Iterator[Batch]:
    """Pass over all rows that are not test rows.

    Parameters
    ----------
    batches : Batches
    classes : sequence
    tested : ndarray of int
        Places of the test rows, ascending.
    """
    first = 0
    for batch in batches.rows(classes):
        from_here, beyond = np.searchsorted(tested, (first, first + len(batch.y)))
        is_left = np.ones(len(batch.y), dtype=bool)
        is_left[tested[from_here:beyond] - first] = False
        yield _some(batch, is_left)
        first += len(batch.y)


def _some(batch: Batch, chosen: np.ndarray) -> Batch:
    weights = None if batch.weights is None else batch.weights[chosen]
    return Batch(batch.X[chosen], batch.y[chosen], weights)


def _table(batches: Batches, parts: Sequence[Batch]) -> Table:
    """Put rows together; the values of a category are those of all parts."""
    import pandas as pd

    columns: dict[str, Any] = {}
    for name in batches.feature_names:
        column: pd.Series = pd.concat([part.X[name] for part in parts], ignore_index=True)
        columns[name] = as_category(column) if name in batches.categorical else column
    X, typed = typed_features(pd.DataFrame(columns), batches.categorical)
    weights = [part.weights for part in parts if part.weights is not None]
    return Table(
        X,
        np.concatenate([part.y for part in parts]),
        tuple(batches.feature_names),
        batches.target_name,
        batches.name,
        has_names=batches.has_names,
        frame=typed,
        weights=np.concatenate(weights) if weights else None,
        notes=tuple(batches.notes),
    )


def _weighed(train: Table, counts: Mapping[Any, int]) -> Table:
    """Let each row stand for all of its class, drawn or not; weights are 1 on average."""
    y, n_rows = train.labels(), sum(counts.values())
    if len(y) == n_rows:
        return train
    weights = np.ones(len(y))
    for label, count in counts.items():
        is_drawn = y == label
        n_drawn = max(1, int(is_drawn.sum()))
        weights[is_drawn] = count / n_rows * (len(y) / n_drawn)
    if train.weights is not None:
        weights *= train.weights
    return replace(train, weights=weights)
