"""Deletion: a roulette over all rules removes one copy when the population is too large (SPEC A.7).

A rule's chance to lose a copy is proportional to its vote: cs * num, so that the niches with many
rules pay, times mean / F^nu if the rule is experienced and *weak*: F^nu < delta * mean, where the
mean is (sum of F^nu over rules) / (sum of num).

    slots     0   1   2  ...  31 |  32  33  34  ...  63 |  64 ...
    lane      0   1   2       31     0   1   2       31     0
              `----- one vector instruction per block -----'

The mean changes with every iteration, and the votes of all rules with it. What does not depend
on it is kept up to date in `deletion_votes` where it changes, so that deletion is one pass over
three rows of numbers, in LANES sums side by side: that is what vector instructions can do, and
the order of the additions is the same on every machine.
"""

import math

from beta4ucs.kernels.compiled import kernel
from beta4ucs.kernels.random import random
from beta4ucs.learning.lifecycle import remove
from beta4ucs.learning.population import (
    BASE_VOTE,
    DELETIONS,
    FITNESS_IN_DOUBT,
    MICRO,
    NUMEROSITY,
    SLOTS,
    WEAKNESS,
    is_alive,
)
from beta4ucs.learning.statistics import revise_deletion_vote

LANES = 32  # sums side by side; slot s belongs to lane s % LANES


@kernel
def delete_if_full(population, config, lanes, rng):
    """Remove one copy of a rule if there are more than N copies, and the rule with its last one.

    Called after covering and after each child, so one copy is enough (SPEC E22). The sum of F^nu is
    over rules and the count over copies, as in the authors' program (SPEC E11).
    """
    counts, stats = population.counts, population.stats
    if counts[MICRO] <= config.max_rules:
        return
    mean = population.fitness_sum[0] / counts[MICRO]
    fraction, votes = config.deletion_fraction, population.deletion_votes
    rule = choose_for_deletion(votes, counts[SLOTS], mean, fraction, lanes, rng)
    while not is_alive(population.alive, rule):  # only rounding can end outside every vote
        rule = (rule + 1) % counts[SLOTS]
    counts[DELETIONS] += 1
    counts[MICRO] -= 1
    stats[rule, NUMEROSITY] -= 1.0
    revise_deletion_vote(population, config, rule)
    if stats[rule, NUMEROSITY] == 0.0:
        remove(population, config, rule)


@kernel
def choose_for_deletion(votes, n_slots, mean, fraction, lanes, rng):
    """Draw a rule by its vote: first the lane, then the slot within it.

    A point is drawn between 0 and the sum of all votes. Going through the lanes, and then through
    the slots of the lane that it falls into, it is found where the votes passed by would exceed
    it. `chosen` is the last slot with a vote: rounding may leave the point behind all of them.

    With many classes the mean is negative at first: then no rule is called weak, and votes stay
    positive (SPEC E29).
    """
    weak_below = fraction * mean if mean > 0.0 else -math.inf
    blocks = (n_slots + LANES - 1) // LANES
    for lane in range(LANES):
        lanes[lane] = 0.0
    for block in range(blocks):
        for lane in range(LANES):
            lanes[lane] += deletion_vote(votes, block * LANES + lane, mean, weak_below)
    total = 0.0
    for lane in range(LANES):
        total += lanes[lane]
    draw = random(rng) * total  # less what was passed by, in both loops below
    lane = 0
    while lane < LANES - 1 and draw >= lanes[lane]:
        draw -= lanes[lane]
        lane += 1
    chosen = 0
    for block in range(blocks):
        rule = block * LANES + lane
        vote = deletion_vote(votes, rule, mean, weak_below)
        if vote > 0.0:
            chosen = rule
            if draw < vote:
                break
            draw -= vote
    return chosen


@kernel
def deletion_vote(votes, rule, mean, weak_below):
    """Return cs * num, times mean / F^nu if the rule is weak; 0 for a slot without a rule."""
    is_weak = votes[FITNESS_IN_DOUBT, rule] < weak_below
    return votes[BASE_VOTE, rule] * (votes[WEAKNESS, rule] * mean if is_weak else 1.0)
