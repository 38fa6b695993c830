"""Rules as exports see them: bounds in original units, listed values, terms, what they add."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from beta4ucs.data.encoding import OTHER, ValueSet
from beta4ucs.export.bounds import Predicate, largest_that, smallest_that
from beta4ucs.export.shapes import SMALLEST_NORMAL, Term, TermsOf
from beta4ucs.rules import RuleSet
from beta4ucs.rules.matching import voter_of


class Bounds(NamedTuple):
    """What a rule asks of a number.

    Attributes
    ----------
    feature : int
    low, high : float or None
        The smallest and largest number that will do, in original units; None for no bound.
    known, missing : bool
        Whether a known number can do at all, and whether a missing one does.
    """

    feature: int
    low: float | None
    high: float | None
    known: bool
    missing: bool


class Listed(NamedTuple):
    """What a rule asks of a category.

    Attributes
    ----------
    feature : int
    values : tuple
        The values that will do.
    excluded : tuple or None
        Where all rare and new values will do as well: the values that will not.
    missing : bool
        Whether a missing value does.
    """

    feature: int
    values: tuple[Any, ...]
    excluded: tuple[Any, ...] | None
    missing: bool


class ProgramRule(NamedTuple):
    """A rule: what it asks, how well it matches, what it adds to which class."""

    number: int  # in the model, from 1
    words: str
    asks: tuple[Bounds | Listed, ...]
    terms: tuple[Term, ...]
    adds: tuple[tuple[int, float], ...]


def read_rules(rules: RuleSet, terms_of: TermsOf) -> Iterator[ProgramRule]:
    """Read the rules that can match, in their order; all of them should vote."""
    if not len(rules):
        return
    reader = _RuleReader(rules, terms_of)
    table = rules.votes.table
    for row, rule in enumerate(rules):
        asks = reader.asks(row)
        if asks is not None:
            adds = tuple((label, one) for label, one in enumerate(table[row].tolist()) if one)
            yield ProgramRule(rule.index + 1, rule.text, asks, reader.terms[row], adds)


class _RuleReader:
    """Reads bounds, listed values and terms of rules."""

    def __init__(self, rules: RuleSet, terms_of: TermsOf) -> None:
        self._rules = rules
        self._sets = {part.feature: (i, part) for i, part in enumerate(rules.encoding.sets)}
        self._is_number = [not column.is_set for column in rules.encoding.columns]
        width = len(rules.representation.genes)
        self.terms = [
            tuple(
                term
                for term in terms_of(genes[:, :width], rules.representation)
                if self._is_number[term.feature] and self._passes(row, term.feature)[0]
            )
            for row, genes in enumerate(rules.arrays.genes)
        ]
        lows, highs = voter_of(rules).supports()
        scaling = rules.scaling
        self._low = smallest_that(self._meets(lows, np.greater_equal, 1.0), scaling)
        self._high = largest_that(self._meets(highs, np.less_equal, -1.0), scaling)

    def _meets(self, ends: np.ndarray, compare: Any, sign: float) -> Predicate:
        """Whether numbers lie on the right side of the ends, and have the logarithms of terms."""
        end, scale = np.zeros(ends.shape), np.full(ends.shape, np.nan)
        for row, terms in enumerate(self.terms):
            for kind, feature, numbers in terms:
                if kind == "log" and numbers[2] * sign > 0.0:
                    end[row, feature], scale[row, feature] = numbers[1:]

        def holds(x: np.ndarray) -> np.ndarray:
            units = self._rules.scaling.transform(x)
            has_logarithm = ~((units - end) * scale < SMALLEST_NORMAL)  # true without a term
            result: np.ndarray = compare(units, ends) & has_logarithm
            return result

        return holds

    def asks(self, row: int) -> tuple[Bounds | Listed, ...] | None:
        """Return what a rule asks; None if nothing can meet it."""
        asks: list[Bounds | Listed] = []
        for feature, is_number in enumerate(self._is_number):
            one = self._bounds(row, feature) if is_number else self._listed(row, feature)
            if isinstance(one, Bounds) and not one.known and not one.missing:
                return None
            if one is not None:
                asks.append(one)
        return tuple(asks)

    def _bounds(self, row: int, feature: int) -> Bounds | None:
        low, high = float(self._low[row, feature]), float(self._high[row, feature])
        if self._rules.encoding.columns[feature].is_ordered:  # places are whole numbers
            low, high = float(np.ceil(low)), float(np.floor(high))
        known, missing = self._passes(row, feature)
        is_possible = known and low <= high  # false for NaN
        if is_possible and missing and math.isinf(low) and math.isinf(high):
            return None
        return Bounds(feature, _finite(low), _finite(high), is_possible, missing)

    def _passes(self, row: int, feature: int) -> tuple[bool, bool]:
        """Whether what a rule lists of a number lets known and missing ones pass."""
        if feature not in self._sets:
            return True, True
        place, part = self._sets[feature]
        bits = int(self._rules.arrays.sets[row, place])
        if part.is_open(bits):
            return True, True
        return bool(bits & 1), self._lets_missing_pass(part, bits)

    def _listed(self, row: int, feature: int) -> Listed | None:
        place, part = self._sets[feature]
        bits = int(self._rules.arrays.sets[row, place])
        if part.is_open(bits):
            return None
        named = part.values[:-1] if part.has_unknown else part.values
        chosen = tuple(value for i, value in enumerate(named) if bits >> i & 1)
        left_out = tuple(value for i, value in enumerate(named) if not bits >> i & 1)
        missing = self._lets_missing_pass(part, bits)
        return Listed(feature, chosen, left_out if OTHER in chosen else None, missing)

    def _lets_missing_pass(self, part: ValueSet, bits: int) -> bool:
        """Whether a set that is not open lets a missing value pass; as `Encoding.transform`."""
        if part.has_unknown:
            return bool(bits >> (len(part.values) - 1) & 1)
        return self._rules.encoding.missing != "never"


def _finite(bound: float) -> float | None:
    return bound if math.isfinite(bound) else None
