"""What callbacks see of a run while it goes on."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from beta4ucs.rules import RuleSet


def _unreadable() -> RuleSet:
    raise RuntimeError("there is no population to read: this report does not come from training")


@dataclass(frozen=True)
class Progress:
    """How far training is, as callbacks see it.

    Attributes
    ----------
    epoch : int
        The epoch that has just ended or is going on, from 1.
    n_epochs : int
        Number of epochs to run.
    iteration, n_iterations : int
        Rows learned from so far, and in all epochs together.
    rules, numerosity : int
        Rules in the population, and their copies.
    seconds : float
        Time since training began.
    epoch_finished : bool
        False for reports from inside a long epoch.
    train_accuracy, validation_accuracy, test_accuracy : float or None
        Known at the end of an epoch, with `track_accuracy`, `early_stopping` and `eval_set`.
    history : dict or None
        The epoch's row of `history_`; None inside an epoch.
    estimate_accuracy : function
        Measures, when it is called, the accuracy on the training rows, on an even sample of
        2,000 if there are more. This takes as long as to predict them.
    read_rules : function
        Returns, when it is called, the population as it is now, a `RuleSet` like `rules_`. It is a
        copy: learning goes on as if nobody had looked.
    """

    epoch: int
    n_epochs: int
    iteration: int
    n_iterations: int
    rules: int
    numerosity: int
    seconds: float
    epoch_finished: bool
    train_accuracy: float | None = None
    validation_accuracy: float | None = None
    test_accuracy: float | None = None
    history: dict[str, float] | None = None
    estimate_accuracy: Callable[[], float] = field(default=lambda: math.nan, repr=False)
    read_rules: Callable[[], RuleSet] = field(default=_unreadable, repr=False)


Callback = Callable[[Progress], Any]


def print_progress(every: float) -> Callback:
    """Make a callback that prints a line at most every so many seconds, and the last epoch's."""
    last = [-every]

    def show(progress: Progress) -> None:
        is_last = progress.epoch_finished and progress.epoch == progress.n_epochs
        if progress.seconds - last[0] < every and not is_last:
            return
        last[0] = progress.seconds
        parts = [f"epoch {progress.epoch}/{progress.n_epochs}", f"{progress.rules} rules"]
        for name in ("train", "validation", "test"):
            accuracy = getattr(progress, f"{name}_accuracy")
            if accuracy is not None:
                parts.append(f"{name} accuracy {accuracy:.4f}")
        print(", ".join([*parts, f"{progress.seconds:.1f} s"]), flush=True)

    return show
