"""The match set [M] and the correct set [C] of one input."""

from beta4ucs.kernels.bits import BIT, lowest_bit, prefetch
from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.support_index import ENDS, MEETS, PARTS, STARTS, part_of
from beta4ucs.learning.value_sets import exclude_by_sets


@kernel
def find_candidates(
    words, alive, cells, parts, n_asking, support, planes, x, codes, bits, doubts, matched,
    first_read, next_read,
):  # fmt: skip
    """List the rules in the first words whose support holds x, by slots; return their number.

    `bits` gathers the rules that no feature excludes, `doubts` those that some part of a bucket
    cannot decide. The two last arrays are those that are read next, and are asked for ahead.
    """
    for word in range(words):
        bits[word] = alive[word]
        doubts[word] = 0
    exclude_by_sets(planes, codes, bits, words)
    for feature in range(x.shape[0]):
        value = x[feature]
        # a missing value matches every condition on numbers
        if value == value and n_asking[feature] > 0:
            part = part_of(value)
            bucket = part // PARTS
            low = part % PARTS
            high = PARTS - 1 - low
            for word in range(words):
                starts = cells[feature, bucket, STARTS, word]
                ends = cells[feature, bucket, ENDS, word]
                is_low = parts[feature, 0, low + 1, word]
                is_high = parts[feature, 1, high + 1, word]
                doubts[word] |= (starts & parts[feature, 0, low, word] & ~is_low) | (
                    ends & parts[feature, 1, high, word] & ~is_high
                )
                bits[word] &= cells[feature, bucket, MEETS, word] & ~(
                    (starts & is_low) | (ends & is_high)
                )
    for word in range(words):
        left = bits[word] & doubts[word]
        while left != 0:
            bit = lowest_bit(left)
            left ^= BIT[bit]
            rule = word * 64 + bit
            outside = 0
            for feature in range(x.shape[0]):
                value = x[feature]
                outside += (value < support[rule, 0, feature]) | (value > support[rule, 1, feature])
            if outside > 0:
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
def match(operators, genes, packed, n_packed, fuzzy_genes, x, sets, n_candidates):
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
        operators.settings, genes, packed, n_packed, x, fuzzy, n_fuzzy, sets.buffer, fuzzy_degree
    )
    fuzzy[n_fuzzy] = -1
    n = 0
    asked = 0
    for i in range(n_candidates):
        rule, value = matched[i], fuzzy_degree[asked]
        is_fuzzy = rule == fuzzy[asked]
        value = value if is_fuzzy else 1.0  # no branch: nobody can foretell it
        asked += is_fuzzy
        matched[n] = rule
        degree[n] = value
        n += value > 0.0
    return n


@kernel
def collect_correct(labels, matched, degree, correct, label, n_matched):
    """Fill [C] with the places in [M] of rules with the label; return number and degree."""
    n = 0
    total = 0.0
    for i in range(n_matched):
        is_correct, share = labels[matched[i]] == label, degree[i]
        correct[n] = i
        n += is_correct
        total += share if is_correct else 0.0
    return n, total
