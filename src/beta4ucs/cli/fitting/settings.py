"""The options of `fit` that say how to learn and what to do with the result."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from beta4ucs.cli import options
from beta4ucs.cli.estimator_choice import EstimatorChoice
from beta4ucs.cli.messages import UsageError
from beta4ucs.cli.option_groups import OptionGroup, option
from beta4ucs.cli.option_values import share, whole_number


@dataclass(frozen=True)
class FitSettings(OptionGroup):
    """How to learn and what to do with the result; all checked."""

    test_size: float = share(
        0.1,
        "Share of the rows kept for testing, drawn by --seed; 0 learns from all.",
        of_all=False,
        section=options.DATA,
    )
    stratify: bool = option(
        False, "Draw the test rows from each class in proportion.", section=options.DATA
    )
    class_weight: str | dict[str, float] | None = options.class_weight()  # classes as typed
    feature_weights: str | None = options.feature_weights()
    seed: int = options.seed()
    out: Path | None = option(
        None,
        "Folder for model.json, rules.csv, summary.csv and run.json.",
        unless="write nothing",
    )
    overwrite: bool = options.overwrite()
    top: int = whole_number(5, "How many of the strongest rules to print.")
    jobs: int = options.jobs()

    def __post_init__(self) -> None:
        if self.overwrite and self.out is None:
            raise UsageError("--overwrite goes with --out")

    def parameters_of(self, choice: EstimatorChoice) -> dict[str, Any]:
        """Hyperparameters by name; a run that is written down has its accuracies in it."""
        weights = {"class_weight": self.class_weight, "feature_weights": self.feature_weights}
        return {
            "track_accuracy": self.out is not None,
            **choice.all_parameters,
            **{name: value for name, value in weights.items() if value is not None},
        }
