"""The population [P]: rules live in slots of arrays that are allocated once.

A rule that leaves frees its slot at the end of the iteration; the next newcomer takes the slot that
was freed last. The order of the population is by age, the oldest first, as in the authors' program,
which appends newcomers; where order decides something, rules are compared by when they were born.
"""

import math
from typing import NamedTuple

import numpy as np
from numba import types

from beta4ucs.kernels.arithmetic import exp, log
from beta4ucs.kernels.bits import BIT
from beta4ucs.kernels.compiled import kernel
from beta4ucs.kernels.references import Reference
from beta4ucs.learning.gene_hash import link_hash, unlink_hash
from beta4ucs.learning.support_index import BUCKETS, PARTS, index_support
from beta4ucs.learning.value_sets import index_sets

# Columns of `stats`: one rule fills one 64-byte line.
EXPERIENCE = 0  # exp
FITNESS = 1  # F
SET_SIZE = 2  # cs: mean numerosity of the correct sets the rule was in
SET_SIZE_SUM = 3
SET_SIZE_COUNT = 4
NUMEROSITY = 5  # num
TIME_STAMP = 6  # ts: last iteration in which the rule's correct set evolved
TOP_MASS = 7  # the largest entry of the rule's row in `mass`

# Columns of `votes`, the roulette of deletion.
BASE_VOTE = 0  # cs * num
FITNESS_IN_DOUBT = 1  # F^nu of an experienced rule that may be called weak, else infinite
WEAKNESS = 2  # 1 / F^nu of such a rule

# Entries of `counts`.
SLOTS = 0  # slots ever used
FREE = 1  # entries on the stack of freed slots
REMOVED = 2  # rules removed in this iteration
MACRO = 3  # rules
MICRO = 4  # sum of numerosities
BORN = 5  # rules that ever entered
COVERINGS = 6
SET_SUBSUMPTIONS = 7
CHILD_SUBSUMPTIONS = 8
GA_RUNS = 9
CRISPIFICATIONS = 10
DELETIONS = 11
MERGES = 12
N_COUNTS = 13

BLOCK = 512  # rules whose bits fill the widest vector
LANES = 32  # deletion sums its votes in this many lanes
SCRATCH = 2  # rows behind the slots where children are made
SMALLEST_FITNESS = 1e-12
LINE_BYTES = 64
HUGE_BLOCK_BYTES = 1 << 22


class Population(NamedTuple):
    """Arrays of [P]; first axis is the slot unless said otherwise.

    Where rules are plain, with no sets and any number of conditions, what only others need is None:
    compilation then leaves out the code that is about it.
    """

    genes: np.ndarray  # (slots + scratch, features and rule genes, numbers per gene)
    sets: np.ndarray | None  # (slots + scratch, sets): listed values, see `value_sets.py`
    asked: np.ndarray | None  # (slots + scratch, words): features of rules with limited conditions
    packed: np.ndarray  # what the representation precomputes for matching
    n_packed: np.ndarray  # how many entries that are
    support: np.ndarray  # (slots + scratch, 2, features): where membership is positive, in [0, 1]
    width: np.ndarray  # sum of the support's widths: a more general rule is at least as wide
    fuzzy_genes: np.ndarray  # number of genes that are not crisp
    stats: np.ndarray  # columns above
    mass: np.ndarray  # (slots, classes): cm, matched experience per class
    label: np.ndarray  # advocated class
    born: np.ndarray  # number of rules that entered before
    votes: np.ndarray  # (3, slots)
    cells: np.ndarray  # (features, BUCKETS, 3, words): see `support_index.py`
    parts: np.ndarray  # (features, 2, PARTS + 1, words)
    ends: np.ndarray  # (slots, features, 6): what the index says of the rule
    n_asking: np.ndarray  # (features,): rules that the index bounds there
    planes: np.ndarray | None  # (sets, values, words): the rules that have each value
    indexed: np.ndarray | None  # (slots, sets): the values by which the rule is in the planes
    alive: np.ndarray  # (words,): bit set of the rules in [P]
    hashes: np.ndarray  # hash of the genes
    chain_next: np.ndarray  # next rule with the same hash head, or -1
    chain_head: np.ndarray  # (heads,)
    free: np.ndarray  # stack of freed slots
    removed: np.ndarray  # slots to free at the end of the iteration
    counts: np.ndarray  # entries above
    fitness_sum: np.ndarray  # (1,): sum of F^nu over rules


def array_types(codes: str):
    """Numba types of C-ordered arrays, from codes such as "f2 i1": dtype and dimensions."""
    dtypes = {"f": types.float64, "i": types.int64, "b": types.int8, "u": types.uint64}
    return [types.Array(dtypes[code[0]], int(code[1]), "C") for code in codes.split()]


ARRAYS = "f3 i2 i2 f2 i1 f3 f1 i1 f2 f2 i1 i1 f2 i4 i4 b3 i1 i3 i2 i1 i1 i1 i1 i1 i1 i1 f1"


def population_type(*, is_plain: bool):
    """Numba type of a population."""
    found = dict(zip(Population._fields, array_types(ARRAYS), strict=True))
    if is_plain:
        found |= dict.fromkeys(("sets", "asked", "planes", "indexed"), types.none)
    return Reference(types.NamedTuple(tuple(found.values()), Population))


def new_population(
    max_rules, n_features, n_classes, n_rule_rows, n_gene_numbers, packed_width, n_values, is_plain
) -> Population:
    """Allocate an empty population of at most `max_rules` micro rules; a set per `n_values`."""
    slots = whole_blocks(max_rules + 3)  # a covering rule and two children precede deletion
    words = slots // 64
    rows = slots + SCRATCH
    population = Population(
        *zeros_together(
            (np.float64, (rows, n_features + n_rule_rows, n_gene_numbers)),  # genes
            (np.int64, (rows, len(n_values))),  # sets
            (np.int64, (rows, -(-n_features // 64))),  # asked
            (np.float64, (rows, max(1, packed_width))),  # packed
            (np.int64, (rows,)),  # n_packed
            (np.float64, (rows, 2, n_features)),  # support
            (np.float64, (rows,)),  # width
            (np.int64, (rows,)),  # fuzzy_genes
            (np.float64, (slots, 8)),  # stats
            (np.float64, (slots, n_classes)),  # mass
            (np.int64, (slots,)),  # label
            (np.int64, (slots,)),  # born
            (np.float64, (3, slots)),  # votes
            (np.int64, (n_features, BUCKETS, 3, words)),  # cells
            (np.int64, (n_features, 2, PARTS + 1, words)),  # parts
            (np.int8, (slots, n_features, 6)),  # ends: all ranges empty, no bit is set yet
            (np.int64, (n_features,)),  # n_asking
            (np.int64, (len(n_values), max(n_values, default=0) + 1, words)),  # planes
            (np.int64, (slots, len(n_values))),  # indexed
            (np.int64, (words,)),  # alive
            (np.int64, (slots,)),  # hashes
            (np.int64, (slots,)),  # chain_next
            (np.int64, (1 << (2 * slots - 1).bit_length(),)),  # chain_head
            (np.int64, (slots,)),  # free
            (np.int64, (slots,)),  # removed
            (np.int64, (N_COUNTS,)),  # counts
            (np.float64, (1,)),  # fitness_sum
        )
    )
    population.parts[:, :, 0] = -1
    population.chain_next[:] = -1
    population.chain_head[:] = -1
    if is_plain:
        return population._replace(sets=None, asked=None, planes=None, indexed=None)
    return population


def zeros_together(*arrays) -> list[np.ndarray]:
    """Allocate arrays of zeros, given as (dtype, shape), in one block, each on a cache line.

    NumPy asks for huge pages, which make addresses quicker to look up, only for blocks of 4 MiB
    and more.
    """
    sizes = [int(np.prod(shape)) * np.dtype(dtype).itemsize for dtype, shape in arrays]
    spans = [-(-size // LINE_BYTES) * LINE_BYTES for size in sizes]
    block = np.zeros(max(sum(spans) + LINE_BYTES, HUGE_BLOCK_BYTES), dtype=np.uint8)
    start = -block.ctypes.data % LINE_BYTES
    result = []
    for (dtype, shape), size, span in zip(arrays, sizes, spans, strict=True):
        result.append(block[start : start + size].view(dtype).reshape(shape))
        start += span
    return result


def whole_blocks(n_rules: int) -> int:
    """Round up, so that bit sets are full vectors and leave no remainder to scalar code."""
    return max(1, -(-n_rules // BLOCK)) * BLOCK


@kernel
def used_words(counts):
    """Return how many words of a bit set hold all rules, in whole blocks."""
    return (counts[SLOTS] + BLOCK - 1) // BLOCK * (BLOCK // 64)


@kernel
def is_alive(alive, rule):
    """Tell whether the rule is in [P]; a rule removed in this iteration is not."""
    return alive[rule >> 6] & BIT[rule & 63] != 0


@kernel
def take_slot(free, counts):
    """Return the slot for a newcomer: the one freed last, else a fresh one."""
    if counts[FREE] > 0:
        counts[FREE] -= 1
        return free[counts[FREE]]
    counts[SLOTS] += 1
    return counts[SLOTS] - 1


@kernel
def release_removed(free, removed, counts):
    """Free the slots of the rules removed in this iteration."""
    for i in range(counts[REMOVED]):
        free[counts[FREE]] = removed[i]
        counts[FREE] += 1
    counts[REMOVED] = 0


@kernel
def prepare_rule(operators, population, rule):
    """Fill what is derived from a rule's genes."""
    population.fuzzy_genes[rule] = operators.prepare(
        operators.settings, population.genes, rule, population.support, population.width,
        population.packed, population.n_packed,
    )  # fmt: skip


@kernel
def enter(population, rule, label, fitness, set_size, time):
    """Put a new rule into [P], in one copy; its genes, support and hash are written."""
    stats, hashes = population.stats, population.hashes
    stats[rule, FITNESS] = fitness
    stats[rule, SET_SIZE] = set_size
    stats[rule, NUMEROSITY] = 1.0
    stats[rule, TIME_STAMP] = time
    forget_experience(stats, population.mass, population.votes, rule)
    population.label[rule] = label
    population.born[rule] = population.counts[BORN]
    population.counts[BORN] += 1
    population.votes[BASE_VOTE, rule] = set_size
    population.alive[rule >> 6] |= BIT[rule & 63]
    population.counts[MACRO] += 1
    population.counts[MICRO] += 1
    link_hash(hashes, population.chain_head, population.chain_next, rule)
    index_support(
        population.cells, population.parts, population.ends, population.n_asking,
        population.support, rule,
    )  # fmt: skip
    index_sets(population.planes, population.indexed, population.sets, rule)


@kernel
def forget_experience(stats, mass, votes, rule):
    """Empty what the rule has seen: experience, mass and set sizes; fitness and label stay."""
    stats[rule, EXPERIENCE] = 0.0
    stats[rule, SET_SIZE_SUM] = 0.0
    stats[rule, SET_SIZE_COUNT] = 0.0
    stats[rule, TOP_MASS] = 0.0
    for i in range(mass.shape[1]):
        mass[rule, i] = 0.0
    votes[FITNESS_IN_DOUBT, rule] = math.inf


@kernel
def fade(stats, mass, matched, n_matched, memory):
    """Keep a share of what the rules of [M] have seen; their fitness stays as it is."""
    for i in range(n_matched):
        rule = matched[i]
        stats[rule, EXPERIENCE] *= memory
        stats[rule, SET_SIZE_SUM] *= memory
        stats[rule, SET_SIZE_COUNT] *= memory
        stats[rule, TOP_MASS] *= memory
        for j in range(mass.shape[1]):
            mass[rule, j] *= memory


@kernel
def remove(population, rule):
    """Take the rule out of [P]; its slot is freed at the end of the iteration."""
    counts, votes = population.counts, population.votes
    population.alive[rule >> 6] ^= BIT[rule & 63]
    votes[BASE_VOTE, rule] = 0.0
    population.removed[counts[REMOVED]] = rule
    counts[REMOVED] += 1
    counts[MACRO] -= 1
    unlink_hash(population.hashes, population.chain_head, population.chain_next, rule)


@kernel
def power(fitness, exponent):
    """F^nu; a fitness that is not positive stays as it is, so that its sign keeps its meaning."""
    if exponent == 1.0 or fitness <= 0.0:
        return fitness
    return exp(exponent * log(fitness))


@kernel
def sum_correct(stats, matched, correct, n_correct, sums):
    """Sum up [C]: its copies, and their time stamps."""
    copies = 0.0
    stamps = 0.0
    for i in range(n_correct):
        rule = matched[correct[i]]
        copies += stats[rule, NUMEROSITY]
        stamps += stats[rule, TIME_STAMP] * stats[rule, NUMEROSITY]
    sums[0] = copies
    sums[1] = stamps


@kernel
def revise_vote(stats, votes, config, rule):
    """Bring the rule's vote for deletion up to date with its copies."""
    copies = stats[rule, NUMEROSITY]
    votes[BASE_VOTE, rule] = stats[rule, SET_SIZE] * copies
    is_experienced = stats[rule, EXPERIENCE] > config.deletion_threshold
    if config.doubts_per_copy and is_experienced and copies > 0.0:
        votes[FITNESS_IN_DOUBT, rule] = stats[rule, FITNESS] / copies


@kernel
def recredit_removed(population, config, sign):
    """Add (before) or take away (after credit) the fitness of rules that were just removed.

    They are still credited with their match set (SPEC E16), but count nowhere.
    """
    for i in range(population.counts[REMOVED]):
        rule = population.removed[i]
        powered = power(population.stats[rule, FITNESS], config.fitness_power)
        population.fitness_sum[0] += sign * powered
        population.votes[BASE_VOTE, rule] = 0.0
