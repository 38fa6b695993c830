"""`EvolvedRulesClassifier`: short lists of rules with learned votes, and all that works on them."""

import pickle
import sys
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import joblib
import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone

import beta4ucs
from beta4ucs import (
    Beta4UCSClassifier,
    EvolvedRulesClassifier,
    FuzzyUCSClassifier,
    InputError,
    UCSClassifier,
)
from beta4ucs.estimators.one_answer import OneAnswerWarning
from beta4ucs.hyperparameters import CONDITIONS
from beta4ucs.kernels.random import uniform
from beta4ucs.representations import contract
from mixed_table import mixed_table

OWN = Path(__file__).parents[2] / "examples" / "own_representation"
X, Y = mixed_table(240)
NEW_X, NEW_Y = mixed_table(200, seed=2)


def small(**changed):
    return EvolvedRulesClassifier(**{"n_populations": 3, "random_state": 1, **changed})


def overlapping(n_rows=300, share=0.15):
    """One number; the rare class is more likely where it is large, but nowhere certain."""
    rng = np.random.default_rng(4)
    x = rng.random(n_rows)
    is_rare = rng.random(n_rows) < 2 * share * x
    return pd.DataFrame({"x": x}), np.where(is_rare, "rare", "common")


@pytest.fixture(scope="module")
def model():
    return small().fit(X, Y)


def test_categories_and_missing_values_are_learned(model):
    assert model.score(NEW_X, NEW_Y) > 0.9
    assert model.n_rules_ == len(model.rules_) == len(model.rule_weights_)
    assert (model.rule_weights_ > 0.0).all()
    assert all(rule.n_conditions <= 5 for rule in model.rules_)
    texts = [rule.text for rule in model.rules_]
    assert any("odor" in text for text in texts)
    assert any("unknown" in text for text in texts)


def test_a_rare_class_is_answered_where_that_costs_no_accuracy(tmp_path):
    rng = np.random.default_rng(1)
    x = rng.random((600, 2))
    y = np.where((x[:, 0] > 0.85) & (rng.random(600) < 0.45), "rare", "common")
    model = small().fit(x, y)
    assert model.threshold_ is not None
    assert model.threshold_.label == "rare"
    assert 0.0 < model.threshold_.probability < 0.5
    likelier = model.with_threshold(None).predict(x)
    assert np.array_equal(likelier, model.classes_[model.predict_proba(x).argmax(axis=1)])
    assert np.sum(model.predict(x) == "rare") > np.sum(likelier == "rare")
    assert np.mean(model.predict(x) == y) >= np.mean(likelier == y) - 0.02
    model.save(tmp_path / "model.json")
    assert np.array_equal(beta4ucs.load(tmp_path / "model.json").predict(x), model.predict(x))
    assert model.fit(x, x[:, 1] > 0.5).threshold_ is None  # nothing is rare now


def test_max_time_is_checked_and_kept_to():
    with pytest.raises(InputError, match="max_time must be greater than 0 or None for no limit"):
        small(max_time=0).fit(X, Y)
    assert small(max_time=0.01).fit(X, Y).score(NEW_X, NEW_Y) > 0.8


def test_probabilities_are_the_softmax_of_the_votes(model):
    chances = model.predict_proba(NEW_X)
    np.testing.assert_allclose(chances.sum(axis=1), 1.0, rtol=0, atol=1e-12)
    odds = np.exp(model.votes(NEW_X))
    np.testing.assert_allclose(chances, odds / odds.sum(axis=1, keepdims=True), rtol=1e-12)
    assert (model.classes_[chances.argmax(axis=1)] == model.predict(NEW_X)).all()


def test_explanations_add_up_to_the_votes(model):
    votes = model.votes(NEW_X[:60])
    for why, row in zip(model.explain(NEW_X[:60]), votes, strict=True):
        for label, vote in zip(model.classes_, row, strict=True):
            added = accumulate(
                (rule.contributions[label] for rule in why.fired), initial=why.start[label]
            )
            assert list(added)[-1] == why.votes[label] == vote  # to the last bit


def test_a_counterfactual_is_predicted(model):
    change = model.counterfactual(NEW_X[:1])
    assert change
    assert change.answer != model.predict(NEW_X[:1])[0]


@pytest.mark.parametrize("way", ["file", "pickle"])
def test_a_copy_gives_the_same_bytes(model, tmp_path, way):
    if way == "file":
        model.save(tmp_path / "model.json")
        again = beta4ucs.load(tmp_path / "model.json")
        again.save(tmp_path / "again.json")
        assert (tmp_path / "again.json").read_bytes() == (tmp_path / "model.json").read_bytes()
    else:
        again = pickle.loads(pickle.dumps(model))
    assert isinstance(again, EvolvedRulesClassifier)
    assert again.predict_proba(NEW_X).tobytes() == model.predict_proba(NEW_X).tobytes()
    assert [str(rule) for rule in again.rules_] == [str(rule) for rule in model.rules_]
    assert again.intercepts_.tolist() == model.intercepts_.tolist()


def test_compaction_keeps_the_answers(model):
    kept = model.compact(X, Y, n_rules=8)
    assert kept.n_rules_ <= 8 < model.n_rules_
    assert kept.score(X, Y) >= model.score(X, Y) - 0.1
    assert kept.compaction_.path.sizes[-1] <= 8
    shorter = model.compact(X, Y)
    assert shorter.n_rules_ <= model.n_rules_
    assert shorter.score(X, Y) >= model.score(X, Y) - 0.01
    with pytest.raises(InputError, match="'smallest' only, not by 'qrf'"):
        model.compact(X, Y, method="qrf")
    with pytest.raises(InputError, match="n_rules must be a whole number of at least 1, got 0"):
        model.compact(X, Y, n_rules=0)


def test_sizes_from_smallest_to_accurate(model):
    smallest, accurate, eight = (
        clone(model).set_params(size=size).fit(X, Y) for size in ("smallest", "accurate", 8)
    )
    assert smallest.n_rules_ <= model.n_rules_ <= accurate.n_rules_
    assert smallest.n_rules_ <= 30
    assert eight.n_rules_ <= 8
    for one in (smallest, accurate, eight):  # one path, other stops
        assert one.path_["divergence"].tolist() == model.path_["divergence"].tolist()
    assert (np.diff(model.path_["rules"]) > 0).all()
    assert model.path_["divergence"][-1] < model.path_["divergence"][0]


def test_class_weights_move_answers_not_the_conditions_alone():
    rows, labels = overlapping()
    with pytest.warns(OneAnswerWarning, match="are 'common', the class of"):
        plain = small().fit(rows, labels)
    balanced = small(class_weight="balanced").fit(rows, labels)
    told = small(class_weight={"rare": 8.0, "common": 1.0}).fit(rows, labels)
    rare = [np.mean(one.predict(rows) == "rare") for one in (plain, balanced, told)]
    assert rare[0] < 0.05 < min(rare[1:])
    assert plain.predict_proba(rows)[:, 1].mean() == pytest.approx(
        np.mean(labels == "rare"), abs=0.02
    )


@pytest.mark.parametrize(
    ("rows", "labels"),
    [(np.ones((60, 2)), np.arange(60) % 3), (np.arange(300.0).reshape(150, 2), np.arange(150))],
    ids=["constant", "singletons"],
)
def test_where_no_rule_is_found_the_warning_says_so(rows, labels):
    with pytest.warns(OneAnswerWarning) as caught:
        model = small(n_populations=1).fit(rows, labels)
    assert model.n_rules_ == 0
    (said,) = [one for one in caught if one.category is OneAnswerWarning]
    wanted = f"no rule was found that is better than the class frequencies of {len(labels)} rows"
    assert (str(said.message), said.filename) == (wanted, __file__)


def test_whole_weights_are_repeated_rows():
    rows, labels = overlapping(150)
    times = np.random.default_rng(0).integers(0, 4, len(labels))
    weighted = small().fit(rows, labels, sample_weight=times)
    repeated = small().fit(rows.loc[np.repeat(rows.index, times)], np.repeat(labels, times))
    assert weighted.predict_proba(rows).tobytes() == repeated.predict_proba(rows).tobytes()


def learner_with(name):
    is_crisp = getattr(contract.kind_of(name), "matches_crisply", False)
    kind = UCSClassifier if is_crisp else FuzzyUCSClassifier
    return kind(representation=name, max_rules=200)


def test_callbacks_of_the_learner_are_not_called_and_a_warning_says_so():
    called = []
    learner = Beta4UCSClassifier(callbacks=[called.append])
    with pytest.warns(UserWarning, match="callbacks of the learner are not called") as caught:
        small(n_populations=1, learner=learner).fit(X, Y)
    assert not called
    assert caught[0].filename == __file__


@pytest.mark.parametrize(
    "learner",
    [Beta4UCSClassifier(max_rules=200, crispify=False), *map(learner_with, CONDITIONS)],
    ids=lambda one: getattr(one, "representation", type(one).__name__),
)
def test_any_learner_may_evolve_the_rules(learner, tmp_path):
    model = small(learner=learner).fit(X, Y)
    assert model.score(NEW_X, NEW_Y) > 0.85
    assert not hasattr(learner, "classes_")  # it is only asked how to learn
    model.save(tmp_path / "model.json")
    again = beta4ucs.load(tmp_path / "model.json")
    assert type(again.learner) is type(learner)
    assert again.predict_proba(NEW_X).tobytes() == model.predict_proba(NEW_X).tobytes()


@pytest.fixture
def own_registry(monkeypatch):
    for table in ("_registry", "_aliases"):
        monkeypatch.setattr(contract, table, dict(getattr(contract, table)))


def test_a_representation_of_ones_own(own_registry, monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(OWN)
    monkeypatch.delitem(sys.modules, "one_sided", raising=False)
    from one_sided import OneSided

    numbers = X[["age", "mass"]].fillna(X["age"].mean())
    model = small(learner=FuzzyUCSClassifier(representation=OneSided(), max_rules=200)).fit(
        numbers, Y
    )
    assert isinstance(model.representation_, OneSided)
    assert model.n_rules_ > 0
    assert model.score(numbers, Y) > pd.Series(Y).value_counts(normalize=True).max()
    model.save(tmp_path / "model.json")
    again = beta4ucs.load(tmp_path / "model.json")
    assert again.predict_proba(numbers).tobytes() == model.predict_proba(numbers).tobytes()
    sys.modules.pop("one_sided")


class DoubtfulBox(NamedTuple):
    """Intervals; a rule has more numbers of its own than a condition has."""

    name = "doubtful-box"
    genes = ("from", "to")
    rule_genes = ("doubt", "zero", "one")

    def support(self, gene):
        return gene[0], gene[1]

    def membership(self, gene, x):
        return 1.0 if gene[0] <= x <= gene[1] else 0.0

    def is_crisp(self, gene):
        return True

    def degree(self, genes, x):
        n_features = x.shape[0]
        for feature in range(n_features):
            if x[feature] < genes[feature, 0] or x[feature] > genes[feature, 1]:
                return 0.0
        return genes[n_features, 2]

    def cover(self, gene, x, rng):
        gene[0], gene[1] = max(0.0, x - uniform(rng, 0.0, 0.5)), min(1.0, x + 0.3)

    def cover_any(self, gene, x, rng):
        gene[0], gene[1] = 0.0, 1.0

    def mutate(self, gene, rng):
        gene[0] += uniform(rng, -0.1, 0.1)
        gene[1] += uniform(rng, -0.1, 0.1)

    def repair(self, gene):
        gene[0], gene[1] = max(0.0, min(gene[0], gene[1])), min(1.0, max(gene[0], gene[1]))

    def is_more_general(self, gene, other):
        return gene[0] <= other[0] and gene[1] >= other[1]

    def describe(self, gene, feature):
        return feature.interval(gene[0], gene[1])

    def cover_rule(self, gene, rng):
        gene[0], gene[1], gene[2] = uniform(rng, 0.0, 0.2), 0.0, 1.0

    def mutate_rule(self, gene, rng):
        gene[0] = min(0.5, max(0.0, gene[0] + uniform(rng, -0.1, 0.1)))

    def describe_rule(self, gene):
        return "with some doubt" if gene[0] > 0.0 else ""

    def write_interval(self, gene, low, high):
        gene[0], gene[1] = low, high

    def write_slope(self, gene, low, high, exponent, rises):
        middle = 0.5 * (low + high)
        gene[0], gene[1] = (middle, 1.0) if rises else (0.0, middle)


def test_a_representation_whose_rules_have_numbers_of_their_own(own_registry, tmp_path):
    contract.register(DoubtfulBox)
    learner = FuzzyUCSClassifier(representation=DoubtfulBox(), max_rules=100)
    own = "with doubt=0 AND with zero=0 AND with one=1"
    kept = f"IF age is doubtful-box(from=0.5, to=1) AND {own} THEN {Y[0]}"
    told = {"keep_rules": [kept], "not_together": [("age", "mass")]}
    model = small(n_populations=1, learner=learner, **told).fit(X, Y)
    own = model.population_.genes[:, -1]
    assert own.shape == (model.n_rules_, 3)
    assert (own[:, 1] == 0.0).all()  # as in every rule that `cover_rule` has begun
    assert (own[:, 2] == 1.0).all()
    assert [rule for rule in model.rules_ if rule.n_conditions == 1 and "age" in rule.features]
    assert model.score(NEW_X, NEW_Y) > 0.8
    shorter = model.compact(X, Y, n_rules=6)
    for one in (model, shorter):
        one.save(tmp_path / "model.json")
        again = beta4ucs.load(tmp_path / "model.json")
        assert again.predict_proba(NEW_X).tobytes() == one.predict_proba(NEW_X).tobytes()


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"n_populations": 0}, "n_populations must be a whole number in [1, 1000000], got 0"),
        ({"max_conditions": 6}, "max_conditions must be a whole number in [1, 5], got 6"),
        ({"max_conditions": None}, "max_conditions must be a whole number in [1, 5], got None"),
        ({"size": 0}, "size must be at least 1, got 0"),
        ({"size": "tiny"}, "size must be 'smallest', 'balanced', 'accurate' or a whole number"),
        ({"learner": "beta4"}, "learner must be a Beta4UCSClassifier, FuzzyUCSClassifier or UCS"),
        ({"missing": "drop"}, "missing must be 'learn', 'matches' or 'never', got 'drop'"),
        ({"n_jobs": 0}, "n_jobs must be None or a whole number other than 0, got 0"),
        ({"random_state": -1}, "random_state must be None, a whole number in"),
        ({"class_weight": "heavy"}, "class_weight"),
        ({"categorical_features": 3}, "categorical_features"),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)
def test_bad_parameters_get_a_sentence(told, words):
    with pytest.raises(InputError) as caught:
        small(**told).fit(X, Y)
    assert words in str(caught.value)


def test_the_number_of_jobs_does_not_matter(model):
    for n_jobs in (2, -1):
        again = small(n_jobs=n_jobs).fit(X, Y)
        assert again.predict_proba(NEW_X).tobytes() == model.predict_proba(NEW_X).tobytes()
    with joblib.parallel_config("loky", n_jobs=2):
        again = small().fit(X, Y)
    assert again.predict_proba(NEW_X).tobytes() == model.predict_proba(NEW_X).tobytes()


def test_verbose_says_what_is_being_done(capsys):
    small(verbose=1).fit(X, Y)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "growing 3 populations of rules"
    steps = [line for line in lines if "about" not in line]  # what is left, on a busy machine
    assert [line.split()[0] for line in steps] == ["growing", "forming", "choosing"]


def test_many_classes_of_one_row_each():
    rng = np.random.default_rng(0)
    X, y = rng.random((40, 3)), np.r_[np.arange(12), rng.integers(0, 6, 28)]
    model = EvolvedRulesClassifier(random_state=1).fit(X, y)
    chances = model.predict_proba(X)
    assert np.isfinite(chances).all()
    np.testing.assert_allclose(chances.sum(axis=1), 1.0)
