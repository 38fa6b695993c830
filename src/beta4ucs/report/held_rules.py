"""Which rules the page holds: all, or of very many the strongest; and which of them matter."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from beta4ucs.report.rule_conditions import Condition, ConditionReader
from beta4ucs.rules import RuleSet
from beta4ucs.rules.coverage import Coverage, coverage

MOST_CHARACTERS = 5_000_000  # of all rules together
MOST_DEGREES = 20_000_000  # rules times rows that are counted
OF_A_NUMBER = 20  # characters of a number, with its comma
OF_A_RULE = 120  # characters of what every rule has
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
    gain : list of float
        How many more of the training rows that they match have their class than of as many rows
        by chance.
    matter : list of int
        Places in these lists of the few rules to read first: those of every class with the highest
        gain.
    n_left_out, n_voters_left_out : int
        How many rules, and how many that vote, are not in the page.
    """

    places: list[int]
    conditions: list[list[Condition]]
    counts: list[Coverage | None]
    gain: list[float]
    matter: list[int]
    n_left_out: int
    n_voters_left_out: int


def held_rules(rules: RuleSet, class_counts: np.ndarray, X: Any, y: Any, n_rows: int) -> HeldRules:
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
    gain = _training_gain(rules, class_counts)[places].tolist()
    return HeldRules(
        places,
        [conditions[place] for place in places],
        [counts.get(place) for place in places],
        gain,
        _matter(rules, places, gain),
        len(rules) - len(places),
        int(rules.n_voting - rules.is_voting[places].sum()),
    )


def _training_gain(rules: RuleSet, class_counts: np.ndarray) -> np.ndarray:
    """What `Coverage.gain` is, on training rows: test rows must not choose what they judge."""
    mass, labels = rules.arrays.mass, rules.arrays.label
    by_chance = mass.sum(axis=1) * (class_counts / class_counts.sum())[labels]
    gain: np.ndarray = mass[np.arange(len(labels)), labels] - by_chance
    return gain


def _matter(rules: RuleSet, places: list[int], gain: list[float]) -> list[int]:
    """Choose rules to read first: the best of every class, then their second best, and so on."""
    strength = rules.strength[places].tolist()
    voting = [at for at, place in enumerate(places) if rules.is_voting[place]]
    ranked = sorted(voting, key=lambda at: (-gain[at], -strength[at]))
    if len(ranked) <= FEW:
        return ranked
    labels = rules.arrays.label[places].tolist()
    seen: Counter[int] = Counter()
    turns = []
    for at in ranked:
        turns.append(seen[labels[at]])
        seen[labels[at]] += 1
    chosen = [at for _, at in sorted(zip(turns, ranked, strict=True), key=lambda one: one[0])]
    return sorted(chosen[:MATTER], key=ranked.index)
