"""The command `stream`."""

from beta4ucs.cli import options
from beta4ucs.cli.estimator_choice import choose_estimator
from beta4ucs.cli.hyperparameter_options import Hyperparameters
from beta4ucs.cli.streaming.settings import StreamSettings
from beta4ucs.cli.table_source import TrainingTable


def stream(
    *,
    table: TrainingTable,
    system: str = options.stream_system(),
    representation: str | None = options.representation(),
    settings: StreamSettings,
    quiet: bool = options.quiet(),
    hyperparameters: Hyperparameters,
) -> int:
    """Learn from a table row by row, predicting each row before learning from it.

    The table is read in batches, so memory does not grow with its rows. Ctrl-C ends the stream and
    keeps the rules learned so far; a second Ctrl-C quits.
    """
    choice = choose_estimator(system, representation, hyperparameters)
    from beta4ucs.cli.streaming.following import follow

    return follow(table, choice, settings, quiet=quiet)
