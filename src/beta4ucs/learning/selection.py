"""Selection: which rules become parents (line 16 of Algorithm 1), and which lose a copy (SPEC A.7).

**Parents** come from the correct set. Both are drawn alike and independently, so they may be one
and the same rule. There are three ways: the tournament of the authors' program, by which the
article's tables were made; the one that the article's text describes; and a roulette, as in older
systems. The strength of a rule is F^nu * mu: how good it is, and how well it fits this very row.
Rules with F < 0 are wrong more often than right; they stay in [C], but have no children.

**Deletion** is a roulette over all rules, and takes one copy when the population is too large. A
rule's chance to lose a copy is proportional to its vote: cs * num, so that the niches with many
rules pay, times mean / F^nu if the rule is experienced and *weak*: F^nu < delta * mean, where the
mean is (sum of F^nu over rules) / (sum of num). With mean 0.5, delta 0.1 and nu 1, an experienced
rule with F = 0.02 is weak, since 0.02 < 0.05; with cs = 40 and num = 3 its vote is 40 * 3 = 120,
times 0.5 / 0.02 = 25.

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
from beta4ucs.kernels.random import below, random
from beta4ucs.learning.lifecycle import remove
from beta4ucs.learning.population import (
    BASE_VOTE,
    DELETIONS,
    FITNESS,
    FITNESS_IN_DOUBT,
    MICRO,
    NUMEROSITY,
    SLOTS,
    WEAKNESS,
    is_alive,
    power,
    revise_deletion_vote,
)

LANES = 32  # sums of deletion side by side; slot s belongs to lane s % LANES


@kernel
def weigh_candidates(population, config, workspace):
    """List the rules of [C] with F >= 0 (SPEC E4), their strengths F^nu * mu; return their number.

    No branch: every rule is written, and the place moves on only past those that count.
    """
    match_set, correct_set = workspace.match_set, workspace.correct_set
    n = 0
    for i in range(correct_set.size[0]):
        place = correct_set.places[i]
        rule = match_set.rules[place]
        fitness = population.stats[rule, FITNESS]
        workspace.candidates[n] = rule
        workspace.strengths[n] = power(fitness, config.fitness_power) * match_set.degrees[place]
        n += fitness >= 0.0
    return n


@kernel
def select_parent(population, config, workspace, n_candidates, rng):
    """Draw a parent: by tournament, or by roulette if the tournament fraction tau is 0.

    A sampled tournament has tau times as many participants as there are candidates, rounded, and
    at least one.
    """
    rules, strengths = workspace.candidates, workspace.strengths
    if config.tournament_fraction <= 0.0:
        return spin_roulette(rules, strengths, n_candidates, rng)
    if config.samples_tournament:
        size = max(1, int(config.tournament_fraction * n_candidates + 0.5))
        return hold_sampled_tournament(rules, strengths, n_candidates, size, rng)
    return hold_tournament(population, workspace, n_candidates, rng)


@kernel
def hold_tournament(population, workspace, n_candidates, rng):
    """Draw the parent by the authors' tournament (SPEC A.5).

    Every copy takes part with probability tau, and of the rules with a copy that does, the one with
    the largest strength / num wins. The authors draw for each copy; here a rule that would win
    draws once for all its copies, of which none takes part with (1 - tau)^num: `absence`. Of rules
    that are equally good, the older one wins: theirs stand in the order in which they were born,
    and only a better one beats the winner so far. If no copy takes part, any rule is drawn.
    """
    rules, strengths, born = workspace.candidates, workspace.strengths, population.born
    winner = -1
    best = 0.0
    for i in range(n_candidates):
        rule = rules[i]
        copies = int(population.stats[rule, NUMEROSITY])
        if copies > 0:
            key = strengths[i] / copies
            is_better = key > best or (key == best and winner >= 0 and born[rule] < born[winner])
            if (winner < 0 or is_better) and random(rng) >= workspace.absence[copies]:
                winner = rule
                best = key
    return winner if winner >= 0 else rules[below(rng, n_candidates)]


@kernel
def hold_sampled_tournament(rules, strengths, n_rules, size, rng):
    """Draw `size` rules with replacement; the strongest wins (SPEC E3, the article's footnote)."""
    winner = below(rng, n_rules)
    for _ in range(size - 1):
        other = below(rng, n_rules)
        if strengths[other] > strengths[winner]:
            winner = other
    return rules[winner]


@kernel
def spin_roulette(rules, strengths, n_rules, rng):
    """Draw a rule in proportion to its strength; uniformly if all are zero.

    The last rule is not asked: if rounding has left something of the draw, it is the one.
    """
    total = 0.0
    for i in range(n_rules):
        total += strengths[i]
    if total <= 0.0:
        return rules[below(rng, n_rules)]
    draw = random(rng) * total
    for i in range(n_rules - 1):
        draw -= strengths[i]
        if draw < 0.0:
            return rules[i]
    return rules[n_rules - 1]


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
