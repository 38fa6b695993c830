"""Rules as people and programs read them."""

import json
from typing import NamedTuple

import numpy as np
import pytest

from beta4ucs.errors import InputError
from beta4ucs.representations import Beta4, RectangleOrPolytope
from beta4ucs.rules import Rule, RuleSet

NAMES = ("alcohol", "hue", "bottle")
HUE = "hue about 0.79 to 1.21, best 1"


def test_a_rule_in_words(rules):
    assert str(rules[1]) == (
        f"IF alcohol in [12, 14] AND {HUE} THEN class_1  (fitness 0.99, experience 312, copies 7)"
    )
    assert str(rules[0]).startswith("IF anything THEN class_0  (")
    assert rules[2].text == "IF alcohol <= 13 THEN class_0"  # the constant feature is silent


def test_a_rule_in_numbers(rules):
    assert rules[1] == Rule(
        conditions=("alcohol in [12, 14]", HUE),
        label="class_1",
        fitness=0.99,
        experience=312.4,
        numerosity=7,
        set_size=12.5,
        is_crisp=False,
        is_voting=True,
        index=1,
        features=("alcohol", "hue"),
        class_index=1,
    )
    assert type(rules[1].label) is str
    assert [rule.is_crisp for rule in rules] == [True, False, True, True, False, True]
    assert [rule.is_voting for rule in rules] == [True, True, True, False, True, True]


def test_it_is_a_sequence(rules):
    assert len(rules) == 6
    assert list(rules) == [rules[i] for i in range(6)]
    assert rules[-1] == rules[5]
    assert list(rules[2:4]) == [rules[2], rules[3]]
    assert [rule.index for rule in rules[::-2]] == [5, 3, 1]
    assert rules[np.int64(2)] == rules[2]
    for beyond in (6, -7):
        with pytest.raises(IndexError):
            rules[beyond]


def test_counts_and_shares(rules):
    assert rules.n_voting == 5
    assert rules.crisp_share == pytest.approx((1 + 3 + 3) / (1 + 7 + 3 + 2 + 3))
    assert rules[3:4].crisp_share == 0.0
    assert rules[3:4].n_voting == 0
    assert rules.strength.tolist() == pytest.approx([0.4, 6.93, 3.0, 90.0, -1.0, 3.0])


def test_conditions_are_counted_as_they_are_said(rules):
    assert (
        rules.n_conditions.tolist() == [rule.n_conditions for rule in rules] == [0, 2, 1, 1, 1, 1]
    )
    assert rules.has_condition[1].tolist() == [True, True, False]
    assert rules.has_condition.shape == (6, 3)
    assert rules[:0].has_condition.shape == (0, 3)
    assert rules[1:3].n_conditions.tolist() == [2, 1]  # after the whole was asked


def test_a_part_is_judged_by_its_own_rules(rules):
    whole = [rule.is_crisp for rule in rules]  # fills what is remembered
    assert rules[1:3].is_crisp.tolist() == whole[1:3]
    assert rules[1:3].crisp_share == pytest.approx(3 / 10)


def test_frame(rules):
    frame = rules.to_frame()
    assert list(frame.columns) == [
        "rule", "class", "fitness", "experience", "copies", "set_size", "crisp", "votes",
    ]  # fmt: skip
    assert frame["rule"][2] == "IF alcohol <= 13 THEN class_0"
    assert frame["class"].tolist() == [rule.label for rule in rules]
    assert frame["copies"].tolist() == [1, 7, 3, 90, 2, 3]
    assert frame["crisp"].dtype == bool
    assert frame["votes"].tolist() == [True, True, True, False, True, True]
    assert rules.top(2).to_frame().index.tolist() == [1, 5]
    assert len(rules[:0].to_frame(genes=True)) == 0


def test_frame_with_genes(rules, population):
    frame = rules.to_frame(genes=True)
    assert len(frame.columns) == 8 + 3 * 4
    assert frame["hue.alpha"][1] == 3.0
    assert frame["alcohol.low"].tolist() == population.genes[:, 0, 2].tolist()


def test_json(rules, tmp_path):
    text = rules.to_json()
    records = json.loads(text)
    assert records[1] == {
        "index": 1,
        "rule": f"IF alcohol in [12, 14] AND {HUE} THEN class_1",
        "conditions": ["alcohol in [12, 14]", HUE],
        "class": "class_1",
        "fitness": 0.99,
        "experience": 312.4,
        "copies": 7,
        "set_size": 12.5,
        "crisp": False,
        "votes": True,
    }
    assert rules.to_json(tmp_path / "rules.json") is None
    assert (tmp_path / "rules.json").read_text(encoding="utf-8") == text
    assert json.loads(rules[:0].to_json()) == []
    with pytest.raises(InputError, match=r"cannot write '.*rules.json': No such file"):
        rules.to_json(tmp_path / "nowhere" / "rules.json")


@pytest.mark.parametrize(
    ("classes", "expected"),
    [
        (np.array([3, 5]), 3),
        (np.array([False, True]), False),
        (np.array([0.5, 1.5]), 0.5),
        (np.array(["Çerçevelik", "b"], dtype=object), "Çerçevelik"),
    ],
)
def test_labels_of_any_kind(make_rules, classes, expected):
    rules = make_rules(classes=classes)
    assert rules[0].label == expected
    assert type(rules[0].label) is type(expected)
    assert str(rules[0]).startswith(f"IF anything THEN {expected}  ")
    assert json.loads(rules.to_json())[0]["class"] == expected


def test_features_without_names(make_rules):
    rules = make_rules(names=None)
    assert rules[2].text == "IF x0 <= 13 THEN class_0"


class Silent(NamedTuple):
    """A representation that can neither be crisp nor say anything before it is asked."""

    asked: list
    genes = ("a", "b", "c", "d")

    def describe(self, gene, feature):
        self.asked.append(feature.name)
        return feature.name


def test_texts_are_made_only_when_asked_for(make_rules):
    representation = Silent([])
    rules = make_rules(representation=representation)
    assert rules.crisp_share == 0.0
    assert rules.n_voting == 5
    part = rules.top(3)
    assert representation.asked == []
    assert part[0].conditions == NAMES
    assert len(representation.asked) == 3


# ---- curves ----------------------------------------------------------------------------------


def test_curves_are_in_original_units(rules):
    values, degrees = rules.membership_curve(1, "alcohol", n_points=9)
    np.testing.assert_allclose(values, np.linspace(11.0, 15.0, 9))
    assert degrees.tolist() == [0, 0, 1, 1, 1, 1, 1, 0, 0]
    values, degrees = rules.membership_curve(1, 1)
    assert values.shape == degrees.shape == (200,)
    assert values[np.argmax(degrees)] == pytest.approx(1.0, abs=0.01)
    np.testing.assert_array_equal(rules.membership_curve(-5, "hue")[1], degrees)
    np.testing.assert_array_equal(rules.top(1).membership_curve(0, "hue")[1], degrees)


def test_the_curve_of_a_constant_feature_is_a_point(rules):
    values, degrees = rules.membership_curve(0, "bottle")
    assert (values.tolist(), degrees.tolist()) == ([7.0], [1.0])


def test_curves_that_are_not_there(rules):
    with pytest.raises(InputError, match="there is no feature 'alcool'; did you mean 'alcohol'"):
        rules.membership_curve(0, "alcool")
    for n_points in (0, 2.5, "many"):
        with pytest.raises(InputError, match="n_points must be a whole number of at least 1, got"):
            rules.membership_curve(0, "hue", n_points=n_points)
    with pytest.raises(InputError, match="there is no feature 3; there are 3, from 0 on"):
        rules.membership_curve(0, 3)
    with pytest.raises(IndexError):
        rules.membership_curve(6, 0)


# ---- numbers of the whole rule ---------------------------------------------------------------


def test_what_a_rule_says_beyond_its_features(make_rules, make_arrays):
    together, apart = (
        [[3.0, 3.0], [1.0, 1.0], [1.0, 1.0], [0.2, 0.0]],
        [[1.0, 1.0]] * 3 + [[0.9, 0]],
    )
    population = make_arrays((together, 0, 1.0, 50, 1), (apart, 1, 1.0, 50, 1))
    rules = make_rules(population, RectangleOrPolytope())
    assert rules[0].text.endswith(" AND close to all peaks at once THEN class_0")
    assert len(rules[0].conditions) == 2
    assert rules[0].n_conditions == 1  # the features it asks about
    assert rules[1].text == "IF anything THEN class_1"
    frame = rules.to_frame(genes=True)
    assert list(frame.columns[8:]) == [
        "alcohol.alpha", "alcohol.beta", "hue.alpha", "hue.beta", "bottle.alpha", "bottle.beta",
        "rule.mixing",
    ]  # fmt: skip
    assert frame["rule.mixing"].tolist() == [0.2, 0.9]
    assert rules.is_crisp.all()


def test_votes_decide_who_is_strong(rules, population):
    votes = np.array([0.1, 0.2, np.nan, 0.0, 5.0, -1.0])
    rules = RuleSet(population, Beta4(), rules.scaling, NAMES, rules.classes, votes)
    assert rules.is_voting.tolist() == [True, True, False, True, True, True]
    assert [rule.index for rule in rules.top(6)] == [4, 1, 0, 3, 5, 2]
    assert rules.top(2).strength.tolist() == [5.0, 0.2]
