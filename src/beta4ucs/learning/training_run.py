"""One training run: rows, epochs and a learner, advanced piece by piece.

Pieces let the loop around a run look at the clock and the keyboard between two of them, while
compiled code runs without a look at anything.
"""

import numpy as np

from beta4ucs.learning.evolving_population import EvolvingPopulation
from beta4ucs.learning.history import HISTORY_COLUMNS
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.learning.schedule import epochs_over


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

    def __init__(self, learner: EvolvingPopulation, inputs, labels, n_epochs: int, weights=None):
        self._learner = learner
        self._schedule = epochs_over(inputs, labels, weights)
        self._history = np.zeros((n_epochs, len(HISTORY_COLUMNS)))
        self.n_rows = len(self._schedule.order)
        self.n_iterations = n_epochs * self.n_rows

    @property
    def iteration(self) -> int:
        """Number of rows learned from so far, each counted as often as it was shown."""
        return self._learner.time

    def advance(self, n_iterations: int) -> None:
        """Learn from the next rows, at most up to the last epoch's end; releases the GIL."""
        stop = min(self.iteration + n_iterations, self.n_iterations)
        self._learner.learn(self._schedule, self._history, stop)

    @property
    def n_finished_epochs(self) -> int:
        """Number of epochs that are complete."""
        return self.iteration // self.n_rows

    def history(self) -> dict[str, np.ndarray]:
        """Return one array per column of the history, a value per finished epoch."""
        rows = self._history[: self.n_finished_epochs]
        return {name: rows[:, i].copy() for i, name in enumerate(HISTORY_COLUMNS)}

    def rules(self) -> RuleArrays:
        """Copy the population as it is now."""
        return self._learner.rules()
