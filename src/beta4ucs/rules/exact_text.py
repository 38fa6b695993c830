"""Rules as text that loses nothing: what `parsing.py` reads back into the same rule.

A crisp interval reads `age in [60, 75]`; any other condition names the numbers of its
representation, in units of the data: `age is beta4(alpha=2, beta=1, low=60, high=75)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from beta4ucs.rules.exact_numbers import ExactNumbers, number_text
from beta4ucs.rules.naming import OR_UNKNOWN
from beta4ucs.rules.quoting import listed, quoted_text
from beta4ucs.rules.rule import side_by_side

if TYPE_CHECKING:
    from beta4ucs.data.encoding import ValueSet
    from beta4ucs.rules.collection import RuleCollection

# numbers of conditions that are places on the axis of a feature, or lengths; others have no unit
PLACES = frozenset(
    {"first", "second", "low", "high", "left", "peak", "right", "top_left", "top_right", "centre"}
)
LENGTHS = frozenset({"spread"})
EVERYWHERE = (0.0, 0.5, 1.0)
# what makes a plain interval of a representation: numbers that its genes must have, and its ends
INTERVALS = {
    "beta4": ({"alpha": 1.0, "beta": 1.0}, ("low", "high")),
    "hyperrectangle": ({}, ("first", "second")),
}


def exact_text(rules: RuleCollection, row: int) -> str:
    """Write a rule so that it can be read back to the last bit."""
    conditions = [
        text
        for feature in range(len(rules.feature_names))
        if (text := _condition(rules, row, feature))
    ]
    numbers = getattr(rules.representation, "rule_genes", ())
    conditions += [
        f"with {name}={number_text(rules.arrays.genes[row, -1, i])}"
        for i, name in enumerate(numbers)
    ]
    label = quoted_text(str(rules.classes[rules.arrays.label[row]]))
    return f"IF {' AND '.join(side_by_side(conditions)) or 'anything'} THEN {label}"


def _condition(rules: RuleCollection, row: int, feature: int) -> str:
    name = quoted_text(rules.feature_names[feature])
    part, bits = rules._listed(row, feature)
    gene = rules.arrays.genes[row, feature]
    if part is None:
        return _numeric(rules, feature, name, gene)
    if not part.is_numeric:
        return _listed_values(name, part, bits)
    takes_known, takes_unknown = bool(bits & 1), part.has_unknown and bool(bits >> 1 & 1)
    if not takes_known:
        return f"{name} unknown" if takes_unknown else f"{name} in {{}}"
    text = _numeric(rules, feature, name, gene)
    if takes_unknown or part.is_open(bits):
        return f"{text}{OR_UNKNOWN}" if text else ""
    return text or f"{name} known"


def _listed_values(name: str, part: ValueSet, bits: int) -> str:
    if part.is_open(bits):
        return ""
    named = part.values[:-1] if part.has_unknown else part.values
    values = [value for i, value in enumerate(named) if bits >> i & 1]
    takes_unknown = part.has_unknown and bits >> len(named) & 1
    if takes_unknown and not values:
        return f"{name} unknown"
    text = f"{name} in {{{listed(values, None)}}}"
    if len(values) == 1:
        text = f"{name} = {quoted_text(str(values[0]))}"
    return f"{text}{OR_UNKNOWN}" if takes_unknown else text


def _numeric(rules: RuleCollection, feature: int, name: str, gene: np.ndarray) -> str:
    representation = rules.representation
    if asks_nothing(rules, gene):
        return ""
    exact = ExactNumbers(rules.scaling, feature)
    plain = plain_interval(representation, gene)
    if plain is not None:
        low, high = plain
        if low <= 0.0:
            return f"{name} <= {exact.place(high)}"
        if high >= 1.0:
            return f"{name} >= {exact.place(low)}"
        return f"{name} in [{exact.place(low)}, {exact.place(high)}]"
    numbers = ", ".join(
        f"{one}={_number(exact, one, float(gene[i]))}" for i, one in enumerate(representation.genes)
    )
    return f"{name} is {representation.name}({numbers})"


def asks_nothing(rules: RuleCollection, gene: np.ndarray) -> bool:
    """Whether a condition on a number holds for every value."""
    is_crisp = getattr(rules.representation, "is_crisp", None)
    if is_crisp is None or not is_crisp(gene):
        return False
    values = gene.tolist()
    return all(rules._membership(values, unit) == 1.0 for unit in EVERYWHERE)


def plain_interval(representation: Any, gene: np.ndarray) -> tuple[float, float] | None:
    """The ends of a condition that is a plain interval of some known representation."""
    if representation.name not in INTERVALS:
        return None
    fixed, ends = INTERVALS[representation.name]
    numbers = dict(zip(representation.genes, gene.tolist(), strict=False))
    if any(numbers[name] != value for name, value in fixed.items()):
        return None
    low, high = sorted(numbers[end] for end in ends)
    return None if low > 1.0 or high < 0.0 else (low, high)


def _number(exact: ExactNumbers, name: str, value: float) -> str:
    if name in PLACES:
        return exact.place(value)
    return exact.length(value) if name in LENGTHS else number_text(value)
