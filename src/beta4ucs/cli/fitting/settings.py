"""The options of `fit` that say how to learn and what to do with the result."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from beta4ucs.cli import options
from beta4ucs.cli.estimator_choice import Choice
from beta4ucs.cli.messages import UsageError
from beta4ucs.cli.option_groups import OptionGroup, option
from beta4ucs.cli.option_values import share, whole_number


@dataclass(frozen=True)
class FitSettings(OptionGroup):
    """How to learn and what to do with the result; all checked."""

    test_size: float = share(
        0.1,
        "Share of the rows kept for testing, drawn by --seed; 0 trains on all rows.",
        of_all=False,
        section=options.DATA,
    )
    stratify: bool = option(
        False, "Draw the test rows from each class in proportion.", section=options.DATA
    )
    passes: bool | None = option(
        None,
        "Whether to learn in passes: about 200,000 rows are drawn and learned from, all are "
        "counted, none stay in memory. A folder of Parquet files always is.",
        names=("--passes/--no-passes",),
        unless="if the table takes more than 1 GB",
        section=options.DATA,
    )
    class_weight: str | dict[str, float] | None = options.class_weight()  # classes as typed
    threshold: float | tuple[str, float] | None = options.threshold()
    positive: str | None = options.positive()
    feature_weights: str | None = options.feature_weights()
    seed: int = options.seed()
    out: Path | None = option(
        None,
        "Folder for model.json, rules.csv and run.json, and summary.csv of the article's learners.",
        unless="write nothing",
    )
    overwrite: bool = options.overwrite()
    top: int = whole_number(5, "How many of the most useful rules to print.")
    jobs: int = options.jobs(learn=True)
    cluster: str | None = options.cluster()

    def __post_init__(self) -> None:
        if self.overwrite and self.out is None:
            raise UsageError("--overwrite goes with --out")
        if self.positive is not None and self.threshold is None:
            raise UsageError("--positive goes with --threshold")

    def parameters_of(self, choice: Choice) -> dict[str, Any]:
        """Hyperparameters by name; a run that is written down has its accuracies in it."""
        weights = {} if self.class_weight is None else {"class_weight": self.class_weight}
        tracked = {"track_accuracy": self.out is not None} if choice.has_epochs else {}
        return {**tracked, **choice.all_parameters, **weights}
