"""An index of the rules by the supports of their conditions, compared for all rules at once.

The support of a gene is the interval where its membership is positive. A rule can match x only if
x_i lies in its support on every feature i. Instead of asking rule by rule, the index asks 64 rules
with one machine word: bit r % 64 of word r // 64 stands for the rule in slot r.

Each feature's range [0, 1] is divided into BUCKETS, and each bucket into PARTS: a number has two
digits, its bucket and the part of the bucket.

    bucket     0       1       2       3
            |-------|-------|-------|-------|- ...
    rule a          .   [===|=======|=]     .          starts in 1, meets 1 2 3, ends in 3
    rule b      [===|==]    .       .       .          starts in 0, meets 0 1, ends in 1
    part            01234567 (of bucket 1)             a starts in part 4, b ends in part 2

`cells[feature, bucket]` holds three bit sets, the first digit: the rules whose support meets the
bucket, starts in it, and ends in it. A rule that does not meet the bucket of x is out; one that
meets it and neither starts nor ends there is in; for the others the second digit decides.

`parts[feature, 0, p]` holds the rules whose support starts, in whichever bucket, in part p or
behind; `parts[feature, 1, p]` those that end at p or more parts before the end of the bucket.
Both have PARTS + 1 rows: row 0 has every bit set. With x in part q of its bucket, a rule that
starts there is out if it starts in part q + 1 or behind, in doubt if it starts in part q, and
else in. Only the few rules in doubt have their bounds compared with x in full.

`ends` remembers under which digits each slot is entered, so that a new occupant flips only those
bits in which it differs from the last one.
"""

from beta4ucs.kernels.bits import BIT
from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.value_sets import index_sets

WORD_BITS = 64
BLOCK = 512  # rules whose bits fill the widest vector that processors have
BUCKETS = 16  # cells of the index per feature
PARTS = 8  # of a bucket
MEETS, STARTS, ENDS = 0, 1, 2  # what the rules in a cell do there

# Columns of `ends`, each for the lower end and then for the upper one.
MET = 0  # first bucket that the support meets; the one behind the last
BOUND = 2  # 1 + the bucket that it starts or ends in; 0 if the bound excludes nothing
DEPTH = 4  # part in which it starts; parts that are left behind its end
N_ENDS = 6


def whole_blocks(n_rules: int) -> int:
    """Round up, so that bit sets are full vectors and leave no remainder to scalar code."""
    return max(1, -(-n_rules // BLOCK)) * BLOCK


@kernel
def used_words(n_slots):
    """Return how many words of a bit set hold all rules, in whole blocks."""
    return (n_slots + BLOCK - 1) // BLOCK * (BLOCK // WORD_BITS)


@kernel
def prepare_rule(operators, rules, rule):
    """Fill what is derived from a rule's genes: support, its width, packed terms, fuzzy genes.

    Voting calls it too, with its own record of rules.
    """
    rules.fuzzy_genes[rule] = operators.prepare(
        operators.settings, rules.genes, rule, rules.support, rules.width, rules.packed,
        rules.n_packed,
    )  # fmt: skip


@kernel
def index_rule(rules, rule):
    """Make a prepared rule known to matching: in both indices, and among those alive.

    Voting enters its rules into indices of its own by the same function.
    """
    index_support(rules, rule)
    index_sets(rules.planes, rules.indexed, rules.sets, rule)
    rules.alive[rule >> 6] |= BIT[rule & 63]


@kernel
def index_support(rules, rule):
    """Enter the rule into the index in place of the slot's last occupant.

    The buckets that a support meets are the difference of two prefixes, [0, last + 1) without
    [0, first): so the bits to flip are those between the old and the new first bucket, and between
    the old and the new last. The same holds for the parts. In a slot that was never used all
    ranges are empty. `n_asking` counts the rules that have a bound on each feature at all.
    """
    cells, parts, ends = rules.cells, rules.parts, rules.ends
    support, n_asking = rules.support, rules.n_asking
    bit = BIT[rule & 63]
    word = rule >> 6
    for feature in range(support.shape[2]):
        low, high = support[rule, 0, feature], support[rule, 1, feature]
        first, last = part_of(low), part_of(high)
        n_asking[feature] -= (ends[rule, feature, BOUND] > 0) | (ends[rule, feature, BOUND + 1] > 0)
        for end in range(2):
            # 1. The buckets that the support meets.
            new = first // PARTS if end == 0 else last // PARTS + 1
            old = ends[rule, feature, MET + end]
            ends[rule, feature, MET + end] = new
            for bucket in range(min(old, new), max(old, new)):
                cells[feature, bucket, MEETS, word] ^= bit
            # 2. The bucket that it starts or ends in. A bound at the end of the range excludes
            # nothing, and is entered nowhere.
            is_bound = low > 0.0 if end == 0 else high < 1.0
            new = 0
            if is_bound:
                new = 1 + (first if end == 0 else last) // PARTS
            old = ends[rule, feature, BOUND + end]
            if old != new:
                ends[rule, feature, BOUND + end] = new
                if old > 0:
                    cells[feature, old - 1, STARTS + end, word] ^= bit
                if new > 0:
                    cells[feature, new - 1, STARTS + end, word] ^= bit
            # 3. The part of that bucket.
            new = first % PARTS if end == 0 else PARTS - 1 - last % PARTS
            old = ends[rule, feature, DEPTH + end]
            ends[rule, feature, DEPTH + end] = new
            for part in range(min(old, new), max(old, new)):
                parts[feature, end, part + 1, word] ^= bit
        n_asking[feature] += (ends[rule, feature, BOUND] > 0) | (ends[rule, feature, BOUND + 1] > 0)


@kernel
def part_of(value):
    """Return both digits of a number as one: PARTS * bucket + part.

    Numbers outside of [0, 1) get the first or the last part: test rows may lie outside.
    """
    return int(min(BUCKETS * PARTS - 1.0, max(0.0, value * (BUCKETS * PARTS))))


@kernel
def exclude_by_bounds(cells, parts, n_asking, x, bits, doubts, words):
    """Take out of `bits` the rules whose digits exclude x; put those in doubt into `doubts`.

    A missing number matches every condition (SPEC B.1), and so does any number on a feature that
    no rule has a bound on. The inner loop is one pass over plain arrays, without a branch, and
    becomes a handful of vector instructions per 512 rules.
    """
    for feature in range(x.shape[0]):
        value = x[feature]
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


@kernel
def mark_outsiders(cells, ends, subsumer, bits):
    """Mark the rules that cannot lie within the subsumer: they meet a bucket right outside of it.

    A support is one interval, so a rule that reaches beyond the subsumer's buckets and also shares
    a row with it, as all rules of [C] do, meets the bucket next to them. Where the row has no
    number the two may lie apart, and the exact test finds out.
    """
    for word in range(bits.shape[0]):
        bits[word] = 0
    for feature in range(cells.shape[0]):
        before, behind = ends[subsumer, feature, MET] - 1, ends[subsumer, feature, MET + 1]
        if before >= 0:
            for word in range(bits.shape[0]):
                bits[word] |= cells[feature, before, MEETS, word]
        if behind < BUCKETS:
            for word in range(bits.shape[0]):
                bits[word] |= cells[feature, behind, MEETS, word]
