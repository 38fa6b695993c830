"""How much of the vote depends on each feature."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from beta4ucs.report.rule_conditions import Condition
from beta4ucs.rules import RuleSet


class Importance(NamedTuple):
    """A feature and the share of the voting weight with a condition on it."""

    feature: int
    name: str
    share: float


def importances(rules: RuleSet, conditions: list[list[Condition]]) -> list[Importance]:
    """Return all features, the most important first.

    Parameters
    ----------
    rules : RuleSet
        The rules.
    conditions : list of list of Condition
        Those of each rule.
    """
    weights = np.where(rules.is_voting, np.abs(rules.strength), 0.0)
    shares = np.zeros(len(rules.feature_names))
    for weight, of_rule in zip(weights.tolist(), conditions, strict=True):
        for condition in of_rule:
            if condition.feature >= 0:
                shares[condition.feature] += weight
    shares[rules.scaling.low == rules.scaling.high] = 0.0  # a single value tells no rows apart
    shares /= weights.sum() or 1.0
    order = np.argsort(-shares, kind="stable").tolist()
    return [Importance(i, rules.feature_names[i], float(shares[i])) for i in order]
