"""The population [P]: what is known of a rule, and in which arrays it stands.

A rule lives in a *slot*: the same row of every array. Arrays are allocated once, for as many
rules as there can be. A rule that leaves frees its slot at the end of the iteration, and the
next newcomer takes the slot that was freed last, which keeps the used slots few and near each
other.

    slot        0         1         2                  slots   slots + 1
    genes   | rule    | rule    | (freed) | ... |    | child | child |   conditions
    stats   | exp F.. | exp F.. |         | ... |                        what rules have seen
    alive   |    1    |    1    |    0    | ... |                        one bit per slot

The two rows behind the slots are scratch: children are made there, and move to a slot only if no
other rule absorbs them.

The order of the population is by age, the oldest first, as in the authors' program, which appends
newcomers. Slots do not keep that order; where it decides something, rules are compared by `born`.

A rule is a *macro* rule: it stands for num equal copies. The limit N is on copies, the number of
rows in use on rules.

Whoever changes F, cs or num of a rule has to keep what depends on it up to date: the sum of F^nu
over [P], and the rule's `deletion_votes`. That is the price for a deletion that need not look at
`stats` at all.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np

from beta4ucs.kernels.arithmetic import exp, log
from beta4ucs.kernels.bits import BIT
from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.config import Config
from beta4ucs.learning.features import Features
from beta4ucs.learning.records import allocate, floats, ints, record_type, short_ints
from beta4ucs.learning.support_index import BUCKETS, N_ENDS, PARTS, WORD_BITS, whole_blocks
from beta4ucs.representations.contract import gene_width, rule_rows

# Columns of `stats`: one rule fills one 64-byte line.
EXPERIENCE = 0  # exp
FITNESS = 1  # F
SET_SIZE = 2  # cs: mean numerosity of the correct sets the rule was in
SET_SIZE_SUM = 3  # of these numerosities
SET_SIZE_COUNT = 4  # of these correct sets
NUMEROSITY = 5  # num: copies of the rule; a float, since it is only ever multiplied
TIME_STAMP = 6  # ts: last iteration in which the rule's correct set evolved
TOP_MASS = 7  # the largest entry of the rule's row in `mass`; for UCS the number of hits
N_STATS = 8

# Rows of `deletion_votes`; a slot is a column, so that deletion can read many slots at once.
BASE_VOTE = 0  # cs * num, and 0 where no rule is
FITNESS_IN_DOUBT = 1  # F^nu of an experienced rule that may turn out weak, else infinite
WEAKNESS = 2  # 1 / F^nu of such a rule
N_DELETION_VOTES = 3
SMALLEST_FITNESS = 1e-12  # what deletion divides by at least

# Entries of `counts`. From COVERINGS on they count events since the start of the run.
SLOTS = 0  # slots ever used
FREE = 1  # entries on the stack of freed slots
REMOVED = 2  # rules removed in this iteration
MACRO = 3  # rules
MICRO = 4  # sum of numerosities
BORN = 5  # rules that ever entered
COVERINGS = 6  # rules made by covering
SET_SUBSUMPTIONS = 7  # rules absorbed by another of [C]
CHILD_SUBSUMPTIONS = 8  # children absorbed by a parent
GA_RUNS = 9  # runs of the genetic algorithm
CRISPIFICATIONS = 10  # genes made crisp
DELETIONS = 11  # copies deleted
MERGES = 12  # children that equalled a rule
N_COUNTS = 13

# What the history of a run has of them after each epoch. Callbacks, plots and the report read it by
# these names; all but the first two are totals since the start.
_IN_HISTORY = {
    "rules": MACRO,
    "numerosity": MICRO,  # copies of all rules
    "coverings": COVERINGS,
    "set_subsumptions": SET_SUBSUMPTIONS,
    "child_subsumptions": CHILD_SUBSUMPTIONS,
    "ga_runs": GA_RUNS,  # each makes two children
    "crispifications": CRISPIFICATIONS,
    "deletions": DELETIONS,
    "merges": MERGES,
}
CRISP_SHARE = "crisp_share"  # the one column that is no count
HISTORY_COLUMNS = ("iterations", *_IN_HISTORY, CRISP_SHARE)
HISTORY_COUNTS = np.array(list(_IN_HISTORY.values()))  # a kernel reads arrays, no dictionaries

SCRATCH = 2  # rows behind the slots where children are made
NEWCOMERS = 3  # rules that may be in [P] beyond `max_rules` for a moment, before deletion
ONLY_OF_MIXED = ("sets", "asked", "planes", "indexed")  # fields that plain rules do not have


class Population(NamedTuple):
    """Arrays of [P]; axes are named in `new_population`.

    Rules are *plain* where no column lists values and the number of conditions has no limit. What
    only others need is None then, and compilation leaves out the code that is about it.
    """

    # Conditions: the genes of the representation, and what is derived from them.
    genes: Annotated[np.ndarray, floats("rows", "gene_rows", "gene_numbers")]
    sets: Annotated[np.ndarray | None, ints("rows", "sets")]  # see `value_sets.py`
    asked: Annotated[np.ndarray | None, ints("rows", "feature_words")]  # see `specificity.py`
    packed: Annotated[np.ndarray, floats("rows", "packed")]  # precomputed for matching
    n_packed: Annotated[np.ndarray, ints("rows")]  # how many entries of a row that are
    support: Annotated[np.ndarray, floats("rows", 2, "features")]  # where mu > 0 within [0, 1]
    width: Annotated[np.ndarray, floats("rows")]  # of the support, summed over features
    fuzzy_genes: Annotated[np.ndarray, ints("rows")]  # number of genes that are not crisp
    # What rules have seen, and what they say.
    stats: Annotated[np.ndarray, floats("slots", N_STATS)]
    mass: Annotated[np.ndarray, floats("slots", "classes")]  # cm: matched experience per class
    label: Annotated[np.ndarray, ints("slots")]  # advocated class
    born: Annotated[np.ndarray, ints("slots")]  # number of rules that entered before
    deletion_votes: Annotated[np.ndarray, floats(N_DELETION_VOTES, "slots")]
    # Indices over all rules: by support, by listed values, by equal genes.
    cells: Annotated[np.ndarray, ints("features", BUCKETS, 3, "words")]  # see `support_index.py`
    parts: Annotated[np.ndarray, ints("features", 2, PARTS + 1, "words")]
    ends: Annotated[np.ndarray, short_ints("slots", "features", N_ENDS)]
    n_asking: Annotated[np.ndarray, ints("features")]
    planes: Annotated[np.ndarray | None, ints("sets", "values", "words")]  # see `value_sets.py`
    indexed: Annotated[np.ndarray | None, ints("slots", "sets")]
    alive: Annotated[np.ndarray, ints("words")]  # bit set of the rules in [P]
    hashes: Annotated[np.ndarray, ints("slots")]  # of the genes, see `lifecycle.py`
    chain_next: Annotated[np.ndarray, ints("slots")]  # next rule with the same head, or -1
    chain_head: Annotated[np.ndarray, ints("heads")]
    # Slots, and sums over the population.
    free: Annotated[np.ndarray, ints("slots")]  # stack of freed slots
    removed: Annotated[np.ndarray, ints("slots")]  # slots to free at the end of the iteration
    counts: Annotated[np.ndarray, ints(N_COUNTS)]
    fitness_sum: Annotated[np.ndarray, floats(1)]  # sum of F^nu over rules, not over copies


def population_type(*, is_plain: bool):
    """Return the Numba type of a population."""
    return record_type(Population, absent=ONLY_OF_MIXED if is_plain else ())


def new_population(
    representation, config: Config, features: Features, n_classes: int, *, is_plain: bool
) -> Population:
    """Allocate an empty population.

    All arrays lie in one block, so large that the system backs it with huge pages: which rules an
    iteration reads is as good as random, and looking up addresses would be a good part of it.
    """
    n_features, n_values = features.rates.shape[0], features.n_values.tolist()
    slots = whole_blocks(config.max_rules + NEWCOMERS)
    has_packed = hasattr(representation, "pack")
    lengths = {
        "slots": slots,
        "rows": slots + SCRATCH,
        "words": slots // WORD_BITS,
        "heads": 1 << (2 * slots - 1).bit_length(),  # a power of two, at least two per slot
        "features": n_features,
        "feature_words": -(-n_features // WORD_BITS),
        "gene_rows": n_features + rule_rows(representation),
        "gene_numbers": gene_width(representation),
        "packed": max(1, representation.packed_width(n_features) if has_packed else 0),
        "classes": n_classes,
        "sets": len(n_values),
        "values": max(n_values, default=0) + 1,
    }
    absent = ONLY_OF_MIXED if is_plain else ()
    population = allocate(Population, lengths, absent, is_huge=True)
    population.parts[:, :, 0] = -1  # every rule starts in part 0 of its bucket or behind
    population.chain_next[:] = -1
    population.chain_head[:] = -1
    return population


@kernel
def is_alive(alive, rule):
    """Tell whether the rule is in [P]; a rule removed in this iteration is not."""
    return alive[rule >> 6] & BIT[rule & 63] != 0


@kernel
def power(fitness, exponent):
    """Return F^nu; a fitness that is not positive stays as it is: its sign keeps its meaning.

    With nu = 1, as in the article, nothing is computed at all.
    """
    if exponent == 1.0 or fitness <= 0.0:
        return fitness
    return exp(exponent * log(fitness))


@kernel
def forget_experience(population, rule):
    """Empty what the rule has seen: exp = 0, cm = 0, no set sizes; F, cs, ts and class stay.

    So a newcomer begins, and a rule that was crispified begins again (SPEC C.6). It has no
    experience to be called weak by, which infinity says in `deletion_votes`.
    """
    stats, mass = population.stats, population.mass
    stats[rule, EXPERIENCE] = 0.0
    stats[rule, SET_SIZE_SUM] = 0.0
    stats[rule, SET_SIZE_COUNT] = 0.0
    stats[rule, TOP_MASS] = 0.0
    for i in range(mass.shape[1]):
        mass[rule, i] = 0.0
    population.deletion_votes[FITNESS_IN_DOUBT, rule] = math.inf


@kernel
def revise_deletion_vote(population, config, rule):
    """Bring the rule's vote for deletion up to date with its copies: cs * num.

    UCS asks F / num whether an experienced rule is weak (SPEC E12), so that changes as well.
    """
    stats, votes = population.stats, population.deletion_votes
    copies = stats[rule, NUMEROSITY]
    votes[BASE_VOTE, rule] = stats[rule, SET_SIZE] * copies
    is_experienced = stats[rule, EXPERIENCE] > config.deletion_threshold
    if config.doubts_per_copy and is_experienced and copies > 0.0:
        votes[FITNESS_IN_DOUBT, rule] = stats[rule, FITNESS] / copies
