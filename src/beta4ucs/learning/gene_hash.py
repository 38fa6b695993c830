"""Which rule has the same genes: chains of rules whose hashes begin alike.

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

from beta4ucs.kernels.bits import float_to_bits
from beta4ucs.kernels.compiled import kernel

HASH_MASK = (1 << 63) - 1  # keeps results positive, and the same with compilation off
FIRST_FACTOR = 0x1E3779B97F4A7C15
FACTOR_STEP = 0x2545F4914F6CDD1D


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
