"""Voting: rules and a representation give class scores for rows."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple

import numpy as np
from numba import types

from beta4ucs.kernels import compiled
from beta4ucs.kernels.bits import BIT
from beta4ucs.kernels.compiled import kernel
from beta4ucs.kernels.references import Reference
from beta4ucs.learning.dispatch import OPERATORS_TYPE, PADDING, buffer_size, operators_of
from beta4ucs.learning.features import MOST_VALUES
from beta4ucs.learning.matching import find_candidates, match
from beta4ucs.learning.population import (
    array_types,
    prepare_rule,
    whole_blocks,
    zeros_together,
)
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.learning.support_index import BUCKETS, PARTS, index_support
from beta4ucs.learning.value_sets import index_sets
from beta4ucs.representations.contract import rule_rows
from beta4ucs.voting.votes import OwnClassVotes, Votes

ROWS_PER_PIECE = 2048  # between two looks at the keyboard, and the unit that threads share


class VotingRules(NamedTuple):
    """Arrays of the rules that vote; first axis is the rule unless said otherwise."""

    genes: np.ndarray
    sets: np.ndarray
    packed: np.ndarray
    n_packed: np.ndarray
    support: np.ndarray
    width: np.ndarray
    fuzzy_genes: np.ndarray
    cells: np.ndarray  # see `support_index.py`
    parts: np.ndarray
    ends: np.ndarray
    n_asking: np.ndarray
    planes: np.ndarray
    indexed: np.ndarray
    alive: np.ndarray
    label: np.ndarray
    weight: np.ndarray


class Sets(NamedTuple):
    """Work space of one thread."""

    matched: np.ndarray
    degree: np.ndarray
    fuzzy: np.ndarray
    fuzzy_degree: np.ndarray
    bits: np.ndarray
    doubts: np.ndarray
    buffer: np.ndarray


RULES_TYPE = Reference(
    types.NamedTuple(array_types("f3 i2 f2 i1 f3 f1 i1 i4 i4 b3 i1 i3 i2 i1 i1 f1"), VotingRules)
)
SETS_TYPE = Reference(types.NamedTuple(array_types("i1 f1 i1 f1 i1 i1 f1"), Sets))
PREPARE_SIGNATURE = types.void(OPERATORS_TYPE, RULES_TYPE)
VOTE_SIGNATURE = types.void(OPERATORS_TYPE, RULES_TYPE, SETS_TYPE, *array_types("f2 f2"))
TABLE_SIGNATURE = types.void(OPERATORS_TYPE, RULES_TYPE, SETS_TYPE, *array_types("f2 f2 f2"))


class Voter:
    """Votes of a fixed set of rules.

    A rule adds to the classes what its votes say, times its matching degree. Votes may be
    negative, and are counted as they are.

    Parameters
    ----------
    representation : instance of a representation
    rules : RuleArrays
    votes : Votes
        What the rules say; see `votes.py`.
    """

    def __init__(self, representation, rules: RuleArrays, votes: Votes):
        self._operators = operators_of(representation, crispifies=False, changes_genes=False)
        voting = votes.take(votes.is_voting)
        self._start = voting.start
        self._rules = _allocate(representation, rules.take(votes.is_voting), voting.strength)
        _compile_prepare()(self._operators, self._rules)
        if isinstance(voting, OwnClassVotes):
            self._vote: Callable = _compile_vote()
            self._said: tuple[np.ndarray, ...] = ()
        else:
            self._vote, self._said = _compile_vote_by_table(), (voting.table,)

    def votes(self, inputs: np.ndarray, n_jobs: int | None = None) -> np.ndarray:
        """Return the summed votes, one row an input and one column a class.

        Parameters
        ----------
        inputs : array of shape (rows, features + sets)
            Features in [0, 1], NaN where missing; then a code per set, see `Features`.
        n_jobs : int or None
            Number of threads; -1 for one per core. Results do not depend on it.
        """
        inputs = np.require(inputs, np.float64, ["C", "W"])
        votes = np.tile(self._start, (inputs.shape[0], 1))
        pieces = [
            slice(start, start + ROWS_PER_PIECE)
            for start in range(0, inputs.shape[0], ROWS_PER_PIECE)
        ]

        def vote_on(piece):
            work = self._new_sets()
            self._vote(self._operators, self._rules, work, *self._said, inputs[piece], votes[piece])

        n_threads = min(_n_threads(n_jobs), len(pieces))
        if n_threads <= 1:
            for piece in pieces:
                vote_on(piece)
        else:
            with ThreadPoolExecutor(n_threads) as pool:
                list(pool.map(vote_on, pieces))
        return votes

    def supports(self) -> np.ndarray:
        """Return where each rule can match, in [0, 1]: lower ends, then upper, rules x features."""
        return np.ascontiguousarray(self._rules.support.swapaxes(0, 1))

    def _new_sets(self) -> Sets:
        n_rules, n_rows = self._rules.genes.shape[:2]
        return Sets(
            matched=np.zeros(n_rules + 1, dtype=np.int64),
            degree=np.zeros(n_rules + 1),
            fuzzy=np.zeros(n_rules + 1, dtype=np.int64),
            fuzzy_degree=np.zeros(n_rules + PADDING),
            bits=np.zeros(self._rules.alive.shape[0], dtype=np.int64),
            doubts=np.zeros(self._rules.alive.shape[0], dtype=np.int64),
            buffer=np.zeros(buffer_size(n_rows)),
        )


def matching_degrees(
    representation, rules: RuleArrays, inputs: np.ndarray, n_jobs: int | None = None
) -> np.ndarray:
    """Return how well each rule matches each row, voting or not: rows x rules.

    Every rule votes with weight 1 for a class of its own, so these are the degrees that voting
    uses, to the last bit.
    """
    alone = rules._replace(label=np.arange(rules.n_rules))
    votes = OwnClassVotes(np.ones(rules.n_rules), alone.label, rules.n_rules)
    voter = Voter(representation, alone, votes)
    return voter.votes(inputs, n_jobs)


def _n_threads(n_jobs: int | None) -> int:
    if n_jobs is None:
        return 1
    return max(1, (os.cpu_count() or 1) + 1 + n_jobs) if n_jobs < 0 else max(1, n_jobs)


def _allocate(representation, rules: RuleArrays, weights: np.ndarray) -> VotingRules:
    n_rules, n_features = rules.n_rules, rules.genes.shape[1] - rule_rows(representation)
    n_sets, words = rules.sets.shape[1], whole_blocks(n_rules) // 64
    packed_width = representation.packed_width(n_features) if hasattr(representation, "pack") else 1
    voting = VotingRules(
        *zeros_together(
            (np.float64, rules.genes.shape),  # genes
            (np.int64, (n_rules, n_sets)),  # sets
            (np.float64, (n_rules, packed_width)),  # packed
            (np.int64, (n_rules,)),  # n_packed
            (np.float64, (n_rules, 2, n_features)),  # support
            (np.float64, (n_rules,)),  # width
            (np.int64, (n_rules,)),  # fuzzy_genes
            (np.int64, (n_features, BUCKETS, 3, words)),  # cells
            (np.int64, (n_features, 2, PARTS + 1, words)),  # parts
            (np.int8, (n_rules, n_features, 6)),  # ends
            (np.int64, (n_features,)),  # n_asking
            (np.int64, (n_sets, MOST_VALUES + 1, words)),  # planes
            (np.int64, (n_rules, n_sets)),  # indexed
            (np.int64, (words,)),  # alive
            (np.int64, (n_rules,)),  # label
            (np.float64, (n_rules,)),  # weight
        )
    )
    voting.parts[:, :, 0] = -1
    voting.genes[:], voting.sets[:] = rules.genes, rules.sets
    voting.label[:] = rules.label
    voting.weight[:] = weights
    return voting


@cache
def _compile_prepare():
    folder = compiled.kernel_folder()
    compiled.announce_compilation(folder, "prepare_rules", "the prediction kernels")
    return compiled.compile_cached(prepare_rules, PREPARE_SIGNATURE, folder, is_entry=True)


@cache
def _compile_vote():
    folder = compiled.kernel_folder()
    return compiled.compile_cached(vote_rows, VOTE_SIGNATURE, folder, is_entry=True)


@cache
def _compile_vote_by_table():
    folder = compiled.kernel_folder()
    return compiled.compile_cached(vote_rows_by_table, TABLE_SIGNATURE, folder, is_entry=True)


def prepare_rules(operators, rules):
    """Fill what is derived from the genes: support, packed numbers and the index."""
    for rule in range(rules.genes.shape[0]):
        prepare_rule(operators, rules, rule)
        index_support(rules.cells, rules.parts, rules.ends, rules.n_asking, rules.support, rule)
        index_sets(rules.planes, rules.indexed, rules.sets, rule)
        rules.alive[rule >> 6] |= BIT[rule & 63]


def vote_rows(operators, rules, sets, inputs, votes):
    """Add up the votes of all matching rules, row by row."""
    n_features = rules.support.shape[2]
    for row in range(inputs.shape[0]):
        x, codes = inputs[row, :n_features], inputs[row, n_features:]
        n = matching_rules(operators, rules, sets, x, codes)
        for i in range(n):
            rule = sets.matched[i]
            votes[row, rules.label[rule]] += rules.weight[rule] * sets.degree[i]


def vote_rows_by_table(operators, rules, sets, table, inputs, votes):
    """Add up what all matching rules say to every class, row by row and rule by rule."""
    n_features = rules.support.shape[2]
    for row in range(inputs.shape[0]):
        x, codes = inputs[row, :n_features], inputs[row, n_features:]
        n = matching_rules(operators, rules, sets, x, codes)
        for i in range(n):
            rule = sets.matched[i]
            for label in range(table.shape[1]):
                votes[row, label] += table[rule, label] * sets.degree[i]


@kernel
def matching_rules(operators, rules, sets, x, codes):
    """Collect the rules that match a row and their degrees; return how many there are."""
    n = find_candidates(
        sets.bits.shape[0], rules.alive, rules.cells, rules.parts, rules.n_asking,
        rules.support, rules.planes, x, codes, sets.bits, sets.doubts, sets.matched,
        rules.packed, rules.packed,
    )  # fmt: skip
    return match(
        operators, rules.genes, rules.packed, rules.n_packed, rules.fuzzy_genes, x, sets, n
    )
