"""Members: the search for conditions against every condition tried one by one."""

import numpy as np
import pytest

from beta4ucs.evolved_rules.bins import bin_rows
from beta4ucs.evolved_rules.condition_search import FEATURE, FIRST, LAST, SHAPE, VALUES
from beta4ucs.evolved_rules.degrees import degrees_of
from beta4ucs.evolved_rules.genes import written_out
from beta4ucs.evolved_rules.member_arrays import MemberSettings
from beta4ucs.evolved_rules.members import grow_member
from beta4ucs.evolved_rules.pool import new_pool
from beta4ucs.representations.beta4 import Beta4
from evolved_cases import mixed_table, numeric_table

PENALTY, LEAST_ROWS = 2.0, 3.0


def settings(n_features, n_rules=1, max_conditions=1, pool_share=1.0, patience=100):
    return MemberSettings(
        n_rules=n_rules,
        max_conditions=max_conditions,
        n_tried=n_features,
        pool_share=pool_share,
        penalty=PENALTY,
        least_rows=LEAST_ROWS,
        revise_every=1,
        patience=patience,
    )


def rows_of(table):
    """Target and weights; no row says when the list is long enough."""
    return table.target, table.weights, np.zeros(len(table.weights))


def gain_of(degree, labels):
    """What is gained when the start moves with the rule; the penalty is that of an interval."""
    prior, mean = np.mean(labels), np.mean(degree)
    curve = 2 * prior * (1 - prior)
    slope = np.sum((degree - mean) * (prior - labels))
    spread = np.sum((degree - mean) ** 2)
    if np.isclose(spread, 0.0):
        return 0.0
    crispness = spread / (len(degree) * mean * (1 - mean))
    return slope**2 / (spread * curve + PENALTY * crispness)


def degrees_of_list(grown):
    return grown.degree + grown.centre[:, None]


def all_conditions(binning):
    """Memberships of every condition that the search may find, tried without any sums."""
    bins = binning.bins
    for feature in range(len(binning.cuts)):
        place, n_bins = bins.place[feature], int(bins.n_bins[feature])
        if bins.is_category[feature]:
            there = np.unique(place)
            for subset in range(1, 2 ** len(there) - 1):
                chosen = [value for i, value in enumerate(there) if subset >> i & 1]
                yield np.isin(place, chosen) * 1.0
            continue
        unknown = place == n_bins
        for first in range(n_bins):
            for last in range(first, n_bins):
                inside = (place >= first) & (place <= last)
                yield inside * 1.0
                yield (inside | unknown) * 1.0
        yield unknown * 1.0
        for shape in range(bins.first_shape[feature], bins.first_shape[feature + 1]):
            degree = np.append(bins.shape_degree[shape, :n_bins], 0.0)
            yield degree[np.where(unknown, n_bins, place)]


@pytest.mark.parametrize("table", [numeric_table(), mixed_table(), mixed_table(seed=5)])
def test_first_condition_is_the_best_of_all(table):
    binning = bin_rows(table.inputs, table.n_features, table.value_sets)
    grown = grow_member(binning, new_pool([]), *rows_of(table), settings(table.n_features), seed=3)
    condition = grown.condition[0, 0]
    if condition[SHAPE] >= 0:  # judged by mean memberships in bins
        place = binning.bins.place[condition[FEATURE]]
        found = gain_of(binning.bins.shape_degree[condition[SHAPE]][place], table.labels)
    else:
        found = gain_of(degrees_of_list(grown)[0], table.labels)
    tried = [degree for degree in all_conditions(binning) if degree.sum() >= LEAST_ROWS]
    assert found == pytest.approx(max(gain_of(degree, table.labels) for degree in tried))


@pytest.mark.parametrize("table", [numeric_table(n_classes=3), mixed_table()])
def test_searched_rules_match_as_their_genes_do(table):
    binning = bin_rows(table.inputs, table.n_features, table.value_sets)
    grown = grow_member(
        binning,
        new_pool([]),
        *rows_of(table),
        settings(table.n_features, n_rules=20, max_conditions=3),
        seed=1,
    )
    genes = written_out(grown.n_conditions, grown.condition, binning, Beta4(), table.value_sets)
    degrees = degrees_of(Beta4(), genes, table.inputs)
    np.testing.assert_allclose(degrees, degrees_of_list(grown), atol=1e-6)
    assert grown.n_conditions.max() > 1


def test_best_rule_of_the_pool_is_taken_when_it_is_better():
    table = numeric_table()
    rows = np.flatnonzero(table.labels == 1)  # no condition can be as good as the answer itself
    pool = new_pool([(np.arange(5), np.ones(5)), (rows, np.ones(len(rows)))])
    binning = bin_rows(table.inputs, table.n_features, table.value_sets)
    grown = grow_member(binning, pool, *rows_of(table), settings(table.n_features), seed=0)
    assert grown.source.tolist() == [1]
    np.testing.assert_allclose(degrees_of_list(grown)[0], table.labels, atol=1e-12)


def test_scores_of_a_snapshot_are_its_votes():
    table = numeric_table(n_classes=3)
    binning = bin_rows(table.inputs, table.n_features, table.value_sets)
    grown = grow_member(
        binning,
        new_pool([]),
        *rows_of(table),
        settings(table.n_features, n_rules=20, max_conditions=2),
        seed=1,
    )
    assert grown.centre.any()  # some rules are broad
    expected = degrees_of_list(grown)[:5].T @ grown.votes[1, :5] + grown.start(1)
    rows = np.arange(len(table.labels)) % 3 == 0
    np.testing.assert_allclose(grown.scores(1, rows), expected[rows])
    assert not grown.votes[1, 5:].any()


def test_a_slope_is_found_where_an_effect_is_one():
    rng = np.random.default_rng(4)
    value = rng.random(400)
    labels = (rng.random(400) < 1 / (1 + np.exp(3 - 6 * value))).astype(int)
    binning = bin_rows(value[:, None], 1, ())
    grown = grow_member(
        binning, new_pool([]), np.eye(2)[labels], np.ones(400), np.zeros(400), settings(1), seed=1
    )
    assert grown.condition[0, 0][SHAPE] >= 0


def test_rows_without_weight_are_not_learned_from():
    table = numeric_table()
    weights = np.where(np.arange(len(table.labels)) < 80, 1.0, 0.0)
    target = table.target
    binning = bin_rows(table.inputs, table.n_features, table.value_sets)
    of_member = settings(table.n_features, n_rules=10, max_conditions=2)
    nothing = np.zeros(len(weights))
    first = grow_member(binning, new_pool([]), target, weights, nothing, of_member, seed=1)
    changed = np.where(weights[:, None] > 0, target, 0.5)
    other = grow_member(binning, new_pool([]), changed, weights, nothing, of_member, seed=1)
    np.testing.assert_array_equal(first.votes, other.votes)
    np.testing.assert_array_equal(first.condition, other.condition)


def test_a_list_ends_when_unseen_rows_gain_nothing():
    rng = np.random.default_rng(2)
    table = numeric_table()
    noise = table.target[rng.permutation(len(table.target))]  # nothing to be learned
    binning = bin_rows(table.inputs, table.n_features, table.value_sets)
    is_seen = np.arange(len(noise)) % 2 == 0
    shown, unseen = np.where(is_seen, 1.0, 0.0), np.where(is_seen, 0.0, 1.0)
    for patience, longest in ((1, 30), (100, 100)):
        of_member = settings(table.n_features, n_rules=100, max_conditions=2, patience=patience)
        grown = grow_member(binning, new_pool([]), noise, shown, unseen, of_member, seed=1)
        assert 0 < len(grown.source) <= longest
    assert len(grown.source) > 30


def test_conditions_name_their_bins():
    table = numeric_table()
    binning = bin_rows(table.inputs, table.n_features, table.value_sets)
    of_member = settings(table.n_features, n_rules=10)
    grown = grow_member(binning, new_pool([]), *rows_of(table), of_member, seed=1)
    for condition, degree in zip(grown.condition[:, 0], degrees_of_list(grown), strict=True):
        assert condition[VALUES] == -1
        if condition[SHAPE] < 0:
            place = binning.bins.place[condition[FEATURE]]
            inside = (place >= condition[FIRST]) & (place <= condition[LAST])
            np.testing.assert_allclose(degree, inside, atol=1e-12)
