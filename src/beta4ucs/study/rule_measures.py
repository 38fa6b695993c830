"""Measures of the rules themselves, for what the article says of them; `paper.toml` names them.

Each is called as a study calls a measure of one's own: with the trained classifier, rows and their
classes.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from beta4ucs.data.synthetic import cell_centres, rotated_checkerboard_distance
from beta4ucs.rules.kurtosis import FLATTEST, mean_kurtosis, mean_of_voters
from beta4ucs.rules.matching import degrees_of
from beta4ucs.rules.metrics import rows_of

SIDE = 200  # points along each side of the square, in maps of the rotated checkerboard
NEAR, FAR = 0.02, 0.12  # distances to a border; the middle of a cell is 0.177 from it
MOST_CONDITIONS = 2  # of a short rule


# ---------------------------------------------------------------- on the rotated checkerboard


def fuzzy_area(model: Any, X: Any, y: Any) -> float:
    """Share of the unit square where some rule that votes is fuzzy: its mean kurtosis exceeds 1.8.

    Points where no rule votes are left out.
    """
    found = mean_kurtosis(model, _square())
    return float(np.mean(found[~np.isnan(found)] > FLATTEST + 1e-9))  # not by noise


def kurtosis_near(model: Any, X: Any, y: Any) -> float:
    """Mean kurtosis of the rules that vote within 0.02 of a border of the rotated checkerboard."""
    return float(np.nanmean(mean_kurtosis(model, _square(farthest=NEAR))))


def kurtosis_far(model: Any, X: Any, y: Any) -> float:
    """Mean kurtosis of the rules that vote at least 0.12 from all borders of that checkerboard."""
    return float(np.nanmean(mean_kurtosis(model, _square(nearest=FAR))))


def crisp_near(model: Any, X: Any, y: Any) -> float:
    """Share of crisp rules, by copies, among those that vote within 0.02 of a border."""
    return _crisp_at(model, _square(farthest=NEAR))


def crisp_far(model: Any, X: Any, y: Any) -> float:
    """Share of crisp rules, by copies, among those that vote at least 0.12 from all borders."""
    return _crisp_at(model, _square(nearest=FAR))


def straight_01(model: Any, X: Any, y: Any) -> float:
    """Share of the learned border in pieces of at least 0.01 that are parallel to an axis."""
    return _straight(model, 0.01)


def straight_02(model: Any, X: Any, y: Any) -> float:
    """Share of the learned border in pieces of at least 0.02 that are parallel to an axis."""
    return _straight(model, 0.02)


def straight_04(model: Any, X: Any, y: Any) -> float:
    """Share of the learned border in pieces of at least 0.04 that are parallel to an axis."""
    return _straight(model, 0.04)


def _straight(model: Any, least: float) -> float:
    """Share of the border in straight pieces of some length.

    The border is drawn with 1000 x 1000 points, as the article draws it. There, a diagonal line is
    a staircase, and counts by the length of its steps.
    """
    side = 1000
    answers = model.predict(cell_centres(side)).reshape(side, side)
    total = straight = 0
    for image in (answers, answers.T):
        for one, other in pairwise(image):
            lengths = _lengths_of_runs(one != other)
            total += int(lengths.sum())
            straight += int(lengths[lengths >= least * side].sum())
    return straight / total if total else np.nan


def _square(nearest: float = 0.0, farthest: float = np.inf) -> np.ndarray:
    """Points of the unit square by their distance to the borders of the rotated checkerboard."""
    points = cell_centres(SIDE)
    distance = rotated_checkerboard_distance(points)
    return points[(distance >= nearest) & (distance <= farthest)]


def _crisp_at(model: Any, points: np.ndarray) -> float:
    rules = model.rules_.voting()
    inputs = rules.encoding.transform(points)
    return float(np.nanmean(mean_of_voters(rules, inputs, rules.is_crisp.astype(np.float64))))


def _lengths_of_runs(is_on: np.ndarray) -> np.ndarray:
    """Lengths of the runs of true values."""
    steps = np.diff(np.concatenate(([0], is_on.astype(np.int8), [0])))
    return np.flatnonzero(steps == -1) - np.flatnonzero(steps == 1)


# ---------------------------------------------------------------- on any data set


def short_crisp_rules(model: Any, X: Any, y: Any) -> float:
    """Number of crisp voting rules with one or two conditions that are right on all they cover."""
    rules = model.rules_.voting()
    is_short = rules.is_crisp & (rules.n_conditions >= 1) & (rules.n_conditions <= MOST_CONDITIONS)
    places = np.flatnonzero(is_short)
    covers = _covers(model, rules, X)[:, places]
    is_right = np.asarray(y)[:, None] == model.classes_[rules.arrays.label[places]]
    return float(np.sum(covers.any(axis=0) & (is_right | ~covers).all(axis=0)))


def rule_accuracy(model: Any, X: Any, y: Any) -> float:
    """Mean over the voting rules, by copies, of how often they are right where they match.

    Rules that match none of these rows are left out.
    """
    rules = model.rules_.voting()
    covers = _covers(model, rules, X)
    is_right = np.asarray(y)[:, None] == model.classes_[rules.arrays.label]
    n_covered = covers.sum(axis=0)
    in_use = n_covered > 0
    if not in_use.any():
        return np.nan
    right = (covers & is_right).sum(axis=0)[in_use] / n_covered[in_use]
    return float(np.average(right, weights=rules.arrays.numerosity[in_use]))


def wrong_votes(model: Any, X: Any, y: Any) -> float:
    """Share of the votes on a row that go to other classes than its own, on average over rows.

    Such a vote comes from an over-general rule: it matches a row of another class. Rows that have
    no votes are left out.
    """
    votes = model.votes(X)
    right = votes[np.arange(len(votes)), np.searchsorted(model.classes_, y)]
    total = votes.sum(axis=1)
    has_votes = total > 0.0
    return float(np.mean(1.0 - right[has_votes] / total[has_votes])) if has_votes.any() else np.nan


def _covers(model: Any, rules: Any, X: Any) -> np.ndarray:
    """Whether rules match rows to any degree: rows x rules."""
    covers: np.ndarray = degrees_of(rules, rules.encoding.transform(rows_of(rules, X))) > 0.0
    return covers
