"""The loop around one run: it advances in pieces, so that Ctrl-C and callbacks get their turn."""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from beta4ucs.training.interruption import Interruption
from beta4ucs.training.watch import Watch

if TYPE_CHECKING:
    from beta4ucs.learning.rule_arrays import RuleArrays
    from beta4ucs.learning.training_run import TrainingRun

PIECE_SECONDS = 0.1  # between two looks at Ctrl-C
FIRST_PIECE = 400  # iterations
GROWTH = 16  # of a piece over the one before: a small population is no measure for a full one


class TrainingInterrupted(UserWarning):
    """Training was ended by Ctrl-C; the model has the rules learned so far."""


@dataclass(frozen=True)
class Outcome:
    """What training leaves behind."""

    rules: RuleArrays
    history: dict[str, np.ndarray]
    n_epochs: int  # finished ones
    n_iterations: int
    seconds: float
    is_interrupted: bool
    best_epoch: int | None  # from 1; None without early stopping


def train(run: TrainingRun, watch: Watch | None, n_epochs: int) -> Outcome:
    """Advance a run to its end, or to where a callback, early stopping or Ctrl-C ends it.

    Without callbacks and accuracies nobody watches.
    """
    start = time.perf_counter()
    with Interruption() as interruption:
        try:
            _advance(run, watch, interruption)
            is_interrupted = interruption.is_requested
        except KeyboardInterrupt:
            if interruption.is_insisted_on:
                raise
            is_interrupted = True
    seconds = time.perf_counter() - start
    best = None if watch is None else watch.patience
    scores = {} if watch is None else watch.scores
    rules = run.rules() if best is None or best.rules is None else best.rules
    if is_interrupted:
        if rules.n_rules == 0:
            raise KeyboardInterrupt
        _warn_of_interruption(run, n_epochs)
    # an epoch whose accuracies were interrupted does not count
    n_finished = min([run.n_finished_epochs, *map(len, scores.values())])
    history = run.history() | {name: np.array(values) for name, values in scores.items()}
    return Outcome(
        rules=rules,
        history={name: values[:n_finished] for name, values in history.items()},
        n_epochs=n_finished,
        n_iterations=run.iteration,
        seconds=seconds,
        is_interrupted=is_interrupted,
        best_epoch=None if best is None else best.epoch,
    )


def _advance(run: TrainingRun, watch: Watch | None, interruption: Interruption) -> None:
    start = time.perf_counter()
    piece = FIRST_PIECE
    lineages = [] if watch is None else watch.lineages
    for lineage in lineages:
        lineage.begin()
    while run.iteration < run.n_iterations and not interruption.is_requested:
        size = piece
        if watch is not None:  # it looks at the end of every epoch
            size = min(size, run.n_rows - run.iteration % run.n_rows)
        began = time.perf_counter()
        with interruption.on_hold():
            run.advance(size, [lineage.note for lineage in lineages])
        now = time.perf_counter()
        affordable = int(PIECE_SECONDS * size / max(now - began, 1e-9))
        piece = max(1, min(affordable, GROWTH * piece))
        if watch is not None and watch.wants_stop(run, now - start):
            return


def _warn_of_interruption(run: TrainingRun, n_epochs: int) -> None:
    epochs = "1 epoch" if n_epochs == 1 else f"{n_epochs} epochs"
    warnings.warn(
        f"training was interrupted after {run.iteration} of {run.n_iterations} iterations "
        f"({run.n_finished_epochs} of {epochs} finished); the model has the rules learned so far",
        TrainingInterrupted,
        stacklevel=6,
    )
