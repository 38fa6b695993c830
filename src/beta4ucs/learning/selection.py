"""Selection of parents from the correct set (line 16 of Algorithm 1).

Both parents are drawn alike and independently, so they may be one and the same rule. There are
three ways: the tournament of the authors' program, by which the article's tables were made; the
one that the article's text describes; and a roulette, as in older systems.

The strength of a rule is F^nu * mu: how good it is, and how well it fits this very row. Rules with
F < 0 are wrong more often than right; they stay in [C], but have no children.
"""

from beta4ucs.kernels.compiled import kernel
from beta4ucs.kernels.random import below, random
from beta4ucs.learning.population import FITNESS, NUMEROSITY
from beta4ucs.learning.statistics import power


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
