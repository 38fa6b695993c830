"""A rule that fired for a row: what it voted, and which conditions hold how well."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from beta4ucs.explanation.number_text import say_degree, say_value, say_votes
from beta4ucs.explanation.rows import ANYTHING
from beta4ucs.explanation.rule_matcher import RuleMatcher
from beta4ucs.rules import Rule
from beta4ucs.voting.votes import OwnClassVotes


@dataclass(frozen=True)
class MatchedCondition:
    """A condition of a rule that fired, and the value that met it.

    Attributes
    ----------
    feature : str
        Name of the feature.
    text : str
        The condition in words, in original units.
    value : object
        The row's value: a number in original units, or a value of a category; NaN if it is missing.
    membership : float
        How well the value fits, from 0 to 1: its factor of the matching degree. Where a rule
        matches if the product of all factors exceeds a threshold, its factor of that product.
    missing_matches : {"anything", "unknown", "nothing"}
        What a missing value matches: any condition, those that say "unknown", or none.

    Examples
    --------
    >>> print(MatchedCondition("hue", "hue about 0.6 to 1.4, best 1", 1.1, 0.83))
    hue about 0.6 to 1.4, best 1: 1.1 fits to 0.83
    >>> print(MatchedCondition("hue", "hue >= 0.7", float("nan"), 1.0))
    hue >= 0.7: missing, which matches anything
    >>> print(MatchedCondition("odor", "odor in {foul, fishy}", "foul", 1.0))
    odor in {foul, fishy}: foul
    """

    feature: str
    text: str
    value: Any
    membership: float
    missing_matches: str = ANYTHING

    @property
    def is_missing(self) -> bool:
        """Whether the row has no value here."""
        return bool(self.value != self.value)

    def __str__(self) -> str:
        if self.is_missing:
            anything = " anything" if self.missing_matches == ANYTHING else ""
            return f"{self.text}: missing, which matches{anything}"
        return f"{self.text}: {say_value(self.value)}{self.fit}"

    @property
    def fit(self) -> str:
        """How well the value fits, in words; nothing if it fits fully."""
        return "" if self.membership >= 1.0 else f" fits to {say_degree(self.membership)}"

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers by name; a missing value is None."""
        return {
            "feature": self.feature,
            "condition": self.text,
            "value": None if self.is_missing else self.value,
            "membership": self.membership,
        }


@dataclass(frozen=True, eq=False)
class MatchedRow:
    """A row and the rules that fired for it; shared by these, and asked for texts only."""

    matcher: RuleMatcher
    values: Mapping[str, Any]
    missing_matches: Sequence[str]  # by feature
    inputs: np.ndarray
    fired: np.ndarray  # among the rules of the matcher

    @cached_property
    def memberships(self) -> np.ndarray:
        """For each feature and each rule that fired how well the value fits."""
        return self.matcher.memberships(self.inputs, self.fired)


@dataclass(frozen=True)
class FiredRule:
    """A rule that matched a row and voted.

    Attributes
    ----------
    index : int
        Its place in `rules_` and in the population.
    label : object
        The class it votes for.
    degree : float
        How well it matches the row: above 0, and 1 if fully.
    weight : float
        Its vote for a row that it matches fully: fitness times copies. Below 0 it speaks against
        its own class. Where votes were learned, how much its consequent counts.
    contribution : float
        What it adds to the votes of its class.
    share : float
        The contribution as a share of all positive class votes: the shares of the rules of a
        class add up to its probability, if its votes are positive. NaN if no class has any, and
        where votes were learned.
    contributions : dict
        Class -> what it adds to its votes; nothing to any but its own class in the article.
    """

    index: int
    label: Any
    degree: float
    weight: float
    contribution: float
    share: float
    contributions: Mapping[Any, float]
    _row: MatchedRow = field(repr=False, compare=False)
    _at: int = field(repr=False, compare=False)  # among the rules that fired

    @property
    def rule(self) -> Rule:
        """The rule itself."""
        return self._row.matcher.rules[self.index]

    @property
    def text(self) -> str:
        """The rule in words."""
        return self.rule.text

    @cached_property
    def conditions(self) -> tuple[MatchedCondition, ...]:
        """Its conditions and how well they hold; features that do not matter are left out."""
        row, names, matched = self._row, tuple(self._row.values), []
        for feature, text in row.matcher.conditions(self._rank):
            name, membership = names[feature], float(row.memberships[feature, self._at])
            told = row.values[name], membership, row.missing_matches[feature]
            matched.append(MatchedCondition(name, text, *told))
        return tuple(matched)

    @property
    def note(self) -> str:
        """How its conditions count together, where that is worth a word."""
        return self._row.matcher.note(self._rank)

    @property
    def _rank(self) -> int:
        return int(self._row.fired[self._at])

    def speaks_for(self, label: Any) -> bool:
        """Whether it helps a class: votes for it, or takes votes from another."""
        return self.lead(label) > 0.0

    def speaks_against(self, label: Any) -> bool:
        """Whether it hurts a class: votes for another, or takes votes from this one."""
        return self.lead(label) < 0.0

    def lead(self, label: Any) -> float:
        """By how much it favours a class over the mean of the others."""
        others = [added for other, added in self.contributions.items() if other != label]
        return self.contributions[label] - math.fsum(others) / max(1, len(others))

    def strength(self, label: Any) -> float:
        """How much it matters for a class: its vote, or its lead if it speaks of all classes."""
        return abs(self.lead(label) if self._speaks_of_all else self.contribution)

    @property
    def _speaks_of_all(self) -> bool:
        return not isinstance(self._row.matcher.votes, OwnClassVotes)

    def __str__(self) -> str:
        return f"{self.vote_text}: {self.text}"

    @property
    def vote_text(self) -> str:
        """What it does to the votes, in words."""
        if self._speaks_of_all:
            return f"{say_votes(self.lead(self.label))} for {self.label}"
        size = say_votes(abs(self.contribution))
        if self.contribution < 0.0:
            return f"takes {size} votes from {self.label}"
        return f"{size} votes for {self.label}"

    def to_dict(self) -> dict[str, Any]:
        """Return texts and numbers by name."""
        return {
            "rule": self.index,
            "text": self.text,
            "class": self.label,
            "degree": self.degree,
            "weight": self.weight,
            "contribution": self.contribution,
            "share": None if math.isnan(self.share) else self.share,
            "contributions": [*self.contributions.values()],
            "conditions": [condition.to_dict() for condition in self.conditions],
        }
