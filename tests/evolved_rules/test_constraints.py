"""What experts ask of rules, and get."""

import numpy as np
import pandas as pd
import pytest

import beta4ucs
from beta4ucs import EvolvedRulesClassifier, InputError, UCSClassifier
from beta4ucs.rules import Rule

KEPT = "IF age >= 85 AND town = Bonn THEN low"
BOTH = ("IF age >= 85 AND town = Bonn", "IF dose = 5")


@pytest.fixture(scope="module")
def table():
    """Risk peaks in the middle of age, which an expert does not believe."""
    rng = np.random.default_rng(3)
    n = 150
    frame = pd.DataFrame(
        {
            "age": rng.integers(20, 90, n),
            "sugar": rng.normal(5, 1, n).round(1),
            "town": rng.choice(["Bonn", "Paris", "Oslo"], n),
            "dose": np.where(rng.random(n) < 0.2, np.nan, rng.integers(1, 9, n)),
        }
    )
    risk = -np.abs(frame["age"] - 60) / 8 + frame["sugar"] - 3 + (frame["town"] == "Bonn")
    return frame, np.where(rng.random(n) < 1 / (1 + np.exp(-risk)), "high", "low")


def learn(table, **told):
    return EvolvedRulesClassifier(n_populations=1, random_state=2, **told).fit(*table)


def used(model):
    return [set(rule.features) for rule in model.rules_]


@pytest.fixture(scope="module")
def free(table):
    return learn(table)


@pytest.fixture(scope="module")
def constrained(table):
    return learn(
        table,
        exclude_features=["dose"],
        not_together=[("sugar", "town")],
        monotone={"age": "high"},
        keep_rules=[KEPT.replace("low", "high")],
    )


def test_features_that_no_rule_uses(free, constrained):
    assert any("dose" in features for features in used(free))
    assert not any("dose" in features for features in used(constrained))
    assert constrained.n_rules_ > 3


def test_features_that_are_kept_apart(free, constrained):
    both = {"sugar", "town"}
    assert any(both <= features for features in used(free))
    assert not any(both <= features for features in used(constrained))


def test_a_direction_of_rules_is_one_of_the_model(table, free, constrained):
    X, _ = table
    grid = pd.concat([X.iloc[[row] * 40].assign(age=np.linspace(20, 89, 40)) for row in range(25)])
    falls = []
    for model in (free, constrained):
        chances = model.predict_proba(grid)[:, 0].reshape(25, 40)
        falls.append(np.diff(chances, axis=1).min())
    assert falls[0] < -0.05
    assert falls[1] >= -1e-12
    assert any("age" in features for features in used(constrained))


def test_a_rule_that_stays(table, tmp_path):
    X, y = table
    y = np.where((X["age"] >= 70) & (X["town"] == "Bonn"), "high", y)  # no row speaks for it
    model = learn((X, y), keep_rules=[Rule.parse(KEPT), "IF dose = 5 THEN high"], size=5)
    texts = model.rules_.exact_texts()
    assert [KEPT in text for text in texts].count(True) == 1
    place = texts.index(KEPT)
    rule = model.rules_[place]
    assert rule.label == "low"
    assert rule.weight >= 0.1
    assert dict(rule.shares)["low"] > 0.2
    model.save(tmp_path / "model.json")
    again = beta4ucs.load(tmp_path / "model.json")
    assert np.array_equal(again.predict_proba(X), model.predict_proba(X))
    assert again.keep_rules == [KEPT, "IF dose = 5 THEN high"]
    assert "IF dose = 5 THEN" in " ".join(rule.text for rule in model.rules_)
    insisted = {texts[p] for p, one in enumerate(model.rules_) if one.text.startswith(BOTH)}
    shorter = again.compact(X, y, n_rules=3)
    assert insisted < set(shorter.rules_.exact_texts())
    assert shorter.n_rules_ == 3
    assert rule.weight in shorter.rule_weights_
    assert set(shorter.compact(X, y, n_rules=2).rules_.exact_texts()) == insisted
    assert insisted <= set(again.compact(X, y).rules_.exact_texts())
    with pytest.raises(InputError, match="n_rules=1 is less than the number of rules in keep_rule"):
        again.compact(X, y, n_rules=1)
    dropped = model.with_rules(drop=[place])
    assert KEPT not in dropped.compact(X, y, n_rules=1).rules_.exact_texts()


def test_what_is_asked_is_part_of_the_file(constrained, table, tmp_path):
    constrained.save(tmp_path / "model.json")
    again = beta4ucs.load(tmp_path / "model.json")
    assert again.exclude_features == ["dose"]
    assert again.not_together == [["sugar", "town"]]
    assert again.monotone == {"age": "high"}


def test_other_learners_inside(table):
    told = {"exclude_features": [0], "keep_rules": "IF sugar >= 6 THEN high"}
    model = learn(table, learner=UCSClassifier(max_rules=100), **told)
    assert not any("age" in features for features in used(model))
    assert "IF sugar >= 6 THEN high" in model.rules_.exact_texts()


@pytest.mark.parametrize(
    ("told", "complaint"),
    [
        ({"exclude_features": "age"}, "exclude_features must be a list of features, got 'age'"),
        ({"exclude_features": ["agee"]}, "no feature 'agee'; did you mean 'age'"),
        ({"exclude_features": [0, 1, 2, 3]}, "leaves no feature to learn from"),
        ({"not_together": ["age", "dose"]}, r"groups such as .*, got 'age' in it"),
        ({"not_together": [("age",)]}, "has fewer than two features"),
        ({"monotone": ["age"]}, "must say for which class large values speak"),
        ({"monotone": {"age": "hihg"}}, "no class 'hihg'; did you mean 'high'"),
        ({"monotone": {"town": "high"}}, "'town', a category without an order"),
        ({"keep_rules": 3}, "keep_rules must be a list of texts or rules, got 3"),
        ({"keep_rules": ["IF age >= 60 THEN hgh"]}, "no class 'hgh'"),
        (
            {"keep_rules": ["IF age <= 60 THEN high"], "monotone": {"age": "high"}},
            "in keep_rules uses 'age', against exclude_features, not_together or monotone",
        ),
    ],
)
def test_what_cannot_be_asked_is_said(table, told, complaint):
    with pytest.raises(InputError, match=complaint):
        learn(table, **told)


def three_classes():
    rng = np.random.default_rng(5)
    X = pd.DataFrame({"size": rng.random(150), "weight": rng.random(150)})
    grades = np.where(X["size"] < 0.33, "small", np.where(X["size"] < 0.67, "medium", "large"))
    y = np.where(rng.random(150) < 0.2, rng.choice(["small", "medium", "large"], 150), grades)
    return X, y


def test_rules_that_stay_say_what_they_said_with_three_classes_too():
    X, y = three_classes()
    model = learn((X, y), keep_rules=["IF weight >= 0.9 THEN large"])
    kept = next(rule for rule in model.rules_ if "weight >= 0.9" in str(rule))
    assert kept.label == "large"
    assert model.score(X, y) > 0.6
    smaller = model.compact(X, y, n_rules=3)
    assert smaller.n_rules_ <= 3
    assert any("weight >= 0.9" in str(rule) for rule in smaller.rules_)
    np.testing.assert_allclose(smaller.predict_proba(X).sum(axis=1), 1.0)


def test_with_a_direction_shares_are_counted():
    X, y = three_classes()
    free, told = learn((X, y)), learn((X, y), monotone={"size": "large"})
    prior = np.array([np.mean(y == label) for label in told.classes_])
    for model, is_counted in ((free, False), (told, True)):
        mass, shares = model.population_.mass, model._learned_votes.shares
        rows = mass.sum(axis=1, keepdims=True)
        counted = (mass + 5.0 * prior) / (rows + 5.0)
        assert np.allclose(shares, counted, atol=1e-6) == is_counted


def test_learned_edits_keep_corrected_shares():
    X, y = three_classes()
    model = learn((X, y))
    edited = model.with_rules(drop=[0], votes="learned", X=X, y=y)
    np.testing.assert_allclose(edited._learned_votes.shares, model._learned_votes.shares[1:])
    assert edited.score(X, y) > 0.6
