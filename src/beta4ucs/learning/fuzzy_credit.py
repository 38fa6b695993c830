"""Credit of Fuzzy-UCS and beta4-UCS: matches count by their degree, for every class (SPEC B).

A row of class c* changes, of every rule k of [M] with the degree mu = mu^k(x),

    exp      += mu
    cm[c*]   += mu                            cm: matched experience per class, `mass` here
    c^k       = the class with the largest cm, the first if several
    F         = (cm[c^k] - sum of the other cm) / exp

and of every rule of [C], as it was before this update, cs = the mean of n_C = sum of num over [C]
over all correct sets that the rule was in.

For example, a rule with cm = (3, 1) has exp = 4, advocates class 0 and has F = (3 - 1) / 4 = 0.5;
after a match of degree 1 with a row of class 0, cm = (4, 1), exp = 5 and F = 0.6.

The article looks at every class to do so; here an update takes the same time for any number of
classes. Only cm[c*] grows, so the largest entry (`TOP_MASS`) either stays or becomes cm[c*]. And
the entries add up to exp, so F = (top - (exp - top)) / exp = 2 top / exp - 1.
"""

import math

from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.population import (
    BASE_VOTE,
    EXPERIENCE,
    FITNESS,
    FITNESS_IN_DOUBT,
    NUMEROSITY,
    SET_SIZE,
    SET_SIZE_COUNT,
    SET_SIZE_SUM,
    SMALLEST_FITNESS,
    TOP_MASS,
    WEAKNESS,
    power,
)


def configure(params):
    """Say what fuzzy credit asks of the rest of learning.

    Here nu acts where fitness is compared, in selection and deletion, and F itself stays linear. A
    covering rule starts as if it were right (F = 1), a child with the fitness of its parent
    (SPEC E8, E9). The class follows from cm: it does not mutate, nor keep rules from being merged.
    """
    return {
        "min_subsumer_fitness": params["min_subsumer_fitness"],
        "fitness_power": params["fitness_power"],
        "accuracy_power": 1.0,
        "learning_rate": 0.0,
        "voting_threshold": params["voting_threshold"],
        "full_vote_experience": 0.0,
        "first_fitness": 1.0,
        "first_set_size": 1.0,
        "child_fitness": math.nan,
        "label_mutation_rate": 0.0,
        "needs_same_label": False,
        "doubts_per_copy": False,
    }


def update(population, config, match_set, correct_set, label):
    """Credit each rule of [M] with its degree for the true class, average set sizes in [C].

    Lists the rules of [C] that are eligible to subsume and to be crispified: exp > theta_sub and
    F > F_0. Branches that nobody can foretell are written as choices between values: a wrong guess
    of the processor costs more than the few instructions saved.
    """
    stats, mass, labels = population.stats, population.mass, population.label
    votes, eligible = population.deletion_votes, correct_set.eligible
    exponent = config.fitness_power
    threshold, fraction = config.deletion_threshold, config.deletion_fraction
    least_experience, least_fitness = config.subsumption_threshold, config.min_subsumer_fitness
    change = 0.0
    n_eligible = 0
    for i in range(match_set.size[0]):
        rule = match_set.rules[i]
        degree = match_set.degrees[i]
        credit = mass[rule, label] + degree
        mass[rule, label] = credit
        top = stats[rule, TOP_MASS]
        advocated = labels[rule]
        # Strictly more, or as much and an earlier class: argmax takes the first maximum (SPEC E19).
        is_top = (credit > top) | ((credit == top) & (label < advocated))
        top = credit if is_top | (label == advocated) else top
        labels[rule] = label if is_top else advocated
        experience = stats[rule, EXPERIENCE] + degree
        before = stats[rule, FITNESS]
        fitness = 2.0 * top / experience - 1.0
        stats[rule, EXPERIENCE] = experience
        stats[rule, TOP_MASS] = top
        stats[rule, FITNESS] = fitness
        eligible[n_eligible] = rule
        # [C] is made of the classes before the update.
        if label == advocated and experience > least_experience and fitness > least_fitness:
            n_eligible += 1
        # Of the sum of F^nu over [P] only these rules change: no need to sum over all of them.
        if exponent != 1.0:
            fitness = power(fitness, exponent)
            before = power(before, exponent)
        change += fitness - before
        # Deletion calls an experienced rule weak if F^nu < delta * mean, and the mean is at most 1:
        # a rule with F^nu >= delta need not be asked. Its weakness is written, but never read.
        is_in_doubt = (experience > threshold) & (fitness < fraction)
        votes[FITNESS_IN_DOUBT, rule] = fitness if is_in_doubt else math.inf
        votes[WEAKNESS, rule] = 1.0 / max(fitness, SMALLEST_FITNESS)
    population.fitness_sum[0] += change
    correct_set.n_eligible[0] = n_eligible
    average_set_sizes(population, match_set, correct_set)


@kernel
def average_set_sizes(population, match_set, correct_set):
    """Average n_C into cs of the rules of [C]: the plain mean over all their correct sets.

    A mean of everything so far needs its sum and its count, not the list (SPEC E10).
    """
    stats, votes, copies = population.stats, population.deletion_votes, correct_set.copies[0]
    for i in range(correct_set.size[0]):
        rule = match_set.rules[correct_set.places[i]]
        total = stats[rule, SET_SIZE_SUM] + copies
        count = stats[rule, SET_SIZE_COUNT] + 1.0
        mean = total / count
        stats[rule, SET_SIZE_SUM] = total
        stats[rule, SET_SIZE_COUNT] = count
        stats[rule, SET_SIZE] = mean
        votes[BASE_VOTE, rule] = mean * stats[rule, NUMEROSITY]
