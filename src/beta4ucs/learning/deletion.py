"""Deletion: a roulette over all rules removes one copy when the population is too large."""

import math

from beta4ucs.kernels.compiled import kernel
from beta4ucs.kernels.random import random
from beta4ucs.learning.population import (
    BASE_VOTE,
    DELETIONS,
    FITNESS,
    FITNESS_IN_DOUBT,
    LANES,
    MICRO,
    NUMEROSITY,
    SLOTS,
    WEAKNESS,
    is_alive,
    power,
    remove,
    revise_vote,
)


@kernel
def delete_if_full(population, config, lanes, rng):
    """Remove one copy of a rule if there are more than `max_rules`, and the rule with its last."""
    counts, stats = population.counts, population.stats
    if counts[MICRO] <= config.max_rules:
        return
    mean = population.fitness_sum[0] / counts[MICRO]
    votes, fraction = population.votes, config.deletion_fraction
    rule = choose_for_deletion(votes, counts[SLOTS], mean, fraction, lanes, rng)
    while not is_alive(population.alive, rule):  # only rounding can end outside every vote
        rule = (rule + 1) % counts[SLOTS]
    counts[DELETIONS] += 1
    counts[MICRO] -= 1
    stats[rule, NUMEROSITY] -= 1.0
    revise_vote(stats, votes, config, rule)
    if stats[rule, NUMEROSITY] == 0.0:
        population.fitness_sum[0] -= power(stats[rule, FITNESS], config.fitness_power)
        remove(population, rule)


@kernel
def choose_for_deletion(votes, n_slots, mean, fraction, lanes, rng):
    """Draw a rule by its vote cs * num, times mean F / F if it is experienced and weak.

    A rule is weak if its fitness in doubt is below `fraction` times the mean fitness. With many
    classes the mean is negative at first: then no rule is called weak, and votes stay positive
    (SPEC E29). Slots are drawn in the order of lanes: 0, 32, 64, ..., then 1, 33, 65, ...
    """
    weak_below = fraction * mean if mean > 0.0 else -math.inf
    blocks = (n_slots + LANES - 1) // LANES
    for lane in range(LANES):
        lanes[lane] = 0.0
    for block in range(blocks):
        for lane in range(LANES):
            rule = block * LANES + lane
            is_weak = votes[FITNESS_IN_DOUBT, rule] < weak_below
            lanes[lane] += votes[BASE_VOTE, rule] * (
                votes[WEAKNESS, rule] * mean if is_weak else 1.0
            )
    total = 0.0
    for lane in range(LANES):
        total += lanes[lane]
    draw = random(rng) * total
    lane = 0
    while lane < LANES - 1 and draw >= lanes[lane]:
        draw -= lanes[lane]
        lane += 1
    chosen = 0
    for block in range(blocks):
        rule = block * LANES + lane
        is_weak = votes[FITNESS_IN_DOUBT, rule] < weak_below
        vote = votes[BASE_VOTE, rule] * (votes[WEAKNESS, rule] * mean if is_weak else 1.0)
        if vote > 0.0:
            chosen = rule
            if draw < vote:
                break
            draw -= vote
    return chosen
