"""What a change may touch: which features, between which values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from beta4ucs.data.encoding import OTHER, Column
from beta4ucs.errors import InputError, quoted
from beta4ucs.explanation.candidate_values import CandidateValues
from beta4ucs.explanation.number_text import say_value
from beta4ucs.explanation.rows import value_of
from beta4ucs.rules import RuleSet

# Feature -> (lowest, highest) value; of a category without an order, the values it may get.
Ranges = Mapping[str | int, Sequence[Any]]


@dataclass(frozen=True)
class Limits:
    """The features that may change, and the values they may take."""

    free: np.ndarray
    candidates: CandidateValues

    @classmethod
    def of(
        cls,
        rules: RuleSet,
        row: np.ndarray,
        ranges: Ranges | None,
        immutable: Iterable[str | int],
        whole_numbers: Iterable[str | int] | None,
    ) -> Limits:
        """Read what the user allows; nothing leaves the range of the training data."""
        names, scaling, columns = rules.feature_names, rules.scaling, rules.encoding.columns
        low, high = scaling.low.copy(), scaling.high.copy()
        choices = {i: _choices(column) for i, column in enumerate(columns) if column.is_set}
        for feature, given in (ranges or {}).items():
            i = rules.feature_index(feature)
            if i in choices:
                choices[i] = _chosen(names[i], given, columns[i])
            else:
                low[i], high[i] = _narrowed(names[i], given, low[i], high[i], columns[i])
        is_free = high > low
        for i, places in choices.items():
            is_free[i] = bool((places != row[i]).any())
        for feature in _each(immutable, "immutable"):
            is_free[rules.feature_index(feature)] = False
        is_whole = np.zeros(len(names), dtype=bool)
        if whole_numbers is None:
            is_whole = _is_whole(scaling.low) & _is_whole(scaling.high)
            is_whole &= _is_whole(row) | np.isnan(row)
        else:
            for feature in _each(whole_numbers, "whole_numbers"):
                is_whole[rules.feature_index(feature)] = True
        is_whole |= [column.values is not None for column in columns]
        low, high = np.where(is_whole, np.ceil(low), low), np.where(is_whole, np.floor(high), high)
        with np.errstate(over="ignore"):
            span = scaling.high - scaling.low
        candidates = CandidateValues.of_ranges(low, high, span, is_whole, choices)
        return cls(np.flatnonzero(is_free & (high >= low)), candidates)


def _choices(column: Column) -> np.ndarray:
    """Places of the values of a category; all rare ones together are no value to change to."""
    values = column.values or ()
    return np.array([float(i) for i, value in enumerate(values) if value != OTHER])


def _chosen(name: str, given: Any, column: Column) -> np.ndarray:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InputError(f"feature_ranges must list the values of '{name}', got {given!r}")
    return np.unique(np.array([_place(name, value, column) for value in given], dtype=np.float64))


def _place(name: str, value: Any, column: Column) -> float:
    values = column.values or ()
    if value not in values:
        raise InputError(
            f"feature_ranges gives {value!r} for '{name}', which is not one of its values: "
            f"{quoted(values)}"
        )
    return float(values.index(value))


def _narrowed(
    name: str, given: Any, low: float, high: float, column: Column
) -> tuple[float, float]:
    try:
        start, end = given
        start = low if start is None else _number(name, start, column)
        end = high if end is None else _number(name, end, column)
    except InputError:
        raise
    except (TypeError, ValueError):
        raise InputError(
            f"feature_ranges must give (low, high) for '{name}', got {given!r}"
        ) from None
    if start > high or end < low:
        ends = [say_value(value_of(column, float(end))) for end in (low, high)]
        raise InputError(
            f"feature_ranges gives {given!r} for '{name}', beyond the training data, "
            f"which goes from {ends[0]} to {ends[1]}"
        )
    if not start <= end:
        raise InputError(f"feature_ranges must give low <= high for '{name}', got {given!r}")
    return max(low, start), min(high, end)


def _number(name: str, value: Any, column: Column) -> float:
    return float(value) if column.values is None else _place(name, value, column)


def _each(features: Iterable[str | int], argument: str) -> Iterable[str | int]:
    if isinstance(features, (str, int)):
        raise InputError(f"{argument} must be a list of features, got {features!r}")
    return features


def _is_whole(values: np.ndarray) -> np.ndarray:
    answer: np.ndarray = np.isfinite(values) & (np.floor(values) == values)
    return answer
