"""What is measured of a run, and how it is shown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Measure:
    """How a column of the runs is shown: its title, the factor on its values, which end is best.

    `absent_if` says what can be the reason that a run has no value.
    """

    title: str
    factor: float = 100.0
    smaller_is_better: bool = False
    absent_if: str = "there are no test rows"


_NO_PROBABILITIES = "the classifier has no predict_proba"
_NO_SCORES = "the classifier has neither predict_proba nor decision_function"
_NO_RULES = "the classifier has no rules"


MEASURES = {
    "test_accuracy": Measure("Test accuracy (%)"),
    "train_accuracy": Measure("Training accuracy (%)"),
    "test_macro_f1": Measure("Test macro F1 (%)"),
    "test_balanced_accuracy": Measure("Balanced test accuracy (%)"),
    "test_auc": Measure("Test AUC (%)", absent_if=_NO_SCORES),
    "test_log_loss": Measure("Test log loss", 1.0, True, _NO_PROBABILITIES),
    "test_brier": Measure("Test Brier score", 1.0, True, _NO_PROBABILITIES),
    "match_set": Measure("Rules that vote on a test row", 1.0, True, _NO_RULES),
    "rules": Measure("Population size (rules)", 1.0, True, _NO_RULES),
    "crisp_share": Measure("Crisp rules (%)", absent_if=_NO_RULES),
    "cpu_seconds": Measure("CPU time of a run (s)", 1.0, smaller_is_better=True),
}
