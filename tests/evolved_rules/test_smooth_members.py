"""Smooth members: votes against scikit-learn's logistic regression, conditions by hand."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from beta4ucs.evolved_rules import smooth_members
from beta4ucs.evolved_rules.bins import bin_rows
from beta4ucs.evolved_rules.condition_search import FEATURE, SHAPE, VALUES
from beta4ucs.evolved_rules.degrees import degrees_of
from beta4ucs.evolved_rules.genes import written_out
from beta4ucs.evolved_rules.smooth_members import PENALTIES, smooth_member
from beta4ucs.representations.beta4 import Beta4
from beta4ucs.voting.decisions import softmax
from evolved_cases import mixed_table, numeric_table


def learned(table, weights=None, least_rows=0.0):
    binning = bin_rows(table.inputs, table.n_features, table.value_sets)
    weights = table.weights if weights is None else weights
    return binning, smooth_member(binning, table.target, weights, least_rows)


def overlapping(table):
    """The same rows, two fifths of them with a class by chance."""
    rng = np.random.default_rng(3)
    labels = rng.integers(0, table.n_classes, len(table.labels))
    return table._replace(labels=np.where(rng.random(len(labels)) < 0.4, labels, table.labels))


@pytest.mark.parametrize("place", [1, len(PENALTIES) // 2, len(PENALTIES)])
@pytest.mark.parametrize("table", [overlapping(numeric_table(n_classes=3)), mixed_table()])
def test_votes_are_those_of_penalised_logistic_regression(table, place):
    _, member = learned(table)
    degrees, n_classes = member.degree.T, table.target.shape[1]
    mean = degrees.mean(axis=0)
    spread = np.maximum(degrees.var(axis=0) / np.maximum(mean * (1 - mean), 1e-9), 0.02)
    penalty = PENALTIES[place - 1] * spread
    if n_classes == 2:  # scikit-learn has one vote for both, the difference of ours
        penalty = penalty / 2
    scaled = degrees / np.sqrt(penalty)
    model = LogisticRegression(tol=1e-8, max_iter=5000).fit(scaled, table.labels)
    ours = softmax(member.scores(place, np.ones(len(table.labels), dtype=bool)))
    np.testing.assert_allclose(ours, model.predict_proba(scaled), atol=0.02)


def test_rules_match_as_their_genes_do():
    table = mixed_table()
    binning, member = learned(table)
    genes = written_out(member.n_conditions, member.condition, binning, Beta4(), table.value_sets)
    np.testing.assert_allclose(degrees_of(Beta4(), genes, table.inputs), member.degree, atol=1e-6)


def test_every_slope_and_every_value_has_a_rule():
    table = mixed_table()
    binning, member = learned(table)
    conditions = member.condition[:, 0]
    for feature in range(table.n_features):
        own = conditions[conditions[:, FEATURE] == feature]
        if binning.bins.is_category[feature]:
            values = np.unique(binning.bins.place[feature])  # a value that no row has says nothing
            assert sorted(own[:, VALUES]) == [1 << int(value) for value in values]
        else:
            plain = [binning.shapes[shape] for shape in own[:, SHAPE] if shape >= 0]
            assert (0.0, 1.0, 1.0, True) in [shape[1:] for shape in plain]
            assert (0.0, 1.0, 1.0, False) not in [shape[1:] for shape in plain]


def test_excluded_features_have_no_rules():
    table = mixed_table()
    binning = bin_rows(table.inputs, table.n_features, table.value_sets)
    binning.bins.n_bins[0] = 0
    member = smooth_member(binning, table.target, table.weights, 0.0)
    assert 0 not in member.condition[:, 0, FEATURE]
    binning.bins.n_bins[:] = 0
    nothing = smooth_member(binning, table.target, table.weights, 0.0)
    shares = softmax(nothing.scores(1, np.ones(len(table.labels), dtype=bool)))
    np.testing.assert_allclose(
        shares, np.tile(table.target.mean(axis=0), (len(shares), 1)), atol=1e-3
    )


def test_rows_without_weight_are_not_learned_from():
    table = numeric_table()
    weights = np.where(np.arange(len(table.labels)) < 80, 1.0, 0.0)
    _, first = learned(table, weights)
    changed = table._replace(labels=np.where(weights > 0, table.labels, 0))
    _, other = learned(changed, weights)
    np.testing.assert_array_equal(first.votes, other.votes)


def test_rules_need_some_rows():
    table = mixed_table()
    _, every = learned(table)
    least = float(np.median(every.degree.sum(axis=1)))
    _, some = learned(table, least_rows=least)
    enough = every.degree.sum(axis=1) >= least
    np.testing.assert_array_equal(some.condition, every.condition[enough])
    assert len(some.votes_at(3)) == enough.sum() < len(enough)


def test_with_many_features_each_has_one_slope_and_with_very_many_there_are_none(monkeypatch):
    table = numeric_table()
    monkeypatch.setattr(smooth_members, "MOST_RULES", table.n_features)
    binning, plain = learned(table)
    slopes = [binning.shapes[shape][1:] for shape in plain.condition[:, 0, SHAPE]]
    assert slopes == [(0.0, 1.0, 1.0, True)] * table.n_features
    monkeypatch.setattr(smooth_members, "MOST_RULES", table.n_features - 1)
    _, none = learned(table)
    assert len(none.source) == 0
    assert np.isfinite(none.scores(1, np.ones(len(table.labels), dtype=bool))).all()


def test_many_columns_have_one_slope_each():
    rng = np.random.default_rng(0)
    inputs = rng.random((60, 600))
    table = numeric_table()._replace(
        inputs=inputs,
        labels=(inputs[:, 0] > 0.5).astype(np.int64),
        weights=np.ones(60),
        n_classes=2,
        value_sets=(),
    )
    _, member = learned(table)
    assert len(member.source) == 600
