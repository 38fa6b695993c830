"""The command `fit`."""

from typing import Any

from beta4ucs.cli import options
from beta4ucs.cli.estimator_choice import choose_estimator
from beta4ucs.cli.fitting.expert_options import ExpertOptions
from beta4ucs.cli.fitting.settings import FitSettings
from beta4ucs.cli.grouped_help import shows_first
from beta4ucs.cli.hyperparameter_options import AllHyperparameters
from beta4ucs.cli.messages import UsageError
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
    knowledge: ExpertOptions,
    quiet: bool = options.quiet(),
    hyperparameters: AllHyperparameters,
) -> int:
    """Learn rules from a table, test them and show the most useful.

    By default several populations evolve, and a short list of rules with learned votes is kept.
    --system beta4-ucs, ucs or fuzzy-ucs selects one of the article's learners. Ctrl-C then ends
    training and keeps the rules learned so far; a second Ctrl-C quits.
    """
    given: dict[str, Any] = {**hyperparameters}
    if settings.feature_weights is not None:
        given["feature_weights"] = settings.feature_weights
    choice = knowledge.added_to(choose_estimator(system, representation, given))
    if settings.cluster is not None and choice.has_epochs:
        raise UsageError("--cluster goes with --system evolved-rules: other systems use one core")
    from beta4ucs.cli.fitting.training import train

    return train(table, choice, settings, quiet=quiet)
