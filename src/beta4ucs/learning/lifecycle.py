"""How a rule gets a slot, enters [P], is found again, and leaves.

    fresh or freed slot --take_slot--> condition is written --prepare_rule--> derived numbers
           ^                                                                        | enter
           |                                                                        v
      free_removed <------- out of [P], perhaps still in [M] <--remove-- alive: a rule of [P]

A newcomer takes a slot, its condition is written there, `prepare_rule` derives what depends on the
genes, and `enter` makes it a member. A rule that leaves keeps its slot until the iteration is over:
it may still be in [M] and [C] (SPEC E16), and must not be overwritten by a child of theirs.

Everything that is kept about the population as a whole changes here and nowhere else when a rule
comes or goes: counts of rules and copies, the sum of fitnesses, the bit set of those alive,
chains of equal hashes, both indices. Copies come and go more often than rules; for these there
is `gain_copies`, and `delete_if_full` takes one.

A child that equals a rule of [P] becomes one more copy of it. To find that rule without
comparing with all of them, each rule has a hash of its genes, and `chain_head[hash % heads]` is
the first of a chain of rules with the same remainder; `chain_next` leads on to the others, and
-1 ends a chain. There are at least twice as many heads as slots, so most chains are empty or have
one rule.

    chain_head   | -1 | 17 | -1 |  4 | ...
                         |         |
    chain_next          17 -> 5    4 -> -1
                         5 -> -1
"""

from beta4ucs.kernels.bits import BIT, float_to_bits
from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.population import (
    BASE_VOTE,
    BORN,
    FITNESS,
    FREE,
    MACRO,
    MICRO,
    NUMEROSITY,
    REMOVED,
    SET_SIZE,
    SLOTS,
    TIME_STAMP,
    forget_experience,
    is_alive,
    power,
    revise_deletion_vote,
)
from beta4ucs.learning.support_index import index_rule

HASH_MASK = (1 << 63) - 1  # keeps results positive, and the same with compilation off
FIRST_FACTOR = 0x1E3779B97F4A7C15
FACTOR_STEP = 0x2545F4914F6CDD1D


@kernel
def take_slot(population):
    """Return the slot for a newcomer: the one freed last, else a fresh one.

    The one freed last is likely to be in the processor's cache still, and bit sets stay short.
    """
    counts = population.counts
    if counts[FREE] > 0:
        counts[FREE] -= 1
        return population.free[counts[FREE]]
    counts[SLOTS] += 1
    return counts[SLOTS] - 1


@kernel
def enter(population, config, rule, label, fitness, set_size, time):
    """Make a prepared and hashed rule a member of [P]: num = 1, exp = 0, cm = 0, ts = t.

    Fitness and set size are given: where a rule starts depends on whether it covers or is a child,
    and on the kind of credit (SPEC E8, E9).
    """
    stats, counts = population.stats, population.counts
    stats[rule, FITNESS] = fitness
    stats[rule, SET_SIZE] = set_size
    stats[rule, NUMEROSITY] = 1.0
    stats[rule, TIME_STAMP] = time
    forget_experience(population, rule)
    population.label[rule] = label
    population.born[rule] = counts[BORN]
    population.deletion_votes[BASE_VOTE, rule] = set_size
    population.fitness_sum[0] += power(fitness, config.fitness_power)
    counts[BORN] += 1
    counts[MACRO] += 1
    counts[MICRO] += 1
    link_hash(population, rule)
    index_rule(population, rule)


@kernel
def remove(population, config, rule):
    """Take the rule out of [P]; its slot is freed at the end of the iteration.

    Its bits in the indices stay: a rule that is not alive is no candidate, and the slot's next
    occupant flips only those bits in which the two differ.
    """
    counts = population.counts
    population.alive[rule >> 6] ^= BIT[rule & 63]
    population.deletion_votes[BASE_VOTE, rule] = 0.0
    population.fitness_sum[0] -= power(population.stats[rule, FITNESS], config.fitness_power)
    population.removed[counts[REMOVED]] = rule
    counts[REMOVED] += 1
    counts[MACRO] -= 1
    unlink_hash(population, rule)


@kernel
def free_removed(population):
    """Free the slots of the rules removed in this iteration: [M] and [C] are no longer needed."""
    counts = population.counts
    for i in range(counts[REMOVED]):
        population.free[counts[FREE]] = population.removed[i]
        counts[FREE] += 1
    counts[REMOVED] = 0


@kernel
def gain_copies(population, config, rule, copies):
    """Add copies to the rule: num += copies.

    A rule that deletion has removed in this iteration may still absorb others (SPEC E16); its
    copies then count nowhere.
    """
    population.stats[rule, NUMEROSITY] += copies
    if is_alive(population.alive, rule):
        population.counts[MICRO] += int(copies)
        revise_deletion_vote(population, config, rule)


@kernel
def hash_genes(genes, sets, rule):
    """Hash all numbers of a rule's genes, and its sets.

    Each number is multiplied by a large odd factor of its own, so that equal numbers at different
    places do not cancel each other out; the upper half, which depends on all bits, is then folded
    into the lower one, by which chains are chosen.
    """
    result = 0
    factor = FIRST_FACTOR
    for feature in range(genes.shape[1]):
        for i in range(genes.shape[2]):
            result += (float_to_bits(genes[rule, feature, i]) * factor) & HASH_MASK
            factor = (factor + FACTOR_STEP) & HASH_MASK
    if sets is not None:
        for i in range(sets.shape[1]):
            result += (int(sets[rule, i]) * factor) & HASH_MASK
            factor = (factor + FACTOR_STEP) & HASH_MASK
    result &= HASH_MASK
    return result ^ (result >> 31)


@kernel
def has_same_genes(genes, sets, rule, other):
    """Tell whether two rules have exactly the same genes and sets.

    Numbers are compared, not conditions: two ways to write the same interval differ (SPEC E13).
    """
    if sets is not None:
        for i in range(sets.shape[1]):
            if sets[rule, i] != sets[other, i]:
                return False
    for feature in range(genes.shape[1]):
        for i in range(genes.shape[2]):
            if genes[rule, feature, i] != genes[other, feature, i]:
                return False
    return True


@kernel
def find_equal(population, row, hashed, label):
    """Return the rule of [P] with the genes and the hash of a row, or -1.

    It must advocate the label, unless that is -1 (SPEC E13). Several can be equal: crispification
    changes genes without looking for others like them. Then it is the oldest.
    """
    born, heads = population.born, population.chain_head
    best = -1
    other = heads[hashed & (heads.shape[0] - 1)]
    while other >= 0:
        is_candidate = population.hashes[other] == hashed
        is_candidate = is_candidate and (best < 0 or born[other] < born[best])
        is_candidate = is_candidate and (label < 0 or population.label[other] == label)
        if is_candidate and has_same_genes(population.genes, population.sets, row, other):
            best = other
        other = population.chain_next[other]
    return best


@kernel
def link_hash(population, rule):
    """Enter the rule into the chain of its hash, in front."""
    heads = population.chain_head
    head = population.hashes[rule] & (heads.shape[0] - 1)
    population.chain_next[rule] = heads[head]
    heads[head] = rule


@kernel
def unlink_hash(population, rule):
    """Take the rule out of the chain of its hash.

    A chain leads only forwards, so it is followed from its head up to the rule in front.
    """
    heads, following = population.chain_head, population.chain_next
    head = population.hashes[rule] & (heads.shape[0] - 1)
    if heads[head] == rule:
        heads[head] = following[rule]
        return
    before = heads[head]
    while following[before] != rule:
        before = following[before]
    following[before] = following[rule]
