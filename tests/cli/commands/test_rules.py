"""The command `rules`: which rules it prints."""

import io
import json

import numpy as np
import pandas as pd
import pytest

import beta4ucs
from beta4ucs.data.splitting import shuffle_split
from command_line import apples_and_lemons, assert_one_sentence


@pytest.fixture
def rules(trained):
    return beta4ucs.load(trained / "model.json").rules_


def test_rules_for_a_class_with_a_feature(trained, rules, said):
    label, feature = str(rules.classes[0]), rules.feature_names[0]
    code, out, _ = said("rules", trained, "--top", 3, "--class", label, "--feature", feature)
    expected = rules.for_class(label).with_feature(feature).top(3)
    assert code == 0
    assert out.splitlines() == [str(rule) for rule in expected]
    assert len(expected) == 3


def test_without_a_number_all_are_written_as_json(trained, rules, said):
    label = str(rules.classes[1])
    _, out, _ = said("rules", trained, "--class", label, "--format", "json")
    written = json.loads(out)
    assert {rule["class"] for rule in written} == {label}
    assert len(written) == len(rules.for_class(label)) < len(rules)


def test_several_classes_any_several_features_all(trained, rules, said):
    everyone = [word for label in rules.classes for word in ("--class", label)]
    features = [word for name in rules.feature_names for word in ("--feature", name)]
    _, out, _ = said("rules", trained, "--format", "csv", *everyone, *features)
    assert len(out.splitlines()) == 1 + len(rules.with_feature(*rules.feature_names))


def test_rules_count_rows_of_a_table(trained, rules, said):
    frame = apples_and_lemons()
    tested = frame.iloc[np.sort(shuffle_split(60, 0.9, seed=1)[1])]
    degrees = beta4ucs.load(trained / "model.json").matching_degrees(tested[["mass", "width"]])
    best = rules.top(3)
    covered = degrees[:, best.population_rows] >= 0.5
    _, out, _ = said("rules", trained, "fruit.csv", "--top", 3)
    for place, line in enumerate(out.splitlines()):
        assert f"[covers {covered[:, place].sum()} of 6 test rows" in line
    _, out, _ = said("rules", trained, "fruit.csv", "--format", "json", "--top", 3)
    told = json.loads(out)
    is_right = tested["kind"].to_numpy()[:, None] == np.array([rule.label for rule in best])
    assert [one["right"] for one in told] == (covered & is_right).sum(axis=0).tolist()
    assert {one["test_rows"] for one in told} == {6}
    _, out, _ = said("rules", trained, "fruit.csv", "--rows", "train", "--format", "csv")
    table = pd.read_csv(io.StringIO(out))
    assert set(table["training_rows"]) == {54}
    assert (table["right"] <= table["covered"]).all()


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        (("--class", "aple"), "there is no class 'aple'; did you mean 'apple'"),
        (("--feature", "masss"), "there is no feature 'masss'; did you mean 'mass'"),
    ],
)
def test_names_that_are_not_there(trained, said, option, sentence):
    code, _, error = said("rules", trained, *option)
    assert code == 1
    assert_one_sentence(error)
    assert sentence in error
