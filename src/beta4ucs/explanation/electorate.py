"""The rules that vote: how well they match rows, and what each of them asks of a feature."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from beta4ucs.inference import Voter
from beta4ucs.rules import FeatureWords, RuleSet


class RuleModel(Protocol):
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


class Electorate:
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
        self.weight = rules.strength[self.places]
        self.label = rules.arrays.label[self.places]
        self._n_jobs = n_jobs

    def __len__(self) -> int:
        return len(self.places)

    def __getstate__(self) -> dict[str, Any]:
        built = ("_voter", "_words")  # on first use; compiled code cannot be pickled
        return {name: value for name, value in self.__dict__.items() if name not in built}

    def degrees(self, units: np.ndarray) -> np.ndarray:
        """Return how well each rule matches each row on the unit scale: rows x rules.

        These are the degrees that voting uses, to the last bit.
        """
        return self._voter.votes(units, self._n_jobs)

    def memberships(self, unit_row: np.ndarray, chosen: np.ndarray) -> np.ndarray:
        """Return how well each value of a row fits each chosen rule: features x chosen rules.

        A missing value fits fully.
        """
        if getattr(self.rules.representation, "matches_crisply", False):
            return self._factors(unit_row, chosen)
        # degrees of rows in which all but one feature are missing: no further code to compile
        alone = np.full((len(unit_row), len(unit_row)), np.nan)
        np.fill_diagonal(alone, unit_row)
        return self.degrees(alone)[:, chosen]

    def conditions(self, rule: int) -> Iterator[tuple[int, str]]:
        """Yield feature and text of each condition of a rule; don't cares are left out."""
        genes, describe = self._genes(rule), self.rules.representation.describe
        for feature, words in enumerate(self._words):
            text = describe(genes[feature], words)
            if text:
                yield feature, text

    def note(self, rule: int) -> str:
        """Say how the conditions of a rule count together, where that is worth a word."""
        representation = self.rules.representation
        if not getattr(representation, "rule_genes", ()):
            return ""
        return str(representation.describe_rule(self._genes(rule)[-1]))

    def _genes(self, rule: int) -> np.ndarray:
        genes: np.ndarray = self.rules.arrays.genes[self.places[rule]]
        return genes

    def _factors(self, unit_row: np.ndarray, chosen: np.ndarray) -> np.ndarray:
        """Kernels of rules that match where their product is large enough: the rule's degree is 1.

        What a value contributes to the product is lost in degrees.
        """
        membership = self.rules.representation.membership
        factors = np.ones((len(unit_row), len(chosen)))
        for feature in np.flatnonzero(~np.isnan(unit_row)):
            value = float(unit_row[feature])
            for at, rule in enumerate(chosen):
                factors[feature, at] = membership(self._genes(rule)[feature], value)
        return factors

    @cached_property
    def _voter(self) -> Voter:
        """Every rule votes with weight 1 for a class of its own: its vote is its degree."""
        arrays, n_rules = self.rules.arrays.take(self.places), len(self)
        alone = arrays._replace(label=np.arange(n_rules))
        return Voter(self.rules.representation, alone, np.ones(n_rules), n_rules)

    @cached_property
    def _words(self) -> list[FeatureWords]:
        rules = self.rules
        return [
            FeatureWords(name, rules.scaling, feature)
            for feature, name in enumerate(rules.feature_names)
        ]


def numbers_of(X: Any) -> np.ndarray:
    """Return rows that a model has accepted as float64, NaN where a value is missing."""
    if hasattr(X, "iloc") and hasattr(X, "columns"):
        from beta4ucs.data import features_from_frame

        return features_from_frame(X)[0]
    return np.array(X, dtype=np.float64)


def named(model: RuleModel, rows: np.ndarray) -> Any:
    """Return rows as the model knows them: with names if it has learned from names."""
    names = getattr(model, "feature_names_in_", None)
    if names is None:
        return rows
    import pandas as pd

    return pd.DataFrame(rows, columns=names)
