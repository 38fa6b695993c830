"""Numbers of a rule that several operations change: powers of fitness, experience, deletion votes.

`stats` has one row per rule, columns as `population.py` names them. Whoever changes F, cs or num
of a rule has to keep what depends on it up to date: the sum of F^nu over [P], and the rule's
`deletion_votes`. That is the price for a deletion that need not look at `stats` at all.
"""

import math

from beta4ucs.kernels.arithmetic import exp, log
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
    TIME_STAMP,
    TOP_MASS,
)

SMALLEST_FITNESS = 1e-12  # what deletion divides by at least


@kernel
def power(fitness, exponent):
    """Return F^nu; a fitness that is not positive stays as it is: its sign keeps its meaning.

    With nu = 1, as in the article, nothing is computed at all.
    """
    if exponent == 1.0 or fitness <= 0.0:
        return fitness
    return exp(exponent * log(fitness))


@kernel
def forget_experience(population, rule):
    """Empty what the rule has seen: exp = 0, cm = 0, no set sizes; F, cs, ts and class stay.

    So a newcomer begins, and a rule that was crispified begins again (SPEC C.6). It has no
    experience to be called weak by, which infinity says in `deletion_votes`.
    """
    stats, mass = population.stats, population.mass
    stats[rule, EXPERIENCE] = 0.0
    stats[rule, SET_SIZE_SUM] = 0.0
    stats[rule, SET_SIZE_COUNT] = 0.0
    stats[rule, TOP_MASS] = 0.0
    for i in range(mass.shape[1]):
        mass[rule, i] = 0.0
    population.deletion_votes[FITNESS_IN_DOUBT, rule] = math.inf


@kernel
def fade(population, match_set, memory):
    """Keep a share of what the rules of [M] have seen, so that recent rows weigh more.

    Everything that enters F and cs shrinks alike, so both stay as they are for now. The article
    has nothing of the kind: it is for streams whose classes drift.
    """
    stats, mass = population.stats, population.mass
    for i in range(match_set.size[0]):
        rule = match_set.rules[i]
        stats[rule, EXPERIENCE] *= memory
        stats[rule, SET_SIZE_SUM] *= memory
        stats[rule, SET_SIZE_COUNT] *= memory
        stats[rule, TOP_MASS] *= memory
        for j in range(mass.shape[1]):
            mass[rule, j] *= memory


@kernel
def revise_deletion_vote(population, config, rule):
    """Bring the rule's vote for deletion up to date with its copies: cs * num.

    UCS asks F / num whether an experienced rule is weak (SPEC E12), so that changes as well.
    """
    stats, votes = population.stats, population.deletion_votes
    copies = stats[rule, NUMEROSITY]
    votes[BASE_VOTE, rule] = stats[rule, SET_SIZE] * copies
    is_experienced = stats[rule, EXPERIENCE] > config.deletion_threshold
    if config.doubts_per_copy and is_experienced and copies > 0.0:
        votes[FITNESS_IN_DOUBT, rule] = stats[rule, FITNESS] / copies


@kernel
def sum_correct_set(population, match_set, correct_set):
    """Sum up [C]: its copies n_C = sum of num, and their time stamps, sum of ts * num.

    Credit needs the first for cs, the genetic algorithm both for the mean of ts. They are summed
    again only when subsumption has changed [C].
    """
    stats = population.stats
    copies = 0.0
    stamps = 0.0
    for i in range(correct_set.size[0]):
        rule = match_set.rules[correct_set.places[i]]
        copies += stats[rule, NUMEROSITY]
        stamps += stats[rule, TIME_STAMP] * stats[rule, NUMEROSITY]
    correct_set.copies[0] = copies
    correct_set.stamps[0] = stamps
