"""Importance from rules: by hand, and against what scrambling a feature does to the answers."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import spearmanr
from sklearn.datasets import make_blobs
from sklearn.inspection import permutation_importance

from beta4ucs import Beta4UCSClassifier, FuzzyUCSClassifier, UCSClassifier
from beta4ucs.data import load
from beta4ucs.representations import contract
from beta4ucs.rules.importance import strictness_of


def test_importance_by_hand(rules):
    # votes .4, 6.93, 3, none, -1, 3; alcohol: nothing, half, half, half, slope, half
    strictness = strictness_of(rules)
    np.testing.assert_allclose(strictness[:, 0], [0, 0.5, 0.5, 0.5, 0.75 - 0.0625, 0.5], atol=0.07)
    assert strictness[:, 2].tolist() == [0.0] * 6  # constant
    votes = np.array([0.4, 6.93, 3.0, 0.0, 1.0, 3.0])
    expected = votes @ strictness / votes.sum()
    importance = rules.feature_importance()
    assert importance.index.tolist() == ["alcohol", "hue", "bottle"]
    np.testing.assert_allclose(importance, expected)
    assert importance["alcohol"] > 0.4
    assert importance["bottle"] == 0.0


def test_per_class_is_as_of_the_rules_of_that_class(rules):
    table = rules.feature_importance(per_class=True)
    assert table.columns.tolist() == ["class_0", "class_1"]
    assert table.index.tolist() == rules.feature_importance().index.tolist()
    for label in table.columns:
        of_class = rules.for_class(label).feature_importance()
        np.testing.assert_allclose(table[label], of_class[table.index])
    assert table.loc["hue", "class_0"] == 0.0  # only a rule for class_1 asks for it


def test_cooccurrence(rules):
    together = rules.feature_cooccurrence()
    assert together.index.tolist() == together.columns.tolist() == ["alcohol", "hue", "bottle"]
    np.testing.assert_allclose(together, together.T)
    importance = rules.feature_importance()
    np.testing.assert_allclose(np.diag(together), importance[together.index])
    votes, strictness = 6.93 / 14.33, strictness_of(rules)[1]  # one rule asks for both
    assert together.loc["alcohol", "hue"] == pytest.approx(votes * strictness[0] * strictness[1])
    assert rules.for_class("class_0").feature_cooccurrence().loc["alcohol", "hue"] == 0.0


def test_without_votes_nothing_matters(rules):
    for silent in (rules[3:4], rules[:0]):
        assert silent.feature_importance().tolist() == [0.0] * 3
        assert (silent.feature_importance(per_class=True) == 0.0).all(axis=None)
        assert (silent.feature_cooccurrence() == 0.0).all(axis=None)


@pytest.mark.parametrize("name", contract.names())
def test_every_representation_knows_how_strict_it_is(name):
    X, y = make_blobs(60, centers=3, n_features=3, random_state=3)
    model = FuzzyUCSClassifier(representation=name, n_epochs=2, max_rules=60, random_state=1)
    rules = model.fit(X, y).rules_
    strictness = strictness_of(rules)
    assert strictness.shape == rules.has_condition.shape
    assert strictness.min() >= 0.0
    assert strictness.max() > 0.1
    assert strictness[~rules.has_condition].max(initial=0.0) <= 0.0101  # what is not said
    assert (rules.feature_importance() > 0.0).all()


def both_importances(model, X, y):
    """From the rules, and from scrambling one feature at a time."""
    names = [f"x{feature}" for feature in range(X.shape[1])]
    from_rules = model.rules_.feature_importance()[names].to_numpy()
    scrambled = permutation_importance(model, X, y, n_repeats=3, random_state=0)
    return from_rules, scrambled.importances_mean


@pytest.mark.parametrize(
    "model", [Beta4UCSClassifier(n_epochs=30, random_state=1), UCSClassifier(random_state=1)]
)
def test_features_rank_as_their_weights(model):
    X = np.random.default_rng(0).random((1000, 6))
    weights = np.array([8.0, 0.0, 5.0, 0.0, 3.0, 0.0])
    y = X @ weights > 8.0
    from_rules, scrambled = both_importances(model.fit(X, y), X, y)
    assert from_rules[0] == from_rules.max()
    assert from_rules[weights > 0.0].min() > 1.5 * from_rules[weights == 0.0].max()
    assert spearmanr(from_rules, scrambled).statistic > 0.75


def test_two_of_eight_features_matter():
    X = np.random.default_rng(0).random((600, 8))
    y = (X[:, 0] > 0.5) ^ (X[:, 3] > 0.4)
    model = Beta4UCSClassifier(n_epochs=20, random_state=1).fit(X, y)
    rules = model.rules_
    importance = rules.feature_importance()
    assert set(importance.index[:2]) == {"x0", "x3"}
    assert importance.iloc[1] > 2.0 * importance.iloc[2]
    # no ranks here: those of six features that do nothing are chance
    assert np.corrcoef(*both_importances(model, X, y))[0, 1] > 0.95
    per_class = rules.feature_importance(per_class=True)
    assert all(set(per_class[label].nlargest(2).index) == {"x0", "x3"} for label in (False, True))
    together = rules.feature_cooccurrence().where(~np.eye(8, dtype=bool), 0.0)
    assert set(together.stack().idxmax()) == {"x0", "x3"}


@pytest.mark.slow
def test_address_bits_matter_more_than_data_bits():
    table = load("mux", n_rows=3000, random_state=1)
    X, y = np.asarray(table.X), table.y
    model = Beta4UCSClassifier(n_epochs=30, random_state=2).fit(X, y)
    importance = model.rules_.feature_importance()
    assert set(importance.index[:4]) == {"x0", "x1", "x2", "x3"}
    assert isinstance(importance, pd.Series)
    assert spearmanr(*both_importances(model, X[:500], y[:500])).statistic > 0.6
