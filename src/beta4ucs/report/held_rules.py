"""Which rules the page holds: all, or of very many the strongest, so that it stays small."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from beta4ucs.report.rule_conditions import Condition, ConditionReader
from beta4ucs.rules import RuleSet
from beta4ucs.rules.coverage import Coverage, coverage

MOST_CHARACTERS = 5_000_000  # of all rules together
MOST_DEGREES = 20_000_000  # rules times rows that are counted
OF_A_NUMBER = 20  # characters of a number, with its comma
OF_A_RULE = 120  # characters of what every rule has


@dataclass(frozen=True)
class HeldRules:
    """Rules in the order of the population, with their conditions and counts.

    Attributes
    ----------
    places : list of int
        Their rows in the population.
    conditions : list of list of Condition
        What they ask.
    counts : list of Coverage or None
        How many rows they cover; None for rules that were not counted.
    n_left_out, n_voters_left_out : int
        How many rules, and how many that vote, are not in the page.
    """

    places: list[int]
    conditions: list[list[Condition]]
    counts: list[Coverage | None]
    n_left_out: int
    n_voters_left_out: int


def held_rules(rules: RuleSet, X: Any, y: Any, n_rows: int) -> HeldRules:
    """Choose the strongest rules until the page would get too long, and count what they cover."""
    reader = ConditionReader(rules)
    strongest = rules.top(len(rules))
    conditions: dict[int, list[Condition]] = {}
    n_characters = 0
    for place in strongest.population_rows.tolist():
        words = reader.conditions(place)
        n_characters += OF_A_RULE + sum(len(one.words) + 5 for one in words)
        n_characters += OF_A_NUMBER * reader.n_numbers(place)
        if n_characters > MOST_CHARACTERS:
            break
        conditions[place] = words
    places = sorted(conditions)
    n_counted = min(len(conditions), max(1, MOST_DEGREES // max(1, n_rows)))
    counted = dict(
        zip(
            list(conditions)[:n_counted],
            coverage(strongest[:n_counted], X, y) if n_rows else [],
            strict=False,
        )
    )
    return HeldRules(
        places,
        [conditions[place] for place in places],
        [counted.get(place) for place in places],
        len(rules) - len(places),
        int(rules.n_voting - rules.is_voting[places].sum()),
    )
