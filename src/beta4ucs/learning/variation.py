"""Evolution: two parents of the correct set make two children."""

from beta4ucs.kernels.compiled import kernel
from beta4ucs.kernels.random import below, random
from beta4ucs.learning.deletion import delete_if_full
from beta4ucs.learning.gene_hash import find_equal, hash_genes
from beta4ucs.learning.population import (
    CHILD_SUBSUMPTIONS,
    FITNESS,
    GA_RUNS,
    MERGES,
    SCRATCH,
    SET_SIZE,
    TIME_STAMP,
    enter,
    is_alive,
    power,
    prepare_rule,
    take_slot,
)
from beta4ucs.learning.selection import select_parent, weigh_parents
from beta4ucs.learning.specificity import copy_asked, mutate_within_limit
from beta4ucs.learning.subsumption import (
    can_subsume,
    gain_copies,
    has_wider_support,
    is_more_general,
)
from beta4ucs.learning.unknown import derive_sets
from beta4ucs.learning.value_sets import copy_sets, cross_sets, mutate_sets


@kernel
def evolve(operators, population, features, config, x, time, sets, n_correct, rng):
    """Select two parents, cross and mutate copies of them, and let the children in."""
    stats, genes, settings = population.stats, population.genes, operators.settings
    n_parents = weigh_parents(stats, config.fitness_power, sets, n_correct)
    if n_parents == 0:
        return
    for i in range(n_correct):
        stats[sets.matched[sets.correct[i]], TIME_STAMP] = time
    population.counts[GA_RUNS] += 1
    parents, strength, absence = sets.parents, sets.strength, sets.absence
    born = population.born
    first = select_parent(stats, born, config, parents, strength, absence, n_parents, rng)
    second = select_parent(stats, born, config, parents, strength, absence, n_parents, rng)
    scratch = genes.shape[0] - SCRATCH
    copy_genes(genes, population.sets, first, scratch)
    copy_genes(genes, population.sets, second, scratch + 1)
    if random(rng) < config.crossover_rate:
        operators.crossover(settings, genes, scratch, scratch + 1, config.swaps_whole_genes, rng)
        cross_sets(population.sets, scratch, scratch + 1, features, config.swaps_whole_genes, rng)
    for child in range(2):
        row = scratch + child
        parent = first if child == 0 else second
        mutate(
            operators, genes, population.sets, population.asked, features, config, sets.alike, x,
            first, second, row, rng,
        )  # fmt: skip
        label = mutate_label(population, config, population.label[parent], rng)
        prepare_rule(operators, population, row)
        place_child(operators, population, config, time, row, label, parent, first, second)
        delete_if_full(population, config, sets.lanes, rng)


@kernel
def mutate(
    operators, genes, sets, asked, features, config, alike, x, first, second, row, rng
):  # fmt: skip
    """Mutate a child's genes and sets, within the limit on conditions if there is one."""
    if asked is None:
        operators.mutate(operators.settings, genes, row, features.gene_rates, rng)
        return
    if config.max_conditions > 0:
        copy_asked(asked, first, second, row)
        mutate_within_limit(
            operators, genes, sets, asked, features, config.max_conditions, row, x, alike, rng
        )
    else:
        operators.mutate(operators.settings, genes, row, features.gene_rates, rng)
        mutate_sets(sets, row, features, rng)
    if config.derives_sets:
        derive_sets(operators, genes, sets, features, row, rng)


@kernel
def mutate_label(population, config, label, rng):
    """Return another class, drawn evenly, or most often the class itself."""
    n_others = population.mass.shape[1] - 1
    if config.label_mutation_rate <= 0.0 or n_others == 0:
        return label
    if random(rng) >= config.label_mutation_rate:
        return label
    other = below(rng, n_others)
    return other + 1 if other >= label else other


@kernel
def copy_genes(genes, sets, source, target):
    """Copy the genes and sets of one rule over those of another."""
    copy_sets(sets, source, target)
    for feature in range(genes.shape[1]):
        for i in range(genes.shape[2]):
            genes[target, feature, i] = genes[source, feature, i]


@kernel
def place_child(operators, population, config, time, row, label, parent, first, second):
    """Let a parent subsume the child, else merge it with an equal rule, else insert it."""
    genes, counts = population.genes, population.counts
    heir = -1
    if config.subsumes_children:
        for candidate in (first, second):
            if heir < 0 and subsumes_child(operators, population, config, candidate, row, label):
                heir = candidate
                counts[CHILD_SUBSUMPTIONS] += 1
    hashed = 0
    if heir < 0:
        hashed = hash_genes(genes, population.sets, row)
        heads, following = population.chain_head, population.chain_next
        asked = label if config.needs_same_label else -1
        heir = find_equal(
            genes, population.sets, population.hashes, heads, following, population.label,
            population.born, row, hashed, asked,
        )  # fmt: skip
        if heir >= 0:
            counts[MERGES] += 1
    if heir >= 0:
        gain_copies(population, config, heir, 1.0)
    else:
        insert_child(population, config, time, row, label, parent, hashed)


@kernel
def subsumes_child(operators, population, config, parent, row, label):
    """Tell whether the parent is able to subsume and more general than the child."""
    if not (config.keeps_deleted or is_alive(population.alive, parent)):
        return False
    if config.needs_same_label and population.label[parent] != label:
        return False
    if not can_subsume(population.stats, config, parent):
        return False
    if not has_wider_support(population.support, population.width, parent, row):
        return False
    return is_more_general(operators, population.genes, population.sets, parent, row)


@kernel
def insert_child(population, config, time, row, label, parent, hashed):
    """Move the child from its scratch row into a slot; it inherits what the credit lets it."""
    rule = take_slot(population.free, population.counts)
    copy_genes(population.genes, population.sets, row, rule)
    copy_prepared(population, row, rule)
    copy_asked(population.asked, row, row, rule)
    population.hashes[rule] = hashed
    stats, fitness = population.stats, config.child_fitness
    if fitness != fitness:
        fitness = stats[parent, FITNESS]
    enter(population, rule, label, fitness, stats[parent, SET_SIZE], time)
    population.fitness_sum[0] += power(fitness, config.fitness_power)


@kernel
def copy_prepared(population, source, target):
    """Copy what was derived from the genes."""
    support, packed = population.support, population.packed
    for feature in range(support.shape[2]):
        support[target, 0, feature] = support[source, 0, feature]
        support[target, 1, feature] = support[source, 1, feature]
    for i in range(packed.shape[1]):
        packed[target, i] = packed[source, i]
    population.n_packed[target] = population.n_packed[source]
    population.width[target] = population.width[source]
    population.fuzzy_genes[target] = population.fuzzy_genes[source]
