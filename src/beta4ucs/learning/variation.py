"""The genetic algorithm: two parents of [C] make two children (lines 15 to 18 of Algorithm 1).

    [C] -> weigh_candidates -> select_parent, twice
        -> cross_parents                         copies of the parents, crossed, in scratch rows
        -> mutate, mutate_label                  each child
        -> place_child                           subsumed, merged or inserted
        -> delete_if_full                        after each child

Children are made in the two scratch rows behind the slots of the population. Many never leave them:
a parent subsumes them, or an equal rule takes them as one more copy. So a slot is taken, and the
indices change, only for a rule that is new.
"""

from beta4ucs.kernels.compiled import kernel
from beta4ucs.kernels.random import below, random
from beta4ucs.learning.lifecycle import enter, find_equal, gain_copies, hash_genes, take_slot
from beta4ucs.learning.population import (
    CHILD_SUBSUMPTIONS,
    FITNESS,
    GA_RUNS,
    MERGES,
    SCRATCH,
    SET_SIZE,
    TIME_STAMP,
    is_alive,
)
from beta4ucs.learning.selection import delete_if_full, select_parent, weigh_candidates
from beta4ucs.learning.specificity import mutate_within_limit
from beta4ucs.learning.subsumption import can_subsume, is_more_general
from beta4ucs.learning.support_index import prepare_rule
from beta4ucs.learning.value_sets import copy_sets, cross_sets, derive_sets, mutate_sets


@kernel
def needs_evolution(correct_set, config, time):
    """Tell whether t - (sum of ts * num) / (sum of num) > theta_GA over [C].

    The threshold keeps regions that many rows fall into from evolving much more often than others.
    A correct set without copies consists of rules that deletion has just removed (SPEC E16).
    """
    copies, stamps = correct_set.copies[0], correct_set.stamps[0]
    return copies > 0.0 and time - stamps / copies > config.ga_threshold


@kernel
def evolve(system, population, workspace, sample, rng):
    """Select two parents, cross and mutate copies of them, and let the children in.

    Nothing happens, and ts stays, if no rule of [C] may become a parent (SPEC E4). A child's class
    and what it inherits come from the parent with its number; subsumption asks both parents.
    """
    config = system.config
    n_candidates = weigh_candidates(population, config, workspace)
    if n_candidates == 0:
        return
    stamp_correct_set(population.stats, workspace, sample.time)
    population.counts[GA_RUNS] += 1
    workspace.parents[0] = select_parent(population, config, workspace, n_candidates, rng)
    workspace.parents[1] = select_parent(population, config, workspace, n_candidates, rng)
    cross_parents(system, population, workspace.parents, rng)
    # One after the other: the first child may be in [P] when the second looks for its equal.
    for child in range(2):
        row = population.genes.shape[0] - SCRATCH + child
        parent = workspace.parents[child]
        mutate(system, population, workspace.parents, sample, row, rng)
        label = mutate_label(population, config, population.label[parent], rng)
        prepare_rule(system.operators, population, row)
        place_child(system, population, workspace.parents, child, label, sample.time)
        delete_if_full(population, config, workspace.lanes, rng)


@kernel
def stamp_correct_set(stats, workspace, time):
    """Set ts = t in [C], parents or not: the whole set has had its turn."""
    match_set, correct_set = workspace.match_set, workspace.correct_set
    for i in range(correct_set.size[0]):
        stats[match_set.rules[correct_set.places[i]], TIME_STAMP] = time


@kernel
def cross_parents(system, population, parents, rng):
    """Copy the parents into the scratch rows, and cross the copies with probability chi.

    Genes are for the representation to cross and to repair; sets are crossed here.
    """
    genes, sets, operators = population.genes, population.sets, system.operators
    swaps_whole_genes = system.config.swaps_whole_genes
    first = genes.shape[0] - SCRATCH
    second = first + 1
    copy_genes(genes, sets, parents[0], first)
    copy_genes(genes, sets, parents[1], second)
    if random(rng) < system.config.crossover_rate:
        operators.crossover(operators.settings, genes, first, second, swaps_whole_genes, rng)
        cross_sets(sets, first, second, system.features, swaps_whole_genes, rng)


@kernel
def mutate(system, population, parents, sample, row, rng):
    """Mutate a child's genes and sets, within the limit on conditions if there is one.

    Without a limit each gene and each set mutates on its own. With one, conditions are what
    mutates, and the sample is needed: new ones are made to match it.
    """
    operators, features, asked = system.operators, system.features, population.asked
    if system.config.max_conditions > 0:
        copy_asked(asked, parents[0], parents[1], row)
        mutate_within_limit(system, population, asked, sample, row, rng)
    else:
        operators.mutate(operators.settings, population.genes, row, features.gene_rates, rng)
        mutate_sets(population.sets, row, features, rng)
    derive_sets(system, population.genes, population.sets, row, rng)


@kernel
def mutate_label(population, config, label, rng):
    """Return another class, drawn evenly, or most often the class itself (SPEC E26).

    Only UCS does so: in Fuzzy-UCS the class follows from cm.
    """
    n_others = population.mass.shape[1] - 1
    if config.label_mutation_rate <= 0.0 or n_others == 0:
        return label
    if random(rng) >= config.label_mutation_rate:
        return label
    other = below(rng, n_others)
    return other + 1 if other >= label else other


@kernel
def copy_genes(genes, sets, source, target):
    """Copy the genes and sets of one rule over those of another: all that makes its condition."""
    copy_sets(sets, source, target)
    for feature in range(genes.shape[1]):
        for i in range(genes.shape[2]):
            genes[target, feature, i] = genes[source, feature, i]


@kernel
def copy_asked(asked, first, second, target):
    """Let the target ask about what one of the two rules asks about.

    After crossover it is not known from whom a child has each condition; mutation looks.
    """
    if asked is None:
        return
    for word in range(asked.shape[1]):
        asked[target, word] = asked[first, word] | asked[second, word]


@kernel
def place_child(system, population, parents, child, label, time):
    """Let a parent subsume the child, else merge it with an equal rule, else insert it.

    Subsumed or merged, it becomes one more copy of the other. Inserted, it inherits cs of its
    parent, and F too unless the credit gives children a fitness of their own (NaN: it does not).
    """
    config, counts = system.config, population.counts
    row = population.genes.shape[0] - SCRATCH + child
    heir = -1  # the rule that gets the child as a copy
    if config.subsumes_children:
        heir = find_subsuming_parent(system, population, parents, row, label)
    if heir >= 0:
        counts[CHILD_SUBSUMPTIONS] += 1
        gain_copies(population, config, heir, 1.0)
        return
    hashed = hash_genes(population.genes, population.sets, row)
    heir = find_equal(population, row, hashed, label if config.needs_same_label else -1)
    if heir >= 0:
        counts[MERGES] += 1
        gain_copies(population, config, heir, 1.0)
        return
    rule = move_to_slot(population, row)
    population.hashes[rule] = hashed
    fitness, set_size = config.child_fitness, population.stats[parents[child], SET_SIZE]
    if fitness != fitness:
        fitness = population.stats[parents[child], FITNESS]
    enter(population, config, rule, label, fitness, set_size, time)


@kernel
def find_subsuming_parent(system, population, parents, row, label):
    """Return the first parent that is able to subsume the child and more general, or -1.

    Fuzzy-UCS does not ask for the same class, UCS does. A parent that is not in [P] any more may
    still subsume (SPEC E16).
    """
    config = system.config
    for i in range(2):
        parent = parents[i]
        is_there = config.keeps_deleted or is_alive(population.alive, parent)
        is_same = not config.needs_same_label or population.label[parent] == label
        is_able = is_there and is_same and can_subsume(population.stats, config, parent)
        if is_able and is_more_general(system.operators, population, parent, row):
            return parent
    return -1


@kernel
def move_to_slot(population, row):
    """Copy a child from its scratch row to a slot, which is returned.

    What was derived from its genes is copied with them: to derive it again would take longer.
    """
    rule = take_slot(population)
    support, packed = population.support, population.packed
    copy_genes(population.genes, population.sets, row, rule)
    copy_asked(population.asked, row, row, rule)
    for feature in range(support.shape[2]):
        support[rule, 0, feature] = support[row, 0, feature]
        support[rule, 1, feature] = support[row, 1, feature]
    for i in range(packed.shape[1]):
        packed[rule, i] = packed[row, i]
    population.n_packed[rule] = population.n_packed[row]
    population.width[rule] = population.width[row]
    population.fuzzy_genes[rule] = population.fuzzy_genes[row]
    return rule
