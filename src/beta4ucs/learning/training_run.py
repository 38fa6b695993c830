"""A training run: the rows that learning is shown, in which order, and how far it has got.

A table is shown in epochs, each row once or as often as it weighs, in random order. A stream is
shown once, in the order in which it comes. For the trainer both are a schedule: iteration t
shows the row `order[(t - start) % len(order)]`.

A run over a table goes on in pieces. They let the loop around it look at the clock and the keyboard
between two of them, while compiled code runs without a look at anything.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

import numpy as np

from beta4ucs.kernels.compiled import kernel
from beta4ucs.kernels.random import below, random
from beta4ucs.learning.population import CRISP_SHARE, HISTORY_COLUMNS
from beta4ucs.learning.records import floats, ints, record_type
from beta4ucs.learning.rule_arrays import RuleArrays

if TYPE_CHECKING:
    from beta4ucs.learning.evolving_population import EvolvingPopulation, Trace

    Follower = Callable[[int, Trace], None]  # of an iteration's number, and what it has left

_NOTHING = np.zeros(0)


class Schedule(NamedTuple):
    """Rows and their order; one epoch shows each entry of `order` once."""

    inputs: Annotated[np.ndarray, floats("rows", "columns")]  # see `Features`
    labels: Annotated[np.ndarray, ints("rows")]
    order: Annotated[np.ndarray, ints("iterations")]
    shares: Annotated[np.ndarray, floats("weighted")]  # summed weights of rows, or empty
    answers: Annotated[np.ndarray, ints("asked")]  # room for the class answered first, or empty
    start: int  # iteration that showed the first of these rows


SCHEDULE_TYPE = record_type(Schedule)


class Sample(NamedTuple):
    """One row as an iteration sees it: the article's x and c*, at iteration t."""

    x: np.ndarray  # numbers, NaN where missing
    codes: np.ndarray  # of listed values
    label: int  # c*
    time: int  # t
    wants_answer: bool


class TrainingRun:
    """Learns from scaled rows; how it is cut into pieces does not change the outcome.

    Parameters
    ----------
    learner : EvolvingPopulation
        One that has not learned yet.
    inputs : array of shape (rows, features + sets)
        Features in [0, 1], NaN where missing; then a code per set, see `Features`.
    labels : array of shape (rows,), class indices
    n_epochs : int
        Number of epochs that the history has room for.
    weights : array of shape (rows,), optional
        How often an epoch shows each row: exactly if all are whole numbers, else on average. An
        epoch has as many iterations as they add up to, rounded.
    """

    def __init__(self, learner: "EvolvingPopulation", inputs, labels, n_epochs: int, weights=None):
        self._learner = learner
        self._schedule = epochs_over(inputs, labels, weights)
        self._history = np.zeros((n_epochs, len(HISTORY_COLUMNS)))
        self.n_rows = len(self._schedule.order)
        self.n_iterations = n_epochs * self.n_rows

    @property
    def iteration(self) -> int:
        """Number of rows learned from so far, each counted as often as it was shown."""
        return self._learner.time

    def advance(self, n_iterations: int, followers: "Sequence[Follower]" = ()) -> None:
        """Learn from the next rows, at most up to the last epoch's end; releases the GIL.

        Followers are called after every single iteration; without them compiled code runs through.
        """
        stop = min(self.iteration + n_iterations, self.n_iterations)
        size = 1 if followers else n_iterations
        while self.iteration < stop:
            time = self.iteration
            self._learner.learn(self._schedule, self._history, min(time + size, stop))
            for note in followers:
                note(time, self._learner.trace())

    @property
    def n_finished_epochs(self) -> int:
        """Number of epochs that are complete."""
        return self.iteration // self.n_rows

    def history(self) -> dict[str, np.ndarray]:
        """Return one array per column of the history, a value per finished epoch."""
        return history_of(self._history[: self.n_finished_epochs])

    def rules(self) -> RuleArrays:
        """Copy the population as it is now."""
        return self._learner.rules()


def history_of(rows: np.ndarray) -> dict[str, np.ndarray]:
    """Return one array per column of the history, counts as whole numbers."""
    return {
        name: column.copy() if name == CRISP_SHARE else column.astype(np.int64)
        for name, column in zip(HISTORY_COLUMNS, rows.T, strict=True)
    }


def epochs_over(inputs, labels, weights=None) -> Schedule:
    """Plan epochs over a table.

    Rows are repeated as often as they weigh if all weights are whole numbers; else every epoch
    draws them anew, and has as many iterations as the weights add up to, rounded.

    Parameters
    ----------
    inputs : array of shape (rows, features + sets)
    labels : array of shape (rows,), class indices
    weights : array of shape (rows,), optional
        How often an epoch shows each row; once by default.
    """
    inputs, labels = _as_rows(inputs, labels)
    order, shares = np.arange(len(labels)), _NOTHING
    if weights is not None:
        weights = np.asarray(weights, dtype=np.float64)
        if np.all(weights == np.rint(weights)):
            order = np.repeat(order, weights.astype(np.int64))
        else:
            order = np.zeros(max(1, round(weights.sum())), dtype=np.int64)
            shares = np.cumsum(weights)
    return Schedule(inputs, labels, order, shares, _NOTHING.astype(np.int64), 0)


def once_over(inputs, labels, start: int) -> Schedule:
    """Plan to show rows once, from iteration `start` on, and to ask for the class of each first."""
    inputs, labels = _as_rows(inputs, labels)
    n_rows = len(labels)
    return Schedule(inputs, labels, np.arange(n_rows), _NOTHING, np.full(n_rows, -1), start)


def _as_rows(inputs, labels) -> tuple[np.ndarray, np.ndarray]:
    return (
        np.require(inputs, np.float64, ["C", "W"]),
        np.require(labels, np.int64, ["C", "W"]),
    )


@kernel
def begin_epoch(schedule, config, time, rng):
    """Put the rows of an epoch in order.

    The authors' program draws the order once and keeps it (SPEC E5); it may be drawn anew before
    every epoch. Rows with weights that are not whole are drawn anew in any case. A stream keeps
    the order in which its rows came.
    """
    if config.keeps_order:
        return
    is_weighted = schedule.shares.shape[0] > 0
    if is_weighted:
        draw_rows(schedule.order, schedule.shares, rng)
    if time == schedule.start or config.shuffles_every_epoch or is_weighted:
        shuffle(schedule.order, rng)


@kernel
def draw_rows(order, shares, rng):
    """Fill the order with rows as often as they weigh: rounded down or up, exact on average.

    One draw places a comb of equally spaced points on the summed weights (systematic sampling);
    each point picks the row that it falls on:

        |--- row 0 ---|- row 1 -|------- row 2 -------|     widths are weights
           x      x      x      x      x      x      x      rows 0 0 1 2 2 2 2
    """
    step = shares[-1] / order.shape[0]
    point = random(rng) * step
    row = 0
    for i in range(order.shape[0]):
        while row < shares.shape[0] - 1 and shares[row] <= point:
            row += 1
        order[i] = row
        point += step


@kernel
def shuffle(order, rng):
    """Shuffle in place (Fisher and Yates)."""
    for last in range(order.shape[0] - 1, 0, -1):
        other = below(rng, last + 1)
        kept = order[last]
        order[last] = order[other]
        order[other] = kept
