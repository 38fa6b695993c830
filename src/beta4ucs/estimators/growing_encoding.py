"""Rows that keep coming: ranges and values grow, and rules move along."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from beta4ucs.data.columns import is_missing
from beta4ucs.data.encoding import (
    MOST_VALUES,
    OTHER,
    Column,
    Encoding,
    ValueSet,
    in_order,
    plain,
)
from beta4ucs.data.frames import as_pandas, is_pandas
from beta4ucs.data.scaling import UnitScaling, decimals_of

if TYPE_CHECKING:
    from beta4ucs.learning.rule_arrays import RuleArrays


def with_new_values(columns: Sequence[Column], X: Any) -> tuple[Column, ...]:
    """Add the values of categories that rows have for the first time, behind the known ones.

    Where a category is full, further values are taken as ones that were never seen.
    """
    import pandas as pd

    grown = list(columns)
    if not any(column.is_set for column in columns):
        return tuple(grown)
    X = as_pandas(X)
    frame = X if is_pandas(X) else pd.DataFrame(np.asarray(X, dtype=object))
    if frame.shape[1] != len(columns):  # who checks rows says so
        return tuple(grown)
    for feature, column in enumerate(columns):
        values = column.values or ()
        if column.is_set and OTHER not in values:
            cells = frame.iloc[:, feature].unique()
            found = {plain(cell) for cell in cells if not is_missing(cell)} - set(values)
            room = MOST_VALUES - len(values)
            grown[feature] = column._replace(values=(*values, *in_order(found)[:room]))
    return tuple(grown)


def grown_encoding(encoding: Encoding, columns: Sequence[Column], raw: np.ndarray) -> Encoding:
    """Widen ranges, and take note of what is missing for the first time.

    Parameters
    ----------
    encoding : Encoding
        As it was.
    columns : sequence of Column
        Its columns, perhaps with more values.
    raw : ndarray of shape (n_rows, n_features)
        The new rows, as `numbers_of` gives them for these columns.
    """
    scaling = encoding.scaling
    has_range = np.array([not _has_none(column, scaling, i) for i, column in enumerate(columns)])
    new = UnitScaling.fit(raw)
    is_known = ~np.isnan(raw).all(axis=0)
    low, high = scaling.low.copy(), scaling.high.copy()
    first, later = is_known & ~has_range, is_known & has_range
    low[first], high[first] = new.low[first], new.high[first]
    low[later] = np.minimum(low, new.low)[later]
    high[later] = np.maximum(high, new.high)[later]
    is_missing_now = np.isnan(raw).any(axis=0)
    columns = tuple(
        _as_written(
            column,
            raw[:, i],
            (scaling.low[i], scaling.high[i]) if has_range[i] else None,
            (low[i], high[i]),
        )._replace(has_missing=column.has_missing or bool(is_missing_now[i]))
        for i, column in enumerate(columns)
    )
    return Encoding(UnitScaling(low, high), columns, encoding.missing)


def _as_written(
    column: Column,
    values: np.ndarray,
    before: tuple[float, float] | None,
    after: tuple[float, float],
) -> Column:
    """Take note of how the numbers of a column are written, now that there are more of them.

    `before` and `after` are ranges; None if there was no number so far.
    """
    known = values[~np.isnan(values)]
    if column.values is not None or not len(known):
        return column
    decimals = decimals_of(known)
    if before is not None:
        is_open = decimals is None or column.decimals is None
        decimals = None if is_open else max(decimals or 0, column.decimals or 0)
    had_one = before is None or before[0] == before[1]
    may_have_two = had_one or (column.has_two_values and before == after)
    is_at_an_end = bool(np.all((known == after[0]) | (known == after[1])))
    has_two = may_have_two and is_at_an_end and after[0] < after[1]
    return column._replace(decimals=decimals, has_two_values=has_two)


def _has_none(column: Column, scaling: UnitScaling, feature: int) -> bool:
    """Whether a feature had no value so far, as far as its range tells."""
    return bool(column.has_missing and scaling.low[feature] == scaling.high[feature] == 0.0)


def moved_rules(rules: RuleArrays, old: Encoding, new: Encoding, representation: Any) -> RuleArrays:
    """Return the rules on the grown ranges and values; what they say of old rows stays the same.

    A set that was open stays open, so it takes in new values; another does not. A feature that
    was constant becomes open.
    """
    from beta4ucs.kernels.random import new_stream

    genes = rules.genes.copy()
    for feature in range(len(new.columns)):
        # halves: a range may be too large for a float
        low, high = old.scaling.low[feature] / 2, old.scaling.high[feature] / 2
        new_low, new_high = new.scaling.low[feature] / 2, new.scaling.high[feature] / 2
        before, after = high - low, new_high - new_low
        if (low, high) == (new_low, new_high) or new.columns[feature].is_set:
            continue
        if before == 0.0:
            for gene in genes[:, feature]:
                representation.cover_any(gene, np.nan, new_stream(0))
        else:
            offset = (low - new_low) / after
            part = genes[:, feature].copy()
            representation.rescale(part[:, : len(representation.genes)], before / after, offset)
            genes[:, feature] = part
    return rules._replace(genes=genes, sets=_moved_sets(rules.sets, old.sets, new.sets))


def _moved_sets(bits: np.ndarray, old: Sequence[ValueSet], new: Sequence[ValueSet]) -> np.ndarray:
    places = {part.feature: place for place, part in enumerate(old)}
    moved = np.zeros((len(bits), len(new)), dtype=np.int64)
    for place, part in enumerate(new):
        named = range(len(part.values))
        if part.feature not in places:
            moved[:, place] = (2 << len(part.values)) - 1
            continue
        before, column = old[places[part.feature]], bits[:, places[part.feature]]
        sources = [_place_in(before, part, at) for at in named] + [None]
        for at, source in enumerate(sources):
            # what is new is in the set if any other value was
            moved[:, place] |= (
                column >> (len(before.values) if source is None else source) & 1
            ) << at
    return moved


def _place_in(before: ValueSet, part: ValueSet, at: int) -> int | None:
    """Where a value of the grown set was before; None if it is new."""
    if part.has_unknown and at == len(part.values) - 1:
        return len(before.values) - 1 if before.has_unknown else None
    n_named = len(before.values) - before.has_unknown
    return at if at < n_named else None
