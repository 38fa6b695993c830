"""What the rules of a population would cast on given rows: the ground on which rules are kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.rules import RuleSet
from beta4ucs.voting.voter import Voter, matching_degrees

LARGEST_TABLE = 16_000_000  # degrees in memory, of 4 bytes; more rows than that are sampled
PIECE = 2_000_000  # degrees that are computed at once, of 8 bytes
HALF = 0.5  # from this degree on a rule counts as matching, where a method asks for yes or no

Decide = Callable[[np.ndarray], np.ndarray]  # votes, rows x classes -> index of the class


@dataclass(frozen=True, eq=False)
class VoteTable:
    """The rules that have a vote, and how well they match the rows; first axis is the rule.

    Attributes
    ----------
    places : ndarray of shape (rules,)
        Rows of the rules in the population.
    degrees : ndarray of float32, shape (rules, rows)
        Matching degrees.
    label : ndarray of shape (rules,)
        Index of the class that a rule votes for.
    unit : ndarray of shape (rules,)
        The vote of one copy of a rule for a row that it matches fully; may be negative.
    copies : ndarray of shape (rules,)
        Copies of a rule.
    is_crisp : ndarray of shape (rules,)
        Whether a rule matches fully or not at all.
    truth : ndarray of shape (rows,)
        Index of the class of each row.
    votes : ndarray of shape (rows, classes)
        Votes of the whole population.
    decide : function
        Turns votes, rows x classes, into indices of classes.
    """

    places: np.ndarray
    degrees: np.ndarray
    label: np.ndarray
    unit: np.ndarray
    copies: np.ndarray
    is_crisp: np.ndarray
    truth: np.ndarray
    votes: np.ndarray
    decide: Decide

    @property
    def n_rules(self) -> int:
        """Number of rules that have a vote."""
        return len(self.places)

    @property
    def n_classes(self) -> int:
        """Number of classes."""
        return self.votes.shape[1]

    @property
    def strength(self) -> np.ndarray:
        """The vote of each rule, with all its copies, for a row that it matches fully."""
        return self.unit * self.copies

    @cached_property
    def support(self) -> np.ndarray:
        """Sum of each rule's degrees over the rows of its class: how many rows it gets right."""
        return np.array([self.degrees[r] @ (self.truth == c) for r, c in enumerate(self.label)])

    @cached_property
    def precision(self) -> np.ndarray:
        """Share of its own class in what each rule matches; 0 if it matches nothing."""
        matched = self.degrees.sum(axis=1, dtype=np.float64)
        return np.divide(self.support, matched, out=np.zeros(self.n_rules), where=matched > 0.0)

    def votes_of(self, rules: np.ndarray, copies: np.ndarray | None = None) -> np.ndarray:
        """Add up the votes of some rules, as they are or with other copies: rows x classes."""
        held = self.copies[rules] if copies is None else copies
        votes = np.zeros((self.n_classes, len(self.truth)))
        for label in np.unique(self.label[rules]):
            some = self.label[rules] == label
            votes[label] = (self.unit[rules] * held)[some] @ self.degrees[rules[some]]
        return votes.T

    def accuracy(self, votes: np.ndarray) -> float:
        """Share of the rows whose class has the highest vote."""
        return float(np.mean(self.decide(votes) == self.truth))

    def take(self, rules: np.ndarray, rows: np.ndarray | None = None) -> VoteTable:
        """Return some of the rules, on some of the rows."""
        chosen = self.degrees[rules] if rows is None else self.degrees[np.ix_(rules, rows)]
        return VoteTable(
            places=self.places[rules],
            degrees=chosen,
            label=self.label[rules],
            unit=self.unit[rules],
            copies=self.copies[rules],
            is_crisp=self.is_crisp[rules],
            truth=self.truth if rows is None else self.truth[rows],
            votes=self.votes if rows is None else self.votes[rows],
            decide=self.decide,
        )


def tabulate_votes(
    rules: RuleSet, inputs: np.ndarray, truth: np.ndarray, decide: Decide, n_jobs: int | None = None
) -> VoteTable:
    """Match the voting rules against rows, as `Encoding.transform` gives them.

    If rules times rows are too many, some rows of every class stand for all.
    """
    places = np.flatnonzero(rules.is_voting & (rules.strength != 0.0))
    arrays, strength = rules.arrays.take(places), rules.strength[places]
    rows = _even_sample(truth, LARGEST_TABLE // max(1, len(places)))
    inputs = inputs[rows]
    voter = Voter(rules.representation, arrays, rules.votes.take(places))
    return VoteTable(
        places=places,
        degrees=_degrees(rules, arrays, inputs, n_jobs),
        label=arrays.label,
        unit=strength / arrays.numerosity,
        copies=arrays.numerosity,
        is_crisp=rules.is_crisp[places],
        truth=truth[rows],
        votes=voter.votes(inputs, n_jobs),
        decide=decide,
    )


def _even_sample(truth: np.ndarray, most: int) -> np.ndarray:
    """Rows in their order, evenly from every class if there are more than `most`."""
    if len(truth) <= most:
        return np.arange(len(truth))
    by_class = np.argsort(truth, kind="stable")
    places = np.linspace(0, len(truth) - 1, max(1, most)).astype(np.int64)
    return np.sort(by_class[places])


def _degrees(
    rules: RuleSet, arrays: RuleArrays, inputs: np.ndarray, n_jobs: int | None
) -> np.ndarray:
    """Matching degrees, rules x rows, computed piece by piece to save memory."""
    degrees = np.empty((arrays.n_rules, len(inputs)), dtype=np.float32)
    step = max(1, PIECE // max(1, arrays.n_rules))
    for start in range(0, len(inputs), step):
        piece = slice(start, start + step)
        part = matching_degrees(rules.representation, arrays, inputs[piece], n_jobs)
        degrees[:, piece] = part.T
    return degrees
