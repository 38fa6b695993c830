"""Covering: a new rule when [C] does not carry the input (lines 9 to 11 of Algorithm 1).

It is how rules come into being: [P] starts empty, and every row that no rule of its class
matches well enough gets a rule made to measure. Each feature is left open with probability P_#,
else the gene is an interval or a fuzzy set around x_i, of random width. What a gene looks like
is for the representation to say (`cover` and `cover_any` of the contract).
"""

from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.lifecycle import enter, hash_genes, take_slot
from beta4ucs.learning.matching import collect_correct
from beta4ucs.learning.population import COVERINGS, is_alive
from beta4ucs.learning.selection import delete_if_full
from beta4ucs.learning.specificity import choose_features, open_gene, settle_gene
from beta4ucs.learning.support_index import prepare_rule
from beta4ucs.learning.value_sets import cover_sets, derive_sets


@kernel
def needs_covering(correct_set):
    """Tell whether the degrees of [C] add up to less than 1; for crisp rules: whether it is empty.

    Rules count once, however many copies they have (SPEC B.2).
    """
    return correct_set.degree[0] < 1.0


@kernel
def cover(system, population, workspace, sample, rng):
    """Add a rule for the sample to [P], [M] and [C], and delete a copy of some rule if [P] is full.

    Deletion may hit a rule of [M], even the new one. In the authors' program such a rule stays in
    [M] and [C] for the rest of the iteration (SPEC E16); it may be told to leave. Either way [C]
    is collected anew.
    """
    config, match_set = system.config, workspace.match_set
    rule = add_covering_rule(system, population, workspace.dont_care, sample, rng)
    delete_if_full(population, config, workspace.lanes, rng)
    join(match_set, rule)
    if not config.keeps_deleted:
        drop_removed(population.alive, match_set)
    collect_correct(population, match_set, workspace.correct_set, sample.label)


@kernel
def add_covering_rule(system, population, dont_care, sample, rng):
    """Put a rule into [P] that matches x fully and advocates c*; return its slot.

    It is not compared with other rules: at random widths two of them are hardly ever equal.
    """
    config = system.config
    rule = take_slot(population)
    write_condition(system, population, dont_care, sample, rule, rng)
    prepare_rule(system.operators, population, rule)
    population.hashes[rule] = hash_genes(population.genes, population.sets, rule)
    fitness, set_size = config.first_fitness, config.first_set_size
    enter(population, config, rule, sample.label, fitness, set_size, sample.time)
    population.counts[COVERINGS] += 1
    return rule


@kernel
def write_condition(system, population, chosen, sample, rule, rng):
    """Write genes that match x, and sets that hold the codes.

    Each feature is left open with its chance, P_# on average. Where conditions are limited,
    `chosen` is filled with chances of 0 and 1 instead.
    """
    operators, features, genes = system.operators, system.features, population.genes
    dont_care = features.dont_care
    if system.config.max_conditions > 0:
        choose_features(system, population.asked, chosen, rule, rng)
        dont_care = chosen
    operators.cover(operators.settings, genes, rule, sample.x, dont_care, rng)
    settle_genes(system, genes, population.sets, rule)
    cover_sets(population.sets, rule, features, sample.codes, dont_care, rng)
    derive_sets(system, genes, population.sets, rule, rng)


@kernel
def settle_genes(system, genes, sets, rule):
    """Write one and the same open gene for every category, which its set speaks for.

    Else the two ways to write an open interval would keep equal rules apart, and crossing them
    would close it. So it is, too, for whatever is open in a rule with limited conditions.
    """
    if sets is None:
        return
    features, is_limited = system.features, system.config.max_conditions > 0
    for feature in range(features.set_of.shape[0]):
        i = features.set_of[feature]
        if i >= 0 and features.is_numeric[i] == 0:
            open_gene(system, genes, rule, feature)
        elif is_limited:
            settle_gene(system, genes, rule, feature)


@kernel
def join(match_set, rule):
    """Append a covering rule to [M]: it matches fully, mu = 1.

    It comes last, though slots are in ascending order before it; nothing relies on that order.
    """
    n = match_set.size[0]
    match_set.rules[n] = rule
    match_set.degrees[n] = 1.0
    match_set.size[0] = n + 1


@kernel
def drop_removed(alive, match_set):
    """Leave out of [M] what deletion has just removed; the rule for the sample may be among it."""
    rules, degrees = match_set.rules, match_set.degrees
    n = 0
    for i in range(match_set.size[0]):
        rules[n] = rules[i]
        degrees[n] = degrees[i]
        if is_alive(alive, rules[i]):
            n += 1
    match_set.size[0] = n
