"""How much each feature tells of the class, to steer which ones rules ask about.

Weights decide what training draws, so they must not depend on the machine. BLAS and numpy add up
in an order that changes with the version and the processor; relief therefore puts its numbers on a
grid, where every sum is a whole number that a float holds exactly, in whatever order it is taken.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from beta4ucs.errors import InputError

if TYPE_CHECKING:
    from beta4ucs.data.encoding import ValueSet

RELIEF_ROWS = 10_000  # at most so many ask for their neighbours, among themselves
NEIGHBOURS = 50  # of each class, at most a tenth of it
ROUNDS = 5
GRID = 2**16  # steps of [0, 1]; squared distances of up to 2**19 features stay below 2**53
ROWS_AT_ONCE = 256
LEAST = 0.002  # of the mean weight: no feature is out of reach
SIGMAS = 2.0  # of the noise that a score has to exceed


def weights_from(
    given: Any,
    inputs: np.ndarray,
    codes: np.ndarray,
    n_features: int,
    sets: Sequence[ValueSet],
    seed: int,
) -> np.ndarray | None:
    """Return a weight per feature with mean 1, or None if all are alike.

    Parameters
    ----------
    given : "relief", "mutual_info" or array-like of shape (n_features,)
        What the user asks for.
    inputs : ndarray of shape (n_rows, n_features + n_sets)
        Rows as learning takes them.
    codes : ndarray of shape (n_rows,)
        Class indices.
    n_features : int
    sets : sequence of ValueSet
    seed : int
        Draws the rows that relief looks at.
    """
    if isinstance(given, str):
        if given not in ("relief", "mutual_info"):
            raise InputError(
                'feature_weights must be None, "relief", "mutual_info" or a number for each '
                f"feature, got {given!r}"
            )
        values, is_category = _comparable(inputs, n_features, sets)
        score = relief if given == "relief" else mutual_information
        weights = beyond_noise(score(values, is_category, codes, seed))
    else:
        weights = np.asarray(given, dtype=np.float64)
        if weights.shape != (n_features,) or not np.all(np.isfinite(weights) & (weights >= 0.0)):
            raise InputError(
                f"feature_weights must be {n_features} numbers of at least 0, one per feature"
            )
    if not weights.any():
        return None
    weights = weights / weights.mean()
    return np.maximum(weights, LEAST)


def beyond_noise(scores: np.ndarray) -> np.ndarray:
    """What scores have beyond the noise, whose size the negative ones tell; 0 for the others.

    Examples
    --------
    >>> beyond_noise(np.array([5.0, 1.5, -1.0, 0.5, -1.0])).tolist()
    [3.0, 0.0, 0.0, 0.0, 0.0]
    """
    below = scores[scores < 0.0]
    noise = math.sqrt(math.fsum(below**2) / len(below)) if len(below) else 0.0
    weights = np.maximum(scores - SIGMAS * noise, 0.0)
    return weights if weights.any() else np.maximum(scores, 0.0)


def _comparable(
    inputs: np.ndarray, n_features: int, sets: Sequence[ValueSet]
) -> tuple[np.ndarray, np.ndarray]:
    """One column per feature: numbers in [0, 1], or places of values; NaN where missing."""
    values = inputs[:, :n_features].copy()
    is_category = np.zeros(n_features, dtype=bool)
    for i, part in enumerate(sets):
        if not part.is_numeric:
            codes = inputs[:, n_features + i]
            values[:, part.feature] = np.where(codes >= 0, codes, np.nan)
            is_category[part.feature] = True
    return values, is_category


def mutual_information(
    values: np.ndarray, is_category: np.ndarray, codes: np.ndarray, seed: int
) -> np.ndarray:
    """Mutual information of each feature and the class, one by one: in nats, 0 for noise.

    Numbers are put into bins with about equally many rows; a missing value is a bin of its own.
    What chance alone gives, on average, is taken away.
    """
    n_rows = len(codes)
    n_classes = codes.max() + 1
    n_bins = int(np.clip(np.sqrt(n_rows) / 3, 2, 16))
    scores = np.zeros(values.shape[1])
    for feature, column in enumerate(values.T):
        known = ~np.isnan(column)
        bins = np.zeros(n_rows, dtype=np.int64)
        if is_category[feature]:
            bins[known] = 1 + column[known].astype(np.int64)
        elif known.any():
            edges = np.unique(np.quantile(column[known], np.arange(1, n_bins) / n_bins))
            bins[known] = 1 + np.searchsorted(edges, column[known], side="left")
        joint = np.zeros((bins.max() + 1, n_classes))
        np.add.at(joint, (bins, codes), 1.0)
        joint = joint[joint.any(axis=1)]
        expected = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0) / n_rows
        there = joint > 0
        information = np.sum(joint[there] * np.log(joint[there] / expected[there])) / n_rows
        by_chance = (joint.shape[0] - 1) * (n_classes - 1) / (2.0 * n_rows)
        scores[feature] = information - by_chance
    return np.round(scores, 12)  # the last digits of a logarithm depend on the processor


def relief(values: np.ndarray, is_category: np.ndarray, codes: np.ndarray, seed: int) -> np.ndarray:
    """Features that differ between near rows of different classes: ReliefF, iterated.

    It sees features that tell the class only together with others (Kononenko, 1994). Among many
    columns of noise the nearest rows are near by chance, so the scores become weights of the next
    round's distances (as in I-RELIEF, Sun and Li, 2006; here their square roots), and the rounds
    after the first are averaged. A missing value is taken as one in the middle.
    """
    rng = np.random.default_rng(seed)
    rows = _sample(rng, len(codes), RELIEF_ROWS)
    table, owner = _table_of(values[rows], is_category)
    labels = codes[rows]
    weights = np.ones(values.shape[1])
    scores = []
    for _ in range(ROUNDS):
        scores.append(_relief_round(table, owner, labels, weights))
        positive = np.maximum(scores[-1], 0.0)
        if not positive.any():
            break
        weights = np.sqrt(positive / (math.fsum(positive) / len(positive)))
    counted = scores[1:] or scores
    return np.array(
        [math.fsum(of_feature) / len(counted) for of_feature in zip(*counted, strict=True)]
    )


def _relief_round(
    table: np.ndarray, owner: np.ndarray, labels: np.ndarray, weights: np.ndarray
) -> np.ndarray:
    """Scores of the features, with distances by weights."""
    stretched = np.rint(table * np.sqrt(weights[owner]))
    squares = np.einsum("ij,ij->i", stretched, stretched)
    score = np.zeros(len(owner))
    for start in range(0, len(labels), ROWS_AT_ONCE):
        asking = np.arange(start, min(start + ROWS_AT_ONCE, len(labels)))
        apart = squares[asking, None] + squares - 2.0 * stretched[asking] @ stretched.T
        apart[np.arange(len(asking)), asking] = np.inf  # no row is its own neighbour
        for of_row in _scores_of_rows(table, labels, asking, apart):
            score += of_row
    return np.bincount(owner, score / GRID, minlength=len(weights)) / len(labels)


def _scores_of_rows(
    table: np.ndarray, labels: np.ndarray, asking: np.ndarray, apart: np.ndarray
) -> np.ndarray:
    """How much farther each asking row is from its neighbours of other classes, by column."""
    shares = np.bincount(labels) / len(labels)
    scores = np.zeros((len(asking), table.shape[1]))
    for label in np.flatnonzero(shares):
        members = np.flatnonzero(labels == label)
        n_near = min(NEIGHBOURS, max(1, len(members) // 10), len(members) - 1)
        if n_near < 1:
            continue
        near = members[_nearest(apart[:, members], n_near)]
        steps = np.abs(table[near] - table[asking, None]).sum(axis=1, dtype=np.int32)
        is_hit = labels[asking] == label
        factor = np.where(is_hit, -1.0, shares[label] / (1.0 - shares[labels[asking]]))
        scores += factor[:, None] * (steps / n_near)
    return scores


def _nearest(apart: np.ndarray, n_near: int) -> np.ndarray:
    """Places of the lowest distances of each row, the first ones of several that are equal.

    Examples
    --------
    >>> _nearest(np.array([[3.0, 1.0, 3.0, 3.0], [2.0, 2.0, 2.0, 0.0]]), 2).tolist()
    [[0, 1], [0, 3]]
    """
    farthest = np.partition(apart, n_near - 1, axis=1)[:, n_near - 1]
    chosen = apart <= farthest[:, None]
    surplus = np.count_nonzero(chosen, axis=1) - n_near
    for row in np.flatnonzero(surplus):
        chosen[row, np.flatnonzero(apart[row] == farthest[row])[-surplus[row] :]] = False
    return np.flatnonzero(chosen).reshape(len(apart), n_near) % apart.shape[1]


def _sample(rng: np.random.Generator, n: int, most: int) -> np.ndarray:
    return np.arange(n) if n <= most else np.sort(rng.choice(n, most, replace=False))


def _table_of(values: np.ndarray, is_category: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Columns whose squared distances add up to those of features, and the feature of each.

    A category becomes a column for each value, such that two different values are 1 apart. 1 is
    `GRID` steps.
    """
    columns, owner = [], []
    for feature, column in enumerate(values.T):
        known = ~np.isnan(column)
        if is_category[feature]:
            parts = [(column == value) * 0.5 for value in np.unique(column[known])]
        else:
            middle = math.fsum(column[known]) / known.sum() if known.any() else 0.5
            parts = [np.where(known, column, middle)]
        columns += parts
        owner += [feature] * len(parts)
    table = np.rint(np.array(columns).T * GRID).astype(np.int32)
    return np.ascontiguousarray(table), np.array(owner, dtype=np.int64)
