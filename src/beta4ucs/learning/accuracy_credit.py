"""Credit of UCS: the share of matched rows that have the rule's class."""

import math

from beta4ucs.learning.population import (
    BASE_VOTE,
    EXPERIENCE,
    FITNESS,
    FITNESS_IN_DOUBT,
    NUMEROSITY,
    SET_SIZE,
    SMALLEST_FITNESS,
    TOP_MASS,
    WEAKNESS,
    power,
)

CHILD_FITNESS = 0.01
EVERY_RULE_VOTES = -1.0


def configure(params):
    """Say what accuracy as credit asks of the rest of learning (SPEC A)."""
    exponent = params["fitness_power"]
    least = params["min_subsumer_fitness"]  # acc_0
    if exponent != 1.0 and least > 0.0:
        from beta4ucs.kernels.arithmetic import exp, log  # as `power`, which Python cannot call

        least = float(exp(exponent * log(least)))
    return {
        "min_subsumer_fitness": least,
        "fitness_power": 1.0,
        "accuracy_power": exponent,
        "learning_rate": params["learning_rate"],
        "voting_threshold": EVERY_RULE_VOTES,
        "full_vote_experience": params["full_vote_experience"],
        "first_fitness": 0.0,
        "first_set_size": 0.0,
        "child_fitness": CHILD_FITNESS,
        "label_mutation_rate": params["mutation_rate"],
        "needs_same_label": True,
        "doubts_per_copy": True,
    }


def update(
    stats, mass, labels, votes, fitness_sum, config, label, matched, degrees, correct, able, copies,
    n_matched, n_correct,
):  # fmt: skip
    """Count each match, and each hit, of the rules of [M]; average set sizes in [C].

    Lists the rules of [C] that are accurate and experienced enough to subsume; returns their
    number.
    """
    change = 0.0
    n_able = 0
    for i in range(n_matched):
        rule = matched[i]
        mass[rule, label] += 1.0
        is_hit = labels[rule] == label
        if is_hit:
            stats[rule, TOP_MASS] += 1.0
        experience = stats[rule, EXPERIENCE] + 1.0
        fitness = power(stats[rule, TOP_MASS] / experience, config.accuracy_power)
        change += fitness - stats[rule, FITNESS]
        stats[rule, EXPERIENCE] = experience
        stats[rule, FITNESS] = fitness
        able[n_able] = rule
        is_able = experience > config.subsumption_threshold
        if is_hit and is_able and fitness > config.min_subsumer_fitness:
            n_able += 1
        in_doubt = math.inf
        if experience > config.deletion_threshold and stats[rule, NUMEROSITY] > 0.0:
            in_doubt = fitness / stats[rule, NUMEROSITY]
            votes[WEAKNESS, rule] = 1.0 / max(fitness, SMALLEST_FITNESS)
        votes[FITNESS_IN_DOUBT, rule] = in_doubt
    fitness_sum[0] += change
    for i in range(n_correct):
        rule = matched[correct[i]]
        experience = stats[rule, EXPERIENCE]
        size = stats[rule, SET_SIZE]
        if experience < 1.0 / config.learning_rate:
            size += (copies - size) / experience
        else:
            size += config.learning_rate * (copies - size)
        stats[rule, SET_SIZE] = size
        votes[BASE_VOTE, rule] = size * stats[rule, NUMEROSITY]
    return n_able
