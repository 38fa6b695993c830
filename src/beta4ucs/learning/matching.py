"""The match set [M] and the correct set [C] of one input (lines 6 and 8 of Algorithm 1).

Matching has two stages. The indices over all rules (`support_index.py`, `value_sets.py`) give
the *candidates*, the rules whose support holds x, without looking at any rule on its own. Only
these get a matching degree mu, and only if they are fuzzy: a crisp rule is 1 on its support.

    bits of all rules in [P]
      | indices          exclude_by_sets, exclude_by_bounds: 64 rules per machine word
      v
    candidates as bits, some of them in doubt
      | exact bounds     settle_doubts: only those in doubt
      v
    candidates as a list of slots
      | degrees          list_fuzzy, the representation's `degrees`, merge_degrees
      v
    [M] with degrees     -> collect_correct -> [C]

Voting matches in the same way. Its record of rules has fields of the same names as `Population`.
"""

from typing import Annotated, NamedTuple

import numpy as np

from beta4ucs.kernels.bits import BIT, lowest_bit, prefetch
from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.population import NUMEROSITY, SLOTS, TIME_STAMP
from beta4ucs.learning.records import floats, ints, record_type
from beta4ucs.learning.support_index import WORD_BITS, exclude_by_bounds, used_words
from beta4ucs.learning.value_sets import exclude_by_sets

BUFFER = 4096  # least size of the buffer handed to `degrees`
PADDING = 64  # entries of the buffer and of `out` that `degrees` may write beyond what it needs


class MatchSet(NamedTuple):
    """[M], the rules with mu > 0 for one input, and the work space for finding them."""

    rules: Annotated[np.ndarray, ints("places")]  # slots, in ascending order
    degrees: Annotated[np.ndarray, floats("places")]  # mu of each
    size: Annotated[np.ndarray, ints(1)]
    # Work space.
    candidates: Annotated[np.ndarray, ints("words")]  # bit set
    doubts: Annotated[np.ndarray, ints("words")]  # bit set: bounds too close to x for the index
    fuzzy: Annotated[np.ndarray, ints("places")]  # candidates that are not crisp
    fuzzy_degrees: Annotated[np.ndarray, floats("padded_places")]
    buffer: Annotated[np.ndarray, floats("buffer")]  # for the representation's `degrees`


class CorrectSet(NamedTuple):
    """[C], the rules of [M] that advocate the class of the row."""

    places: Annotated[np.ndarray, ints("places")]  # in [M], in ascending order
    size: Annotated[np.ndarray, ints(1)]
    degree: Annotated[np.ndarray, floats(1)]  # sum of mu
    copies: Annotated[np.ndarray, floats(1)]  # sum of num
    stamps: Annotated[np.ndarray, floats(1)]  # sum of ts * num
    eligible: Annotated[np.ndarray, ints("places")]  # rules with exp > theta_sub and F > F_0
    n_eligible: Annotated[np.ndarray, ints(1)]


MATCH_SET_TYPE = record_type(MatchSet)
CORRECT_SET_TYPE = record_type(CorrectSet)


def match_set_lengths(n_rules: int, n_words: int, n_gene_rows: int) -> dict[str, int]:
    """Return the lengths of the axes of a match set that may hold all rules."""
    return {
        "places": n_rules + 1,  # loops write one place further than they keep
        "padded_places": n_rules + PADDING,
        "words": n_words,
        "buffer": buffer_size(n_gene_rows),
    }


def buffer_size(n_features: int) -> int:
    """Size of the buffer for `degrees`: five numbers per feature fit in any case."""
    return max(BUFFER, 5 * n_features + PADDING)


@kernel
def match(operators, rules, x, codes, match_set):
    """Fill [M] := {k in [P] : mu^k(x) > 0}, with the degrees.

    Parameters
    ----------
    operators : Operators
    rules : Population or another record with the fields that are read here
    x : array of shape (features,)
        In [0, 1], NaN where missing.
    codes : array of shape (sets,)
        Those of listed values, see `Features`.
    match_set : MatchSet
        Its rules, degrees and size are written.
    """
    find_candidates(rules, x, codes, match_set)
    n_fuzzy = list_fuzzy(rules.fuzzy_genes, match_set.rules, match_set.fuzzy, match_set.size[0])
    if n_fuzzy > 0:
        operators.degrees(
            operators.settings, rules.genes, rules.packed, rules.n_packed, x, match_set.fuzzy,
            n_fuzzy, match_set.buffer, match_set.fuzzy_degrees,
        )  # fmt: skip
    merge_degrees(match_set, n_fuzzy)


@kernel
def find_candidates(rules, x, codes, match_set):
    """List the rules whose support holds x, by slots.

    All that match are among them, and nearly all of them match: on its support a gene is positive,
    so only representations that are not products of genes may say 0 here.
    """
    bits, doubts, words = match_set.candidates, match_set.doubts, used_words(rules.counts[SLOTS])
    copy_bits(rules.alive, bits, doubts, words)
    exclude_by_sets(rules.planes, codes, bits, words)
    exclude_by_bounds(rules.cells, rules.parts, rules.n_asking, x, bits, doubts, words)
    settle_doubts(rules.support, x, bits, doubts, words)
    match_set.size[0] = list_bits(bits, words, match_set.rules, rules.packed, rules.stats)


@kernel
def copy_bits(alive, bits, doubts, words):
    """Start with every rule of [P], and no doubts."""
    for word in range(words):
        bits[word] = alive[word]
        doubts[word] = 0


@kernel
def settle_doubts(support, x, bits, doubts, words):
    """Compare the bounds of rules in doubt with x, and take out those that exclude it.

    No early end: with a few features, counting is quicker than guessing where to stop. Comparisons
    with NaN are false, so that a missing number excludes nothing.
    """
    for word in range(words):
        left = bits[word] & doubts[word]
        while left != 0:
            bit = lowest_bit(left)
            left ^= BIT[bit]
            rule = word * WORD_BITS + bit
            outside = 0
            for feature in range(x.shape[0]):
                value = x[feature]
                outside += (value < support[rule, 0, feature]) | (value > support[rule, 1, feature])
            if outside > 0:
                bits[word] ^= BIT[bit]


@kernel
def list_bits(bits, words, listed, packed, stats):
    """List the slots whose bits are set; return their number.

    What is read next of a rule, its packed terms and its statistics, lies anywhere in memory: it
    is asked for here, so that it arrives while the list is still being made.
    """
    n = 0
    for word in range(words):
        left = bits[word]
        while left != 0:
            bit = lowest_bit(left)
            left ^= BIT[bit]
            rule = word * WORD_BITS + bit
            listed[n] = rule
            prefetch(packed, rule)
            prefetch(stats, rule)
            n += 1
    return n


@kernel
def list_fuzzy(fuzzy_genes, rules, fuzzy, n_rules):
    """List the candidates that are not crisp, with -1 behind the last; return their number.

    The -1 equals no slot: `merge_degrees` may look one place too far.
    """
    n = 0
    for i in range(n_rules):
        rule = rules[i]
        fuzzy[n] = rule
        n += fuzzy_genes[rule] > 0
    fuzzy[n] = -1
    return n


@kernel
def merge_degrees(match_set, n_fuzzy):
    """Give each candidate its degree, 1 if it is crisp, and keep those above 0: that is [M].

    Both lists are by slots, so one pass merges them. No branches: whether a rule is fuzzy, and
    whether it matches, is as good as random, and a branch that the processor guesses wrong costs
    more than a rule. Instead every rule is written, and the place moves on only past those that
    count.
    """
    rules, degrees = match_set.rules, match_set.degrees
    fuzzy, fuzzy_degrees = match_set.fuzzy, match_set.fuzzy_degrees
    n_candidates = match_set.size[0]
    if n_fuzzy == 0:
        for i in range(n_candidates):
            degrees[i] = 1.0
        return
    n = 0
    n_seen = 0
    for i in range(n_candidates):
        rule, degree = rules[i], fuzzy_degrees[n_seen]
        is_fuzzy = rule == fuzzy[n_seen]
        degree = degree if is_fuzzy else 1.0
        n_seen += is_fuzzy
        rules[n] = rule
        degrees[n] = degree
        n += degree > 0.0
    match_set.size[0] = n


@kernel
def collect_correct(population, match_set, correct_set, label):
    """Fill [C] := {k in [M] : c^k = c*}, and sum up its degrees; without branches, as above.

    [C] holds places in [M] and not slots, so that the degrees of its rules are at hand.
    """
    rules, degrees, places = match_set.rules, match_set.degrees, correct_set.places
    labels = population.label
    n = 0
    total = 0.0
    for i in range(match_set.size[0]):
        is_correct, degree = labels[rules[i]] == label, degrees[i]
        places[n] = i
        n += is_correct
        total += degree if is_correct else 0.0
    correct_set.size[0] = n
    correct_set.degree[0] = total


@kernel
def sum_correct_set(population, match_set, correct_set):
    """Sum up [C]: its copies n_C = sum of num, and their time stamps, sum of ts * num.

    Credit needs the first for cs, the genetic algorithm both for the mean of ts. They are summed
    again only when subsumption has changed [C].
    """
    stats = population.stats
    copies = 0.0
    stamps = 0.0
    for i in range(correct_set.size[0]):
        rule = match_set.rules[correct_set.places[i]]
        copies += stats[rule, NUMEROSITY]
        stamps += stats[rule, TIME_STAMP] * stats[rule, NUMEROSITY]
    correct_set.copies[0] = copies
    correct_set.stamps[0] = stamps
