"""Subsumption: a more general, accurate, experienced rule takes over the copies of others."""

from beta4ucs.kernels.bits import BIT
from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.gene_hash import has_same_genes
from beta4ucs.learning.population import (
    EXPERIENCE,
    FITNESS,
    MICRO,
    NUMEROSITY,
    SET_SUBSUMPTIONS,
    is_alive,
    power,
    remove,
    revise_vote,
)
from beta4ucs.learning.support_index import BUCKETS, MEETS
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
def find_subsumer(operators, population, sets, n_able):
    """Return the oldest able rule of [C], or the last of those that, by age, outdo each other."""
    support, width, born = population.support, population.width, population.born
    able, left, n_left = sets.able, sets.contained, n_able
    following = able[0]
    for i in range(n_able):
        left[i] = able[i]
        following = able[i] if born[able[i]] < born[following] else following
    subsumer = following
    while following >= 0:
        subsumer = following
        n = 0
        for i in range(n_left):  # no branch: widths are hard to foretell
            left[n] = left[i]
            n += (width[left[i]] >= width[subsumer]) & (born[left[i]] > born[subsumer])
        n_left = n
        following = -1
        for i in range(n_left):
            rule = left[i]
            is_next = following < 0 or born[rule] < born[following]
            is_next = is_next and has_wider_support(support, width, rule, subsumer)
            if is_next and is_more_general(
                operators, population.genes, population.sets, rule, subsumer
            ):
                following = rule
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
def list_contained(operators, population, sets, n_correct, subsumer):
    """List the rules of [C] that are not marked and less general than the subsumer, by age."""
    genes, support, width = population.genes, population.support, population.width
    contained, born = sets.contained, population.born
    n = 0
    for i in range(n_correct):
        rule = sets.matched[sets.correct[i]]
        is_inside = sets.bits[rule >> 6] & BIT[rule & 63] == 0
        is_inside = is_inside and has_wider_support(support, width, subsumer, rule)
        if is_inside and is_more_general(operators, genes, population.sets, subsumer, rule):
            place = n
            while place > 0 and born[contained[place - 1]] > born[rule]:
                contained[place] = contained[place - 1]
                place -= 1
            contained[place] = rule
            n += 1
    return n


@kernel
def are_neighbours(born, matched, correct, n_correct, older, younger):
    """Tell whether no rule of [C] stands between two others."""
    for i in range(n_correct):
        age = born[matched[correct[i]]]
        if born[older] < age < born[younger]:
            return False
    return True


@kernel
def absorb_correct_set(
    operators, population, features, config, sets, n_correct, n_able, subsumer
):  # fmt: skip
    """Let the subsumer absorb the rules of [C] that it contains; return how many stay, and able."""
    mark_outsiders(population.cells, population.ends, subsumer, sets.bits)
    mark_holders(population.planes, population.sets, features, subsumer, sets.bits)
    n_contained = list_contained(operators, population, sets, n_correct, subsumer)
    if n_contained == 0:
        return n_correct, n_able
    matched, correct, absorbed, n_absorbed = sets.matched, sets.correct, sets.contained, 0
    last = subsumer
    for i in range(n_contained):
        rule = sets.contained[i]
        # The authors remove from the list they walk over: the next rule is passed by (SPEC E15).
        is_passed_by = last != subsumer and config.skips_after_subsumption
        if is_passed_by and are_neighbours(
            population.born, matched, correct, n_correct, last, rule
        ):
            last = subsumer
        else:
            absorb(population, config, subsumer, rule)
            last = rule
            absorbed[n_absorbed] = rule
            n_absorbed += 1
    kept = 0
    for i in range(n_correct):
        if not is_among(absorbed, n_absorbed, matched[correct[i]]):
            correct[kept] = correct[i]
            kept += 1
    kept_able = 0
    for i in range(n_able):
        if not is_among(absorbed, n_absorbed, sets.able[i]):
            sets.able[kept_able] = sets.able[i]
            kept_able += 1
    return kept, kept_able


@kernel
def is_among(rules, n, rule):
    """Tell whether the rule is one of the first n."""
    for i in range(n):
        if rules[i] == rule:
            return True
    return False


@kernel
def absorb(population, config, subsumer, rule):
    """Hand the copies of `rule` to the subsumer and remove it."""
    stats = population.stats
    copies = stats[rule, NUMEROSITY]
    if is_alive(population.alive, rule):
        population.counts[MICRO] -= int(copies)
        population.fitness_sum[0] -= power(stats[rule, FITNESS], config.fitness_power)
        remove(population, rule)
    gain_copies(population, config, subsumer, copies)
    population.counts[SET_SUBSUMPTIONS] += 1


@kernel
def gain_copies(population, config, rule, copies):
    """Add copies to the rule; they count only if it is still in [P] (SPEC E16)."""
    population.stats[rule, NUMEROSITY] += copies
    if is_alive(population.alive, rule):
        population.counts[MICRO] += int(copies)
        revise_vote(population.stats, population.votes, config, rule)
