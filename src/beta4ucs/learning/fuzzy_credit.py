"""Credit of Fuzzy-UCS: matches count by their degree, for every class."""

import math

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
    """Say what fuzzy credit asks of the rest of learning."""
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


def update(
    stats, mass, labels, votes, fitness_sum, config, label, matched, degrees, correct, able, copies,
    n_matched, n_correct,
):  # fmt: skip
    """Credit each rule of [M] with its degree for the true class, average set sizes in [C].

    Lists the rules of [C] that are accurate and experienced enough to subsume and to be
    crispified; returns their number.

    Only one entry of a rule's `mass` grows, so its largest entry is kept up to date; and the
    entries add up to the experience, so F = (top - (experience - top)) / experience.
    """
    exponent = config.fitness_power
    threshold, fraction = config.deletion_threshold, config.deletion_fraction
    able_experience, able_fitness = config.subsumption_threshold, config.min_subsumer_fitness
    change = 0.0
    n_able = 0
    for i in range(n_matched):
        rule = matched[i]
        degree = degrees[i]
        credit = mass[rule, label] + degree
        mass[rule, label] = credit
        top = stats[rule, TOP_MASS]
        advocated = labels[rule]
        # no branch: which rules the class suits is hard to foretell
        is_top = (credit > top) | ((credit == top) & (label < advocated))
        top = credit if is_top | (label == advocated) else top
        labels[rule] = label if is_top else advocated
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
        # The mean fitness is at most 1: no other rule can be below delta times the mean. What is
        # written of rules without doubt is not read, but which they are is hard to foretell.
        is_in_doubt = (experience > threshold) & (fitness < fraction)
        votes[FITNESS_IN_DOUBT, rule] = fitness if is_in_doubt else math.inf
        votes[WEAKNESS, rule] = 1.0 / max(fitness, SMALLEST_FITNESS)
    fitness_sum[0] += change
    for i in range(n_correct):
        rule = matched[correct[i]]
        total = stats[rule, SET_SIZE_SUM] + copies
        count = stats[rule, SET_SIZE_COUNT] + 1.0
        mean = total / count
        stats[rule, SET_SIZE_SUM] = total
        stats[rule, SET_SIZE_COUNT] = count
        stats[rule, SET_SIZE] = mean
        votes[BASE_VOTE, rule] = mean * stats[rule, NUMEROSITY]
    return n_able
