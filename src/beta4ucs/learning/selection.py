"""Selection of parents from the correct set."""

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
    """Draw a parent: by tournament, or by roulette if the tournament fraction tau is 0."""
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

    Every copy takes part with probability tau, and of those that do the rule with the largest
    strength / num wins. The authors draw for each copy of each rule. Here a rule draws only if it
    would win, once for all its copies: none of num copies takes part with (1 - tau)^num, which
    `absence` holds. Of rules that are equally good, the older one wins: theirs stand in the order
    in which they were born, and only a better one beats the winner so far. If no copy takes
    part, any rule is drawn.
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
    """Draw `size` rules with replacement; the strongest wins (the article's footnote)."""
    winner = below(rng, n_rules)
    for _ in range(size - 1):
        other = below(rng, n_rules)
        if strengths[other] > strengths[winner]:
            winner = other
    return rules[winner]


@kernel
def spin_roulette(rules, strengths, n_rules, rng):
    """Draw a rule in proportion to its strength; uniformly if all are zero."""
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
