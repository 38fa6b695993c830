"""What is measured of a run, and how it is shown."""

from __future__ import annotations

from dataclasses import dataclass

from beta4ucs.errors import InputError, did_you_mean


@dataclass(frozen=True)
class Measure:
    """How a column of the runs is shown: its title, the factor on its values, which end is best.

    `absent_if` says why a run may have no value.
    """

    name: str
    title: str
    factor: float = 100.0
    smaller_is_better: bool = False
    absent_if: str = "there are no test rows"


_NO_PROBABILITIES = "the classifier has no predict_proba"
_NO_SCORES = "the classifier has neither predict_proba nor decision_function"
_NO_RULES = "the classifier has no rules"


MEASURES = {
    measure.name: measure
    for measure in (
        Measure("test_accuracy", "Test accuracy (%)"),
        Measure("train_accuracy", "Training accuracy (%)"),
        Measure("test_macro_f1", "Test macro F1 (%)"),
        Measure("test_balanced_accuracy", "Balanced test accuracy (%)"),
        Measure("test_auc", "Test AUC (%)", absent_if=_NO_SCORES),
        Measure("test_log_loss", "Test log loss", 1.0, True, _NO_PROBABILITIES),
        Measure("test_brier", "Test Brier score", 1.0, True, _NO_PROBABILITIES),
        Measure("match_set", "Rules that vote on a test row", 1.0, True, _NO_RULES),
        Measure("rules", "Population size (rules)", 1.0, True, _NO_RULES),
        Measure("crisp_share", "Crisp rules (%)", absent_if=_NO_RULES),
        Measure("cpu_seconds", "CPU time of a run (s)", 1.0, smaller_is_better=True),
    )
}


def measure_of(metric: str | Measure) -> Measure:
    """Find a measure by its name; one of a study's own is its own answer."""
    if isinstance(metric, Measure):
        return metric
    if metric not in MEASURES:
        raise InputError(f"there is no measure '{metric}'{did_you_mean(metric, MEASURES)}")
    return MEASURES[metric]
