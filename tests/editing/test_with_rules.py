"""`with_rules`: a new model with other rules, the old one untouched."""

import pickle
import warnings

import numpy as np
import pytest

import beta4ucs
from beta4ucs import InputError
from beta4ucs.editing import edit_report, rule_values
from beta4ucs.estimators.editable import EditedRuleWarning
from beta4ucs.rules import Rule

TEXT = "IF age >= 70 AND smoker = yes THEN high"


def texts(model):
    return model.rules_.exact_texts()


def test_rules_are_named_in_many_ways(model):
    before = texts(model)
    every = model.rules_
    rest = [text for place, text in enumerate(before) if place not in (1, 3)]
    mask = np.isin(np.arange(len(before)), [1, 3])
    part = every.in_order([3, 1])
    for drop in ([3, 1], mask, part, [every[1], every[3]], lambda rule: rule.index in (1, 3)):
        assert texts(model.with_rules(drop=drop)) == rest
    assert texts(model.with_rules(keep=[3, 1])) == [before[1], before[3]]
    assert texts(model.with_rules(keep=[0, 1, 3], drop=1)) == [before[0], before[3]]
    of_class = model.with_rules(keep=every.for_class("high")).rules_
    assert {rule.label for rule in of_class} == {"high"}
    assert texts(model) == before


def test_kept_votes_are_those_of_before(model, patients):
    X, _ = patients
    places = [0, 2, 4]
    edited = model.with_rules(keep=places)
    votes = model.rules_.votes
    expected = votes.start + model.matching_degrees(X)[:, places] @ votes.table[places]
    assert np.allclose(edited.votes(X), expected)
    assert len(set(edited.predict(X))) > 0


@pytest.mark.parametrize("votes", ["kept", "learned"])
def test_a_rule_is_added(model, patients, votes, tmp_path):
    X, y = patients
    before, answers = texts(model), model.predict_proba(X)
    edited = model.with_rules(drop=0, add=TEXT, votes=votes, X=X[:120], y=y[:120])
    assert edited.n_rules_ == model.n_rules_
    rule = edited.rules_[-1]
    holds = ((X["age"] >= 70) & (X["smoker"] == "yes")).to_numpy()
    assert np.array_equal(edited.matching_degrees(X)[:, -1] == 1.0, holds)
    assert (rule.label, rule.is_voting) == ("high", rule.experience > 10 or rule.weight is not None)
    assert rule.experience == holds[:120].sum()
    assert edited.rules_.arrays.mass[-1].tolist() == [
        (holds[:120] & (y[:120] == label)).sum() for label in ("high", "low")
    ]
    assert texts(model) == before
    assert np.array_equal(model.predict_proba(X), answers)
    edited.save(tmp_path / "edited.json")
    for again in (beta4ucs.load(tmp_path / "edited.json"), pickle.loads(pickle.dumps(edited))):
        assert np.array_equal(again.predict_proba(X), edited.predict_proba(X))


def test_learning_again_follows_the_rows(evolved, patients):
    X, y = patients
    rows = X[:120], np.where(y == "high", "low", "high")[:120]  # the world turned around
    edited = evolved.with_rules(votes="learned", X=rows[0], y=rows[1])
    assert edited.score(*rows) > 0.6 > evolved.score(*rows)
    weighted = evolved.with_rules(
        votes="learned", X=X[:120], y=y[:120], sample_weight=np.where(y[:120] == "high", 3.0, 1.0)
    )
    assert weighted.predict_proba(X)[:, 0].mean() > evolved.predict_proba(X)[:, 0].mean()


def test_a_rule_without_rows_says_what_its_author_says(evolved, patients):
    X, y = patients
    young = X["age"] < 85
    with pytest.warns(EditedRuleWarning, match="covers none of the given rows"):
        edited = evolved.with_rules(add="IF age >= 85 THEN low", X=X[young], y=y[young])
    assert edited.rule_weights_[-1] == pytest.approx(1.0)
    assert dict(edited.rules_[-1].shares)["low"] > 0.7
    with pytest.warns(EditedRuleWarning, match="speak for 'high', not for 'low'"):
        evolved.with_rules(add="IF age >= 75 THEN low", X=X, y=y)


def test_a_rule_of_another_model_and_a_replaced_one(model, patients):
    X, y = patients
    other = type(model)(**(model.get_params() | {"random_state": 2})).fit(X, y)
    rule = next(rule for rule in other.rules_ if rule.exact_text not in texts(model))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", EditedRuleWarning)
        edited = model.with_rules(replace={0: [rule, Rule.parse(TEXT)]}, X=X, y=y)
    assert edited.n_rules_ == model.n_rules_ + 1
    conditions = [text.rpartition(" THEN ")[0] for text in texts(edited)]
    assert conditions[-2] == rule.exact_text.rpartition(" THEN ")[0]
    assert texts(edited)[:-2] == texts(model)[1:]


@pytest.mark.parametrize(
    ("told", "complaint"),
    [
        ({"drop": [999]}, "drop names rule 999; rules are numbered from 0 to"),
        ({"drop": "high"}, r"drop takes the numbers of rules .*; got 'high'"),
        ({"keep": []}, "no rule would be left"),
        ({"add": TEXT}, "need rows: give X and y"),
        ({"votes": "new"}, "votes must be 'kept' or 'learned', got 'new'"),
        ({"add": [3]}, "a new rule is a text or a Rule, got 3"),
        ({"add": "IF agee >= 60 THEN high"}, "no feature 'agee'; did you mean 'age'"),
        ({"add": [TEXT, TEXT]}, "is there already, as another new rule"),
    ],
)
def test_what_cannot_be_done_is_said(evolved, told, complaint):
    with pytest.raises(InputError, match=complaint):
        evolved.with_rules(**told)


def test_the_report_says_what_each_rule_cost(model, patients):
    X, y = patients
    test = X[120:], y[120:]
    edited = model.with_rules(drop=[0, 1], add=TEXT, X=X[:120], y=y[:120])
    found = edit_report(model, edited, *test, rows="test rows")
    assert found.n_rules == (model.n_rules_, model.n_rules_ - 1)
    assert [value.rule.index for value in found.dropped] == [0, 1]
    assert [value.rule.text for value in found.added] == [edited.rules_[-1].text]
    without = model.with_rules(drop=1)
    value = found.dropped[1]
    assert value.accuracy == pytest.approx(model.score(*test) - without.score(*test))
    assert value.changed == (without.predict(test[0]) != model.predict(test[0])).sum()
    report = edit_report(model, without, *test)
    before, after = report.measures
    assert value.log_loss == pytest.approx(after.log_loss - before.log_loss, abs=1e-6)
    assert "on 40 test rows" in str(found)
    assert f"dropped: {model.rules_[0].text}" in str(found)
    assert len(rule_values(model, *test)) == model.n_rules_
