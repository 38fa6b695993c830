"""Hyperparameters of `EvolvedRulesClassifier`: few, the rest was chosen on tables."""

from __future__ import annotations

from beta4ucs.hyperparameters.hyperparameter import Hyperparameter
from beta4ucs.hyperparameters.learning import CONTROL, TABLES
from beta4ucs.hyperparameters.rows import count, table

SYSTEM = "evolved-rules"  # its name beside those of the article's learners

EVOLVED_RULES = table(
    count(
        "n_populations",
        10,
        "Number of populations that evolve; four times as many for more than four classes, eight "
        "times for more than twenty.",
    ),
    Hyperparameter(
        name="max_conditions",
        default=5,
        kind="int",
        low=1,
        high=5,
        meaning="Most conditions of a rule.",
    ),
    Hyperparameter(
        name="size",
        default="balanced",
        kind="int",
        low=1,
        high=900,
        choices=("smallest", "balanced", "accurate"),
        meaning="How many rules to keep, or at most how many.",
    ),
    TABLES["missing"],
    Hyperparameter(
        name="max_time",
        default=None,
        kind="float",
        low_open=True,
        none_means="no limit",
        meaning="Seconds that learning may take, roughly; the final choice is always completed. A "
        "limit makes the model depend on speed.",
    ),
    CONTROL["verbose"],
)
