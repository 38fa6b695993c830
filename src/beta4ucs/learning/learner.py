"""A population that learns from the rows it is shown."""

from functools import cache

import numpy as np
from numba import types

from beta4ucs.kernels import compiled
from beta4ucs.kernels.bits import BIT
from beta4ucs.kernels.random import new_stream
from beta4ucs.learning.config import Config
from beta4ucs.learning.credit import Credit, compile_update
from beta4ucs.learning.dispatch import OPERATORS_TYPE, operators_of
from beta4ucs.learning.features import Features
from beta4ucs.learning.gene_hash import hash_genes, link_hash
from beta4ucs.learning.population import (
    BASE_VOTE,
    BORN,
    COVERINGS,
    EXPERIENCE,
    FITNESS,
    FITNESS_IN_DOUBT,
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
    prepare_rule,
)
from beta4ucs.learning.progress import HISTORY_COLUMNS
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.learning.support_index import index_support
from beta4ucs.learning.trainer import compile_learner, new_sets
from beta4ucs.learning.value_sets import index_sets
from beta4ucs.representations.contract import gene_width, rule_rows

NO_ANSWERS = np.zeros(0, dtype=np.int64)
NO_SHARES = np.zeros(0)


class Learner:
    """A population, its random stream and its clock.

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
        is_plain = config.max_conditions == 0 and len(features.coded) == 0
        self._operators = operators_of(
            representation, crispifies=config.crispifies, changes_genes=not is_plain
        )
        self._update_credit = compile_update(credit)
        self._learn = compile_learner(is_plain=is_plain)
        self._config, self._features = config, features
        n_features = features.rates.shape[0]
        self._population = new_population(
            config.max_rules,
            n_features,
            n_classes,
            rule_rows(representation),
            gene_width(representation),
            representation.packed_width(n_features) if hasattr(representation, "pack") else 0,
            features.n_values.tolist(),
            is_plain,
        )
        self._sets = new_sets(self._population, config.tournament_fraction, config.max_rules)
        self._rng = new_stream(seed)
        self._last = np.zeros((1, len(HISTORY_COLUMNS)))  # row of the history, of streams
        self.time = 0

    def learn(
        self, inputs, labels, order, history, stop, since=0, shares=NO_SHARES, answers=NO_ANSWERS
    ) -> None:
        """Go on to iteration `stop` with these rows, see `trainer.learn`; releases the GIL."""
        self.time = int(
            self._learn(
                self._operators,
                self._update_credit,
                self._population,
                self._features,
                self._config,
                self._sets,
                inputs,
                labels,
                order,
                shares,
                self._rng,
                history,
                answers,
                since,
                self.time,
                stop,
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
        inputs = np.require(inputs, np.float64, ["C", "W"])
        labels = np.require(labels, np.int64, ["C", "W"])
        n_rows = labels.shape[0]
        answers, order = np.full(n_rows, -1), np.arange(n_rows)
        self._last[:] = 0.0
        stop = self.time + n_rows
        self.learn(inputs, labels, order, self._last, stop, since=self.time, answers=answers)
        return answers

    def state(self) -> dict[str, float]:
        """Return the row of the history after the last rows that it followed."""
        return dict(zip(HISTORY_COLUMNS, self._last[0].tolist(), strict=True))

    def rules(self) -> RuleArrays:
        """Copy the population as it is now, the oldest rule first."""
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

    def adopt(self, rules: RuleArrays, time: int, before: "Learner | None" = None) -> None:
        """Take over rules of another population of at most as many copies; this one is empty.

        Its counts of what happened go on from those of the learner `before`.

        What rule arrays do not tell is put as it most likely was: the number of correct sets that
        a rule was in is its matched experience of its class, and no rule counts as weak before it
        matches again.
        """
        population, n = self._population, rules.n_rules
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
        population.votes[BASE_VOTE, :n] = rules.set_size * rules.numerosity
        population.votes[FITNESS_IN_DOUBT, :n] = np.inf
        population.born[:n] = np.arange(n)
        population.counts[SLOTS] = population.counts[MACRO] = population.counts[BORN] = n
        population.counts[MICRO] = rules.numerosity.sum()
        if before is not None:
            population.counts[COVERINGS:] = before._population.counts[COVERINGS:]
        powered = rules.fitness.copy()
        is_positive = powered > 0.0
        powered[is_positive] **= self._config.fitness_power
        population.fitness_sum[0] = powered.sum()
        _compile_enter(is_plain=is_plain)(self._operators, population, n)
        self.time = time


@cache
def _compile_enter(*, is_plain: bool):
    folder = compiled.kernel_folder()
    signature = types.void(OPERATORS_TYPE, population_type(is_plain=is_plain), types.int64)
    return compiled.compile_cached(enter_rules, signature, folder, is_entry=True)


def enter_rules(operators, population, n_rules):
    """Fill what is derived from genes and sets of the first rules, and enter these into [P]."""
    genes, sets, hashes = population.genes, population.sets, population.hashes
    for rule in range(n_rules):
        prepare_rule(operators, population, rule)
        hashes[rule] = hash_genes(genes, sets, rule)
        link_hash(hashes, population.chain_head, population.chain_next, rule)
        index_support(
            population.cells, population.parts, population.ends, population.n_asking,
            population.support, rule,
        )  # fmt: skip
        index_sets(population.planes, population.indexed, sets, rule)
        population.alive[rule >> 6] |= BIT[rule & 63]
