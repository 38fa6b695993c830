"""A member of the committee for many classes: all rules of its pool, none is chosen.

Where many classes overlap, no short list holds what thousands of rules from populations with other
questions know together. So this member leaves none out: a rule says what its soft consequent says,
and weights that are not negative are learned under a penalty. Then what a rule says to each class
is corrected, as in `imitation.py`: votes keep the sign of the evidence. How far depends on how many
rows there are for each class, so the penalty on corrections is lowered step by step, and the rows
that the member has not seen decide where that is far enough. It has seen neither these rows nor the
rules of the populations that do not leave them out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Annotated, NamedTuple

import numpy as np
from numba import types

from beta4ucs.evolved_rules.choosing import on_its_side, revise_start
from beta4ucs.evolved_rules.consequents import evidence_in
from beta4ucs.evolved_rules.member_votes import set_chances
from beta4ucs.evolved_rules.pool import POOL_TYPE, Pool
from beta4ucs.kernels import compiled
from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.records import allocate, floats, record_type

N_PASSES = 8
ALL_RULES_EVERY = 4  # passes; the others leave out rules with weight 0
CORRECTION_PASSES = 5  # with each penalty


class Weighing(NamedTuple):
    """Weights so far, and what they predict."""

    score: Annotated[np.ndarray, floats("rows", "classes")]  # log odds
    chance: Annotated[np.ndarray, floats("rows", "classes")]  # their softmax
    mass: Annotated[np.ndarray, floats("rules", "classes")]
    weight: Annotated[np.ndarray, floats("rules")]
    vote: Annotated[np.ndarray, floats("rules", "classes")]  # weight x evidence, corrected
    start: Annotated[np.ndarray, floats("classes")]
    step: Annotated[np.ndarray, floats("classes")]
    curve: Annotated[np.ndarray, floats("classes")]
    kept_score: Annotated[np.ndarray, floats("snapshots", "rows", "classes")]
    kept_vote: Annotated[np.ndarray, floats("snapshots", "rules", "classes")]
    kept_start: Annotated[np.ndarray, floats("snapshots", "classes")]


WEIGHING_TYPE = record_type(Weighing)
_F1, _F2 = (types.Array(types.float64, n, "C") for n in (1, 2))
COUNT_SIGNATURE = types.void(POOL_TYPE, _F2, _F1, _F2)
WEIGH_SIGNATURE = types.void(WEIGHING_TYPE, POOL_TYPE, _F2, _F2, _F1, types.float64, _F1)


class WeighedPool(NamedTuple):
    """A member that has been weighed.

    Attributes
    ----------
    source : ndarray of shape (n_rules,)
        Places in the pool of the rules with a weight above 0.
    votes : ndarray of shape (n_snapshots, n_rules, n_classes)
        Log odds that each of them adds where it matches, with each penalty on corrections.
    starts : ndarray of shape (n_snapshots, n_classes)
        Log odds of a row that no rule matches.
    score : ndarray of shape (n_snapshots, n_rows, n_classes)
        Log odds of all rows.
    """

    source: np.ndarray
    votes: np.ndarray
    starts: np.ndarray
    score: np.ndarray

    @property
    def n_snapshots(self) -> int:
        """How many penalties were tried; snapshots count from 1."""
        return len(self.votes)

    def votes_at(self, length: int) -> np.ndarray:
        """Votes of the rules at one of the snapshots."""
        return np.asarray(self.votes[_place(length)])

    def start(self, length: int) -> np.ndarray:
        """Log odds of a row that no rule matches, at one of the snapshots."""
        return np.asarray(self.starts[_place(length)])

    def scores(self, length: int, rows: np.ndarray) -> np.ndarray:
        """Log odds of some rows at one of the snapshots."""
        return np.asarray(self.score[_place(length), rows])


def _place(length: int) -> int:
    return max(0, length - 1)


def weigh_pool(
    pool: Pool,
    target: np.ndarray,
    weights: np.ndarray,
    penalty: float,
    correction_penalties: Sequence[float],
) -> WeighedPool:
    """Learn weights of all rules on the rows with positive weight.

    Parameters
    ----------
    pool : Pool
    target : ndarray of shape (n_rows, n_classes)
        Rows sum to 1.
    weights : ndarray of shape (n_rows,)
    penalty : float
        On squared weights.
    correction_penalties : sequence of float
        On squared corrections of votes; from large to small, one after the other.
    """
    n_rows, n_classes = target.shape
    lengths = {
        "rows": n_rows,
        "classes": n_classes,
        "rules": len(pool.first) - 1,
        "snapshots": len(correction_penalties),
    }
    work = allocate(Weighing, lengths)
    target = np.ascontiguousarray(target, dtype=np.float64)
    _compile_count()(pool, target, weights, work.mass)
    # One more row, of all classes alike: the only row of a class may be in the fold left out.
    counted = (weights[:, None] * target).sum(axis=0) + 1.0 / n_classes
    evidence = evidence_in(work.mass, counted / counted.sum())[1]
    penalties = np.array(correction_penalties, dtype=np.float64)
    _compile_weigh()(work, pool, evidence, target, weights, penalty, penalties)
    source = np.flatnonzero(work.weight > 0.0)
    return WeighedPool(source, work.kept_vote[:, source], work.kept_start, work.kept_score)


@cache
def _compile_count():
    folder = compiled.kernel_folder("votes", "evolved_rules")
    return compiled.compile_cached(count_classes, COUNT_SIGNATURE, folder, is_entry=True)


@cache
def _compile_weigh():
    folder = compiled.kernel_folder("votes", "evolved_rules")
    return compiled.compile_cached(weigh_rules, WEIGH_SIGNATURE, folder, is_entry=True)


def count_classes(pool, target, weights, mass):
    """Add up the degrees of each rule over the rows of each class."""
    for rule in range(mass.shape[0]):
        for i in range(pool.first[rule], pool.first[rule + 1]):
            row = pool.row[i]
            for label in range(target.shape[1]):
                mass[rule, label] += pool.degree[i] * weights[row] * target[row, label]


def weigh_rules(work, pool, evidence, target, weights, penalty, correction_penalties):
    """Take Newton steps with the start and one weight after the other, then with corrections."""
    for row in range(work.score.shape[0]):
        set_chances(work.score, work.chance, row)
    for turn in range(N_PASSES):
        revise_start(work, target, weights)
        for rule in range(work.weight.shape[0]):
            if turn % ALL_RULES_EVERY == 0 or work.weight[rule] > 0.0:
                weigh(work, pool, evidence, target, weights, penalty, rule)
    for rule in range(work.weight.shape[0]):
        for label in range(evidence.shape[1]):
            work.vote[rule, label] = work.weight[rule] * evidence[rule, label]
    for snapshot in range(correction_penalties.shape[0]):
        for _ in range(CORRECTION_PASSES):
            revise_start(work, target, weights)
            for rule in range(work.weight.shape[0]):
                if work.weight[rule] > 0.0:
                    correct(
                        work, pool, evidence, target, weights, correction_penalties[snapshot], rule
                    )
        keep(work, snapshot)


@kernel
def keep(work, snapshot):
    """Note the votes as they are, and what they say of the rows."""
    for label in range(work.start.shape[0]):
        work.kept_start[snapshot, label] = work.start[label]
        for rule in range(work.vote.shape[0]):
            work.kept_vote[snapshot, rule, label] = work.vote[rule, label]
        for row in range(work.score.shape[0]):
            work.kept_score[snapshot, row, label] = work.score[row, label]


@kernel
def weigh(work, pool, evidence, target, weights, penalty, rule):
    """Take a Newton step with the weight of a rule, which stays at 0 or above."""
    slope = penalty * work.weight[rule]
    curve = penalty
    for i in range(pool.first[rule], pool.first[rule + 1]):
        row, degree = pool.row[i], pool.degree[i]
        if weights[row] > 0.0:
            lack = 0.0
            mean = 0.0
            square = 0.0
            for label in range(target.shape[1]):
                said = evidence[rule, label]
                lack += (work.chance[row, label] - target[row, label]) * said
                mean += work.chance[row, label] * said
                square += work.chance[row, label] * said * said
            slope += weights[row] * degree * lack
            curve += weights[row] * degree * degree * (square - mean * mean)
    step = max(-slope / curve, -work.weight[rule])
    if step != 0.0:
        work.weight[rule] += step
        for i in range(pool.first[rule], pool.first[rule + 1]):
            row = pool.row[i]
            for label in range(evidence.shape[1]):
                work.score[row, label] += step * pool.degree[i] * evidence[rule, label]
            set_chances(work.score, work.chance, row)


@kernel
def correct(work, pool, evidence, target, weights, penalty, rule):
    """Take a Newton step with a rule's votes, which are pulled towards its weighted evidence.

    2 p (1 - p) bounds the curvature of a softmax.
    """
    n_classes = target.shape[1]
    step, curve = work.step, work.curve
    for label in range(n_classes):
        said = work.weight[rule] * evidence[rule, label]
        step[label] = penalty * (said - work.vote[rule, label])
        curve[label] = penalty
    for i in range(pool.first[rule], pool.first[rule + 1]):
        row, degree = pool.row[i], pool.degree[i]
        if weights[row] > 0.0:
            by_degree = weights[row] * degree
            for label in range(n_classes):
                chance = work.chance[row, label]
                step[label] += by_degree * (target[row, label] - chance)
                curve[label] += by_degree * degree * 2.0 * chance * (1.0 - chance)
    for label in range(n_classes):
        vote = work.vote[rule, label]
        step[label] = on_its_side(step[label] / curve[label], vote, evidence[rule, label])
        work.vote[rule, label] = vote + step[label]
    for i in range(pool.first[rule], pool.first[rule + 1]):
        row = pool.row[i]
        for label in range(n_classes):
            work.score[row, label] += pool.degree[i] * step[label]
        set_chances(work.score, work.chance, row)
