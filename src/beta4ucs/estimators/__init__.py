"""The scikit-learn classes, what they share, and how they read their inputs."""

from beta4ucs.estimators.beta4_ucs import Beta4UCSClassifier
from beta4ucs.estimators.evolution import Evolution
from beta4ucs.estimators.evolved_rules import EvolvedRulesClassifier
from beta4ucs.estimators.fuzzy_ucs import FuzzyUCSClassifier
from beta4ucs.estimators.ucs import UCSClassifier

__all__ = [
    "Beta4UCSClassifier",
    "Evolution",
    "EvolvedRulesClassifier",
    "FuzzyUCSClassifier",
    "UCSClassifier",
]
