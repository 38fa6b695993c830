"""Evolution: two parents of the correct set make two children."""

from beta4ucs.kernels.compiled import kernel
from beta4ucs.kernels.random import random
from beta4ucs.learning.credit import power
from beta4ucs.learning.deletion import delete_if_full
from beta4ucs.learning.population import (
    CHILD_SUBSUMPTIONS,
    FITNESS,
    GA_RUNS,
    MERGES,
    SCRATCH,
    SET_SIZE,
    TIME_STAMP,
    enter,
    find_equal,
    hash_genes,
    is_alive,
    take_slot,
)
from beta4ucs.learning.selection import select_parent, weigh_parents
from beta4ucs.learning.subsumption import (
    can_subsume,
    gain_copies,
    has_wider_support,
    is_more_general,
)


@kernel
def evolve(operators, population, config, time, sets, n_correct, rng):
    """Select two parents, cross and mutate copies of them, and let the children in."""
    stats, genes, settings = population.stats, population.genes, operators.settings
    n_parents = weigh_parents(stats, config.fitness_power, sets, n_correct)
    if n_parents == 0:
        return
    for i in range(n_correct):
        stats[sets.matched[sets.correct[i]], TIME_STAMP] = time
    population.counts[GA_RUNS] += 1
    parents, strength, absence = sets.parents, sets.strength, sets.absence
    first = select_parent(stats, config, parents, strength, absence, n_parents, rng)
    second = select_parent(stats, config, parents, strength, absence, n_parents, rng)
    scratch = genes.shape[0] - SCRATCH
    copy_genes(genes, first, scratch)
    copy_genes(genes, second, scratch + 1)
    if random(rng) < config.crossover_rate:
        operators.crossover(settings, genes, scratch, scratch + 1, config.swaps_whole_genes, rng)
    for child in range(2):
        row = scratch + child
        operators.mutate(settings, genes, row, config.mutation_rate, rng)
        operators.prepare(
            settings, genes, row, population.support, population.width, population.packed
        )
        place_child(
            operators, population, config, time, row, first if child == 0 else second, first, second
        )
        delete_if_full(population, config, sets.lanes, rng)


@kernel
def copy_genes(genes, source, target):
    """Copy the genes of one rule over those of another."""
    for feature in range(genes.shape[1]):
        for i in range(genes.shape[2]):
            genes[target, feature, i] = genes[source, feature, i]


@kernel
def place_child(operators, population, config, time, row, parent, first, second):
    """Let a parent subsume the child, else merge it with an equal rule, else insert it."""
    genes, stats, counts = population.genes, population.stats, population.counts
    heir = -1
    if config.subsumes_children:
        for candidate in (first, second):
            if heir < 0 and subsumes_child(operators, population, config, candidate, row):
                heir = candidate
                counts[CHILD_SUBSUMPTIONS] += 1
    hashed = 0
    if heir < 0:
        hashed = hash_genes(genes, row)
        heads, following = population.chain_head, population.chain_next
        heir = find_equal(genes, population.hashes, heads, following, row, hashed)
        if heir >= 0:
            counts[MERGES] += 1
    if heir >= 0:
        gain_copies(stats, population.votes, population.alive, counts, heir, 1)
    else:
        insert_child(operators, population, config, time, row, parent, hashed)


@kernel
def subsumes_child(operators, population, config, parent, row):
    """Tell whether the parent is able to subsume and more general than the child."""
    if not (config.keeps_deleted or is_alive(population.alive, parent)):
        return False
    if not can_subsume(population.stats, config, parent):
        return False
    if not has_wider_support(population.support, population.width, parent, row):
        return False
    return is_more_general(operators, population.genes, parent, row)


@kernel
def insert_child(operators, population, config, time, row, parent, hashed):
    """Move the child from its scratch row into a slot; it inherits fitness, label and set size."""
    rule = take_slot(population.free, population.counts)
    genes = population.genes
    copy_genes(genes, row, rule)
    population.fuzzy_genes[rule] = operators.prepare(
        operators.settings, genes, rule, population.support, population.width, population.packed
    )
    population.hashes[rule] = hashed
    fitness, set_size = population.stats[parent, FITNESS], population.stats[parent, SET_SIZE]
    enter(population, rule, population.label[parent], fitness, set_size, time)
    population.fitness_sum[0] += power(fitness, config.fitness_power)
