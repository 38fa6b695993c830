"""Voting: rules and a representation give class scores for rows."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Annotated, NamedTuple

import numpy as np
from numba import types

from beta4ucs.kernels import compiled
from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.dispatch import OPERATORS_TYPE, operators_of
from beta4ucs.learning.features import MOST_VALUES
from beta4ucs.learning.matching import MATCH_SET_TYPE, MatchSet, match, match_set_lengths
from beta4ucs.learning.population import SLOTS
from beta4ucs.learning.records import allocate, floats, ints, record_type, short_ints
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.learning.support_index import (
    BUCKETS,
    N_ENDS,
    PARTS,
    WORD_BITS,
    index_rule,
    prepare_rule,
    whole_blocks,
)
from beta4ucs.representations.contract import rule_rows
from beta4ucs.voting.votes import OwnClassVotes, Votes

ROWS_PER_PIECE = 2048  # between two looks at the keyboard, and the unit that threads share
WEIGHT = 0  # column of `stats`


class VotingRules(NamedTuple):
    """Arrays of the rules that vote; fields that matching reads are named as in `Population`."""

    genes: Annotated[np.ndarray, floats("rules", "gene_rows", "gene_numbers")]
    sets: Annotated[np.ndarray, ints("rules", "sets")]
    packed: Annotated[np.ndarray, floats("rules", "packed")]
    n_packed: Annotated[np.ndarray, ints("rules")]
    support: Annotated[np.ndarray, floats("rules", 2, "features")]
    width: Annotated[np.ndarray, floats("rules")]
    fuzzy_genes: Annotated[np.ndarray, ints("rules")]
    stats: Annotated[np.ndarray, floats("rules", 1)]  # the weight of the rule's vote
    label: Annotated[np.ndarray, ints("rules")]
    cells: Annotated[np.ndarray, ints("features", BUCKETS, 3, "words")]
    parts: Annotated[np.ndarray, ints("features", 2, PARTS + 1, "words")]
    ends: Annotated[np.ndarray, short_ints("rules", "features", N_ENDS)]
    n_asking: Annotated[np.ndarray, ints("features")]
    planes: Annotated[np.ndarray, ints("sets", MOST_VALUES + 1, "words")]
    indexed: Annotated[np.ndarray, ints("rules", "sets")]
    alive: Annotated[np.ndarray, ints("words")]
    counts: Annotated[np.ndarray, ints(SLOTS + 1)]  # the number of rules


RULES_TYPE = record_type(VotingRules)
ROWS_TYPE = types.Array(types.float64, 2, "C")
PREPARE_SIGNATURE = types.void(OPERATORS_TYPE, RULES_TYPE)
VOTE_SIGNATURE = types.void(OPERATORS_TYPE, RULES_TYPE, MATCH_SET_TYPE, ROWS_TYPE, ROWS_TYPE)
TABLE_SIGNATURE = types.void(
    OPERATORS_TYPE, RULES_TYPE, MATCH_SET_TYPE, ROWS_TYPE, ROWS_TYPE, ROWS_TYPE
)


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
        self._idle: list[MatchSet] = []  # it takes longer to make one than to answer a row
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
            match_set = self._idle_match_set()
            rows = inputs[piece], votes[piece]
            self._vote(self._operators, self._rules, match_set, *self._said, *rows)
            self._idle.append(match_set)

        n_threads = min(n_threads_of(n_jobs), len(pieces))
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

    def _idle_match_set(self) -> MatchSet:
        """A match set that no other thread works with: an earlier one, or else a new one."""
        try:
            return self._idle.pop()
        except IndexError:
            pass
        n_rules, n_gene_rows = self._rules.genes.shape[:2]
        return allocate(
            MatchSet, match_set_lengths(n_rules, self._rules.alive.shape[0], n_gene_rows)
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


def n_threads_of(n_jobs: int | None) -> int:
    """Return how many threads a number of jobs means on this machine."""
    if n_jobs is None:
        return 1
    return max(1, (os.cpu_count() or 1) + 1 + n_jobs) if n_jobs < 0 else max(1, n_jobs)


def _allocate(representation, rules: RuleArrays, weights: np.ndarray) -> VotingRules:
    n_rules, n_features = rules.n_rules, rules.genes.shape[1] - rule_rows(representation)
    lengths = {
        "rules": n_rules,
        "words": whole_blocks(n_rules) // WORD_BITS,
        "features": n_features,
        "gene_rows": rules.genes.shape[1],
        "gene_numbers": rules.genes.shape[2],
        "packed": representation.packed_width(n_features) if hasattr(representation, "pack") else 1,
        "sets": rules.sets.shape[1],
    }
    voting = allocate(VotingRules, lengths, is_huge=True)
    voting.parts[:, :, 0] = -1
    voting.genes[:], voting.sets[:] = rules.genes, rules.sets
    voting.label[:] = rules.label
    voting.stats[:, WEIGHT] = weights
    voting.counts[SLOTS] = n_rules
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
        index_rule(rules, rule)


def vote_rows(operators, rules, match_set, inputs, votes):
    """Add up the votes of all matching rules, row by row."""
    for row in range(inputs.shape[0]):
        match_row(operators, rules, inputs, row, match_set)
        for i in range(match_set.size[0]):
            rule = match_set.rules[i]
            votes[row, rules.label[rule]] += rules.stats[rule, WEIGHT] * match_set.degrees[i]


def vote_rows_by_table(operators, rules, match_set, table, inputs, votes):
    """Add up what all matching rules say to every class, row by row and rule by rule."""
    for row in range(inputs.shape[0]):
        match_row(operators, rules, inputs, row, match_set)
        for i in range(match_set.size[0]):
            rule = match_set.rules[i]
            for label in range(table.shape[1]):
                votes[row, label] += table[rule, label] * match_set.degrees[i]


@kernel
def match_row(operators, rules, inputs, row, match_set):
    """Find the rules that match a row."""
    n_features = rules.support.shape[2]
    x, codes = inputs[row, :n_features], inputs[row, n_features:]
    match(operators, rules, x, codes, match_set)
