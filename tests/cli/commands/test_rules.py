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
    wanted = ["--top", 3, "--class", label, "--feature", feature]
    code, out, _ = said("rules", trained, "--view", "researcher", *wanted)
    expected = rules.for_class(label).with_feature(feature).top(3)
    assert code == 0
    assert [line.partition("  [")[0] for line in out.splitlines()] == list(map(str, expected))
    assert len(expected) == 3


def test_readers_see_the_most_useful_rules_and_what_they_cover(trained, rules, said):
    frame = apples_and_lemons()
    learned, tested = (np.sort(part) for part in shuffle_split(60, 0.9, seed=1))
    parts = [frame.iloc[rows] for rows in (learned, tested)]
    best = rules.most_useful(parts[0][["mass", "width"]], parts[0]["kind"], n=4)
    code, out, _ = said("rules", trained, "--top", 4)
    assert code == 0
    counts = [best.coverage(part[["mass", "width"]], part["kind"]) for part in parts]
    gains = [one.gain for one in counts[0]]
    assert gains == sorted(gains, reverse=True)
    assert gains[0] > 10
    for place, line in enumerate(out.splitlines()):
        learned_from, tested_on = (count[place] for count in counts)
        notes = f"{learned_from.said('training rows')}; {tested_on.said('test rows')}"
        assert line == f"{best[place].text}  [{notes}]"
    assert "fitness" not in out
    _, again, _ = said("rules", trained, "fruit.csv", "--top", 4)
    assert again == out  # counted anew


def test_a_model_without_its_run_has_no_counts(trained, rules, said, tmp_path):
    (tmp_path / "alone.json").write_bytes((trained / "model.json").read_bytes())
    code, out, error = said("rules", tmp_path / "alone.json", "--top", 2)
    assert code == 0
    assert out.splitlines() == [str(rule) for rule in rules.top(2)]
    assert_one_sentence(error)
    assert "covers, give DATA" in error


def test_counts_that_are_not_those_of_the_model(trained, said, tmp_path):
    for name in ("model.json", "rules.csv"):
        (tmp_path / name).write_bytes((trained / name).read_bytes())
    lines = (tmp_path / "rules.csv").read_text().splitlines(keepends=True)
    (tmp_path / "rules.csv").write_text("".join(lines[:-1]))
    code, _, error = said("rules", tmp_path)
    assert code == 1
    assert_one_sentence(error)
    assert "it has other rules than the model" in error


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
    shown = ["fruit.csv", "--view", "researcher", "--top", 3]
    _, out, _ = said("rules", trained, *shown)
    for place, line in enumerate(out.splitlines()):
        assert f"; covers {covered[:, place].sum()} of 6 test rows" in line
    _, out, _ = said("rules", trained, *shown, "--format", "json")
    told = json.loads(out)
    is_right = tested["kind"].to_numpy()[:, None] == np.array([rule.label for rule in best])
    assert [one["test_right"] for one in told] == (covered & is_right).sum(axis=0).tolist()
    assert {one["test_rows"] for one in told} == {6}
    _, out, _ = said("rules", trained, "fruit.csv", "--rows", "train", "--format", "csv")
    table = pd.read_csv(io.StringIO(out))
    assert set(table["training_rows"]) == {54}
    assert "test_rows" not in table
    assert (table["training_right"] <= table["training_covered"]).all()


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
