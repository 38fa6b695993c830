"""An index of the rules by the supports of their conditions, for all rules at once.

It divides each feature's range into buckets and these into parts. `cells` holds, per bucket,
bit sets of the rules whose support meets it, starts in it and ends in it; `parts` holds, for p from
0 to PARTS, the rules whose support starts in part p of its bucket or behind, and (counted from the
bucket's end) ends in part p or before. So a bound is compared with x by the buckets, then, in the
bucket of x, by the parts; only what shares the part of x is compared in full.
"""

from beta4ucs.kernels.bits import BIT
from beta4ucs.kernels.compiled import kernel

BUCKETS = 16  # cells of the index per feature
PARTS = 8  # of a bucket
MEETS, STARTS, ENDS = 0, 1, 2  # what the rules in a cell do there


@kernel
def index_support(cells, parts, ends, n_asking, support, rule):
    """Set the index bits of the rule, flipping only what differs from the slot's last occupant.

    A range is the difference of two prefixes, so bits flip between old and new ends. Slots that
    were not used yet meet no bucket, and need not: they are not alive.
    """
    bit = BIT[rule & 63]
    word = rule >> 6
    for feature in range(support.shape[2]):
        low, high = support[rule, 0, feature], support[rule, 1, feature]
        first, last = part_of(low), part_of(high)
        n_asking[feature] -= (ends[rule, feature, 2] > 0) | (ends[rule, feature, 3] > 0)
        for end in range(2):
            new = first // PARTS if end == 0 else last // PARTS + 1
            old = ends[rule, feature, end]
            ends[rule, feature, end] = new
            for bucket in range(min(old, new), max(old, new)):
                cells[feature, bucket, MEETS, word] ^= bit
            # A bound at the end of the range excludes nothing.
            is_bound = low > 0.0 if end == 0 else high < 1.0
            new = 0
            if is_bound:
                new = 1 + (first if end == 0 else last) // PARTS
            old = ends[rule, feature, 2 + end]
            if old != new:
                ends[rule, feature, 2 + end] = new
                if old > 0:
                    cells[feature, old - 1, STARTS + end, word] ^= bit
                if new > 0:
                    cells[feature, new - 1, STARTS + end, word] ^= bit
            new = first % PARTS if end == 0 else PARTS - 1 - last % PARTS
            old = ends[rule, feature, 4 + end]
            ends[rule, feature, 4 + end] = new
            for part in range(min(old, new), max(old, new)):
                parts[feature, end, part + 1, word] ^= bit
        n_asking[feature] += (ends[rule, feature, 2] > 0) | (ends[rule, feature, 3] > 0)


@kernel
def part_of(value):
    """Part of a bucket that a number is in; those outside [0, 1) are in the first or last one."""
    return int(min(BUCKETS * PARTS - 1.0, max(0.0, value * (BUCKETS * PARTS))))
