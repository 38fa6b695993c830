"""Conditions that list values: the categories of a column, or whether a number is known.

A set is a word of bits: one per named value, then one for any other value. A set that has all named
values has the last bit too; it is open, and asks nothing. Values that lie next to each other are
alike in their classes (`data/encoding.py` puts them so), so covering and mutation go by stretches.

    value       red  green  blue  any other
    bit          0     1     2        3
    0b0011       x     x                       red or green
    0b1111       x     x     x        x        open

A row has a code for each set: the place of its value, or -1 to match every set. Like supports,
sets have an index over all rules: `planes[set, value]` is the bit set of the rules that have the
value, and `indexed` remembers under which values each slot is entered there.

Operators on sets mirror those on genes: cover, cross, mutate, contain. A rule matches if its
genes and all its sets do; a set has no degrees. Plain rules have none: their sets are None, and
compiled code then holds nothing of this.

Representations know nothing of numbers that are not known: for them a missing number matches, as
in the article. Where no condition may hold for it, the set that goes with the gene excludes it.
"""

from beta4ucs.kernels.bits import BIT, lowest_bit
from beta4ucs.kernels.compiled import kernel
from beta4ucs.kernels.random import below, next_bits, random
from beta4ucs.learning.rule_operators import KEEP_GENE

REACH = 0.1  # share of the values next to one that mutation may take in or out with it


@kernel
def open_set(n_values):
    """Return the set that every value is in, and any other one too."""
    return BIT[n_values + 1] - 1


@kernel
def closed_set(values, n_values):
    """Return the set with its last bit as it ought to be: set if all named values are in it.

    Whatever changes a set ends with this, so equal conditions always have equal bits.
    """
    named = BIT[n_values] - 1
    if values & named == named:
        return named | BIT[n_values]
    return values & named


@kernel
def cover_sets(sets, rule, features, codes, dont_care, rng):
    """Write sets that hold the codes, each open with the chance that its feature is.

    A number has a set if it may be unknown; `derive_sets` replaces it where unknown numbers must
    not match.
    """
    if sets is None:
        return
    for i in range(sets.shape[1]):
        n_values = features.n_values[i]
        if random(rng) < dont_care[features.coded[i]]:
            sets[rule, i] = open_set(n_values)
        else:
            sets[rule, i] = cover_set(int(codes[i]), n_values, rng)


@kernel
def cover_set(code, n_values, rng):
    """Return a set with the code and values next to it; open if only that holds the code.

    It reaches s (2 - s) of all values to both sides, s drawn from [0, 1): the share of [0, 1] that
    an interval holds, on average, which covering draws around a number with half width s.
    """
    if code < 0 or code >= n_values:
        return open_set(n_values)
    draw = random(rng)
    spread = draw * (2.0 - draw) * n_values
    values = BIT[code]
    for value in range(n_values):
        if abs(value - code) < spread:
            values |= BIT[value]
    return closed_set(values, n_values)


@kernel
def cross_sets(sets, rule, other, features, swaps_whole_sets, rng):
    """Swap values (or whole sets) between two rules, each with probability 1/2.

    Values are bits, so one draw has a coin for each: those that differ and fall on heads change
    sides. A swap that would leave one of the rules without any value does not take place.
    """
    if sets is None:
        return
    for i in range(sets.shape[1]):
        coins = next_bits(rng)
        if swaps_whole_sets:
            coins = -(coins & 1)
        swapped = (sets[rule, i] ^ sets[other, i]) & coins
        n_values = features.n_values[i]
        first, second = sets[rule, i] ^ swapped, sets[other, i] ^ swapped
        first, second = closed_set(first, n_values), closed_set(second, n_values)
        if first != 0 and second != 0:
            sets[rule, i] = first
            sets[other, i] = second


@kernel
def mutate_sets(sets, rule, features, rng):
    """Mutate each set with the chance of its feature, p_mut on average."""
    if sets is None:
        return
    for i in range(sets.shape[1]):
        if random(rng) < features.rates[features.coded[i]]:
            sets[rule, i] = mutate_set(sets[rule, i], features.n_values[i], rng)


@kernel
def mutate_set(values, n_values, rng):
    """Take a value in or out, and its neighbours if there are many; never to become empty.

    The counterpart of moving a bound by up to m_0: neighbours within a random reach go along.
    """
    chosen = below(rng, n_values)
    reach = random(rng) * REACH * n_values
    takes_in = values & BIT[chosen] == 0
    changed = values
    for value in range(n_values):
        if value == chosen or abs(value - chosen) < reach:
            changed = changed | BIT[value] if takes_in else changed & ~BIT[value]
    changed = closed_set(changed, n_values)
    return changed if changed != 0 else values


@kernel
def derive_sets(system, genes, sets, rule, rng):
    """Let a rule hold for unknown numbers exactly where it asks nothing about the feature.

    In the article a missing number matches every condition. With ``missing="never"`` a column of
    numbers gets a set as well, with "known" for its only value. That set is not evolved but follows
    from the gene: open where the gene is a don't care, else "known" and nothing else.
    """
    if sets is None:
        return
    if not system.config.derives_sets:
        return
    operators, features = system.operators, system.features
    for i in range(sets.shape[1]):
        if features.is_numeric[i] != 0:
            feature = features.coded[i]
            is_open = operators.change_gene(
                operators.settings, genes, rule, feature, KEEP_GENE, 0.0, rng
            )
            sets[rule, i] = open_set(features.n_values[i]) if is_open else BIT[0]


@kernel
def copy_sets(sets, source, target):
    """Copy the sets of one rule over those of another; indices are for those that enter [P]."""
    if sets is None:
        return
    for i in range(sets.shape[1]):
        sets[target, i] = sets[source, i]


@kernel
def contains_sets(sets, rule, other):
    """Tell whether each set of `rule` contains that of `other`: necessary for generality."""
    if sets is None:
        return True
    for i in range(sets.shape[1]):
        if sets[other, i] & ~sets[rule, i] != 0:
            return False
    return True


@kernel
def index_sets(planes, indexed, sets, rule):
    """Enter the rule into the planes of its values in place of the slot's last occupant.

    Only the values in which the two differ are touched.
    """
    if sets is None:
        return
    bit = BIT[rule & 63]
    word = rule >> 6
    for i in range(sets.shape[1]):
        left = sets[rule, i] ^ indexed[rule, i]
        indexed[rule, i] = sets[rule, i]
        while left != 0:
            value = lowest_bit(left)
            left ^= BIT[value]
            planes[i, value, word] ^= bit


@kernel
def exclude_by_sets(planes, codes, bits, words):
    """Take out of the bit set the rules whose sets do not hold the codes: one AND per set."""
    if planes is None:
        return
    for i in range(codes.shape[0]):
        code = int(codes[i])
        if code >= 0:
            for word in range(words):
                bits[word] &= planes[i, code, word]


@kernel
def mark_holders(planes, sets, features, subsumer, bits):
    """Mark the rules with a value that the subsumer does not have: it cannot contain them."""
    if sets is None:
        return
    for i in range(sets.shape[1]):
        left = open_set(features.n_values[i]) & ~sets[subsumer, i]
        while left != 0:
            value = lowest_bit(left)
            left ^= BIT[value]
            for word in range(bits.shape[0]):
                bits[word] |= planes[i, value, word]
