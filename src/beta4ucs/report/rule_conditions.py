"""What the page needs of a rule: words, numbers and values to vote with, curves to draw."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from beta4ucs.rules import RuleSet

CURVE_POINTS = 41  # of a curve that the page cannot compute


class Condition(NamedTuple):
    """What a rule asks of a feature, in words; -1 for what it asks of all together."""

    feature: int
    words: str


class ConditionReader:
    """Reads the conditions of the rules of a model.

    Parameters
    ----------
    rules : RuleSet
        The rules.
    """

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._representation = rules.representation
        self._genes = rules.arrays.genes
        self._names = rules.feature_names
        self._is_number = [not column.is_set for column in rules.encoding.columns]
        self._is_crisp = getattr(rules.representation, "is_crisp", None)

    def conditions(self, row: int) -> list[Condition]:
        """Return the conditions of a rule; features that do not matter have none."""
        texts = self._rules.condition_texts(row)
        said = [feature for feature, text in enumerate(texts) if text]
        return [
            *(Condition(feature, self._shortened(texts[feature], feature)) for feature in said),
            *(Condition(-1, text) for text in self._rules._rule_texts(row, said)),
        ]

    def _shortened(self, text: str, feature: int) -> str:
        """Leave out the name where it comes first; a leading space tells that it is missing."""
        name = self._names[feature]
        return text[len(name) :] if text.startswith(f"{name} ") else text

    def numbers(self, row: int) -> list[Any]:
        """Return feature and numbers of every gene that can tell rows apart, in one list."""
        numbers: list[Any] = []
        for feature, gene in enumerate(self._genes[row, : len(self._names)]):
            if self._is_number[feature] and not self._holds_everywhere(gene):
                numbers += [feature, *map(_portable, gene[: self.width].tolist())]
        return numbers

    def n_numbers(self, row: int) -> int:
        """How many numbers the page needs of a rule, counted without reading them."""
        n_genes = sum(
            is_number and not self._holds_everywhere(gene)
            for is_number, gene in zip(self._is_number, self._genes[row], strict=False)
        )
        return n_genes * (1 + self.width)

    def sets(self, row: int) -> list[int]:
        """Return place and bits, in two words of 32, of every set that asks something."""
        numbers = []
        for place, part in enumerate(self._rules.encoding.sets):
            bits = int(self._rules.arrays.sets[row, place])
            if not part.is_open(bits):
                numbers += [place, bits & 0xFFFFFFFF, bits >> 32]
        return numbers

    @property
    def width(self) -> int:
        """How many numbers a gene has."""
        return len(self._representation.genes)

    def rule_numbers(self, row: int) -> list[Any]:
        """Return the numbers that belong to the rule and to no feature."""
        names = getattr(self._representation, "rule_genes", ())
        return list(map(_portable, self._genes[row, -1, : len(names)].tolist())) if names else []

    def curve(self, row: int, feature: int) -> list[int]:
        """Return memberships at evenly spaced values, in hundredths; none for a category."""
        if not self._is_number[feature]:
            return []
        gene, membership = self._genes[row, feature], self._representation.membership
        points = np.linspace(0.0, 1.0, CURVE_POINTS).tolist()
        return [round(100 * float(membership(gene, point))) for point in points]

    def _holds_everywhere(self, gene: np.ndarray) -> bool:
        if self._is_crisp is None or not self._is_crisp(gene):
            return False
        low, high = self._representation.support(gene)
        return bool(low <= 0.0 and high >= 1.0)


def _portable(number: float) -> float | str:
    """JSON has no infinity; JavaScript reads this word as one."""
    if math.isfinite(number):
        return int(number) if number.is_integer() and abs(number) < 1e15 else number
    return "Infinity" if number > 0 else "-Infinity"
