"""The command `fit`."""

from typing import Any

from beta4ucs.cli import options
from beta4ucs.cli.estimator_choice import choose_estimator
from beta4ucs.cli.fitting.settings import FitSettings
from beta4ucs.cli.grouped_help import shows_first
from beta4ucs.cli.hyperparameter_options import AllHyperparameters
from beta4ucs.cli.table_source import WholeTable


@shows_first(
    "target",
    "drop",
    "id_column",
    "categorical",
    "test_size",
    "system",
    "size",
    "n_populations",
    "max_conditions",
    "class_weight",
    "threshold",
    "seed",
    "out",
    "jobs",
)
def fit(
    *,
    table: WholeTable,
    system: str = options.system(),
    representation: str | None = options.representation(),
    settings: FitSettings,
    quiet: bool = options.quiet(),
    hyperparameters: AllHyperparameters,
) -> int:
    """Learn rules from a table, test them and show the most useful.

    By default several populations evolve, and a short list of rules with learned votes is kept.
    With --system beta4-ucs, ucs or fuzzy-ucs one of the article's learners learns. Ctrl-C then ends
    training and keeps the rules learned so far; a second one quits.
    """
    given: dict[str, Any] = {**hyperparameters}
    if settings.feature_weights is not None:
        given["feature_weights"] = settings.feature_weights
    choice = choose_estimator(system, representation, given)
    from beta4ucs.cli.fitting.training import train

    return train(table, choice, settings, quiet=quiet)
