"""How much each feature tells of the class, to steer which ones rules ask about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from beta4ucs.errors import InputError

if TYPE_CHECKING:
    from beta4ucs.data.encoding import ValueSet

RELIEF_ROWS = 2000  # at most so many ask for their neighbours
RELIEF_OTHERS = 10_000  # among at most so many
NEIGHBOURS = 10  # of each class
LEAST = 0.02  # of the mean weight: no feature is out of reach


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
    given : None, "relief", "mutual_info" or array-like of shape (n_features,)
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
    if given is None:
        return None
    if isinstance(given, str):
        if given not in ("relief", "mutual_info"):
            raise InputError(
                'feature_weights must be None, "relief", "mutual_info" or a number for each '
                f"feature, got {given!r}"
            )
        values, is_category = _comparable(inputs, n_features, sets)
        score = relief if given == "relief" else mutual_information
        weights = np.maximum(score(values, is_category, codes, seed), 0.0)
    else:
        weights = np.asarray(given, dtype=np.float64)
        if weights.shape != (n_features,) or not np.all(np.isfinite(weights) & (weights >= 0.0)):
            raise InputError(
                f"feature_weights must be {n_features} numbers of at least 0, one a feature"
            )
    if not weights.any():
        return None
    weights = weights / weights.mean()
    return np.maximum(weights, LEAST)


def _comparable(
    inputs: np.ndarray, n_features: int, sets: Sequence[ValueSet]
) -> tuple[np.ndarray, np.ndarray]:
    """One column a feature: numbers in [0, 1], or places of values; NaN where missing."""
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
    return scores


def relief(
    values: np.ndarray, is_category: np.ndarray, codes: np.ndarray, seed: int
) -> np.ndarray:
    """ReliefF (Kononenko, 1994): features that differ between near rows of different classes.

    It sees features that tell the class only together with others. Near are the rows with the
    smallest sum of differences; a missing value differs by 1/2 from everything.
    """
    rng = np.random.default_rng(seed)
    others = _sample(rng, len(codes), RELIEF_OTHERS)
    asking = others[_sample(rng, len(others), RELIEF_ROWS)]
    columns = _as_differences(values, is_category)
    priors = np.bincount(codes, minlength=codes.max() + 1) / len(codes)
    score = np.zeros(values.shape[1])
    places = {row: place for place, row in enumerate(others)}
    distances = _distances(columns[asking], columns[others], is_category)
    for at, row in enumerate(asking):
        distances[at, places[row]] = np.inf
        for label in np.flatnonzero(priors):
            of_class = np.flatnonzero(codes[others] == label)
            n_near = min(NEIGHBOURS, len(of_class) - (label == codes[row]))
            if n_near <= 0:
                continue
            near = of_class[np.argpartition(distances[at, of_class], n_near - 1)[:n_near]]
            mean = _differences(columns[row], columns[others[near]], is_category).mean(axis=0)
            if label == codes[row]:
                score -= mean
            else:
                score += mean * priors[label] / (1.0 - priors[codes[row]])
    return score / len(asking)


def _sample(rng: np.random.Generator, n: int, most: int) -> np.ndarray:
    return np.arange(n) if n <= most else np.sort(rng.choice(n, most, replace=False))


def _as_differences(values: np.ndarray, is_category: np.ndarray) -> np.ndarray:
    return np.where(np.isnan(values), -1.0, values)


def _differences(one: np.ndarray, others: np.ndarray, is_category: np.ndarray) -> np.ndarray:
    apart = np.where(is_category, (one != others).astype(float), np.abs(one - others))
    apart[(one < 0.0) | (others < 0.0)] = 0.5
    return apart


def _distances(some: np.ndarray, others: np.ndarray, is_category: np.ndarray) -> np.ndarray:
    return np.array([_differences(one, others, is_category).sum(axis=1) for one in some])
