"""The smallest subset: merging, growing, copies, the choice of a size."""

import numpy as np
import pytest

from beta4ucs.compaction.growing import RIDGE, GrowingSubset, targets
from beta4ucs.compaction.path import chance, evened_out, smallest_within
from beta4ucs.compaction.request import Request
from beta4ucs.compaction.smallest import (
    SubsetsBySize,
    candidates,
    copies_for,
    path_of,
)


@pytest.fixture
def random_table(made_table):
    """Rules that are mostly right on their part of the rows, sorted by label."""

    def make(n_rules=30, n_rows=200, n_classes=3, seed=0):
        rng = np.random.default_rng(seed)
        truth = rng.integers(0, n_classes, n_rows)
        label = np.sort(rng.integers(0, n_classes, n_rules))
        is_right = label[:, None] == truth
        chance = np.where(is_right, 0.35, 0.05)
        degrees = rng.random((n_rules, n_rows)) * (rng.random((n_rules, n_rows)) < chance)
        unit, copies = rng.uniform(0.1, 1.0, n_rules), rng.integers(1, 9, n_rules)
        return made_table(degrees, label, truth, unit, copies, rng.random(n_rules) < 0.5, n_classes)

    return make


# ---------------------------------------------------------------------- merging


def asked(tolerance=None):
    return Request(seed=1, tolerance=tolerance)


def test_rules_that_differ_little_are_merged_into_a_crisp_one(made_table):
    degrees = [[1, 0.98, 0], [1, 1, 0], [1, 0.7, 0], [0.99, 1, 0.01]]
    table = made_table(degrees, [0, 0, 0, 1], [0, 0, 1], copies=[9, 1, 1, 1], is_crisp=[0, 1, 0, 0])
    assert candidates(table).tolist() == [1, 2, 3]  # 3 is of the other class


def test_without_a_crisp_one_the_strongest_stands_for_the_others(made_table):
    table = made_table([[1, 0], [0.99, 0], [0.98, 0]], [0, 0, 0], [0, 1], copies=[2, 7, 3])
    assert candidates(table).tolist() == [1]


def test_rules_that_speak_against_their_class_are_no_candidates(made_table):
    table = made_table([[1, 0], [0, 1], [1, 1]], [0, 1, 1], [0, 1], unit=[0.5, -0.5, 0.001])
    assert candidates(table).tolist() == [0]


def test_weak_votes_are_candidates_where_there_are_no_others(made_table):
    table = made_table([[1, 0], [0, 1]], [0, 1], [0, 1], unit=[0.01, 0.008])
    assert candidates(table).tolist() == [0, 1]


# ---------------------------------------------------------------------- growing


def test_targets_are_shares_between_label_and_population(made_table):
    table = made_table([[1, 1]], [0], [0, 1], unit=[-1.0])  # nobody has a positive vote
    expected = targets(table)
    np.testing.assert_allclose(expected.sum(axis=0), 1.0, rtol=1e-6)
    assert expected[0, 0] > 0.5 > expected[0, 1]
    believed = targets(made_table([[1, 1]], [0], [0, 1]))
    assert believed[0, 1] > 0.5  # two labels are little against the vote of the population


def loss(table, rules, weights):
    scores = np.zeros((table.n_classes, len(table.truth)))
    for rule, weight in zip(rules, weights, strict=True):
        scores[table.label[rule]] += weight * table.degrees[rule]
    log_shares = scores - np.log(np.exp(scores).sum(axis=0))
    return -np.mean((targets(table) * log_shares).sum(axis=0)) + 0.5 * RIDGE * np.sum(weights**2)


def test_weights_fit_and_every_stage_has_one_more_rule(random_table):
    table = random_table()
    stages = GrowingSubset(table).grow(12)
    assert [len(stage.rules) for stage in stages] == list(range(1, 13))
    assert all(len(set(stage.rules.tolist())) == len(stage.rules) for stage in stages)
    losses = [loss(table, stage.rules, stage.weights) for stage in stages]
    assert np.all(np.diff(losses) < 1e-3)
    last = stages[-1]
    assert (last.weights >= 0.0).all()
    for rule in range(len(last.weights)):  # no weight alone can do much better
        for factor in (0.7, 1.4):
            other = last.weights.copy()
            other[rule] *= factor
            assert loss(table, last.rules, other) > losses[-1] - 1e-4


def test_first_rule_lowers_the_loss_most(random_table):
    table = random_table()
    table.is_crisp[:] = False
    first = GrowingSubset(table).grow(1)[0]
    best = {
        rule: min(loss(table, [rule], np.array([w])) for w in np.linspace(0.1, 6, 60))
        for rule in range(table.n_rules)
    }
    ranks = sorted(best, key=best.__getitem__)
    assert int(first.rules[0]) in ranks[:3]  # its gain is that of the curve's first two terms


def test_a_crisp_rule_is_preferred_to_a_fuzzy_one_that_is_a_little_better(made_table):
    degrees = [[1, 1, 1, 0, 0, 0], [1, 1, 0.85, 0, 0, 0]]
    for is_crisp, expected in (([False, True], 1), ([False, False], 0)):
        table = made_table(degrees, [0, 0], [0, 0, 0, 1, 1, 1], is_crisp=is_crisp)
        assert GrowingSubset(table).grow(1)[0].rules.tolist() == [expected]


# ---------------------------------------------------------------------- copies


def test_copies_are_whole_and_keep_the_proportions_of_the_weights(random_table):
    table = random_table()
    stage = GrowingSubset(table).grow(8)[-1]
    copies = copies_for(stage, table, 2000)
    assert copies.dtype == np.int64
    assert abs(copies.sum() - 2000) <= 8
    votes, is_some = copies * table.unit[stage.rules], stage.weights > 0.0
    ratio = votes[is_some] / stage.weights[is_some]
    np.testing.assert_allclose(ratio, np.median(ratio), rtol=0.1)
    assert (copies[is_some] >= 1).all()
    assert (copies[~is_some] == 0).all()


def test_few_copies_still_give_every_rule_one(random_table):
    table = random_table()
    stage = GrowingSubset(table).grow(8)[-1]
    assert (copies_for(stage, table, 1)[stage.weights > 0.0] == 1).all()


# ---------------------------------------------------------------------- sizes


def test_accuracies_are_those_of_the_rules_that_a_size_keeps(random_table):
    table = random_table()
    subsets = SubsetsBySize(table, 10)
    accuracy = subsets.train_scores("accuracy")[0].mean(axis=1)
    for size, expected in zip(subsets.sizes.tolist(), accuracy, strict=True):
        rules, copies = subsets.rules_of(size)
        assert len(rules) == len(copies) == size
        assert table.accuracy(table.votes_of(rules, copies)) == pytest.approx(expected)


def test_every_row_is_held_out_once_if_they_are_few(random_table):
    table = random_table(n_rows=203)
    subsets = SubsetsBySize(table, 10)
    assert subsets.validation_scores(1, "accuracy")[0].shape == (len(subsets.sizes), 203)


def test_held_out_rows_have_no_say(random_table):
    """Labels without a pattern: training gets them right, validation cannot."""
    table = random_table(n_rules=400, n_rows=60, n_classes=2)
    rng = np.random.default_rng(5)
    table.truth[:] = rng.permutation(table.truth)
    table.votes[:] = 0.0
    table.degrees[:] = rng.random(table.degrees.shape) < 0.1
    subsets = SubsetsBySize(table, 40)
    assert subsets.train_scores("accuracy")[0].mean(axis=1)[-1] > 0.85
    assert subsets.validation_scores(1, "accuracy")[0][-1].mean() < 0.7


def test_tolerance_trades_rules_for_accuracy(random_table):
    table = random_table(n_rules=80, n_rows=300)
    subsets = SubsetsBySize(table, 60)
    paths = [path_of(subsets, 1.0, asked(tolerance)) for tolerance in (0.0, 0.05, 0.3)]
    assert paths[0].chosen > paths[1].chosen > paths[2].chosen
    for path, tolerance in zip(paths, (0.0, 0.05, 0.3), strict=True):
        aim = evened_out(path.validation_accuracy).max()
        reached = path.validation_accuracy >= aim - tolerance - 1e-12
        assert path.chosen == path.sizes[reached][0]


def test_without_a_tolerance_it_is_what_chance_may_do(random_table):
    subsets = SubsetsBySize(random_table(n_rules=80, n_rows=300), 60)
    by_default = path_of(subsets, 1.0, asked())
    aim = float(evened_out(by_default.validation_accuracy).max())
    assert by_default.chosen == path_of(subsets, 1.0, asked(chance(aim, 300))).chosen
    assert by_default.chosen < path_of(subsets, 1.0, asked(0.0)).chosen


def test_chance_shrinks_with_rows_and_never_vanishes():
    assert chance(0.8, 100) == pytest.approx(1.2816 * (82 / 104 * 22 / 104 / 104) ** 0.5)
    assert 0.0 < chance(1.0, 1000) < chance(1.0, 100) < 0.05


def test_accuracies_are_evened_out_over_near_sizes():
    np.testing.assert_allclose(evened_out(np.array([0.2, 0.4, 0.6])), [0.3, 0.4, 0.5])
    np.testing.assert_allclose(evened_out(np.full(90, 0.7)), 0.7)
    lucky = np.full(100, 0.8)
    lucky[50] = 1.0
    assert 0.8 < evened_out(lucky).max() < 0.82


def test_no_more_than_the_population_reaches_is_asked_for(random_table):
    subsets = SubsetsBySize(random_table(n_rules=80, n_rows=300), 60)
    best, modest = (path_of(subsets, accuracy, asked(0.0)) for accuracy in (1.0, 0.5))
    assert modest.chosen < best.chosen
    assert modest.validation_accuracy[modest.sizes == modest.chosen][0] >= 0.5


def test_smallest_within_takes_the_best_if_none_reaches_the_aim():
    sizes = np.array([1, 2, 4])
    assert smallest_within(sizes, np.array([0.5, 0.8, 0.9]), 0.8) == 2
    assert smallest_within(sizes, np.array([0.5, 0.8, 0.7]), 0.95) == 2
