"""Filters, sorts and slices of rules."""

import numpy as np
import pandas as pd
import pytest

from beta4ucs.errors import InputError
from beta4ucs.rules import RuleSet


def places(rules):
    return [rule.index for rule in rules]


def test_by_class(rules):
    assert places(rules.for_class("class_1")) == [1, 3, 4]
    assert places(rules.for_class("class_0", "class_1")) == list(range(6))
    assert isinstance(rules.for_class("class_1"), RuleSet)
    with pytest.raises(InputError, match="there is no class 'class_2'; did you mean 'class_"):
        rules.for_class("class_2")


def test_classes_that_are_not_text(make_rules):
    rules = make_rules(classes=np.array([3, 5]))
    assert places(rules.for_class(5)) == places(rules.for_class("5")) == [1, 3, 4]
    with pytest.raises(InputError, match="there is no class '4'; there are '3' and '5'"):
        rules.for_class(4)


def test_by_feature(rules):
    assert places(rules.with_feature("alcohol")) == [1, 2, 3, 4, 5]
    assert places(rules.with_feature("alcohol", 1)) == [1]
    assert places(rules.with_feature("bottle")) == []  # constant: no rule speaks of it
    assert places(rules.without_feature("alcohol")) == [0]
    assert places(rules.without_feature("hue", "bottle")) == [0, 2, 3, 4, 5]
    assert places(rules.with_feature(-2)) == [1]
    with pytest.raises(InputError, match="there is no feature 'hu'; did you mean 'hue'"):
        rules.with_feature("hu")
    for unknown in (3, -4, 1.5):
        with pytest.raises(InputError, match=r"there is no feature .*; there are 3, from 0 on"):
            rules.without_feature(unknown)


def test_by_kind(rules):
    assert places(rules.crisp()) == [0, 2, 3, 5]
    assert places(rules.fuzzy()) == [1, 4]
    assert places(rules.voting()) == [0, 1, 2, 4, 5]


def test_by_a_test_of_ones_own(rules):
    assert places(rules.where(lambda rule: rule.fitness < 0.5)) == [0, 4]
    assert places(rules.where(rules.arrays.numerosity > 5)) == [1, 3]
    assert places(rules.where(rules.to_frame()["experience"] > 100)) == [0, 1]
    assert places(rules[3:].where([False, True, True])) == [4, 5]
    for wrong in ([True], [0, 1, 2, 3, 4, 5], pd.Series([0.5] * 6)):
        with pytest.raises(InputError, match="where takes a function or 6 truth values, got"):
            rules.where(wrong)


@pytest.mark.parametrize(
    ("key", "order"),
    [
        ("strength", [3, 1, 2, 5, 0, 4]),
        ("fitness", [2, 3, 5, 1, 0, 4]),
        ("experience", [0, 1, 5, 2, 4, 3]),
        ("copies", [3, 1, 2, 5, 4, 0]),
        ("size", [1, 2, 3, 4, 5, 0]),
        ("set_size", [0, 1, 2, 3, 4, 5]),
        ("index", [5, 4, 3, 2, 1, 0]),
    ],
)
def test_sorting(rules, key, order):
    assert places(rules.sorted_by(key)) == order
    upwards = rules.sorted_by(key, ascending=True)
    assert len(set(places(upwards))) == 6
    assert places(upwards.sorted_by(key)) == order  # equal ones were and are in their order


def test_sorting_by_what_is_not_there(rules):
    with pytest.raises(InputError, match="cannot be sorted by 'fitnes'; did you mean 'fitness'"):
        rules.sorted_by("fitnes")


def test_the_strongest_first(rules):
    # votes 6.93, 3 (experience 90), 3 (80), .4, -1; the young rule comes last whatever its weight
    assert places(rules.top(99)) == places(rules.top()) == [1, 5, 2, 0, 4, 3]
    assert places(rules.top(2)) == [1, 5]
    assert places(rules.top(4)[1:].top(1)) == [5]
    assert len(rules.top(0)) == 0
    for wrong in (-1, 2.5):
        with pytest.raises(InputError, match=f"0 or more, got {wrong}"):
            rules.top(wrong)


def test_they_can_be_chained(rules):
    chosen = rules.voting().for_class("class_0").with_feature("alcohol").sorted_by("experience")
    assert places(chosen) == [5, 2]
    assert places(chosen[1:]) == [2]
    assert chosen.to_frame()["experience"].tolist() == [90, 80]
    assert places(rules.for_class("class_1").fuzzy().top(1)) == [1]
    assert len(rules.crisp().fuzzy()) == 0
    assert len(rules) == 6  # none of it changes the whole


def test_choosing_by_class_makes_no_texts(make_rules):
    class Mute:
        matches_crisply = True

        def describe(self, gene, feature):
            raise AssertionError

    assert len(make_rules(representation=Mute()).for_class("class_1").voting().top(2)) == 2
