"""The article's votes: how much a rule counts for a row that it matches fully."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from beta4ucs.learning.rule_arrays import RuleArrays


def fuzzy_weights(rules: RuleArrays, voting_threshold: float) -> np.ndarray:
    """Fitness times copies of the rules with enough experience; NaN for those without a vote."""
    return np.where(rules.experience > voting_threshold, rules.fitness * rules.numerosity, np.nan)


def accuracy_weights(rules: RuleArrays, full_vote_experience: float) -> np.ndarray:
    """Fitness times copies; younger rules count by their share of the experience asked for."""
    weights: np.ndarray = rules.fitness * rules.numerosity
    if full_vote_experience > 0.0:
        weights *= np.minimum(1.0, rules.experience / full_vote_experience)
    return weights


# By the kind of credit, see `learning/credit.py`.
RULE_WEIGHTS = {"fuzzy": fuzzy_weights, "accuracy": accuracy_weights}
