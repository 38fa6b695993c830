"""Selection of parents from the correct set."""

from beta4ucs.kernels.compiled import kernel
from beta4ucs.kernels.random import below, random
from beta4ucs.learning.population import FITNESS, NUMEROSITY, power


@kernel
def weigh_parents(stats, exponent, sets, n_correct):
    """List the rules of [C] whose F is not negative, with strength F^nu * degree."""
    n = 0
    for i in range(n_correct):
        place = sets.correct[i]
        rule = sets.matched[place]
        fitness = stats[rule, FITNESS]
        sets.parents[n] = rule
        sets.strength[n] = power(fitness, exponent) * sets.degree[place]
        n += fitness >= 0.0
    return n


@kernel
def select_parent(stats, born, config, parents, strength, absence, n_parents, rng):
    """Draw a parent: by tournament, or by roulette if the tournament fraction is 0."""
    if config.tournament_fraction <= 0.0:
        return spin_roulette(parents, strength, n_parents, rng)
    if config.samples_tournament:
        size = max(1, int(config.tournament_fraction * n_parents + 0.5))
        return hold_sampled_tournament(parents, strength, n_parents, size, rng)
    return hold_tournament(stats, born, parents, strength, absence, n_parents, rng)


@kernel
def hold_tournament(stats, born, parents, strength, absence, n_parents, rng):
    """Let a better rule win, or an older one that is as good, if one of its copies takes part.

    That is the authors' tournament: their rules stand in the order in which they were born, and
    only a better one beats the winner so far.
    """
    winner = -1
    best = 0.0
    for i in range(n_parents):
        copies = int(stats[parents[i], NUMEROSITY])
        if copies > 0:
            key = strength[i] / copies
            is_better = key > best or (
                key == best and winner >= 0 and born[parents[i]] < born[winner]
            )
            if (winner < 0 or is_better) and random(rng) >= absence[copies]:
                winner = parents[i]
                best = key
    return winner if winner >= 0 else parents[below(rng, n_parents)]


@kernel
def hold_sampled_tournament(parents, strength, n_parents, size, rng):
    """Draw `size` rules with replacement; the strongest wins (the article's footnote)."""
    winner = below(rng, n_parents)
    for _ in range(size - 1):
        other = below(rng, n_parents)
        if strength[other] > strength[winner]:
            winner = other
    return parents[winner]


@kernel
def spin_roulette(parents, strength, n_parents, rng):
    """Draw a rule in proportion to its strength; uniformly if all are zero."""
    total = 0.0
    for i in range(n_parents):
        total += strength[i]
    if total <= 0.0:
        return parents[below(rng, n_parents)]
    draw = random(rng) * total
    for i in range(n_parents - 1):
        draw -= strength[i]
        if draw < 0.0:
            return parents[i]
    return parents[n_parents - 1]
