"""What is measured of a run, and how it is shown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Measure:
    """How a column of the runs is shown: its title, the factor on its values, which end is best."""

    title: str
    factor: float = 100.0
    smaller_is_better: bool = False


MEASURES = {
    "test_accuracy": Measure("Test accuracy (%)"),
    "train_accuracy": Measure("Training accuracy (%)"),
    "test_macro_f1": Measure("Test macro F1 (%)"),
    "test_balanced_accuracy": Measure("Balanced test accuracy (%)"),
    "test_auc": Measure("Test AUC (%)"),
    "test_log_loss": Measure("Test log loss", 1.0, smaller_is_better=True),
    "test_brier": Measure("Test Brier score", 1.0, smaller_is_better=True),
    "match_set": Measure("Rules that vote on a test row", 1.0, smaller_is_better=True),
    "rules": Measure("Population size (rules)", 1.0, smaller_is_better=True),
    "crisp_share": Measure("Crisp rules (%)"),
    "cpu_seconds": Measure("CPU time of a run (s)", 1.0, smaller_is_better=True),
}
