"""Which features rules rest on, and which they use together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from beta4ucs.rules.choosing import RuleChoice
from beta4ucs.rules.matching import degrees_of

if TYPE_CHECKING:
    import pandas as pd

POINTS = 64  # values of a feature at which strictness is looked at


def feature_importance(rules: RuleChoice, *, per_class: bool) -> pd.Series | pd.DataFrame:
    """Mean strictness of the conditions on each feature, weighted by votes."""
    import pandas as pd

    strictness, weights = strictness_of(rules), vote_sizes(rules)
    names = pd.Index(rules.feature_names, name="feature")
    overall = _weighted_mean(strictness, weights)
    order = np.argsort(-overall, kind="stable")
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

    All other features are missing, and a missing value matches: so this asks for the effect of one
    condition alone, whatever the representation. A constant feature cannot make a difference.
    """
    n_features = len(rules.feature_names)
    rows = np.full((n_features, POINTS, n_features), np.nan)
    for feature in range(n_features):
        rows[feature, :, feature] = (np.arange(POINTS) + 0.5) / POINTS
    degrees = degrees_of(rules, rows.reshape(-1, n_features))
    strictness = 1.0 - degrees.reshape(n_features, POINTS, len(rules)).mean(axis=1).T
    strictness[:, rules.scaling.low == rules.scaling.high] = 0.0
    return np.clip(strictness, 0.0, 1.0)


def vote_sizes(rules: RuleChoice) -> np.ndarray:
    """For each rule the size of its vote, for or against its class; 0 if it has none."""
    return np.where(rules.is_voting, np.abs(rules.strength), 0.0)


def _weighted_mean(strictness: np.ndarray, weights: np.ndarray) -> np.ndarray:
    total = weights.sum()
    mean: np.ndarray = weights @ strictness / (total if total > 0.0 else 1.0)
    return mean
