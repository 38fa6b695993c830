"""Credit: what a matched rule learns from the true class (Fuzzy-UCS)."""

import math

from beta4ucs.kernels.arithmetic import exp, log
from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.population import (
    BASE_VOTE,
    EXPERIENCE,
    FITNESS,
    FITNESS_IN_DOUBT,
    NUMEROSITY,
    REMOVED,
    SET_SIZE,
    SET_SIZE_COUNT,
    SET_SIZE_SUM,
    TIME_STAMP,
    TOP_MASS,
    WEAKNESS,
)

SMALLEST_FITNESS = 1e-12


@kernel
def power(fitness, exponent):
    """F^nu; a fitness that is not positive stays as it is, so that its sign keeps its meaning."""
    if exponent == 1.0 or fitness <= 0.0:
        return fitness
    return exp(exponent * log(fitness))


@kernel
def update_credit(stats, mass, labels, votes, config, label, sets, n_matched):
    """Credit each rule of [M] with its degree for the true class.

    Lists the rules of [C] that are accurate and experienced enough to subsume and to be crispified;
    returns their number and the change of the sum of F^nu.

    Only one entry of a rule's `mass` grows, so its largest entry is kept up to date; and the
    entries add up to the experience, so F = (top - (experience - top)) / experience.
    """
    exponent = config.fitness_power
    threshold, fraction = config.deletion_threshold, config.deletion_fraction
    able_experience, able_fitness = config.subsumption_threshold, config.min_subsumer_fitness
    matched, degrees, able = sets.matched, sets.degree, sets.able
    change = 0.0
    n_able = 0
    for i in range(n_matched):
        rule = matched[i]
        degree = degrees[i]
        credit = mass[rule, label] + degree
        mass[rule, label] = credit
        top = stats[rule, TOP_MASS]
        advocated = labels[rule]
        if label == advocated:
            top = credit
        elif credit > top or (credit == top and label < advocated):
            top = credit
            labels[rule] = label
        experience = stats[rule, EXPERIENCE] + degree
        before = stats[rule, FITNESS]
        fitness = 2.0 * top / experience - 1.0
        stats[rule, EXPERIENCE] = experience
        stats[rule, TOP_MASS] = top
        stats[rule, FITNESS] = fitness
        able[n_able] = rule
        if label == advocated and experience > able_experience and fitness > able_fitness:
            n_able += 1
        if exponent != 1.0:
            fitness = power(fitness, exponent)
            before = power(before, exponent)
        change += fitness - before
        in_doubt = math.inf
        # The mean fitness is at most 1: no other rule can be below delta times the mean.
        if experience > threshold and fitness < fraction:
            in_doubt = fitness
            votes[WEAKNESS, rule] = 1.0 / max(fitness, SMALLEST_FITNESS)
        votes[FITNESS_IN_DOUBT, rule] = in_doubt
    return n_able, change


@kernel
def recredit_removed(population, config, sign):
    """Add (before) or take away (after credit) the fitness of rules that were just removed.

    They are still credited with their match set (SPEC E16), but count nowhere.
    """
    for i in range(population.counts[REMOVED]):
        rule = population.removed[i]
        powered = power(population.stats[rule, FITNESS], config.fitness_power)
        population.fitness_sum[0] += sign * powered
        population.votes[BASE_VOTE, rule] = 0.0


@kernel
def update_set_sizes(stats, votes, matched, correct, n_correct):
    """Average the size of [C] into each of its rules; return that size."""
    size = 0.0
    for i in range(n_correct):
        size += stats[matched[correct[i]], NUMEROSITY]
    for i in range(n_correct):
        rule = matched[correct[i]]
        total = stats[rule, SET_SIZE_SUM] + size
        count = stats[rule, SET_SIZE_COUNT] + 1.0
        mean = total / count
        stats[rule, SET_SIZE_SUM] = total
        stats[rule, SET_SIZE_COUNT] = count
        stats[rule, SET_SIZE] = mean
        votes[BASE_VOTE, rule] = mean * stats[rule, NUMEROSITY]
    return size


@kernel
def needs_evolution(stats, matched, correct, n_correct, time, threshold):
    """Tell whether the rules of [C] have, on average over copies, not evolved for long enough."""
    size = 0.0
    stamps = 0.0
    for i in range(n_correct):
        rule = matched[correct[i]]
        size += stats[rule, NUMEROSITY]
        stamps += stats[rule, TIME_STAMP] * stats[rule, NUMEROSITY]
    return size > 0.0 and time - stamps / size > threshold
