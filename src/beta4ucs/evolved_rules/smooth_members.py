"""A member of the committee without a search: slopes of every number, every value of a category.

All of these rules are there from the beginning and share what is to be said, under a penalty that
becomes weaker from snapshot to snapshot. So smooth effects of many features add up, none of which
would be worth a rule alone. Its conditions are those of the search, and the final list may take
them.

Votes are those of penalised logistic regression: Newton steps for all rules at once. The curvature
of a row is the largest of those of its classes, so that one matrix serves all classes.
"""

import math
from collections.abc import Iterator
from functools import cache
from typing import Annotated, NamedTuple

import numpy as np
from numba import types

from beta4ucs.evolved_rules.bins import BINS_TYPE, Binning
from beta4ucs.evolved_rules.condition_search import (
    ALL_VALUES,
    CONDITION,
    KNOWN,
    UNKNOWN,
    meets,
)
from beta4ucs.evolved_rules.member_arrays import MOST_CONDITIONS, START
from beta4ucs.evolved_rules.member_votes import FLAT, LEAST_CRISP, LONGEST_STEP, set_chances
from beta4ucs.evolved_rules.members import RuleList
from beta4ucs.kernels import compiled
from beta4ucs.kernels.bits import BIT
from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.records import allocate, floats, record_type

PENALTIES = 2.0 ** np.arange(6, -3, -1)  # on squared votes, one snapshot each
N_STEPS = 4  # with each of them
MOST_SWEEPS = 20  # over the equations of a step
SOLVED = 0.01  # change of a sweep, as a share of the step, that ends it
MOST_RULES = 1_000
MOST_PRODUCTS = 2e9  # of degrees, that make one matrix


class Smooth(NamedTuple):
    """Votes so far, what they predict, and work space; the first rule is the start."""

    target: Annotated[np.ndarray, floats("rows", "classes")]
    weight: Annotated[np.ndarray, floats("rows")]
    score: Annotated[np.ndarray, floats("rows", "classes")]  # log odds
    chance: Annotated[np.ndarray, floats("rows", "classes")]  # their softmax
    degree: Annotated[np.ndarray, floats("rows", "rules")]
    spread: Annotated[np.ndarray, floats("rules")]  # over that of an interval
    vote: Annotated[np.ndarray, floats("rules", "classes")]
    snapshot: Annotated[np.ndarray, floats("snapshots", "rules", "classes")]
    matrix: Annotated[np.ndarray, floats("rules", "rules")]
    slope: Annotated[np.ndarray, floats("rules", "classes")]
    step: Annotated[np.ndarray, floats("classes", "rules")]
    rest: Annotated[np.ndarray, floats("rules")]
    change: Annotated[np.ndarray, floats("rows", "classes")]


SMOOTH_TYPE = record_type(Smooth)
_F1 = types.Array(types.float64, 1, "C")
_I2 = types.Array(types.int64, 2, "C")
_SHAPE_ROWS = types.Array(types.float32, 2, "C")
SMOOTH_SIGNATURE = types.void(SMOOTH_TYPE, BINS_TYPE, _SHAPE_ROWS, _I2, _F1, types.float64)


def smooth_member(
    binning: Binning, target: np.ndarray, weights: np.ndarray, least_rows: float
) -> RuleList:
    """Learn votes for slopes and values on the rows with positive weight.

    Where these would be too many, each number has one slope only; where they still are, there are
    none.

    Parameters
    ----------
    binning : Binning
    target : ndarray of shape (n_rows, n_classes)
        Rows sum to 1.
    weights : ndarray of shape (n_rows,)
    least_rows : float
        Weight of the rows that a rule needs.
    """
    n_rows, n_classes = target.shape
    most = min(MOST_RULES, math.isqrt(int(MOST_PRODUCTS) // n_rows))
    found = list(_conditions(binning, is_plain=False))
    if len(found) > most:
        found = list(_conditions(binning, is_plain=True))
    conditions = np.array(found if len(found) <= most else [], dtype=np.int64)
    conditions = conditions.reshape(-1, CONDITION)
    n_rules = len(conditions)
    lengths = {"rows": n_rows, "classes": n_classes, "rules": n_rules + 1}
    work = allocate(Smooth, {**lengths, "snapshots": len(PENALTIES) + 1})
    work.target[:] = target
    work.weight[:] = weights
    told = work, binning.bins, binning.shape_rows, conditions, PENALTIES, least_rows
    _compile_smooth()(*told)
    kept = 1 + np.flatnonzero(work.degree[:, 1:].any(axis=0))
    condition = np.zeros((len(kept), MOST_CONDITIONS, CONDITION), dtype=np.int64)
    condition[:, 0] = conditions[kept - 1]
    return RuleList(
        source=np.full(len(kept), -1),
        n_conditions=np.ones(len(kept), dtype=np.int64),
        condition=condition,
        votes=work.snapshot[:, kept],
        starts=work.snapshot[:, START],
        degree=np.ascontiguousarray(work.degree[:, kept].T),
        centre=np.zeros(len(kept)),
        sizes=np.full(len(PENALTIES) + 1, len(kept)),
        n_snapshots=len(PENALTIES),
    )


def _conditions(binning: Binning, *, is_plain: bool) -> Iterator[tuple[int, ...]]:
    """One condition per slope, per value of a category, and per bound of a number without slopes.

    Bent slopes are left out, and so is the one that falls over the whole range: it says the same as
    the one that rises. If it is to be plain, the latter is the only slope of a number.
    """
    bins = binning.bins
    for feature in np.flatnonzero(bins.n_bins > 0):
        n_bins = int(bins.n_bins[feature])
        if bins.is_category[feature]:
            yield from ((feature, -1, 0, 0, int(BIT[value])) for value in range(n_bins))
            continue
        values = KNOWN if bins.has_unknown[feature] else ALL_VALUES
        first, end = bins.first_shape[feature : feature + 2]
        for shape in range(first, end):
            _, low, high, exponent, rises = binning.shapes[shape]
            is_whole = (low, high) == (0.0, 1.0)
            if exponent == 1.0 and ((rises and is_whole) or not (is_plain or is_whole)):
                yield feature, shape, 0, n_bins - 1, values
        if first == end:
            yield from ((feature, -1, 0, last, values) for last in range(n_bins - 1))
        if bins.has_unknown[feature]:
            yield feature, -1, 0, n_bins - 1, UNKNOWN


@cache
def _compile_smooth():
    folder = compiled.kernel_folder("votes", "evolved_rules")
    return compiled.compile_cached(weaken_penalty, SMOOTH_SIGNATURE, folder, is_entry=True)


def weaken_penalty(work, bins, shape_rows, conditions, penalties, least_rows):
    """Learn all votes under weaker and weaker penalties, and keep them after each.

    Rules that match too few rows match none.
    """
    for row in range(work.degree.shape[0]):
        work.degree[row, START] = 1.0
        for rule in range(conditions.shape[0]):
            work.degree[row, rule + 1] = meets(bins, shape_rows, conditions[rule], row)
        set_chances(work.score, work.chance, row)
    silence_rare(work, least_rows)
    measure_spread(work)
    for place in range(penalties.shape[0]):
        fill_matrix(work, penalties[place])
        for _ in range(N_STEPS):
            find_slopes(work, penalties[place])
            solve(work)
            take_step(work)
        for rule in range(work.vote.shape[0]):
            for label in range(work.vote.shape[1]):
                work.snapshot[place + 1, rule, label] = work.vote[rule, label]


@kernel
def silence_rare(work, least_rows):
    """Take away the degrees of rules whose sum is too small."""
    for rule in range(1, work.degree.shape[1]):
        total = 0.0
        for row in range(work.degree.shape[0]):
            total += work.weight[row] * work.degree[row, rule]
        if total < least_rows:
            for row in range(work.degree.shape[0]):
                work.degree[row, rule] = 0.0


@kernel
def measure_spread(work):
    """Note the spread of each rule's degrees over that of an interval with the same mean."""
    for rule in range(1, work.degree.shape[1]):
        whole = 0.0
        mean = 0.0
        square = 0.0
        for row in range(work.degree.shape[0]):
            degree = work.degree[row, rule]
            whole += work.weight[row]
            mean += work.weight[row] * degree
            square += work.weight[row] * degree * degree
        mean /= whole
        spread = square / whole - mean * mean
        work.spread[rule] = max(spread / max(mean * (1.0 - mean), FLAT), LEAST_CRISP)


@kernel
def fill_matrix(work, penalty):
    """Add up the curvature of the loss by all pairs of votes of a class."""
    n_rules = work.degree.shape[1]
    for rule in range(n_rules):
        for other in range(rule + 1):
            work.matrix[rule, other] = 0.0
    for row in range(work.degree.shape[0]):
        curve = 0.0
        for label in range(work.chance.shape[1]):
            chance = work.chance[row, label]
            curve = max(curve, 2.0 * chance * (1.0 - chance))
        if work.weight[row] > 0.0:
            add_row(work.matrix, work.degree, row, work.weight[row] * curve)
    for rule in range(n_rules):
        work.matrix[rule, rule] += penalty * work.spread[rule] + FLAT
        for other in range(rule):
            work.matrix[other, rule] = work.matrix[rule, other]


@kernel
def add_row(matrix, degree, row, curve):
    """Add the curvature of one row."""
    for rule in range(degree.shape[1]):
        by_rule = curve * degree[row, rule]
        if by_rule != 0.0:
            for other in range(rule + 1):
                matrix[rule, other] += by_rule * degree[row, other]


@kernel
def find_slopes(work, penalty):
    """Find the slopes of the loss by all votes."""
    n_rules, n_classes = work.vote.shape
    for rule in range(n_rules):
        for label in range(n_classes):
            work.slope[rule, label] = penalty * work.spread[rule] * work.vote[rule, label]
    for row in range(work.degree.shape[0]):
        for label in range(n_classes):
            wrong = work.weight[row] * (work.chance[row, label] - work.target[row, label])
            if wrong != 0.0:
                for rule in range(n_rules):
                    work.slope[rule, label] += wrong * work.degree[row, rule]


@kernel
def solve(work):
    """Find the Newton step by sweeps over its equations, one class after the other."""
    n_rules, n_classes = work.vote.shape
    for label in range(n_classes):
        for rule in range(n_rules):
            work.step[label, rule] = 0.0
            work.rest[rule] = -work.slope[rule, label]
        for _ in range(MOST_SWEEPS):
            largest, moved = 0.0, 0.0
            for rule in range(n_rules):
                move = work.rest[rule] / work.matrix[rule, rule]
                work.step[label, rule] += move
                subtract(work.rest, work.matrix[rule], move)
                moved = max(moved, abs(move))
                largest = max(largest, abs(work.step[label, rule]))
            if moved <= SOLVED * largest:
                break


@kernel
def subtract(rest, line, move):
    """Take what an equation's variable has moved from what is left of all equations."""
    for rule in range(rest.shape[0]):
        rest[rule] -= move * line[rule]


@kernel
def take_step(work):
    """Add the step to the votes, shortened where it would change log odds too much."""
    n_rules, n_classes = work.vote.shape
    largest = 0.0
    for row in range(work.degree.shape[0]):
        for label in range(n_classes):
            total = 0.0
            for rule in range(n_rules):
                total += work.degree[row, rule] * work.step[label, rule]
            work.change[row, label] = total
            largest = max(largest, abs(total))
    share = min(1.0, LONGEST_STEP / max(largest, FLAT))
    for rule in range(n_rules):
        for label in range(n_classes):
            work.vote[rule, label] += share * work.step[label, rule]
    for row in range(work.degree.shape[0]):
        for label in range(n_classes):
            work.score[row, label] += share * work.change[row, label]
        set_chances(work.score, work.chance, row)
