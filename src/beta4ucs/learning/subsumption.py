"""Subsumption: a more general, accurate, experienced rule takes over the copies of others."""

from beta4ucs.kernels.bits import BIT
from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.population import (
    BUCKETS,
    EXPERIENCE,
    FITNESS,
    MEETS,
    MICRO,
    NUMEROSITY,
    SET_SUBSUMPTIONS,
    has_same_genes,
    is_alive,
    power,
    remove,
    revise_vote,
)
from beta4ucs.learning.value_sets import contains_sets, mark_holders


@kernel
def can_subsume(stats, config, rule):
    """Tell whether the rule is experienced and accurate enough to subsume, or to be crispified."""
    is_experienced = stats[rule, EXPERIENCE] > config.subsumption_threshold
    return is_experienced and stats[rule, FITNESS] > config.min_subsumer_fitness


@kernel
def has_wider_support(support, width, rule, other):
    """Tell whether the support of `rule` contains that of `other`: necessary for generality."""
    if width[rule] < width[other]:
        return False
    for feature in range(support.shape[2]):
        if support[rule, 0, feature] > support[other, 0, feature]:
            return False
        if support[rule, 1, feature] < support[other, 1, feature]:
            return False
    return True


@kernel
def is_more_general(operators, genes, sets, rule, other):
    """Compare two rules, the first with the wider support; equal ones are not (SPEC A.6)."""
    if not contains_sets(sets, rule, other):
        return False
    is_general = operators.is_more_general(operators.settings, genes, rule, other)
    return is_general and not has_same_genes(genes, sets, rule, other)


@kernel
def find_subsumer(operators, genes, sets, support, width, able, n_able):
    """Return the first able rule of [C], or a later able one that is more general."""
    subsumer = able[0]
    for i in range(1, n_able):
        rule = able[i]
        is_wider = has_wider_support(support, width, rule, subsumer)
        if is_wider and is_more_general(operators, genes, sets, rule, subsumer):
            subsumer = rule
    return subsumer


@kernel
def mark_outsiders(cells, ends, subsumer, bits):
    """Mark the rules whose support meets a bucket next to, but outside of, the subsumer's."""
    for word in range(bits.shape[0]):
        bits[word] = 0
    for feature in range(cells.shape[0]):
        before, behind = ends[subsumer, feature, 0] - 1, ends[subsumer, feature, 1]
        if before >= 0:
            for word in range(bits.shape[0]):
                bits[word] |= cells[feature, before, MEETS, word]
        if behind < BUCKETS:
            for word in range(bits.shape[0]):
                bits[word] |= cells[feature, behind, MEETS, word]


@kernel
def absorb_correct_set(
    operators, population, features, config, sets, n_correct, n_able, subsumer
):  # fmt: skip
    """Let the subsumer absorb the rules of [C] that it contains; return how many stay, and able."""
    genes, support, width = population.genes, population.support, population.width
    mark_outsiders(population.cells, population.ends, subsumer, sets.bits)
    mark_holders(population.planes, population.sets, features, subsumer, sets.bits)
    able = sets.able
    able[n_able] = -1
    next_able = 0
    kept_able = 0
    kept = 0
    just_absorbed = False
    for i in range(n_correct):
        place = sets.correct[i]
        rule = sets.matched[place]
        # The authors remove from the list they walk over: the next rule is passed by (SPEC E15).
        is_passed_by = just_absorbed and config.skips_after_subsumption
        just_absorbed = False
        is_outside = sets.bits[rule >> 6] & BIT[rule & 63] != 0
        if not (is_passed_by or is_outside) and has_wider_support(support, width, subsumer, rule):
            just_absorbed = is_more_general(operators, genes, population.sets, subsumer, rule)
        is_able = rule == able[next_able]
        if is_able:
            next_able += 1
        if just_absorbed:
            absorb(population, config, subsumer, rule)
        else:
            sets.correct[kept] = place
            kept += 1
            if is_able:
                able[kept_able] = rule
                kept_able += 1
    return kept, kept_able


@kernel
def absorb(population, config, subsumer, rule):
    """Hand the copies of `rule` to the subsumer and remove it."""
    stats = population.stats
    copies = int(stats[rule, NUMEROSITY])
    if is_alive(population.alive, rule):
        population.counts[MICRO] -= copies
        population.fitness_sum[0] -= power(stats[rule, FITNESS], config.fitness_power)
        remove(population, rule)
    gain_copies(population, config, subsumer, copies)
    population.counts[SET_SUBSUMPTIONS] += 1


@kernel
def gain_copies(population, config, rule, copies):
    """Add copies to the rule; they count only if it is still in [P] (SPEC E16)."""
    population.stats[rule, NUMEROSITY] += copies
    if is_alive(population.alive, rule):
        population.counts[MICRO] += copies
        revise_vote(population.stats, population.votes, config, rule)
