"""Which rules the page holds: all, or of very many the strongest; and which of them matter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from beta4ucs.report.rule_conditions import Condition, ConditionReader
from beta4ucs.rules import RuleSet
from beta4ucs.rules.coverage import Coverage, coverage
from beta4ucs.rules.importance import vote_sizes
from beta4ucs.rules.matching import degrees_of
from beta4ucs.rules.metrics import rows_of

MOST_CHARACTERS = 5_000_000  # of all rules together
MOST_DEGREES = 20_000_000  # rules times rows that are counted
OF_A_NUMBER = 20  # characters of a number, with its comma
OF_A_RULE = 120  # characters of what every rule has
MOST_INFLUENCE_ROWS = 200  # by which rules are weighed
MATTER = 6  # rules at the head of the page
FEW = 12  # rules: so many are all shown there


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
    influence : list of float
        By how much they move the votes, on average over the rows; 0 for rules that were not
        counted.
    matter : list of int
        Places in these lists of the few rules to read first: those that move the votes most,
        with at least one for every class that has a rule.
    n_left_out, n_voters_left_out : int
        How many rules, and how many that vote, are not in the page.
    """

    places: list[int]
    conditions: list[list[Condition]]
    counts: list[Coverage | None]
    influence: list[float]
    matter: list[int]
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
    n_counted = min(len(conditions), max(1, MOST_DEGREES // max(1, n_rows))) if n_rows else 0
    counted = strongest[:n_counted]
    at = counted.population_rows.tolist()
    counts = dict(zip(at, coverage(counted, X, y) if n_counted else [], strict=True))
    moved = dict(zip(at, _influence(counted, X), strict=True)) if n_counted else {}
    influence = [moved.get(place, 0.0) for place in places]
    return HeldRules(
        places,
        [conditions[place] for place in places],
        [counts.get(place) for place in places],
        influence,
        _matter(rules, places, influence),
        len(rules) - len(places),
        int(rules.n_voting - rules.is_voting[places].sum()),
    )


def _influence(rules: RuleSet, X: Any) -> list[float]:
    """By how much each rule moves the votes, on average over evenly spaced rows."""
    raw = rows_of(rules, X)
    chosen = np.linspace(0, len(raw) - 1, min(len(raw), MOST_INFLUENCE_ROWS)).round().astype(int)
    degrees = degrees_of(rules, rules.encoding.transform(raw[chosen]))
    moved: list[float] = (degrees.mean(axis=0) * vote_sizes(rules)).tolist()
    return moved


def _matter(rules: RuleSet, places: list[int], influence: list[float]) -> list[int]:
    """Choose rules to read first: the first of every class, then whatever moves votes most."""
    strength = rules.strength[places].tolist()
    voting = [at for at, place in enumerate(places) if rules.is_voting[place]]
    ranked = sorted(voting, key=lambda at: (-influence[at], -strength[at]))
    if len(ranked) <= FEW:
        return ranked
    labels = rules.arrays.label[places].tolist()
    first_of_class = {labels[at]: at for at in reversed(ranked)}
    heads = set(sorted(first_of_class.values(), key=ranked.index)[:MATTER])
    rest = [at for at in ranked if at not in heads][: MATTER - len(heads)]
    return sorted([*heads, *rest], key=ranked.index)
