"""Credit: how rules are judged, whatever their conditions look like (line 12 of Algorithm 1).

Two kinds: `FUZZY` weighs every match by its degree and compares classes (Fuzzy-UCS), `ACCURACY`
counts matches and hits (UCS). The trainer gets one of them as a function and a few numbers.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from numba import types

from beta4ucs.kernels import compiled
from beta4ucs.kernels.compiled import kernel
from beta4ucs.kernels.pointers import Pointer, compile_function
from beta4ucs.learning import accuracy_credit, fuzzy_credit
from beta4ucs.learning.config import CONFIG_TYPE
from beta4ucs.learning.matching import CORRECT_SET_TYPE, MATCH_SET_TYPE
from beta4ucs.learning.population import BASE_VOTE, FITNESS, REMOVED, population_type
from beta4ucs.learning.statistics import fade, power, sum_correct_set


class Credit(NamedTuple):
    """A kind of credit.

    `update(population, config, match_set, correct_set, label)` credits the rules of [M] with the
    row, averages the set sizes in [C], and lists who of [C] is eligible to subsume.
    """

    name: str
    update: Callable
    # The last block of `Config` for checked hyperparameters.
    configure: Callable[[Mapping[str, Any]], dict[str, Any]]


FUZZY = Credit("fuzzy", fuzzy_credit.update, fuzzy_credit.configure)
ACCURACY = Credit("accuracy", accuracy_credit.update, accuracy_credit.configure)


def _update_signature(is_plain: bool):
    population = population_type(is_plain=is_plain)
    return types.void(population, CONFIG_TYPE, MATCH_SET_TYPE, CORRECT_SET_TYPE, types.int64)


def update_type(is_plain: bool) -> Pointer:
    """Return the Numba type of a pointer to `update`."""
    return Pointer(_update_signature(is_plain))


@cache
def compile_update(credit: Credit, *, is_plain: bool):
    """Return the compiled `update` of a kind of credit."""
    return compile_function(credit.update, _update_signature(is_plain), compiled.kernel_folder())


@kernel
def credit_sets(system, population, match_set, correct_set, label):
    """Update exp, cm and F of all rules of [M], and cs of those of [C].

    A rule that covering had deleted is credited like the others as long as it is in [M]
    (SPEC E16), but counts neither in the sum of fitnesses nor as a candidate for deletion. The
    update changes that sum by how much each fitness has changed: so the rule's fitness is put into
    it before, and what has become of it is taken out after.
    """
    config, fitness_sum = system.config, population.fitness_sum
    if config.memory < 1.0:
        fade(population, match_set, config.memory)
    sum_correct_set(population, match_set, correct_set)
    for i in range(population.counts[REMOVED]):
        fitness = population.stats[population.removed[i], FITNESS]
        fitness_sum[0] += power(fitness, config.fitness_power)
    system.update_credit(population, config, match_set, correct_set, label)
    for i in range(population.counts[REMOVED]):
        rule = population.removed[i]
        fitness_sum[0] -= power(population.stats[rule, FITNESS], config.fitness_power)
        population.deletion_votes[BASE_VOTE, rule] = 0.0
