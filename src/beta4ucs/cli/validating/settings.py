"""The options of `cv` and `compare` that say which folds, and where results go."""

from dataclasses import dataclass
from pathlib import Path

from beta4ucs.cli import options
from beta4ucs.cli.messages import UsageError
from beta4ucs.cli.option_groups import OptionGroup, option
from beta4ucs.cli.option_values import one_of, seed_from, whole_number

MEASURES = (
    "accuracy",
    "balanced_accuracy",
    "macro_f1",
    "auc",
    "log_loss",
    "brier",
    "calibration_error",
)
LOWER_IS_BETTER = ("log_loss", "brier", "calibration_error")


def by(default: str, what: str) -> str:
    """Declare an option that is one of the measures."""
    measure: str = one_of(default, what, MEASURES)
    return measure


@dataclass(frozen=True)
class ValidationSettings(OptionGroup):
    """Which folds, and where their results go; all checked."""

    folds: int = whole_number(5, "Number of folds.", at_least=2)
    repeats: int = whole_number(2, "Number of repetitions, each with other folds.", at_least=1)
    class_weight: str | dict[str, float] | None = options.class_weight()
    seed: int = option(0, "Seed of the random numbers.", "<int>", read=seed_from)
    out: Path | None = option(
        None,
        "CSV file for the result of every fold, written as they come; the same command resumes "
        "where it stopped.",
        unless="write nothing",
    )
    overwrite: bool = option(False, "Replace the file at --out and start again.")
    jobs: int = options.jobs(learn=True)

    def __post_init__(self) -> None:
        if self.overwrite and self.out is None:
            raise UsageError("--overwrite goes with --out")
