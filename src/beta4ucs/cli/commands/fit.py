"""The command `fit`."""

from beta4ucs.cli.estimator_choice import choose_estimator
from beta4ucs.cli.fitting.settings import FitSettings
from beta4ucs.cli.hyperparameter_options import Hyperparameters
from beta4ucs.cli.options import FIRST_SYSTEM, Quiet, Representation, System
from beta4ucs.cli.table_source import TrainingTable


def fit(
    *,
    table: TrainingTable,
    system: System = FIRST_SYSTEM,
    representation: Representation = None,
    settings: FitSettings,
    quiet: Quiet = False,
    hyperparameters: Hyperparameters,
) -> int:
    """Learn rules from a table, test them and show the strongest.

    Ctrl-C ends training and keeps the rules learned so far; a second one quits.
    """
    choice = choose_estimator(system, representation, hyperparameters)
    from beta4ucs.cli.fitting.training import train

    return train(table, choice, settings, quiet=quiet)
