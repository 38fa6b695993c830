"""The match set [M] and the correct set [C] of one input."""

from beta4ucs.kernels.bits import BIT, lowest_bit, prefetch
from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.population import bucket_of


@kernel
def find_candidates(alive, cells, support, x, bits, matched, first_read, next_read):
    """List the rules whose support holds x, in the order of slots; return their number.

    An AND of bit sets leaves the rules whose support meets the bucket of x in every feature; only
    where it does not contain the bucket as a whole, the bounds themselves are compared. The two
    last arrays are those that are read next, and are asked for ahead.
    """
    words = bits.shape[0]
    for word in range(words):
        bits[word] = alive[word]
    for feature in range(x.shape[0]):
        if x[feature] == x[feature]:  # a missing value matches every condition
            bucket = bucket_of(x[feature])
            for word in range(words):
                bits[word] &= cells[feature, bucket, 0, word]
    for feature in range(x.shape[0]):
        value = x[feature]
        if value == value:
            bucket = bucket_of(value)
            for word in range(words):
                left = bits[word] & ~cells[feature, bucket, 1, word]
                while left != 0:
                    bit = lowest_bit(left)
                    left ^= BIT[bit]
                    rule = word * 64 + bit
                    if value < support[rule, 0, feature] or value > support[rule, 1, feature]:
                        bits[word] ^= BIT[bit]
    n = 0
    for word in range(words):
        left = bits[word]
        while left != 0:
            bit = lowest_bit(left)
            left ^= BIT[bit]
            matched[n] = word * 64 + bit
            prefetch(first_read, matched[n])
            prefetch(next_read, matched[n])
            n += 1
    return n


@kernel
def match(operators, genes, packed, fuzzy_genes, x, sets, n_candidates):
    """Give each candidate its matching degree and keep those above 0; return the size of [M].

    The genes of a crisp rule are 1 on their support: only the others are asked.
    """
    matched, degree, fuzzy, fuzzy_degree = sets.matched, sets.degree, sets.fuzzy, sets.fuzzy_degree
    n_fuzzy = 0
    for i in range(n_candidates):
        fuzzy[n_fuzzy] = matched[i]
        if fuzzy_genes[matched[i]] > 0:
            n_fuzzy += 1
    if n_fuzzy == 0:
        for i in range(n_candidates):
            degree[i] = 1.0
        return n_candidates
    operators.degrees(
        operators.settings, genes, packed, fuzzy_genes, x, fuzzy, n_fuzzy, sets.buffer, fuzzy_degree
    )
    fuzzy[n_fuzzy] = -1
    n = 0
    asked = 0
    for i in range(n_candidates):
        rule = matched[i]
        value = 1.0
        if rule == fuzzy[asked]:
            value = fuzzy_degree[asked]
            asked += 1
        matched[n] = rule
        degree[n] = value
        if value > 0.0:
            n += 1
    return n


@kernel
def collect_correct(labels, matched, degree, correct, label, n_matched):
    """Fill [C] with the places in [M] of rules with the label; return number and degree."""
    n = 0
    total = 0.0
    for i in range(n_matched):
        if labels[matched[i]] == label:
            correct[n] = i
            n += 1
            total += degree[i]
    return n, total
