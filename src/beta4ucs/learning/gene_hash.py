"""Which rules have the same genes: chains of rules whose hashes begin alike."""

from beta4ucs.kernels.bits import float_to_bits
from beta4ucs.kernels.compiled import kernel

HASH_MASK = (1 << 63) - 1


@kernel
def hash_genes(genes, sets, rule):
    """Hash of all numbers of a rule's genes, and of its sets."""
    result = 0
    factor = 0x1E3779B97F4A7C15
    for feature in range(genes.shape[1]):
        for i in range(genes.shape[2]):
            result += (float_to_bits(genes[rule, feature, i]) * factor) & HASH_MASK
            factor = (factor + 0x2545F4914F6CDD1D) & HASH_MASK
    if sets is not None:
        for i in range(sets.shape[1]):
            result += (int(sets[rule, i]) * factor) & HASH_MASK
            factor = (factor + 0x2545F4914F6CDD1D) & HASH_MASK
    result &= HASH_MASK
    return result ^ (result >> 31)


@kernel
def has_same_genes(genes, sets, rule, other):
    """Tell whether two rules have exactly the same genes and sets."""
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
def find_equal(genes, sets, hashes, heads, following, labels, born, rule, hashed, label):
    """Return the oldest rule of [P] with the genes of a row, and the label unless -1; or -1."""
    best = -1
    other = heads[hashed & (heads.shape[0] - 1)]
    while other >= 0:
        is_candidate = hashes[other] == hashed and (best < 0 or born[other] < born[best])
        is_candidate = is_candidate and (label < 0 or labels[other] == label)
        if is_candidate and has_same_genes(genes, sets, rule, other):
            best = other
        other = following[other]
    return best


@kernel
def link_hash(hashes, heads, following, rule):
    """Enter the rule into the chain of its hash."""
    head = hashes[rule] & (heads.shape[0] - 1)
    following[rule] = heads[head]
    heads[head] = rule


@kernel
def unlink_hash(hashes, heads, following, rule):
    """Take the rule out of the chain of its hash."""
    head = hashes[rule] & (heads.shape[0] - 1)
    if heads[head] == rule:
        heads[head] = following[rule]
        return
    before = heads[head]
    while following[before] != rule:
        before = following[before]
    following[before] = following[rule]
