"""Which features rules rest on, and which they use together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from beta4ucs.data.encoding import Encoding
from beta4ucs.errors import InputError
from beta4ucs.rules.choosing import RuleChoice
from beta4ucs.rules.matching import degrees_of, matcher_of
from beta4ucs.rules.naming import places_on_unit_scale

if TYPE_CHECKING:
    import pandas as pd

POINTS = 64  # values of a feature at which strictness is looked at
ROWS_AT_ONCE = 512


def feature_importance(
    rules: RuleChoice, *, per_class: bool, tracked: bool = False
) -> pd.Series | pd.DataFrame:
    """Mean strictness of the conditions on each feature, weighted by votes."""
    import pandas as pd

    strictness, weights = strictness_of(rules), vote_sizes(rules)
    names = pd.Index(rules.feature_names, name="feature")
    overall = _weighted_mean(strictness, weights)
    order = np.argsort(-overall, kind="stable")
    if tracked:
        if rules.attribute_scores is None or per_class:
            raise InputError(
                "tracked=True goes without per_class, and needs a model trained with "
                "attribute_tracking=True in this process"
            )
        served = rules.attribute_scores.mean(axis=0)
        both = {"importance": overall[order], "served": served[order]}
        return pd.DataFrame(both, index=names[order])
    if not per_class:
        return pd.Series(overall[order], index=names[order], name="importance")
    of_classes = [
        _weighted_mean(strictness, weights * (rules.arrays.label == code))
        for code in range(len(rules.classes))
    ]
    columns = pd.Index(rules.classes, name="class")
    return pd.DataFrame(np.array(of_classes).T[order], index=names[order], columns=columns)


def feature_cooccurrence(rules: RuleChoice) -> pd.DataFrame:
    """Mean product of the strictness of two conditions, weighted by votes."""
    import pandas as pd

    strictness, weights = strictness_of(rules), vote_sizes(rules)
    total = weights.sum()
    together = strictness.T @ (strictness * weights[:, None]) / (total if total > 0.0 else 1.0)
    np.fill_diagonal(together, _weighted_mean(strictness, weights))
    names = pd.Index(rules.feature_names, name="feature")
    return pd.DataFrame(together, index=names, columns=names)


def strictness_of(rules: RuleChoice) -> np.ndarray:
    """For each rule and feature, 1 minus the mean degree over the feature's range.

    All other features are open, which numbers are when they are missing and no set is asked: so
    this asks for the effect of one condition alone, whatever the representation. The values of a
    category count alike, and so do all known numbers together and an unknown one, where rules
    have learned to tell them apart. A constant feature cannot make a difference.
    """
    encoding, n_features = rules.encoding, len(rules.feature_names)
    sets = {part.feature: (i, part) for i, part in enumerate(encoding.sets)}
    strictness = np.zeros((len(rules), n_features))
    degrees = matcher_of(rules)
    for feature in range(n_features):
        i, part = sets.get(feature, (-1, None))
        if part is None or part.is_numeric:
            points = _points(encoding, feature)
            rows = _open_rows(len(points), n_features, len(sets))
            rows[:, feature] = points
            if part is not None:
                rows[:, n_features + i] = 0.0
            mean = degrees(rows).mean(axis=0)
            if encoding.scaling.low[feature] == encoding.scaling.high[feature]:
                mean[:] = 1.0
            if part is not None and part.has_unknown:
                mean = (mean + (rules.arrays.sets[:, i] >> 1 & 1)) / 2.0
        else:
            bits = rules.arrays.sets[:, i, None] >> np.arange(len(part.values)) & 1
            mean = bits.mean(axis=1)
        strictness[:, feature] = 1.0 - mean
    return np.clip(strictness, 0.0, 1.0)


def _points(encoding: Encoding, feature: int) -> np.ndarray:
    """Values on the unit scale, all of an ordered category or even ones of a number."""
    if encoding.columns[feature].values is None:
        return (np.arange(POINTS) + 0.5) / POINTS
    low, high = encoding.scaling.low[feature], encoding.scaling.high[feature]
    return np.array(places_on_unit_scale(low, high))


def _open_rows(n_rows: int, n_features: int, n_sets: int) -> np.ndarray:
    """Rows that meet every condition."""
    rows = np.full((n_rows, n_features + n_sets), np.nan)
    rows[:, n_features:] = -1.0
    return rows


def served_by(rules: RuleChoice, inputs: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """For each row and feature, how much of the vote for the row's class rests on the feature.

    The strictness of the conditions on it, averaged over the rules that vote for the row's class
    with what they give; 0 for a row that no such rule matches.
    """
    strictness, weights = strictness_of(rules), vote_sizes(rules)
    scores = np.zeros((len(codes), len(rules.feature_names)))
    for start in range(0, len(codes), ROWS_AT_ONCE):
        part = slice(start, start + ROWS_AT_ONCE)
        gives = degrees_of(rules, inputs[part]) * weights
        gives *= rules.arrays.label[None, :] == codes[part, None]
        total = gives.sum(axis=1, keepdims=True)
        scores[part] = gives @ strictness / np.where(total > 0.0, total, 1.0)
    return scores


def vote_sizes(rules: RuleChoice) -> np.ndarray:
    """For each rule the size of its vote, for or against its class; 0 if it has none."""
    return np.where(rules.is_voting, np.abs(rules.strength), 0.0)


def _weighted_mean(strictness: np.ndarray, weights: np.ndarray) -> np.ndarray:
    total = weights.sum()
    mean: np.ndarray = weights @ strictness / (total if total > 0.0 else 1.0)
    return mean
