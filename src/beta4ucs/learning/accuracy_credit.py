"""Credit of UCS: the share of matched rows that have the rule's class (SPEC A).

A match counts 1, whatever its degree, and the class that a rule advocates never changes:

    exp += 1                        of every rule of [M]
    acc  = hits / exp               hits: the matched rows with the rule's class
    F    = acc^nu
    cs  += (n_C - cs) / exp         of the rules of [C], while exp < 1 / beta
    cs  += beta * (n_C - cs)        later: a moving average

where n_C is the sum of num over [C]. Degrees are 0 or 1 with the representations that UCS is used
with, so [M] needs no more than its rules. Other than in Fuzzy-UCS, a class can mutate, a child
starts with a small fitness of its own, and only rules of the same class are merged or subsumed.
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
    SMALLEST_FITNESS,
    TOP_MASS,
    WEAKNESS,
    power,
)

CHILD_FITNESS = 0.01  # (SPEC E9)
EVERY_RULE_VOTES = -1.0  # a threshold below any experience


def configure(params):
    """Say what accuracy as credit asks of the rest of learning.

    F is a power of the accuracy already, so nothing else raises it to nu; and acc > acc_0 is asked
    as F > acc_0^nu, which saves the accuracy itself.
    """
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


def update(population, config, match_set, correct_set, label):
    """Count each match, and each hit, of the rules of [M]; average set sizes in [C].

    Lists the rules of [C] that are eligible to subsume: exp > theta_sub and acc > acc_0.
    `TOP_MASS` holds the hits, the rule's entry of `mass` for its own class.
    """
    stats, mass, votes = population.stats, population.mass, population.deletion_votes
    change = 0.0
    n_eligible = 0
    for i in range(match_set.size[0]):
        rule = match_set.rules[i]
        mass[rule, label] += 1.0
        is_hit = population.label[rule] == label
        if is_hit:
            stats[rule, TOP_MASS] += 1.0
        experience = stats[rule, EXPERIENCE] + 1.0
        fitness = power(stats[rule, TOP_MASS] / experience, config.accuracy_power)
        change += fitness - stats[rule, FITNESS]
        stats[rule, EXPERIENCE] = experience
        stats[rule, FITNESS] = fitness
        correct_set.eligible[n_eligible] = rule
        is_experienced = experience > config.subsumption_threshold
        if is_hit and is_experienced and fitness > config.min_subsumer_fitness:
            n_eligible += 1
        # Deletion asks F / num who is weak, and then divides by F (SPEC E12). A rule without copies
        # has just been deleted, and nobody asks about it.
        in_doubt = math.inf
        if experience > config.deletion_threshold and stats[rule, NUMEROSITY] > 0.0:
            in_doubt = fitness / stats[rule, NUMEROSITY]
            votes[WEAKNESS, rule] = 1.0 / max(fitness, SMALLEST_FITNESS)
        votes[FITNESS_IN_DOUBT, rule] = in_doubt
    population.fitness_sum[0] += change
    correct_set.n_eligible[0] = n_eligible
    average_set_sizes(population, config, match_set, correct_set)


@kernel
def average_set_sizes(population, config, match_set, correct_set):
    """Average n_C into cs of the rules of [C]: the mean of the first few, then a moving average.

    That is Widrow and Hoff's rule with the learning rate beta (SPEC E10); a young rule would take
    too long to get away from the value that it began with.
    """
    stats, votes, copies = population.stats, population.deletion_votes, correct_set.copies[0]
    for i in range(correct_set.size[0]):
        rule = match_set.rules[correct_set.places[i]]
        experience = stats[rule, EXPERIENCE]
        size = stats[rule, SET_SIZE]
        if experience < 1.0 / config.learning_rate:
            size += (copies - size) / experience
        else:
            size += config.learning_rate * (copies - size)
        stats[rule, SET_SIZE] = size
        votes[BASE_VOTE, rule] = size * stats[rule, NUMEROSITY]
