"""The rules that vote: how well they match rows, and what each of them asks of a feature."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from beta4ucs.rules import RuleSet
from beta4ucs.voting.voter import Voter
from beta4ucs.voting.votes import OwnClassVotes


class ExplainedModel(Protocol):
    """What is asked of a fitted classifier."""

    n_jobs: int | None

    @property
    def rules_(self) -> RuleSet:
        """The learned rules."""

    def votes(self, X: Any) -> np.ndarray:
        """Return the summed votes for each class."""

    def predict(self, X: Any) -> np.ndarray:
        """Return the classes of rows."""

    def predict_proba(self, X: Any) -> np.ndarray:
        """Return the probability of each class."""


class RuleMatcher:
    """The voting rules of a rule set, in the order in which their votes are added up.

    Parameters
    ----------
    rules : RuleSet
        All rules of a model.
    n_jobs : int or None
        Threads for matching.
    """

    def __init__(self, rules: RuleSet, n_jobs: int | None = None) -> None:
        self.rules = rules
        self.places = np.flatnonzero(rules.is_voting)  # in the rule set
        self.votes = rules.votes.take(self.places)
        self.table = self.votes.table  # what each adds to each class if it matches fully
        self.weight = self.votes.weight
        self.label = rules.arrays.label[self.places]
        self._n_jobs = n_jobs

    def __len__(self) -> int:
        return len(self.places)

    def __getstate__(self) -> dict[str, Any]:
        # compiled code cannot be pickled; it is there again on first use
        return {name: value for name, value in self.__dict__.items() if name != "_voter"}

    def degrees(self, inputs: np.ndarray) -> np.ndarray:
        """Return how well each rule matches each row of inputs: rows x rules.

        These are the degrees that voting uses, to the last bit.
        """
        return self._voter.votes(inputs, self._n_jobs)

    def supports(self) -> np.ndarray:
        """Return the ends of the supports as matching knows them: 2 x rules x features."""
        return self._voter.supports()

    def memberships(self, inputs: np.ndarray, fired: np.ndarray) -> np.ndarray:
        """Return how well each value of a row fits each rule that fired for it: features x rules.

        A missing value fits fully.
        """
        if getattr(self.rules.representation, "matches_crisply", False):
            return self._factors(inputs, fired)
        # degrees of rows in which all but one feature match: no further code to compile
        n_features = len(self.rules.feature_names)
        alone = self.matching_inputs(n_features)
        np.fill_diagonal(alone, inputs[:n_features])
        return self.degrees(alone)[:, fired]

    def matching_inputs(self, n_rows: int) -> np.ndarray:
        """Return rows of inputs that match every rule: nothing is known, and any set will do."""
        n_features = len(self.rules.feature_names)
        inputs = np.full((n_rows, n_features + self.rules.arrays.sets.shape[1]), np.nan)
        inputs[:, n_features:] = -1.0
        return inputs

    def conditions(self, rule: int) -> Iterator[tuple[int, str]]:
        """Yield feature and text of each condition of a rule; don't cares are left out."""
        texts = self.rules.condition_texts(int(self.places[rule]))
        return ((feature, text) for feature, text in enumerate(texts) if text)

    def note(self, rule: int) -> str:
        """Say how the conditions of a rule count together, where that is worth a word."""
        representation = self.rules.representation
        if not getattr(representation, "rule_genes", ()):
            return ""
        return str(representation.describe_rule(self._genes(rule)[-1]))

    def _genes(self, rule: int) -> np.ndarray:
        genes: np.ndarray = self.rules.arrays.genes[self.places[rule]]
        return genes

    def _factors(self, inputs: np.ndarray, fired: np.ndarray) -> np.ndarray:
        """Kernels of rules that match where their product is large enough: the rule's degree is 1.

        What a value contributes to the product is lost in degrees.
        """
        membership = self.rules.representation.membership
        units = inputs[: len(self.rules.feature_names)]
        factors = np.ones((len(units), len(fired)))
        for feature in np.flatnonzero(~np.isnan(units)):
            value = float(units[feature])
            for at, rule in enumerate(fired):
                factors[feature, at] = membership(self._genes(rule)[feature], value)
        return factors

    @cached_property
    def _voter(self) -> Voter:
        """Every rule votes with weight 1 for a class of its own: its vote is its degree."""
        arrays, n_rules = self.rules.arrays.take(self.places), len(self)
        alone = arrays._replace(label=np.arange(n_rules))
        votes = OwnClassVotes(np.ones(n_rules), alone.label, n_rules)
        return Voter(self.rules.representation, alone, votes)
