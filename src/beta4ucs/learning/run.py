"""One training run: rows, epochs and a learner, advanced piece by piece."""

import numpy as np

from beta4ucs.learning.config import Config
from beta4ucs.learning.credit import Credit
from beta4ucs.learning.features import Features
from beta4ucs.learning.learner import NO_SHARES, Learner
from beta4ucs.learning.progress import HISTORY_COLUMNS
from beta4ucs.learning.rule_arrays import RuleArrays


class TrainingRun:
    """Learns from scaled rows; how it is cut into pieces does not change the outcome.

    Parameters
    ----------
    representation : instance of a representation
    credit : Credit
    config : Config
        Its last block as `credit.configure` gives it.
    features : Features
    inputs : array of shape (rows, features + sets)
        Features in [0, 1], NaN where missing; then a code per set.
    labels : array of shape (rows,), class indices
    n_classes : int
    n_epochs : int
        Number of epochs that the history has room for.
    seed : int
        Start of the run's only random stream, 0 .. 2**64 - 1.
    weights : array of shape (rows,), optional
        How often an epoch shows each row: exactly if all are whole numbers, else on average. An
        epoch has as many iterations as they add up to, rounded.
    """

    def __init__(
        self, representation, credit: Credit, config: Config, features: Features, inputs, labels,
        n_classes, n_epochs, seed, weights=None,
    ):  # fmt: skip
        self._learner = Learner(representation, credit, config, features, n_classes, seed)
        self._inputs = np.require(inputs, np.float64, ["C", "W"])
        self._labels = np.require(labels, np.int64, ["C", "W"])
        self._order, self._shares = _schedule(len(self._labels), weights)
        self._history = np.zeros((n_epochs, len(HISTORY_COLUMNS)))
        self.n_rows = len(self._order)
        self.n_iterations = n_epochs * self.n_rows

    @property
    def iteration(self) -> int:
        """Number of rows learned from so far, each counted as often as it was shown."""
        return self._learner.time

    def advance(self, n_iterations: int) -> None:
        """Learn from the next rows, at most up to the last epoch's end; releases the GIL."""
        stop = min(self.iteration + n_iterations, self.n_iterations)
        self._learner.learn(
            self._inputs, self._labels, self._order, self._history, stop, shares=self._shares
        )

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


def _schedule(n_rows: int, weights) -> tuple[np.ndarray, np.ndarray]:
    """Rows of an epoch, and their summed weights if every epoch has to draw them anew."""
    if weights is None:
        return np.arange(n_rows), NO_SHARES
    weights = np.asarray(weights, dtype=np.float64)
    if np.all(weights == np.rint(weights)):
        return np.repeat(np.arange(n_rows), weights.astype(np.int64)), NO_SHARES
    return np.zeros(max(1, round(weights.sum())), dtype=np.int64), np.cumsum(weights)
