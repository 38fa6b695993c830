"""What rules say: how much each of them adds to which class, and what the sums mean.

The third axis of a model, beside the representation (what a condition is) and the credit (how rules
are judged while they learn). Two kinds: in the article every rule votes for its own class; learned
votes add to every class, as evidence does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, Self

import numpy as np

from beta4ucs.voting.decisions import probabilities, softmax

if TYPE_CHECKING:
    from beta4ucs.learning.rule_arrays import RuleArrays


class Votes(Protocol):
    """What voting, rule sets, explanations and pages ask of a kind of votes."""

    @property
    def weight(self) -> np.ndarray:
        """For each rule the number that people see; NaN or 0 for a rule without a vote."""

    @property
    def is_voting(self) -> np.ndarray:
        """For each rule whether it takes part."""

    @property
    def strength(self) -> np.ndarray:
        """For each rule how much it favours its class over the others, if it matches fully."""

    @property
    def table(self) -> np.ndarray:
        """What each rule adds to each class if it matches fully; 0 for a rule without a vote."""

    @property
    def start(self) -> np.ndarray:
        """What each class has before any rule speaks."""

    def probabilities(self, sums: np.ndarray) -> np.ndarray:
        """Turn sums of votes, rows x classes, into probabilities."""

    def take(self, rows: np.ndarray) -> Self:
        """Return the votes of some of the rules."""


class OwnClassVotes(NamedTuple):
    """The article's votes: every rule votes for its own class.

    Attributes
    ----------
    weight : ndarray of shape (n_rules,)
        The vote of each rule for a row that it matches fully; NaN if it has none.
    label : ndarray of shape (n_rules,)
        Index of the class that each rule votes for.
    n_classes : int
    """

    weight: np.ndarray
    label: np.ndarray
    n_classes: int

    @property
    def is_voting(self) -> np.ndarray:
        """For each rule whether it takes part."""
        return ~np.isnan(self.weight)

    @property
    def strength(self) -> np.ndarray:
        """For each rule its vote, 0 if it has none."""
        return np.nan_to_num(self.weight, nan=0.0)

    @property
    def table(self) -> np.ndarray:
        """What each rule adds to each class: something to its own, nothing to others."""
        table = np.zeros((len(self.label), self.n_classes))
        table[np.arange(len(self.label)), self.label] = self.strength
        return table

    @property
    def start(self) -> np.ndarray:
        """Nothing."""
        return np.zeros(self.n_classes)

    def probabilities(self, sums: np.ndarray) -> np.ndarray:
        """Shares of the positive votes."""
        return probabilities(sums)

    def take(self, rows: np.ndarray) -> Self:
        """Return the votes of some of the rules."""
        return self._replace(weight=self.weight[rows], label=self.label[rows])


class LearnedVotes(NamedTuple):
    """Votes that were learned together: sums are log odds, probabilities their softmax.

    Attributes
    ----------
    weight : ndarray of shape (n_rules,)
        How much each rule counts; not negative.
    shares : ndarray of shape (n_rules, n_classes)
        The rule's consequent in words: the shares of the classes among the rows it matches, pulled
        towards those of all rows; with more than two classes they are corrected. Rows sum to 1.
    consequent : ndarray of shape (n_rules, n_classes)
        The rule's consequent in numbers: by how much a weight of 1 raises the log odds of each
        class.
    start : ndarray of shape (n_classes,)
        Log odds of the classes where no rule matches.
    """

    weight: np.ndarray
    shares: np.ndarray
    consequent: np.ndarray
    start: np.ndarray

    @property
    def is_voting(self) -> np.ndarray:
        """For each rule whether it takes part."""
        return self.weight > 0.0

    @property
    def strength(self) -> np.ndarray:
        """For each rule how far it lifts its favourite class above the mean of the others."""
        return lead_of(self.table).max(axis=1)

    @property
    def table(self) -> np.ndarray:
        """What each rule adds to each class if it matches fully."""
        return self.weight[:, None] * self.consequent

    def probabilities(self, sums: np.ndarray) -> np.ndarray:
        """The softmax of log odds."""
        return softmax(sums)

    def take(self, rows: np.ndarray) -> Self:
        """Return the votes of some of the rules."""
        return self._replace(
            weight=self.weight[rows], shares=self.shares[rows], consequent=self.consequent[rows]
        )


def decide(votes: np.ndarray, tie_break: str, class_counts: np.ndarray, seed: int) -> np.ndarray:
    """Return the index of the class with the highest vote.

    Parameters
    ----------
    votes : ndarray of shape (n_rows, n_classes)
        Sums of votes, also negative.
    tie_break : {"first", "majority", "random"}
        Who wins among equals: the first, the most frequent in training, or one drawn.
    class_counts : ndarray of shape (n_classes,)
        Training rows of each class.
    seed : int
        Decides the draw. There is one for all rows: the answer to a row must not depend on the
        rows around it.

    Examples
    --------
    >>> votes = np.array([[0.0, 2.0, 2.0], [-1.0, 0.0, 0.0]])
    >>> decide(votes, "first", np.array([9, 5, 7]), 0)
    array([1, 1])
    >>> decide(votes, "majority", np.array([9, 5, 7]), 0)
    array([2, 2])
    """
    if tie_break == "first":
        return np.argmax(votes, axis=1)
    is_best = votes == votes.max(axis=1, keepdims=True)
    if tie_break == "majority":
        return np.argmax(np.where(is_best, class_counts, -1), axis=1)
    draw = np.random.default_rng(seed).random()
    place = (draw * is_best.sum(axis=1, keepdims=True)).astype(np.int64)
    return np.argmax(np.cumsum(is_best, axis=1) > place, axis=1)


def lead_of(added: np.ndarray) -> np.ndarray:
    """By how much each class is ahead of the mean of the others, in each row of votes.

    Examples
    --------
    >>> lead_of(np.array([[3.0, 0.0, 0.0], [1.0, -1.0, 0.0]]))
    array([[ 3. , -1.5, -1.5],
           [ 1.5, -1.5,  0. ]])
    """
    n_others = max(1, added.shape[1] - 1)
    lead: np.ndarray = added - (added.sum(axis=1, keepdims=True) - added) / n_others
    return lead


def full_weights(rules: RuleArrays) -> np.ndarray:
    """Fitness times copies: what a rule that matches fully votes with, if it may."""
    weights: np.ndarray = rules.fitness * rules.numerosity
    return weights


def fuzzy_weights(rules: RuleArrays, voting_threshold: float) -> np.ndarray:
    """Fitness times copies of the rules with enough experience; NaN for those without a vote."""
    return np.where(rules.experience > voting_threshold, full_weights(rules), np.nan)


def accuracy_weights(rules: RuleArrays, full_vote_experience: float) -> np.ndarray:
    """Fitness times copies; younger rules count by their share of the experience asked for."""
    weights = full_weights(rules)
    if full_vote_experience > 0.0:
        weights *= np.minimum(1.0, rules.experience / full_vote_experience)
    return weights


# By the kind of credit, see `learning/credit.py`.
RULE_WEIGHTS = {"fuzzy": fuzzy_weights, "accuracy": accuracy_weights}
