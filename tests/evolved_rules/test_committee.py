"""The committee: how far it goes from the shares of classes, judged on unseen rows."""

import numpy as np
import pytest

from beta4ucs.evolved_rules.bins import bin_rows
from beta4ucs.evolved_rules.committee import between, form_committee, mean_loss
from beta4ucs.evolved_rules.jobs import Workers
from beta4ucs.evolved_rules.pool import new_pool
from evolved_cases import SMALL, numeric_table


def committee_on(table, target, workers=None):
    binning = bin_rows(table.inputs, table.n_features, table.value_sets)
    seen = [np.arange(len(target)) % 5 != number % 5 for number in range(3 * 5)]
    rng = np.random.default_rng(1)
    return form_committee(
        binning, [new_pool([])], target, table.weights, seen, SMALL, rng, workers or Workers()
    )


def test_single_features_count_more_where_effects_add_up():
    rng = np.random.default_rng(3)
    table = numeric_table(n_rows=300)
    first, second = table.inputs[:, 0] > 0.5, table.inputs[:, 1] > 0.5
    both = committee_on(table, np.eye(2)[(first ^ second).astype(int)])
    total = 6 * table.inputs.sum(axis=1) - 12
    sums = committee_on(table, np.eye(2)[(rng.random(300) < 1 / (1 + np.exp(-total))).astype(int)])
    assert sums.groups[1].share < 0.5 < both.groups[1].share  # those of several conditions
    assert sum(share for *_, share in both.speakers()) == pytest.approx(1.0)


def test_in_a_hurry_there_is_one_member_of_each_kind():
    hurried = committee_on(numeric_table(), numeric_table().target, Workers(1, max_time=1e-3))
    assert [len(group.members) for group in hurried.groups] == [1, 1, 1]
    assert np.isnan(hurried.unseen).any()


def test_kinds_that_have_no_unseen_row_in_common_count_alike():
    table = numeric_table(n_rows=40)
    binning = bin_rows(table.inputs, table.n_features, table.value_sets)
    seen = [np.arange(40) != number for number in range(3 * 5)]
    told = table.weights, seen, SMALL, np.random.default_rng(1), Workers(1, max_time=1e-3)
    hurried = form_committee(binning, [new_pool([])], table.target, *told)
    assert [group.share for group in hurried.groups] == pytest.approx([1 / 3] * 3)
    assert np.isfinite(hurried.unseen).all(axis=1).sum() == 3


def test_confidence_is_low_where_nothing_can_be_learned():
    table = numeric_table()
    learned = committee_on(table, table.target)
    noise = committee_on(table, np.random.default_rng(0).permutation(table.target))
    assert noise.confidence < learned.confidence
    assert noise.confidence < 0.7


@pytest.mark.parametrize("confidence", [0.0, 0.5, 1.0])
def test_probabilities_go_towards_the_shares_of_classes(confidence):
    prior, chances = np.array([0.8, 0.2]), np.array([[0.2, 0.8], [0.9, 0.1]])
    drawn = between(prior, chances, confidence)
    odds = np.log(drawn[:, 1] / drawn[:, 0])
    expected = confidence * np.log(chances[:, 1] / chances[:, 0])
    expected += (1 - confidence) * np.log(prior[1] / prior[0])
    np.testing.assert_allclose(odds, expected)
    np.testing.assert_allclose(drawn.sum(axis=1), 1.0)


def test_rows_that_all_members_have_seen_judge_nothing():
    chances = np.array([[0.5, 0.5], [np.nan, np.nan]])
    assert mean_loss(chances, np.eye(2), np.ones(2)) == pytest.approx(np.log(2.0))
