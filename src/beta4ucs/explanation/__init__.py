"""Why a row has its answer, what would change it, and what a feature does to the answers."""

from beta4ucs.explanation.counterfactuals import Change, Counterfactual
from beta4ucs.explanation.explanation import Explanation
from beta4ucs.explanation.explanations import Explanations, explain
from beta4ucs.explanation.feature_effects import Effect, effects
from beta4ucs.explanation.fired_rule import FiredRule, MatchedCondition
from beta4ucs.explanation.nearest_change import counterfactual

__all__ = [
    "Change",
    "Counterfactual",
    "Effect",
    "Explanation",
    "Explanations",
    "FiredRule",
    "MatchedCondition",
    "counterfactual",
    "effects",
    "explain",
]
