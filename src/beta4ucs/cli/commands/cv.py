"""The command `cv`: how good a learner is, by repeated cross-validation."""

from typing import Any

from beta4ucs.cli import options
from beta4ucs.cli.estimator_choice import choose_estimator
from beta4ucs.cli.grouped_help import shows_first
from beta4ucs.cli.hyperparameter_options import AllHyperparameters
from beta4ucs.cli.table_source import WholeTable
from beta4ucs.cli.validating.settings import ValidationSettings


@shows_first(
    "target", "drop", "id_column", "categorical", "system", "size", "n_populations",
    "max_conditions", "class_weight", "folds", "repeats", "seed", "out", "overwrite", "jobs",
)  # fmt: skip
def cv(
    *,
    table: WholeTable,
    system: str = options.system(),
    representation: str | None = options.representation(),
    settings: ValidationSettings,
    quiet: bool = options.quiet(),
    hyperparameters: AllHyperparameters,
) -> int:
    """Estimate how good a learner is on new rows, by repeated cross-validation.

    The rows are split into stratified folds; each fold is predicted by a model trained on the
    others. Intervals take into account that folds share training rows (Nadeau and Bengio).
    """
    given: dict[str, Any] = {**hyperparameters}
    choice = choose_estimator(system, representation, given)
    from beta4ucs.cli.validating.course import cross_validate

    return cross_validate(table, choice, settings, quiet=quiet)
