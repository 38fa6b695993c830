"""A population that learns from the rows it is shown.

The border between plain Python and compiled code: what is above passes arrays, and gets
`RuleArrays`. All state of a run is here, in arrays that the kernels change in place; so learning
can stop after any iteration and go on later as if nothing had been.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numba import types

from beta4ucs.kernels import compiled
from beta4ucs.kernels.random import new_stream
from beta4ucs.learning.config import Config
from beta4ucs.learning.credit import Credit
from beta4ucs.learning.dispatch import OPERATORS_TYPE
from beta4ucs.learning.features import Features
from beta4ucs.learning.lifecycle import hash_genes, link_hash
from beta4ucs.learning.population import (
    BASE_VOTE,
    BORN,
    COVERINGS,
    EXPERIENCE,
    FITNESS,
    FITNESS_IN_DOUBT,
    HISTORY_COLUMNS,
    MACRO,
    MICRO,
    NUMEROSITY,
    SET_SIZE,
    SET_SIZE_COUNT,
    SET_SIZE_SUM,
    SLOTS,
    TIME_STAMP,
    TOP_MASS,
    new_population,
    population_type,
)
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.learning.support_index import index_rule, prepare_rule
from beta4ucs.learning.system import is_plain_system, new_system, new_workspace
from beta4ucs.learning.trainer import compile_trainer
from beta4ucs.learning.training_run import Schedule, history_of, once_over


class Trace(NamedTuple):
    """What tells who came, from whom, and who left: the arrays themselves, for reading only."""

    born: np.ndarray  # (slots,): the number of a slot's last rule, which no other rule ever has
    alive: np.ndarray  # bit set of the slots whose rule is in [P]
    parents: np.ndarray  # slots of the parents in the last run of the genetic algorithm
    n_born: int  # rules that ever entered
    n_coverings: int  # those of them that covering has made
    n_slots: int  # slots ever used


class EvolvingPopulation:
    """A system, its population [P], its random stream and its clock.

    Parameters
    ----------
    representation : instance of a representation
    credit : Credit
    config : Config
        Its last block as `credit.configure` gives it.
    features : Features
    n_classes : int
    seed : int
        Start of the only random stream, 0 .. 2**64 - 1.
    """

    def __init__(
        self, representation, credit: Credit, config: Config, features: Features, n_classes, seed
    ):
        is_plain = is_plain_system(config, features)
        self._system = new_system(representation, credit, config, features)
        self._learn = compile_trainer(is_plain=is_plain)
        self._population = new_population(
            representation, config, features, n_classes, is_plain=is_plain
        )
        self._workspace = new_workspace(self._population, config)
        self._rng = new_stream(seed)
        self._last = np.zeros((1, len(HISTORY_COLUMNS)))  # row of the history, of streams
        self.time = 0  # t: number of the next iteration

    def learn(self, schedule: Schedule, history: np.ndarray, stop: int) -> None:
        """Go on to iteration `stop`, see `trainer.learn`; releases the GIL.

        Parameters
        ----------
        schedule : Schedule
        history : array of shape (epochs, len(HISTORY_COLUMNS))
            Rows of zeros are filled, one per epoch.
        stop : int
            Nothing happens if it has been reached already.
        """
        self.time = int(
            self._learn(
                self._system,
                self._population,
                self._workspace,
                schedule,
                history,
                self.time,
                stop,
                self._rng,
            )
        )

    def follow(self, inputs, labels) -> np.ndarray:
        """Learn from rows as they come, once each; return what was answered before each.

        Parameters
        ----------
        inputs : array of shape (rows, features + sets)
        labels : array of shape (rows,), class indices

        Returns
        -------
        ndarray of shape (rows,)
            Class indices; -1 where no rule had a vote.
        """
        schedule = once_over(inputs, labels, start=self.time)
        self._last[:] = 0.0
        self.learn(schedule, self._last, self.time + len(schedule.order))
        return schedule.answers

    def state(self) -> dict[str, float]:
        """Return the row of the history after the last rows that it followed.

        A batch counts as an epoch. Only `follow` fills the row, a training run has its own.
        """
        return {name: values[0].item() for name, values in history_of(self._last).items()}

    def trace(self) -> Trace:
        """Return what tells newcomers, their parents and the dead of the last iteration.

        A slot is not used again in the iteration in which its rule has left, so after each single
        iteration all of them can be told by number.
        """
        population, counts = self._population, self._population.counts
        return Trace(
            population.born,
            population.alive,
            self._workspace.parents,
            int(counts[BORN]),
            int(counts[COVERINGS]),
            int(counts[SLOTS]),
        )

    def rules(self) -> RuleArrays:
        """Copy the population as it is now, the oldest rule first.

        Slots that are not alive are left out; the bits of `alive` tell which.
        """
        population, sets = self._population, self._population.sets
        words = population.alive.view(np.uint8)
        alive = np.flatnonzero(np.unpackbits(words, bitorder="little"))
        alive = alive[np.argsort(population.born[alive])]
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
            sets=np.zeros((len(alive), 0), np.int64) if sets is None else sets[alive],
        )

    def adopt(
        self, rules: RuleArrays, time: int, before: "EvolvingPopulation | None" = None
    ) -> None:
        """Take over rules of another population of at most as many copies; this one is empty.

        What rule arrays do not tell is put as it most likely was: the number of correct sets that
        a rule was in is its matched experience of its class, and no rule counts as weak before it
        matches again.

        Parameters
        ----------
        rules : RuleArrays
            The oldest first.
        time : int
            Iteration with which learning goes on.
        before : EvolvingPopulation, optional
            The learner whose counts of what happened so far go on here.
        """
        population, n = self._population, rules.n_rules
        # The rules take the first slots, by age.
        stats = population.stats[:n]
        at_label = rules.mass[np.arange(n), rules.label]
        stats[:, EXPERIENCE], stats[:, FITNESS] = rules.experience, rules.fitness
        stats[:, NUMEROSITY], stats[:, TIME_STAMP] = rules.numerosity, rules.time_stamp
        stats[:, TOP_MASS], stats[:, SET_SIZE] = at_label, rules.set_size
        stats[:, SET_SIZE_COUNT] = at_label
        stats[:, SET_SIZE_SUM] = rules.set_size * at_label
        population.genes[:n] = rules.genes
        population.mass[:n], population.label[:n] = rules.mass, rules.label
        is_plain = population.sets is None
        if population.sets is not None and population.asked is not None:
            population.sets[:n] = rules.sets
            population.asked[:n] = -1  # perhaps about everything; the first mutation finds out
        population.deletion_votes[BASE_VOTE, :n] = rules.set_size * rules.numerosity
        population.deletion_votes[FITNESS_IN_DOUBT, :n] = np.inf
        population.born[:n] = np.arange(n)
        population.counts[SLOTS] = population.counts[MACRO] = population.counts[BORN] = n
        population.counts[MICRO] = rules.numerosity.sum()
        if before is not None:
            population.counts[COVERINGS:] = before._population.counts[COVERINGS:]
        powered = rules.fitness.copy()
        is_positive = powered > 0.0
        powered[is_positive] **= self._system.config.fitness_power
        population.fitness_sum[0] = powered.sum()
        _compile_enter(is_plain=is_plain)(self._system.operators, population, n)
        self.time = time


@cache
def _compile_enter(*, is_plain: bool):
    """Return the compiled `enter_rules`, which only streams need."""
    folder = compiled.kernel_folder()
    signature = types.void(OPERATORS_TYPE, population_type(is_plain=is_plain), types.int64)
    return compiled.compile_cached(enter_rules, signature, folder, is_entry=True)


def enter_rules(operators, population, n_rules):
    """Fill what is derived from genes and sets of the first rules, and enter these into [P].

    Unlike `enter` of `lifecycle.py` it leaves experience and counts alone: they are adopted.
    """
    for rule in range(n_rules):
        prepare_rule(operators, population, rule)
        population.hashes[rule] = hash_genes(population.genes, population.sets, rule)
        link_hash(population, rule)
        index_rule(population, rule)
