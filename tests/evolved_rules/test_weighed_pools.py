"""Members that weigh all rules of a pool."""

import numpy as np
import pytest

from beta4ucs.evolved_rules import learning
from beta4ucs.evolved_rules.bins import bin_rows
from beta4ucs.evolved_rules.committee import form_committee, mean_loss, mixed_by
from beta4ucs.evolved_rules.jobs import Workers
from beta4ucs.evolved_rules.learning import evolve_rules
from beta4ucs.evolved_rules.members import RuleList
from beta4ucs.evolved_rules.pool import new_pool
from beta4ucs.evolved_rules.weighed_pools import WeighedPool, weigh_pool
from beta4ucs.voting.decisions import softmax
from evolved_cases import SMALL, breed_for, numeric_table

N_ROWS = 240
HELD = 1e9  # penalty on corrections: there are none


def pool_of_quarters(seed=0):
    """Three classes by two numbers; a rule for each half of each number, and some of noise."""
    rng = np.random.default_rng(seed)
    x, y = rng.random((2, N_ROWS))
    labels = np.where(x < 0.5, 0, np.where(y < 0.5, 1, 2))
    labels = np.where(rng.random(N_ROWS) < 0.1, rng.integers(0, 3, N_ROWS), labels)
    halves = [x < 0.5, x >= 0.5, y < 0.5, y >= 0.5]
    noise = [rng.random(N_ROWS) < 0.5 for _ in range(4)]
    columns = [(np.flatnonzero(rows), np.ones(rows.sum())) for rows in halves + noise]
    return new_pool(columns), np.eye(3)[labels]


def test_weights_find_the_rules_that_tell():
    pool, target = pool_of_quarters()
    member = weigh_pool(pool, target, np.ones(N_ROWS), 1.0, [HELD])
    chances = softmax(member.scores(1, np.ones(N_ROWS, dtype=bool)))
    prior = np.tile(target.mean(axis=0), (N_ROWS, 1))
    assert mean_loss(chances, target, np.ones(N_ROWS)) < 0.6 * mean_loss(
        prior, target, np.ones(N_ROWS)
    )
    assert {0, 1} <= set(member.source.tolist())
    assert np.mean(chances.argmax(axis=1) == target.argmax(axis=1)) > 0.85


@pytest.mark.parametrize("pull", [1.0, HELD])
def test_votes_and_start_add_up_to_the_scores(pull):
    pool, target = pool_of_quarters()
    member = weigh_pool(pool, target, np.ones(N_ROWS), 1.0, [pull])
    scores = np.tile(member.start(1), (N_ROWS, 1))
    for rule, vote in zip(member.source, member.votes_at(1), strict=True):
        matched = slice(pool.first[rule], pool.first[rule + 1])
        scores[pool.row[matched]] += pool.degree[matched, None] * vote
    np.testing.assert_allclose(scores, member.scores(1, np.ones(N_ROWS, dtype=bool)), atol=1e-9)


@pytest.mark.parametrize("pull", [1.0, HELD])
def test_rows_without_weight_teach_nothing(pull):
    pool, target = pool_of_quarters()
    weights = np.where(np.arange(N_ROWS) % 5 == 0, 0.0, 1.0)
    other = target.copy()
    other[::5] = np.roll(other[::5], 1, axis=1)
    one, two = (weigh_pool(pool, known, weights, 1.0, [pull]) for known in (target, other))
    np.testing.assert_array_equal(one.source, two.source)
    np.testing.assert_array_equal(one.votes, two.votes)


@pytest.mark.parametrize("pull", [1.0, HELD])
def test_a_class_without_rows_gets_small_probabilities(pull):
    pool, target = pool_of_quarters()
    weights = np.where(target[:, 2] == 1.0, 0.0, 1.0)
    member = weigh_pool(pool, target, weights, 1.0, [pull])
    chances = softmax(member.scores(1, weights > 0.0))
    assert np.all(chances[:, 2] < 0.1)
    assert np.all(chances > 0.0)


def test_a_larger_penalty_holds_votes_back():
    pool, target = pool_of_quarters()
    free, held = (
        weigh_pool(pool, target, np.ones(N_ROWS), penalty, [HELD]) for penalty in (1.0, 100.0)
    )
    assert np.abs(held.votes).max() < np.abs(free.votes).max()


def test_corrected_votes_keep_the_sign_of_evidence_and_are_closer_to_the_truth():
    pool, target = pool_of_quarters()
    weights = np.ones(N_ROWS)
    plain, corrected = (weigh_pool(pool, target, weights, 1.0, [one]) for one in (HELD, 1.0))
    np.testing.assert_array_equal(plain.source, corrected.source)
    assert np.all(plain.votes * corrected.votes >= 0.0)
    everywhere = np.ones(N_ROWS, dtype=bool)
    before, after = (
        mean_loss(softmax(member.scores(1, everywhere)), target, weights)
        for member in (plain, corrected)
    )
    assert after < before - 0.005


def test_each_penalty_leaves_votes_of_its_own_that_go_further_than_those_before():
    pool, target = pool_of_quarters()
    weights, everywhere = np.ones(N_ROWS), np.ones(N_ROWS, dtype=bool)
    member = weigh_pool(pool, target, weights, 1.0, [HELD, 10.0, 1.0])
    alone = weigh_pool(pool, target, weights, 1.0, [HELD])
    assert member.n_snapshots == 3
    np.testing.assert_array_equal(member.votes_at(1), alone.votes_at(1))
    losses = [
        mean_loss(softmax(member.scores(length, everywhere)), target, weights)
        for length in (1, 2, 3)
    ]
    assert losses[0] > losses[1] > losses[2]


@pytest.mark.parametrize(("n_rows", "taken"), [(4, 0), (400, 1)])
def test_corrections_go_further_only_where_rows_enough_say_so(n_rows, taken):
    target = np.eye(2)[np.arange(n_rows) % 2]
    unsure = np.full((n_rows, 2), 0.5)
    better = np.where(target == 1.0, 0.7, 0.3)
    shares, chosen, mixture = mixed_by([[unsure], [unsure, better]], target, np.ones(n_rows))
    assert chosen == [0, taken]
    assert sum(shares) == pytest.approx(1.0)
    np.testing.assert_allclose(mixture, better if taken else unsure)


@pytest.mark.parametrize(("n_classes", "third"), [(4, RuleList), (5, WeighedPool)])
def test_they_sit_in_committees_on_many_classes(n_classes, third):
    n_kinds = 3
    table = numeric_table(n_rows=200, n_classes=n_classes)
    binning = bin_rows(table.inputs, table.n_features, table.value_sets)
    seen = [np.arange(200) % 5 != number % 5 for number in range(n_kinds * 5)]
    lower = table.inputs[:, 0] < 0.5
    pool = new_pool([(np.flatnonzero(rows), np.ones(rows.sum())) for rows in (lower, ~lower)])
    rng = np.random.default_rng(1)
    told = table.target, table.weights, seen, SMALL, rng, Workers()
    committee = form_committee(binning, [pool], *told)
    assert len(committee.groups) == n_kinds
    assert all(isinstance(member, third) for member in committee.groups[2].members)


def test_members_take_rules_of_populations_that_share_their_unseen_rows(monkeypatch):
    grown, pooled = [], []
    real_grow, real_pool = learning.grow_populations, learning.pool_rules

    def grow(breed, inputs, questions, *told):
        populations = real_grow(breed, inputs, questions, *told)
        grown.extend(zip(questions, populations, strict=True))
        return populations

    def pool(populations, *told):
        pooled.append(list(populations))
        return real_pool(populations, *told)

    monkeypatch.setattr(learning, "grow_populations", grow)
    monkeypatch.setattr(learning, "pool_rules", pool)
    table = numeric_table(n_rows=200, n_classes=6)
    evolve_rules(table, breed_for(table), 1, SMALL)
    rows_of = {id(rules): frozenset(question.rows.tolist()) for question, rules in grown}
    assert len(pooled) == SMALL.n_folds
    for populations in pooled:
        assert len({rows_of[id(one)] for one in populations}) == 1
