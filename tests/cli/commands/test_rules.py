"""The command `rules`: which rules it prints."""

import json

import pytest

import beta4ucs
from beta4ucs.cli.commands.rules import list_rules
from beta4ucs.errors import InputError


@pytest.fixture
def rules(trained):
    return beta4ucs.load(trained / "model.json").rules_


def test_rules_for_a_class_with_a_feature(trained, rules, capsys):
    label, feature = str(rules.classes[0]), rules.feature_names[0]
    assert list_rules(trained, 3, "text", [label], [feature]) == 0
    expected = rules.for_class(label).with_feature(feature).top(3)
    assert capsys.readouterr().out.splitlines() == [str(rule) for rule in expected]
    assert len(expected) == 3


def test_without_a_number_all_are_written_as_json(trained, rules, capsys):
    label = str(rules.classes[1])
    list_rules(trained, None, "json", [label])
    written = json.loads(capsys.readouterr().out)
    assert {rule["class"] for rule in written} == {label}
    assert len(written) == len(rules.for_class(label)) < len(rules)


def test_several_classes_any_several_features_all(trained, rules, capsys):
    everyone = [str(label) for label in rules.classes]
    list_rules(trained, None, "csv", everyone, rules.feature_names)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + len(rules.with_feature(*rules.feature_names))


def test_names_that_are_not_there(trained, rules):
    with pytest.raises(InputError, match="there is no class 'aple'; did you mean 'apple'"):
        list_rules(trained, None, "text", ["aple"])
    with pytest.raises(InputError, match="there is no feature 'masss'; did you mean 'mass'"):
        list_rules(trained, None, "text", (), ["masss"])
