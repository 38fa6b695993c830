"""The rows that learning is shown, and the order in which it is shown them.

A table is shown in epochs, each row once or as often as it weighs, in random order. A stream is
shown once, in the order in which it comes. For the trainer both are a schedule: iteration t
shows the row `order[(t - start) % len(order)]`.
"""

from typing import Annotated, NamedTuple

import numpy as np

from beta4ucs.kernels.compiled import kernel
from beta4ucs.kernels.random import below, random
from beta4ucs.learning.records import floats, ints, record_type

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
