"""What a change may touch: which features, between which values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np

from beta4ucs.errors import InputError, did_you_mean
from beta4ucs.explanation.lattice import Lattice
from beta4ucs.rules import RuleSet

Ranges = Mapping[str | int, tuple[float | None, float | None]]


@dataclass(frozen=True)
class Limits:
    """The features that may change, and the values they may take."""

    free: np.ndarray
    lattice: Lattice

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
        names, scaling = rules.feature_names, rules.scaling
        low, high = scaling.low.copy(), scaling.high.copy()
        for feature, given in (ranges or {}).items():
            column = _column(feature, names)
            low[column], high[column] = _narrowed(names[column], given, low[column], high[column])
        is_free = high > low
        for feature in _each(immutable, "immutable"):
            is_free[_column(feature, names)] = False
        is_whole = np.zeros(len(names), dtype=bool)
        if whole_numbers is None:
            is_whole = _is_whole(scaling.low) & _is_whole(scaling.high)
            is_whole &= _is_whole(row) | np.isnan(row)
        else:
            for feature in _each(whole_numbers, "whole_numbers"):
                is_whole[_column(feature, names)] = True
        low, high = np.where(is_whole, np.ceil(low), low), np.where(is_whole, np.floor(high), high)
        with np.errstate(over="ignore"):
            span = scaling.high - scaling.low
        lattice = Lattice.of_ranges(low, high, span, is_whole)
        return cls(np.flatnonzero(is_free & (high >= low)), lattice)


def _narrowed(name: str, given: Any, low: float, high: float) -> tuple[float, float]:
    try:
        start, end = given
        start = low if start is None else float(start)
        end = high if end is None else float(end)
    except (TypeError, ValueError):
        raise InputError(
            f"feature_ranges must give (low, high) for '{name}', got {given!r}"
        ) from None
    if not start <= end:
        raise InputError(f"feature_ranges must give low <= high for '{name}', got {given!r}")
    if start > high or end < low:
        raise InputError(
            f"feature_ranges gives {given!r} for '{name}', beyond the training data, "
            f"which goes from {low:.10g} to {high:.10g}"
        )
    return max(low, start), min(high, end)


def _column(feature: str | int, names: tuple[str, ...]) -> int:
    if isinstance(feature, Integral) and -len(names) <= feature < len(names):
        return range(len(names))[int(feature)]
    if feature not in names:
        raise InputError(f"there is no feature {feature!r}{did_you_mean(str(feature), names)}")
    return names.index(str(feature))


def _each(features: Iterable[str | int], argument: str) -> Iterable[str | int]:
    if isinstance(features, (str, int)):
        raise InputError(f"{argument} must be a list of features, got {features!r}")
    return features


def _is_whole(values: np.ndarray) -> np.ndarray:
    answer: np.ndarray = np.isfinite(values) & (np.floor(values) == values)
    return answer
