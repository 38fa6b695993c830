"""Why a row has its answer, and what would change it."""

from beta4ucs.explanation.counterfactuals import Change, Counterfactual
from beta4ucs.explanation.explanation import Explanation
from beta4ucs.explanation.explanations import Explanations, explain
from beta4ucs.explanation.fired_rule import FiredRule, MatchedCondition
from beta4ucs.explanation.nearest_change import counterfactual

__all__ = [
    "Change",
    "Counterfactual",
    "Explanation",
    "Explanations",
    "FiredRule",
    "MatchedCondition",
    "counterfactual",
    "explain",
]
