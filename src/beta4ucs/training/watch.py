"""What looks at a run while it goes on: accuracies, callbacks, early stopping."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from beta4ucs.training.early_stopping import Patience
from beta4ucs.training.lineage import Lineage
from beta4ucs.training.progress import Callback, Progress

if TYPE_CHECKING:
    from beta4ucs.learning.rule_arrays import RuleArrays
    from beta4ucs.learning.training_run import TrainingRun
    from beta4ucs.rules import RuleSet

REPORT_SECONDS = 0.5  # between two reports from an epoch that goes on
ESTIMATE_ROWS = 2000  # at most so many are predicted for an estimate of the accuracy

Scorer = Callable[["RuleArrays"], tuple[float, float]]  # accuracy, and its mean over classes
SCORES = ("accuracy", "balanced_accuracy")


class Watch:
    """What looks at a run while it goes on: accuracies, callbacks, early stopping.

    Parameters
    ----------
    n_epochs : int
        Number of epochs of the run.
    scorers : dict
        What to judge rules by at the end of each epoch: name of the rows -> function of rules
        that gives their accuracy and its mean over classes.
    callbacks : sequence of functions
        Called with a `Progress`; one that returns True or raises `StopIteration` ends training.
    readable : function of rules
        Makes the `RuleSet` that callbacks may ask for.
    patience : Patience, optional
        Early stopping by one of these.
    estimate : function of rules, optional
        The accuracy that callbacks may ask for.
    """

    def __init__(
        self,
        n_epochs: int,
        scorers: Mapping[str, Scorer],
        callbacks: Sequence[Callback],
        readable: Callable[[RuleArrays], RuleSet],
        patience: Patience | None = None,
        estimate: Scorer = lambda rules: (math.nan, math.nan),
    ) -> None:
        self._n_epochs, self._scorers, self._callbacks = n_epochs, scorers, callbacks
        self._estimate, self._readable = estimate, readable
        self.lineages = [one for one in callbacks if isinstance(one, Lineage)]
        self.patience = patience
        self.scores: dict[str, list[float]] = {
            f"{name}_{score}": [] for score in SCORES for name in scorers
        }
        self._epochs_seen, self._last_report = 0, 0.0

    def wants_stop(self, run: TrainingRun, seconds: float) -> bool:
        """Look at the run after a piece; True if somebody wants it to end."""
        at_end = run.n_finished_epochs > self._epochs_seen
        is_due = self._callbacks and seconds - self._last_report >= REPORT_SECONDS
        if not at_end and not is_due:
            return False
        self._epochs_seen, self._last_report = run.n_finished_epochs, seconds
        is_exhausted = False
        row = None
        if at_end:
            row = {name: values[-1].item() for name, values in run.history().items()}
            is_exhausted = self._score(run, row)
        if not self._callbacks:
            return is_exhausted
        progress = self._progress(run, seconds, row)
        wishes = [_wants_stop(callback, progress) for callback in self._callbacks]
        return is_exhausted or any(wishes)

    def _score(self, run: TrainingRun, row: dict[str, float]) -> bool:
        """Add the accuracies to an epoch's row; True if early stopping has lost its patience."""
        if not self._scorers:
            return False
        rules = run.rules()
        for name, score in self._scorers.items():
            row |= {
                f"{name}_{kind}": value for kind, value in zip(SCORES, score(rules), strict=True)
            }
        for name, values in self.scores.items():
            values.append(row[name])
        if self.patience is None:
            return False
        reached = row[self.patience.column]
        return self.patience.is_exhausted(run.n_finished_epochs, reached, rules)

    def _progress(self, run: TrainingRun, seconds: float, row: dict[str, float] | None) -> Progress:
        if row is None:
            rules = run.rules()
            n_rules, numerosity = rules.n_rules, int(rules.numerosity.sum())
        else:
            n_rules, numerosity = int(row["rules"]), int(row["numerosity"])
        accuracy = (row or {}).get  # None inside an epoch, and for what nobody asked
        return Progress(
            epoch=run.n_finished_epochs + (row is None),
            n_epochs=self._n_epochs,
            iteration=run.iteration,
            n_iterations=run.n_iterations,
            rules=n_rules,
            numerosity=numerosity,
            seconds=seconds,
            epoch_finished=row is not None,
            train_accuracy=accuracy("train_accuracy"),
            validation_accuracy=accuracy("validation_accuracy"),
            test_accuracy=accuracy("test_accuracy"),
            history=row,
            estimate_accuracy=lambda: self._estimate(run.rules())[0],
            read_rules=lambda: self._readable(run.rules()),
        )


def _wants_stop(callback: Callback, progress: Progress) -> bool:
    try:
        answer = callback(progress)
        return isinstance(answer, (bool, np.bool_)) and bool(answer)
    except StopIteration:
        return True


def even_sample(inputs: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Take every n-th row, so that at most `ESTIMATE_ROWS` are left."""
    step = -(-labels.shape[0] // ESTIMATE_ROWS)
    return inputs[::step], labels[::step]
