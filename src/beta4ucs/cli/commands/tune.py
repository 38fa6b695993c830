"""The command `tune`: a search for good settings that ends in a model."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from beta4ucs.cli import options
from beta4ucs.cli.fitting.settings import FitSettings
from beta4ucs.cli.grouped_help import shows_first
from beta4ucs.cli.hyperparameter_options import AllHyperparameters
from beta4ucs.cli.messages import UsageError
from beta4ucs.cli.option_groups import OptionGroup, option
from beta4ucs.cli.option_values import seed_from, whole_number
from beta4ucs.cli.table_source import WholeTable
from beta4ucs.cli.validating.settings import by


@dataclass(frozen=True)
class SearchOptions(OptionGroup):
    """How much is tried, and what counts."""

    measure: str = by("log_loss", "What should be best in cross-validation on training rows.")
    candidates: int = whole_number(12, "How many settings to try.", at_least=2)
    folds: int = whole_number(5, "Number of folds of the training rows.", at_least=2)


@dataclass(frozen=True)
class TuneSettings(FitSettings):
    """How the final model is fitted; the same seed goes on with a search that was interrupted."""

    seed: int = option(0, "Seed of the random numbers.", "<int>", read=seed_from)
    out: Path | None = option(
        None, "Folder for the model, as of 'fit', and tuning.csv; the same command resumes."
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.out is None:
            raise UsageError("tune needs --out, a folder for the model and the table")


@shows_first(
    "target", "drop", "id_column", "categorical", "test_size", "system", "measure", "candidates",
    "folds", "class_weight", "threshold", "seed", "out", "overwrite", "jobs",
)  # fmt: skip
def tune(
    *,
    table: WholeTable,
    system: str = options.system(),
    search: SearchOptions,
    settings: TuneSettings,
    quiet: bool = options.quiet(),
    hyperparameters: AllHyperparameters,
) -> int:
    """Try settings by cross-validation on training rows, and fit the best.

    All settings are tried on one fold; the better half is tried on twice as many folds, and so on
    until the best have been tried on all. Settings that are given as options are not varied. The
    test rows are not used for any of this; the final model is tested on them.
    """
    given: dict[str, Any] = {**hyperparameters}
    if settings.feature_weights is not None:
        given["feature_weights"] = settings.feature_weights
    from beta4ucs.cli.validating.search import search_and_fit

    return search_and_fit(table, system, given, search, settings, quiet=quiet)
