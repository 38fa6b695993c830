"""One training run: arrays, random stream and position, advanced piece by piece."""

import numpy as np

from beta4ucs.kernels.random import new_stream
from beta4ucs.learning.config import Config
from beta4ucs.learning.credit import Credit, compile_update
from beta4ucs.learning.dispatch import operators_of
from beta4ucs.learning.population import (
    EXPERIENCE,
    FITNESS,
    NUMEROSITY,
    SET_SIZE,
    TIME_STAMP,
    new_population,
)
from beta4ucs.learning.progress import HISTORY_COLUMNS
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.learning.trainer import compile_learner, new_sets
from beta4ucs.representations.contract import gene_width, rule_rows


class TrainingRun:
    """Learns from scaled rows; how it is cut into pieces does not change the outcome.

    Parameters
    ----------
    representation : instance of a representation
    credit : Credit
    config : Config
        Its last block as `credit.configure` gives it.
    inputs : array of shape (rows, features), in [0, 1], NaN where missing
    labels : array of shape (rows,), class indices
    n_classes : int
    n_epochs : int
        Number of epochs that the history has room for.
    seed : int
        Start of the run's only random stream, 0 .. 2**64 - 1.
    """

    def __init__(
        self, representation, credit: Credit, config: Config, inputs, labels, n_classes, n_epochs,
        seed,
    ):  # fmt: skip
        self._operators = operators_of(representation)
        self._update_credit = compile_update(credit)
        self._learn = compile_learner()
        self._config = config
        self._inputs = np.require(inputs, np.float64, ["C", "W"])
        self._labels = np.require(labels, np.int64, ["C", "W"])
        n_rows, n_features = self._inputs.shape
        self._population = new_population(
            config.max_rules,
            n_features,
            n_classes,
            rule_rows(representation),
            gene_width(representation),
            representation.packed_width(n_features) if hasattr(representation, "pack") else 0,
        )
        self._sets = new_sets(self._population, config.tournament_fraction, config.max_rules)
        self._order = np.arange(n_rows, dtype=np.int64)
        self._rng = new_stream(seed)
        self._history = np.zeros((n_epochs, len(HISTORY_COLUMNS)))
        self.n_iterations = n_epochs * n_rows
        self.iteration = 0

    def advance(self, n_iterations: int) -> None:
        """Learn from the next rows, at most up to the last epoch's end; releases the GIL."""
        stop = min(self.iteration + n_iterations, self.n_iterations)
        self.iteration = int(
            self._learn(
                *self._operators,
                self._update_credit,
                self._population,
                self._config,
                self._sets,
                self._inputs,
                self._labels,
                self._order,
                self._rng,
                self._history,
                self.iteration,
                stop,
            )
        )

    @property
    def n_finished_epochs(self) -> int:
        """Number of epochs that are complete."""
        return self.iteration // self._inputs.shape[0]

    def history(self) -> dict[str, np.ndarray]:
        """Return one array per column of the history, a value per finished epoch."""
        rows = self._history[: self.n_finished_epochs]
        return {name: rows[:, i].copy() for i, name in enumerate(HISTORY_COLUMNS)}

    def rules(self) -> RuleArrays:
        """Copy the population as it is now."""
        population = self._population
        words = population.alive.view(np.uint8)
        alive = np.flatnonzero(np.unpackbits(words, bitorder="little"))
        stats = population.stats[alive]
        return RuleArrays(
            genes=population.genes[alive],
            label=population.label[alive],
            fitness=stats[:, FITNESS].copy(),
            experience=stats[:, EXPERIENCE].copy(),
            numerosity=stats[:, NUMEROSITY].astype(np.int64),
            set_size=stats[:, SET_SIZE].copy(),
            time_stamp=stats[:, TIME_STAMP].astype(np.int64),
            mass=population.mass[alive],
        )
