"""The training loop around a run: pieces, progress, early stopping, Ctrl-C."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from beta4ucs.errors import InputError
from beta4ucs.keyboard import Keyboard

if TYPE_CHECKING:
    from beta4ucs.learning.config import Config
    from beta4ucs.learning.credit import Credit
    from beta4ucs.learning.rule_arrays import RuleArrays
    from beta4ucs.learning.evolving_population import EvolvingPopulation
    from beta4ucs.learning.training_run import TrainingRun

PIECE_SECONDS = 0.1  # between two looks at the keyboard
FIRST_PIECE = 400  # iterations
GROWTH = 16  # of a piece over the one before: a small population is no measure for a full one
REPORT_SECONDS = 0.5  # between two reports from an epoch that goes on
ESTIMATE_ROWS = 2000  # at most so many are predicted for an estimate of the accuracy


class TrainingInterrupted(UserWarning):
    """Training was ended by Ctrl-C; the model has the rules learned so far."""


@dataclass(frozen=True)
class Progress:
    """How far training is, as callbacks see it.

    Attributes
    ----------
    epoch : int
        The epoch that has just ended or is going on, from 1.
    n_epochs : int
        Number of epochs asked for.
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


Callback = Callable[[Progress], Any]
Scorer = Callable[["RuleArrays"], tuple[float, float]]  # accuracy, and its mean over classes
SCORES = ("accuracy", "balanced_accuracy")


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


class Patience:
    """Early stopping: remembers the best epoch and counts those without improvement."""

    def __init__(self, n_epochs: int, tolerance: float, column: str) -> None:
        self._n_epochs, self._tolerance = n_epochs, tolerance
        self.column = column  # of the history
        self._best = self._to_beat = -np.inf
        self._waiting = 0
        self.rules: RuleArrays | None = None
        self.epoch: int | None = None

    def is_exhausted(self, epoch: int, accuracy: float, rules: RuleArrays) -> bool:
        """Take note of an epoch; True if it is time to stop."""
        if accuracy > self._best:
            self._best, self.rules, self.epoch = accuracy, rules, epoch
        if accuracy > self._to_beat + self._tolerance:
            self._to_beat, self._waiting = accuracy, 0
        else:
            self._waiting += 1
        return self._waiting >= self._n_epochs


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
        patience: Patience | None = None,
        estimate: Scorer = lambda rules: (math.nan, math.nan),
    ) -> None:
        self._n_epochs, self._scorers, self._callbacks = n_epochs, scorers, callbacks
        self._estimate = estimate
        self.patience = patience
        self.scores: dict[str, list[float]] = {
            f"{name}_{score}": [] for score in SCORES for name in scorers
        }
        self._epochs_seen, self._last_report = 0, 0.0

    def is_idle(self) -> bool:
        """Whether there is nothing to do at the end of an epoch."""
        return not (self._scorers or self._callbacks)

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
            row = {name: values[-1].item() for name, values in typed_history(run).items()}
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


def typed_history(run: TrainingRun) -> dict[str, np.ndarray]:
    """The run's history, counts as whole numbers."""
    columns: dict[str, np.ndarray] = run.history()
    return {
        name: values if name == "crisp_share" else values.astype(np.int64)
        for name, values in columns.items()
    }


def state_of(learner: EvolvingPopulation) -> dict[str, float]:
    """The history row of a learner as it is now, counts as whole numbers."""
    return {
        name: value if name == "crisp_share" else int(value)
        for name, value in learner.state().items()
    }


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


def train(run: TrainingRun, watch: Watch, n_epochs: int) -> Outcome:
    """Advance a run to its end, or to where a callback, early stopping or Ctrl-C ends it."""
    start = time.perf_counter()
    with Keyboard() as keyboard:
        try:
            _advance(run, watch, run.n_rows, keyboard)
            is_interrupted = keyboard.is_pressed
        except KeyboardInterrupt:
            if keyboard.is_pressed_again:
                raise
            is_interrupted = True
    seconds = time.perf_counter() - start
    best = watch.patience
    rules = run.rules() if best is None or best.rules is None else best.rules
    if is_interrupted:
        if rules.n_rules == 0:
            raise KeyboardInterrupt
        _warn_of_interruption(run, n_epochs)
    # an epoch whose accuracies were interrupted does not count
    n_finished = min([run.n_finished_epochs, *map(len, watch.scores.values())])
    history = typed_history(run) | {k: np.array(values) for k, values in watch.scores.items()}
    return Outcome(
        rules=rules,
        history={name: values[:n_finished] for name, values in history.items()},
        n_epochs=n_finished,
        n_iterations=run.iteration,
        seconds=seconds,
        is_interrupted=is_interrupted,
        best_epoch=None if best is None else best.epoch,
    )


def _advance(run: TrainingRun, watch: Watch, n_rows: int, keyboard: Keyboard) -> None:
    start = time.perf_counter()
    piece = FIRST_PIECE
    while run.iteration < run.n_iterations and not keyboard.is_pressed:
        size = piece
        if not watch.is_idle():
            size = min(size, n_rows - run.iteration % n_rows)
        began = time.perf_counter()
        with keyboard.on_hold():
            run.advance(size)
        now = time.perf_counter()
        affordable = int(PIECE_SECONDS * size / max(now - began, 1e-9))
        piece = max(1, min(affordable, GROWTH * piece))
        if not watch.is_idle() and watch.wants_stop(run, now - start):
            return


def _warn_of_interruption(run: TrainingRun, n_epochs: int) -> None:
    epochs = "1 epoch" if n_epochs == 1 else f"{n_epochs} epochs"
    warnings.warn(
        f"training was interrupted after {run.iteration} of {run.n_iterations} iterations "
        f"({run.n_finished_epochs} of {epochs} finished); the model has the rules learned so far",
        TrainingInterrupted,
        stacklevel=4,
    )


def config_from(
    params: Mapping[str, Any], credit: Credit, *, max_conditions: int = 0, keeps_order: bool = False
) -> Config:
    """Turn checked hyperparameters into what the learning kernels read."""
    from beta4ucs.learning.config import Config

    of_credit = credit.configure(params)
    same_name = (set(Config._fields) & set(params)) - {*of_credit, "max_conditions"}
    return Config(
        **of_credit,
        **{name: params[name] for name in same_name},
        crispifies=params.get("crispify", False),
        subsumes_correct_set=params["subsume_correct_set"],
        subsumes_children=params["subsume_children"],
        swaps_whole_genes=params["crossover_unit"] == "gene",
        samples_tournament=params["tournament"] == "sample",
        shuffles_every_epoch=params["shuffle"] == "every_epoch",
        keeps_order=keeps_order,
        skips_after_subsumption=params["skip_after_subsumption"],
        keeps_deleted=params["keep_deleted"],
        max_conditions=max_conditions,
        derives_sets=params["missing"] == "never",
        memory=1.0 - params["forgetting"],
    )


def hold_out(labels: np.ndarray, fraction: float, seed: int) -> np.ndarray:
    """Choose validation rows: about `fraction` of every class, never the last row of one.

    Returns
    -------
    ndarray of bool, shape (n_rows,)
        True for the rows held out.
    """
    order = np.random.default_rng(seed).permutation(labels.shape[0])
    order = order[np.argsort(labels[order], kind="stable")]
    is_first = np.r_[True, np.diff(labels[order]) != 0]
    eligible = order[~is_first]
    wanted = min(max(1, round(fraction * labels.shape[0])), eligible.shape[0])
    if wanted == 0:
        raise InputError("early_stopping has no row to hold out: every class has a single row")
    # evenly spread over the rows sorted by class
    steps = np.arange(eligible.shape[0] + 1) * wanted + eligible.shape[0] // 2
    held_out = np.zeros(labels.shape[0], dtype=bool)
    held_out[eligible[np.diff(steps // eligible.shape[0]) > 0]] = True
    return held_out
