"""Measures of rules, against the same counted one by one."""

from types import SimpleNamespace

import numpy as np
import pytest

from beta4ucs import Beta4UCSClassifier, UCSClassifier
from beta4ucs.data.synthetic import rotated_checkerboard_class
from beta4ucs.study import rule_measures
from beta4ucs.study.rule_measures import (
    crisp_far,
    crisp_near,
    fuzzy_area,
    kurtosis_far,
    kurtosis_near,
    rule_accuracy,
    short_crisp_rules,
    straight_01,
    straight_02,
    straight_04,
    wrong_votes,
)


@pytest.fixture(scope="module")
def board():
    """A model of the rotated checkerboard, its rows and their classes."""
    X = np.random.default_rng(1).random((600, 2))
    y = rotated_checkerboard_class(X)
    return Beta4UCSClassifier(n_epochs=6, random_state=1).fit(X, y), X, y


def crisp_model(X, y):
    return UCSClassifier(n_epochs=4, random_state=1, representation="hyperrectangle").fit(X, y)


def test_places_by_their_distance_to_a_border():
    near = rule_measures._square(farthest=rule_measures.NEAR)
    far = rule_measures._square(nearest=rule_measures.FAR)
    steps = np.array([[1, 1], [1, -1]]) / 2**0.5
    for points, length, changes in ((near, 0.021, True), (far, 0.119, False)):
        around = [points + sign * length * step for step in steps for sign in (-1, 1)]
        classes = rotated_checkerboard_class(points)
        moved = np.array([rotated_checkerboard_class(other) != classes for other in around])
        assert (moved.any(axis=0) == changes).all()
    assert 0 < len(far) < len(near) < rule_measures.SIDE**2


def test_rules_that_vote_are_counted_by_copies(board):
    model, X, y = board
    rules = model.rules_.voting()
    copies, is_crisp = rules.arrays.numerosity, rules.is_crisp
    for measure, points in (
        (crisp_near, rule_measures._square(farthest=rule_measures.NEAR)),
        (crisp_far, rule_measures._square(nearest=rule_measures.FAR)),
    ):
        degrees = model.matching_degrees(points)[:, model.rules_.is_voting]
        shares = [
            copies[is_crisp & row].sum() / copies[row].sum() for row in degrees > 0 if row.any()
        ]
        assert measure(model, X, y) == pytest.approx(np.mean(shares))


def test_where_all_rules_are_crisp_nothing_is_peaked(board):
    model, X, y = board
    crisp = model.with_rules(keep=lambda rule: rule.is_crisp)
    assert fuzzy_area(crisp, X, y) == 0.0
    assert kurtosis_near(crisp, X, y) == pytest.approx(1.8)
    assert crisp_far(crisp, X, y) == 1.0
    assert 0.0 < fuzzy_area(model, X, y) <= 1.0
    assert kurtosis_far(model, X, y) > 1.8


@pytest.mark.parametrize(
    ("border", "share"),
    [
        (lambda x, y: x > 0.5, 1.0),
        (lambda x, y: x > y, 0.0),
        (lambda x, y: (x > 0.5) & (y > 0.25), 1.0),
        (lambda x, y: x > 2.0, np.nan),
        # 0.5 of the border up, then a diagonal that counts by its steps: 0.5 up and 0.5 across
        (lambda x, y: x > np.maximum(0.5, y), 1 / 3),
    ],
)
def test_borders_along_an_axis(border, share):
    model = SimpleNamespace(predict=lambda X: border(X[:, 0], X[:, 1]))
    for measure in (straight_01, straight_02, straight_04):
        assert measure(model, None, None) == pytest.approx(share, abs=0.003, nan_ok=True)


def test_the_length_of_straight_pieces_is_asked_for():
    model = SimpleNamespace(predict=lambda X: X[:, 0] > np.floor(X[:, 1] / 0.03) * 0.005)
    found = [measure(model, None, None) for measure in (straight_01, straight_02, straight_04)]
    assert found == pytest.approx([0.85, 0.85, 0.0], abs=0.02)


def test_short_rules_without_an_error():
    X = np.random.default_rng(2).random((200, 3))
    y = (X[:, 0] > 0.5).astype(int)
    model = crisp_model(X, y)
    expected = 0
    for rule in model.rules_.voting():
        matches = model.matching_degrees(X)[:, rule.index] > 0
        is_right = (y[matches] == rule.label).all() and matches.any()
        expected += bool(1 <= rule.n_conditions <= 2 and is_right)
    assert expected > 0
    assert short_crisp_rules(model, X, y) == expected
    assert short_crisp_rules(model, X, np.full(200, 9)) == 0


def test_accuracy_of_single_rules_and_none_without_votes(board):
    model, X, y = board
    total = weights = 0.0
    for rule in model.rules_.voting():
        matches = model.matching_degrees(X)[:, rule.index] > 0
        if matches.any():
            total += rule.numerosity * np.mean(y[matches] == rule.label)
            weights += rule.numerosity
    assert rule_accuracy(model, X, y) == pytest.approx(total / weights)
    with pytest.warns(UserWarning, match="no rule votes"):
        silent = Beta4UCSClassifier(n_epochs=1, random_state=1, voting_threshold=1e9).fit(X, y)
    assert np.isnan(rule_accuracy(silent, X, y))
    assert np.isnan(wrong_votes(silent, X, y))


def test_votes_for_other_classes(board):
    model, X, y = board
    shares = []
    for row, label in zip(model.votes(X), y, strict=True):
        if row.sum() > 0:
            own = row[model.classes_.tolist().index(label)]
            shares.append(1 - own / row.sum())
    assert 0 < np.mean(shares) < 1
    assert wrong_votes(model, X, y) == pytest.approx(np.mean(shares))
    pure = model.with_rules(keep=lambda rule: rule.label == 0)
    assert wrong_votes(pure, X, np.zeros(600)) == 0.0
    assert wrong_votes(pure, X, np.ones(600)) == 1.0
