"""The estimators as their users meet them."""

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_wine
from sklearn.exceptions import NotFittedError
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.class_weight import compute_sample_weight

import beta4ucs
from beta4ucs import (
    Beta4UCSClassifier,
    Evolution,
    FuzzyUCSClassifier,
    InputError,
    UCSClassifier,
)
from beta4ucs.estimators.one_answer import OneAnswerWarning
from beta4ucs.estimators.row_weights import weights_of
from beta4ucs.hyperparameters import CONDITIONS
from beta4ucs.learning.population import HISTORY_COLUMNS
from beta4ucs.representations import Bell, Hyperellipsoid, Trapezoid, Triangle
from beta4ucs.representations.contract import kind_of

WINE, VARIETY = load_wine(return_X_y=True, as_frame=True)
VARIETY = VARIETY.map({0: "barolo", 1: "grignolino", 2: "barbera"}).rename("variety")


def small_rows(n_rows=200, n_missing=0, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.random((n_rows, 3))
    y = (X[:, 0] > 0.6).astype(int) + (X[:, 1] > 0.7)
    X.reshape(-1)[rng.choice(X.size, n_missing, replace=False)] = np.nan
    return X, y


@pytest.fixture(scope="module")
def wine_model():
    return Beta4UCSClassifier(n_epochs=20, random_state=1).fit(WINE, VARIETY)


def naive_degree(model, rule, row):
    """How well a rule matches a row of inputs, by the plain meaning of sets and conditions."""
    rules, representation = model.population_, model.representation_
    x, codes = row[: model.n_features_in_], row[model.n_features_in_ :].astype(int)
    for bits, code in zip(rules.sets[rule].tolist(), codes.tolist(), strict=True):
        if code >= 0 and not bits >> code & 1:
            return 0.0
    genes = rules.genes[rule]
    if hasattr(representation, "degree"):
        return representation.degree(genes, x)
    known = np.flatnonzero(~np.isnan(x))
    return np.prod([representation.membership(genes[i], x[i]) for i in known])


def naive_votes(model, X):
    """Votes by loops over rows and rules."""
    rules = model.population_
    weights = rules.fitness * rules.numerosity
    if hasattr(model, "voting_threshold"):
        weights = np.where(rules.experience > model.voting_threshold, weights, 0.0)
    votes = np.zeros((len(X), len(model.classes_)))
    for place, row in enumerate(model._inputs(X)):
        for rule in np.flatnonzero(weights):
            votes[place, rules.label[rule]] += weights[rule] * naive_degree(model, rule, row)
    return votes


# ---------------------------------------------------------------------- fit and what it leaves


def test_import_is_light():
    code = (
        "import sys, beta4ucs; beta4ucs.InputError; beta4ucs.__version__; dir(beta4ucs); "
        "print({'numba', 'sklearn', 'pandas', 'numpy'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        beta4ucs.nothing  # noqa: B018


def test_attributes(wine_model):
    assert wine_model.classes_.tolist() == ["barbera", "barolo", "grignolino"]
    assert wine_model.class_counts_.tolist() == [48, 59, 71]
    assert wine_model.n_features_in_ == 13
    assert wine_model.feature_names_in_.tolist() == list(WINE.columns)
    assert wine_model.target_name_ == "variety"
    assert wine_model.n_epochs_ == 20
    assert wine_model.n_iterations_ == 20 * 178
    assert wine_model.seed_ == 1
    assert wine_model.n_rules_ == wine_model.population_.n_rules == len(wine_model.rules_)
    assert wine_model.best_epoch_ is None
    assert not wine_model.interrupted_
    assert 0 < wine_model.fit_seconds_ < 60
    np.testing.assert_array_equal(wine_model.scaling_.low, WINE.min())
    assert wine_model.score(WINE, VARIETY) > 0.9


def test_rules_speak_of_the_data(wine_model):
    assert wine_model.rules_ is wine_model.rules_  # built once
    text = wine_model.rules_.top(1)[0].text
    assert text.startswith("IF ")
    assert any(name in text for name in WINE.columns)
    assert text.split(" THEN ")[1] in set(VARIETY)
    unnamed = Beta4UCSClassifier(n_epochs=5, random_state=1).fit(*small_rows())
    assert unnamed.rules_.feature_names == ("x0", "x1", "x2")


def test_history(wine_model):
    history = wine_model.history_
    assert tuple(history) == HISTORY_COLUMNS
    assert all(len(values) == 20 for values in history.values())
    np.testing.assert_array_equal(history["iterations"], 178 * np.arange(1, 21))
    for name in set(HISTORY_COLUMNS) - {"crisp_share"}:
        assert history[name].dtype == np.int64, name
    for name in ("coverings", "set_subsumptions", "child_subsumptions", "ga_runs", "merges"):
        assert (np.diff(history[name]) >= 0).all(), name
    assert history["numerosity"].max() <= 2000
    assert history["rules"][-1] == wine_model.n_rules_
    assert history["crisp_share"][-1] == pytest.approx(wine_model.rules_.crisp_share)


def test_accuracies_come_into_the_history_where_asked():
    X, y = small_rows(90)
    model = Beta4UCSClassifier(
        n_epochs=6, track_accuracy=True, early_stopping=True, random_state=0
    ).fit(X[:60], y[:60], eval_set=(X[60:], y[60:]))
    rows, kinds = ("train", "validation", "test"), ("accuracy", "balanced_accuracy")
    extra = [f"{name}_{kind}" for kind in kinds for name in rows]
    assert list(model.history_) == [*HISTORY_COLUMNS, *extra]
    best = model.best_epoch_ - 1
    assert model.history_["test_accuracy"][best] == model.score(X[60:], y[60:])
    balanced = balanced_accuracy_score(y[60:], model.predict(X[60:]))
    assert model.history_["test_balanced_accuracy"][best] == pytest.approx(balanced)


def test_unknown_labels_of_the_eval_set_are_wrong_answers():
    X, y = small_rows()
    model = Beta4UCSClassifier(n_epochs=2, random_state=0)
    model.fit(X, y, eval_set=(X, np.full(200, 77)))
    assert model.history_["test_accuracy"].tolist() == [0.0, 0.0]
    assert model.history_["test_balanced_accuracy"].tolist() == [0.0, 0.0]


def test_watching_does_not_change_what_is_learned():
    X, y = small_rows()
    plain = Beta4UCSClassifier(n_epochs=5, random_state=3).fit(X, y)
    watched = Beta4UCSClassifier(n_epochs=5, random_state=3, track_accuracy=True, n_jobs=2)
    watched.fit(X, y, eval_set=(X, y))
    for a, b in zip(plain.population_, watched.population_, strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize(
    "labels",
    [
        np.array(["no", "yes", "maybe"]),
        np.array(["no", "yes", "maybe"], dtype=object),
        np.array([7, -3, 2**40]),
        np.array([0.0, 1.0, 5.0]),
    ],
    ids=lambda labels: str(labels.dtype),
)
def test_labels_of_any_type_come_back(labels):
    X, codes = small_rows()
    model = Beta4UCSClassifier(n_epochs=50, random_state=0).fit(X, labels[codes])
    answers = model.predict(X)
    assert answers.dtype == labels.dtype
    assert np.mean(answers == labels[codes]) > 0.65  # the largest class has 0.52
    assert model.classes_.tolist() == sorted(labels.tolist())


def test_boolean_and_pandas_labels():
    X, codes = small_rows()
    model = Beta4UCSClassifier(n_epochs=5, random_state=0)
    assert model.fit(X, codes > 0).predict(X).dtype == bool
    for series in (
        pd.Series(codes, dtype="Int64"),
        pd.Series(codes, dtype=object),
        pd.Series(codes).astype("category"),
    ):
        assert model.fit(X, series).classes_.tolist() == [0, 1, 2]
    text = pd.Series(np.array(["c", "a", "b"])[codes], dtype="string")
    assert model.fit(X, text).classes_.tolist() == ["a", "b", "c"]


# ---------------------------------------------------------------------- answers


def test_votes_are_fitness_times_degree_times_copies(wine_model):
    rows = WINE.iloc[::20]
    np.testing.assert_allclose(
        wine_model.votes(rows), naive_votes(wine_model, rows), rtol=1e-9, atol=1e-12
    )
    X, y = small_rows(n_missing=90)
    model = Beta4UCSClassifier(n_epochs=20, random_state=2, crispify=False).fit(X, y)
    np.testing.assert_allclose(model.votes(X), naive_votes(model, X), rtol=1e-9, atol=1e-12)


def test_probabilities_agree_with_answers(wine_model):
    shares = wine_model.predict_proba(WINE)
    np.testing.assert_allclose(shares.sum(axis=1), 1.0)
    answers = wine_model.classes_[shares.argmax(axis=1)]
    np.testing.assert_array_equal(answers, wine_model.predict(WINE))


def test_where_no_rule_votes():
    X, y = small_rows()
    y = np.where(y == 2, 0, 1)  # class 1 is the majority
    model = Beta4UCSClassifier(n_epochs=2, voting_threshold=1e9, random_state=0).fit(X, y)
    np.testing.assert_array_equal(model.votes(X), 0.0)
    np.testing.assert_array_equal(model.predict_proba(X), 0.5)
    assert set(model.predict(X)) == {0}
    assert set(model.set_params(tie_break="majority").predict(X)) == {1}
    model.set_params(tie_break="random")
    assert len(set(model.predict(X))) == 1
    np.testing.assert_array_equal(model.predict(X), model.predict(X))


def test_voting_threshold_counts_when_asked(wine_model):
    model = clone(wine_model).set_params(n_epochs=3).fit(WINE, VARIETY)
    few = model.votes(WINE)
    every = model.set_params(voting_threshold=0).votes(WINE)
    assert (few != every).any()
    np.testing.assert_allclose(every[:5], naive_votes(model, WINE[:5]), rtol=1e-9)
    assert model.rules_.n_voting == np.count_nonzero(model.population_.experience > 0)


def test_missing_values():
    X, y = small_rows(n_missing=60)
    model = Beta4UCSClassifier(n_epochs=100, missing="matches", random_state=0).fit(X, y)
    assert model.score(X, y) > 0.65
    assert model.population_.sets.shape[1] == 0
    nothing_known = np.full((2, 3), np.nan)
    shares = model.predict_proba(nothing_known)
    np.testing.assert_array_equal(shares[0], shares[1])
    # every rule matches fully: all of them vote
    rules = model.population_
    is_voting = rules.experience > 10
    weights = np.where(is_voting, rules.fitness * rules.numerosity, 0.0)
    expected = np.bincount(rules.label, weights, minlength=3)
    np.testing.assert_allclose(model.votes(nothing_known)[0], expected)


def test_missing_values_tell_the_class_where_they_are_learned_from():
    rng = np.random.default_rng(0)
    X, y = rng.random((300, 2)), rng.integers(0, 2, 300)
    X[(y == 1) & (rng.random(300) < 0.9), 0] = np.nan
    scores = {
        missing: Beta4UCSClassifier(n_epochs=20, missing=missing, random_state=0).fit(X, y)
        for missing in ("learn", "matches", "never")
    }
    scores = {missing: model.score(X, y) for missing, model in scores.items()}
    assert scores["learn"] > 0.9
    assert scores["matches"] < 0.8


def test_missing_values_meet_no_condition_where_they_never_match():
    X, y = small_rows(n_missing=60)
    model = Beta4UCSClassifier(n_epochs=30, missing="never", random_state=0).fit(X, y)
    assert model.score(X, y) > 0.6
    rules = model.population_
    alpha, beta, low, high = np.moveaxis(rules.genes, -1, 0)
    is_open = (alpha == 1.0) & (beta == 1.0) & (low <= 0.0) & (high >= 1.0)
    np.testing.assert_array_equal(rules.sets, np.where(is_open, 3, 1))
    for feature in range(3):
        row = np.full((1, 3), 0.5)
        row[0, feature] = np.nan
        degrees = model.matching_degrees(row)[0]
        assert (degrees[~is_open[:, feature]] == 0.0).all()
        assert (degrees[is_open.all(axis=1)] == 1.0).all()


def test_a_column_without_values_is_carried_along():
    X, y = small_rows()
    X = np.column_stack([X, np.full(200, np.nan), np.full(200, 4.2)])
    model = Beta4UCSClassifier(n_epochs=50, random_state=0).fit(X, y)
    assert model.score(X, y) > 0.65
    X[:, 3:] = [9.0, -1.0]  # unseen values where nothing could be learned
    assert model.score(X, y) > 0.65


# ---------------------------------------------------------------------- tables


def test_frames_with_text_numbers_and_markers():
    X, y = small_rows(n_missing=20)
    frame = pd.DataFrame(X, columns=["mass", "width", "height"])
    text = frame.copy()
    text["width"] = [("?" if np.isnan(value) else repr(value)) for value in X[:, 1].tolist()]
    text["height"] = frame["height"].astype("Float64")
    numbers = Beta4UCSClassifier(n_epochs=5, random_state=0).fit(frame, y)
    model = Beta4UCSClassifier(n_epochs=5, random_state=0).fit(text, y)
    assert model.feature_names_in_.tolist() == ["mass", "width", "height"]
    np.testing.assert_array_equal(model.votes(text), numbers.votes(frame))


def test_columns_at_prediction_must_be_those_of_training(wine_model):
    match = "feature names should match"
    with pytest.raises(ValueError, match=rf"(?s){match}.*now missing:\n- alcohol"):
        wine_model.predict(WINE.drop(columns="alcohol"))
    with pytest.raises(ValueError, match=rf"(?s){match}.*same order"):
        wine_model.predict(WINE[WINE.columns[::-1]])
    with pytest.raises(ValueError, match=rf"(?s){match}.*unseen at fit time:\n- price"):
        wine_model.predict(WINE.assign(price=1.0))
    with (
        pytest.warns(UserWarning, match="does not have valid feature names"),
        pytest.raises(ValueError, match="12 features, but Beta4UCSClassifier is expecting 13"),
    ):
        wine_model.predict(WINE.to_numpy()[:, 1:])


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        ([[1.0], [np.inf]], [0, 1], "Input X contains infinity"),
        (pd.DataFrame({"hue": [1, np.inf]}), [0, 1], "column 'hue' holds an infinite value in row"),
        (pd.DataFrame([[1, 2]] * 2, columns=["a", "a"]), [0, 1], "more than once: 'a'"),
        ([[1.0], [2.0]], ["b", "b"], "y holds one class only .'b'.; learning needs at least 2"),
        ([[1.0], [2.0]], ["b", None], "y has no label in row 2; fill it in"),
        ([[1.0], [2.0]], pd.Series([pd.NA, "b"], dtype="string"), "y has no label in row 1"),
        ([[1.0], [2.0]], np.array([1, "b"], dtype=object), "y mixes text .'b'. with other labels"),
        ([[1.0], [2.0]], [0.5, 1.2], "Unknown label type: continuous"),
        ([[1.0], [2.0]], [0], "inconsistent numbers of samples"),
        (np.empty((0, 3)), [], "0 sample"),
    ],
)
def test_rows_nothing_can_be_learned_from(X, y, message):
    with pytest.raises(ValueError, match=message):
        Beta4UCSClassifier().fit(X, y)


def test_words_in_lists_are_categories():
    model = Beta4UCSClassifier(n_epochs=5, random_state=1)
    model.fit([["red"], ["blue"]] * 20, [0, 1] * 20)
    assert model.predict([["blue"], ["red"]]).tolist() == [1, 0]


def test_words_where_numbers_are_asked_for():
    X = pd.DataFrame({"hue": ["red", "1"]})
    with pytest.raises(InputError, match="column 'hue' holds text"):
        Beta4UCSClassifier(categorical_features=None).fit(X, [0, 1])


@pytest.mark.parametrize(
    ("eval_set", "message"),
    [
        ("test", "eval_set must be a pair"),
        (([[1.0, 1.0, 1.0]], [0, 1]), "eval_set has 1 rows in X and labels of shape .2,. in y"),
        (([[1.0]], [0]), "X has 1 features"),
    ],
)
def test_bad_eval_sets(eval_set, message):
    with pytest.raises(ValueError, match=message):
        Beta4UCSClassifier(n_epochs=1).fit(*small_rows(), eval_set=eval_set)


# ---------------------------------------------------------------------- parameters


@pytest.mark.parametrize(
    ("params", "message"),
    [
        (
            {"evolution": Evolution(mutation_rate=1.4)},
            r"mutation_rate must be in \[0, 1\], got 1.4",
        ),
        ({"max_rules": 0}, r"max_rules must be a whole number in \[1, 1000000\], got 0"),
        ({"initial_shape": 0.5}, r"initial_shape must be in \[1, 1000\], got 0.5"),
        ({"early_stopping": "yes"}, "early_stopping must be True or False, got 'yes'"),
        ({"random_state": -1}, r"random_state must be None, a whole number in .* got -1"),
        ({"random_state": 2**64}, "random_state must be None"),
        ({"random_state": "one"}, "random_state must be None"),
        ({"n_jobs": 0}, "n_jobs must be None or a whole number other than 0, got 0"),
    ],
)
def test_bad_parameters_are_told_in_fit_not_before(params, message):
    model = Beta4UCSClassifier(**params)
    with pytest.raises(InputError, match=message):
        model.fit(*small_rows())


def test_parameters_are_keywords_only():
    with pytest.raises(TypeError):
        Beta4UCSClassifier(50)


def test_seeds():
    X, y = small_rows()

    def seed_for(random_state):
        return Beta4UCSClassifier(n_epochs=1, random_state=random_state).fit(X, y).seed_

    assert seed_for(2**64 - 1) == 2**64 - 1
    assert seed_for(np.int32(5)) == 5
    assert seed_for(None) != seed_for(None)
    assert seed_for(np.random.RandomState(3)) == seed_for(np.random.RandomState(3))
    generator = np.random.default_rng(3)
    assert seed_for(generator) != seed_for(generator)


def test_a_fit_that_fails_leaves_no_old_model():
    X, y = small_rows()
    model = Beta4UCSClassifier(n_epochs=1).fit(X, y)
    with pytest.raises(InputError):
        model.fit(X[:, :2], np.zeros(200))
    with pytest.raises(NotFittedError):
        model.predict(X)


@pytest.mark.parametrize("ask", ["predict", "predict_proba", "votes", "save"])
def test_not_fitted(ask):
    with pytest.raises(NotFittedError):
        getattr(Beta4UCSClassifier(), ask)(WINE)
    assert not hasattr(Beta4UCSClassifier(), "rules_")


# ---------------------------------------------------------------------- scikit-learn's tools


def test_in_scikit_learns_tools():
    X, y = small_rows(90)
    pipeline = make_pipeline(StandardScaler(), Beta4UCSClassifier(n_epochs=5, random_state=0))
    grid = {"beta4ucsclassifier__max_rules": [50, 200], "beta4ucsclassifier__crispify": [False]}
    search = GridSearchCV(pipeline, grid, cv=2).fit(X, y)
    assert search.best_params_["beta4ucsclassifier__crispify"] is False
    model = Beta4UCSClassifier(n_epochs=5, random_state=0)
    one = cross_val_score(model, X, y, cv=2, n_jobs=1)
    two = cross_val_score(model, X, y, cv=2, n_jobs=2)
    np.testing.assert_array_equal(one, two)


def test_clone_and_copies(wine_model, tmp_path):
    copied = clone(wine_model)
    assert copied.get_params() == wine_model.get_params()
    assert not hasattr(copied, "population_")
    wine_model.predict(WINE)  # fills what must not be pickled
    expected = wine_model.votes(WINE)
    joblib.dump(wine_model, tmp_path / "model.joblib")
    for other in (pickle.loads(pickle.dumps(wine_model)), joblib.load(tmp_path / "model.joblib")):
        np.testing.assert_array_equal(other.votes(WINE), expected)
        assert str(other.rules_) == str(wine_model.rules_)


def test_repr_shows_what_differs_from_the_defaults():
    assert repr(Beta4UCSClassifier(max_rules=7)) == "Beta4UCSClassifier(max_rules=7)"


# ---------------------------------------------------------------------- files


def test_a_loaded_model_gives_the_same_answers(wine_model, tmp_path):
    path = tmp_path / "model.json"
    wine_model.save(path)
    loaded = beta4ucs.load(path)
    assert type(loaded) is Beta4UCSClassifier
    assert loaded.get_params() == wine_model.get_params()
    np.testing.assert_array_equal(loaded.votes(WINE), wine_model.votes(WINE))
    np.testing.assert_array_equal(loaded.predict(WINE), wine_model.predict(WINE))
    assert loaded.predict(WINE).dtype == wine_model.predict(WINE).dtype
    assert str(loaded.rules_) == str(wine_model.rules_)
    for name, values in wine_model.history_.items():
        np.testing.assert_array_equal(loaded.history_[name], values)
        assert loaded.history_[name].dtype == values.dtype
    for name in ("n_epochs_", "n_iterations_", "n_rules_", "seed_", "target_name_"):
        assert getattr(loaded, name) == getattr(wine_model, name), name
    with pytest.raises(ValueError, match="same order"):
        loaded.predict(WINE[WINE.columns[::-1]])
    again = tmp_path / "again.json"
    loaded.save(again)
    assert again.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("labels", [["a", "b", "c"], [0, 5, 9], [False, True, True]])
def test_files_without_names(labels, tmp_path):
    X, codes = small_rows()
    generator = np.random.default_rng(0)
    model = Beta4UCSClassifier(n_epochs=3, random_state=generator, tie_break="random")
    model.fit(X, np.array(labels)[codes]).save(tmp_path / "model.json")
    loaded = beta4ucs.load(tmp_path / "model.json")
    assert not hasattr(loaded, "feature_names_in_")
    assert loaded.random_state == model.seed_
    np.testing.assert_array_equal(loaded.predict(X), model.predict(X))
    assert loaded.fit(X, codes).n_epochs_ == 3  # an ordinary estimator


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"Beta4UCSClassifier"', '"XCS"', "no estimator 'XCS'; it has 'EvolvedRulesClassifier'"),
        (
            '"credit": "fuzzy"',
            '"credit": "accuracy"',
            "Beta4UCSClassifier has no credit 'accuracy'",
        ),
        ('"Beta4UCSClassifier"', '"UCSClassifier"', "has no parameter"),
        ('"max_rules": 2000', '"max_rules": -5', "max_rules must be a whole number"),
        ('"max_rules": 2000', '"rule_max": 2000', "has no parameter 'rule_max'"),
        ('"random_state": 1', '"random_state": -1', "random_state must be"),
        ('"random_state": 1', '"callbacks": []', "has no parameter 'callbacks'"),
    ],
)
def test_files_that_do_not_fit(wine_model, tmp_path, old, new, message):
    path = tmp_path / "model.json"
    wine_model.save(path)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(InputError, match=message) as caught:
        beta4ucs.load(path)
    assert "model.json" in str(caught.value)


SAVE = """
import sys
from sklearn.datasets import load_wine
from beta4ucs import Beta4UCSClassifier

X, y = load_wine(return_X_y=True, as_frame=True)
n_epochs, n_jobs, track = map(int, sys.argv[2:])
model = Beta4UCSClassifier(
    n_epochs=n_epochs, random_state=7, n_jobs=n_jobs, early_stopping=True, max_rules=100,
    verbose=track,
)
model.fit(X[::4], y[::4]).save(sys.argv[1])
"""


@pytest.mark.parametrize(
    ("n_epochs", "others"), [(30, {"n_jobs": 2}), (2, {"NUMBA_DISABLE_JIT": "1"})]
)
def test_the_same_seed_gives_the_same_bytes(n_epochs, others, tmp_path):
    files = []
    for number, kind in enumerate([{}, others]):
        path = tmp_path / f"{number}.json"
        jobs = str(kind.get("n_jobs", 1))
        environment = {**os.environ, **{k: v for k, v in kind.items() if k != "n_jobs"}}
        command = [sys.executable, "-c", SAVE, str(path), str(n_epochs), jobs, str(number)]
        subprocess.run(command, check=True, env=environment, capture_output=True)
        files.append(path.read_bytes())
    assert files[0] == files[1]


# ---------------------------------------------------------------------- all representations

CRISP = [name for name in CONDITIONS if getattr(kind_of(name), "matches_crisply", False)]
FUZZY = [name for name in CONDITIONS if name not in CRISP]


def learner_of(name, **params):
    """The estimator that the article uses a representation with."""
    kind = UCSClassifier if name in CRISP else FuzzyUCSClassifier
    return kind(representation=name, **{"random_state": 1, "n_epochs": 15} | params)


@pytest.fixture(scope="module")
def models():
    X = WINE.copy()
    X.iloc[::7, 3] = np.nan
    return {name: learner_of(name).fit(X, VARIETY) for name in CONDITIONS}


@pytest.mark.parametrize("name", CONDITIONS)
def test_every_representation_learns_and_votes(models, name):
    model = models[name]
    assert model.score(WINE, VARIETY) > 0.75
    rows = WINE.iloc[::30].copy()
    rows.iloc[:3, 3] = np.nan
    np.testing.assert_allclose(model.votes(rows), naive_votes(model, rows), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", CONDITIONS)
def test_rules_of_every_representation(models, name):
    model = models[name]
    strongest = model.rules_.top(1)[0]
    assert any(feature in strongest.text for feature in WINE.columns)
    frame = model.rules_.to_frame(genes=True)
    kind = kind_of(name)
    numbers = [f"{feature}.{number}" for feature in WINE.columns for number in kind.genes]
    numbers += [f"rule.{number}" for number in getattr(kind, "rule_genes", ())]
    listed = f"{WINE.columns[3]}.values"  # the only one with missing values
    assert [column for column in frame.columns[8:] if column != listed] == numbers
    assert np.isfinite(frame[numbers].to_numpy()).all()
    chosen = {("known",), ("unknown",), None}
    assert {None if values is None else tuple(values) for values in frame[listed]} <= chosen
    assert len(json.loads(model.rules_.to_json())) == model.n_rules_
    assert model.rules_.is_crisp.all() == (name in CRISP)
    for feature in ("hue", 0):
        values, degrees = model.rules_.membership_curve(0, feature, n_points=50)
        assert values.shape == degrees.shape == (50,)
        assert values[0] == WINE.iloc[:, 0 if feature == 0 else 10].min()
        assert ((degrees >= 0.0) & (degrees <= 1.0)).all()


@pytest.mark.parametrize("name", CONDITIONS)
def test_files_and_copies_of_every_representation(models, name, tmp_path):
    model, path = models[name], tmp_path / "model.json"
    model.save(path)
    loaded = beta4ucs.load(path)
    assert type(loaded) is type(model)
    assert loaded.get_params() == model.get_params()
    for other in (loaded, pickle.loads(pickle.dumps(model))):
        np.testing.assert_array_equal(other.votes(WINE), model.votes(WINE))
        assert str(other.rules_) == str(model.rules_)
    again = tmp_path / "again.json"
    loaded.save(again)
    assert again.read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    "representation",
    [
        Triangle(mutation_step=0.05, flagged_dont_care=True, relative_mutation=True),
        Bell(flagged_dont_care=True),
        Hyperellipsoid(flagged_dont_care=True),
    ],
)
def test_infinite_conditions_come_back_from_a_file(representation, tmp_path):
    model = FuzzyUCSClassifier(representation=representation, n_epochs=10, random_state=1)
    model.fit(WINE, VARIETY).save(tmp_path / "model.json")
    assert np.isinf(model.population_.genes).any()
    loaded = beta4ucs.load(tmp_path / "model.json")
    assert loaded.representation == representation
    assert type(loaded.representation) is type(representation)
    np.testing.assert_array_equal(loaded.population_.genes, model.population_.genes)
    np.testing.assert_array_equal(loaded.votes(WINE), model.votes(WINE))


def test_fuzzy_ucs_with_beta4_is_beta4_ucs(wine_model):
    model = FuzzyUCSClassifier(representation="FBRC", n_epochs=20, random_state=1)
    np.testing.assert_array_equal(model.fit(WINE, VARIETY).votes(WINE), wine_model.votes(WINE))


def test_a_representation_is_a_name_a_class_or_an_instance():
    X, y = small_rows()

    def genes_for(representation):
        model = FuzzyUCSClassifier(representation=representation, n_epochs=3, random_state=0)
        return model.fit(X, y).population_.genes

    by_name = genes_for("triangle")
    for same in ("Triangles", "TRIANGLE", Triangle, Triangle(), Triangle(mutation_step=0.1)):
        np.testing.assert_array_equal(genes_for(same), by_name)
    assert not np.array_equal(genes_for(Triangle(mutation_step=0.3)), by_name)


@pytest.mark.parametrize(
    ("estimator", "representation", "message"),
    [
        (FuzzyUCSClassifier, "hexagon", "representation must be one of bell, .*, got 'hexagon'"),
        (
            FuzzyUCSClassifier,
            5,
            "must be a name, a representation class or an instance of one, got",
        ),
        (FuzzyUCSClassifier, None, "must be a name, a representation class .* got None"),
        (FuzzyUCSClassifier, int, "representation int must be a typing.NamedTuple class"),
        (
            FuzzyUCSClassifier,
            Triangle(mutation_step=-1),
            r"mutation_step must be in \[0, 1000\], got -1",
        ),
        (
            FuzzyUCSClassifier,
            Triangle(flagged_dont_care="yes"),
            "flagged_dont_care must be True or False, got 'yes'",
        ),
        (
            UCSClassifier,
            "triangle",
            "UCS needs a representation that matches fully or not at all, such as "
            "'curved-polytope', .*; 'triangle' matches by degrees: use Fuzzy-UCS",
        ),
    ],
)
def test_bad_representations_are_told_in_fit(estimator, representation, message):
    model = estimator(representation=representation)
    with pytest.raises(InputError, match=message) as caught:
        model.fit(*small_rows())
    assert "\n" not in str(caught.value)


def test_bad_parameters_of_ucs():
    X, y = small_rows()
    with pytest.raises(InputError, match=r"learning_rate must be in \(0, 1\], got 0"):
        UCSClassifier(learning_rate=0).fit(X, y)
    with pytest.raises(InputError, match="full_vote_experience must be at least 0, got -1"):
        UCSClassifier(full_vote_experience=-1).fit(X, y)
    with pytest.raises(TypeError):
        UCSClassifier(voting_threshold=3)


def test_young_rules_of_ucs_vote_with_less_weight_where_asked():
    X, y = small_rows()
    model = UCSClassifier(n_epochs=3, random_state=0).fit(X, y)
    in_full = model.votes(X)
    assert model.rules_.n_voting == model.n_rules_
    discounted = model.set_params(full_vote_experience=20).votes(X)
    rules = model.population_
    weights = rules.fitness * rules.numerosity * np.minimum(1.0, rules.experience / 20)
    np.testing.assert_array_equal(model.rules_.strength, weights)
    everything = np.full((1, 3), np.nan)
    np.testing.assert_allclose(
        model.votes(everything)[0], np.bincount(rules.label, weights, minlength=3)
    )
    assert (discounted <= in_full).all()
    assert (discounted < in_full).any()


def test_a_search_over_representations():
    X, y = small_rows(90)
    grid = {"representation": ["triangle", Bell, Triangle(mutation_step=0.05), Trapezoid()]}
    search = GridSearchCV(FuzzyUCSClassifier(n_epochs=5, random_state=0), grid, cv=2, n_jobs=2)
    search.fit(X, y)
    assert search.best_params_["representation"] in grid["representation"]
    instances = {"representation": [Triangle(mutation_step=0.05), Triangle(mutation_step=0.2)]}
    search = GridSearchCV(FuzzyUCSClassifier(n_epochs=5, random_state=0), instances, cv=2)
    assert len(search.fit(X, y).cv_results_["params"]) == 2


def test_clone_and_repr_with_an_instance():
    model = FuzzyUCSClassifier(representation=Triangle(mutation_step=0.05), max_rules=7)
    copied = clone(model)
    assert copied.representation == model.representation
    assert type(copied.representation) is Triangle
    assert copied.get_params() == model.get_params()
    assert "mutation_step=0.05" in repr(model)
    assert repr(FuzzyUCSClassifier()) == "FuzzyUCSClassifier()"
    assert repr(UCSClassifier(learning_rate=0.1)) == "UCSClassifier(learning_rate=0.1)"


OWN = '''
from typing import NamedTuple

from beta4ucs.representations import random, register


@register
class AtLeast(NamedTuple):
    """A lower bound."""

    name = "at-least"
    genes = ("low",)
    matches_crisply = True

    def support(self, gene):
        return gene[0], 1.0

    def membership(self, gene, x):
        return 1.0 if x >= gene[0] else 0.0

    def cover(self, gene, x, rng):
        gene[0] = x * random(rng)

    def cover_any(self, gene, x, rng):
        gene[0] = 0.0

    def mutate(self, gene, rng):
        gene[0] += 0.2 * random(rng) - 0.1

    def repair(self, gene):
        gene[0] = min(max(gene[0], 0.0), 1.0)

    def is_more_general(self, gene, other):
        return gene[0] <= other[0]

    def is_crisp(self, gene):
        return True

    def describe(self, gene, feature):
        return feature.interval(gene[0], 1.0)
'''

SAVE_OWN = """
import sys
sys.path.insert(0, sys.argv[1])
import at_least
from beta4ucs import UCSClassifier
X = [[i / 20, 1.0 - i / 20] for i in range(20)]
y = ["low"] * 10 + ["high"] * 10
model = UCSClassifier(representation="at-least", n_epochs=5, random_state=0).fit(X, y)
model.save(sys.argv[1] + "/model.json")
"""


def test_a_model_with_a_representation_of_ones_own(tmp_path):
    (tmp_path / "at_least.py").write_text(OWN)
    subprocess.run([sys.executable, "-c", SAVE_OWN, str(tmp_path)], check=True)
    with pytest.raises(InputError, match="import the file that registers it before you load"):
        beta4ucs.load(tmp_path / "model.json")
    load = "import sys, at_least, beta4ucs; print(beta4ucs.load('model.json').rules_.top(1)[0])"
    done = subprocess.run(
        [sys.executable, "-c", load], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert done.stdout.startswith("IF ")


# ---------------------------------------------------------------------- weights of rows


def mixed_rows(n_rows=120, seed=0):
    """Numbers and categories, with holes."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "mass": np.where(rng.random(n_rows) < 0.1, np.nan, rng.random(n_rows)),
            "odor": rng.choice(["foul", "none", "fishy", "spicy", "?"], n_rows),
            "wet": rng.random(n_rows) < 0.5,
            "size": pd.Categorical(
                rng.choice(["small", "large"], n_rows), ["small", "large"], ordered=True
            ),
        }
    )
    y = np.where(frame["odor"].isin(["foul", "fishy"]), "poison", "food")
    return frame, np.where(rng.random(n_rows) < 0.1, "spoilt", y)


def assert_same_model(one, other):
    for name, a, b in zip(one.population_._fields, one.population_, other.population_, strict=True):
        np.testing.assert_array_equal(a, b, err_msg=name)
    assert one.encoding_.columns == other.encoding_.columns
    for name in one.history_:
        if not name.startswith("train_"):
            np.testing.assert_array_equal(one.history_[name], other.history_[name], err_msg=name)


def repeated(X, y, times):
    return X.iloc[np.repeat(np.arange(len(X)), times)].reset_index(drop=True), np.repeat(y, times)


OFTEN = Evolution(ga_threshold=5)
QUICK = {"n_epochs": 4, "max_rules": 100, "evolution": OFTEN, "random_state": 3}


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"evolution": Evolution(ga_threshold=5, shuffle="every_epoch")},
        {"missing": "never", "max_conditions": 2},
        {"feature_weights": [1.0, 4.0, 0.0, 1.0], "forgetting": 0.01},
    ],
    ids=str,
)
@pytest.mark.parametrize("kind", [Beta4UCSClassifier, UCSClassifier])
def test_whole_weights_are_as_good_as_repeated_rows(kind, params):
    X, y = mixed_rows()
    times = np.random.default_rng(1).integers(1, 4, len(y))
    weighted = kind(**QUICK | params).fit(X, y, sample_weight=times)
    again = kind(**QUICK | params).fit(*repeated(X, y, times))
    assert_same_model(weighted, again)
    np.testing.assert_array_equal(weighted.predict(X), again.predict(X))


def test_weights_count_for_the_order_of_values():
    X, y = mixed_rows()
    y = np.random.default_rng(2).permutation(y)
    times = np.where(y == "food", 1, 1 + 8 * X["odor"].isin(["none", "foul"]))
    weighted = Beta4UCSClassifier(**QUICK).fit(X, y, sample_weight=times)
    plain = Beta4UCSClassifier(**QUICK).fit(X, y)
    assert weighted.encoding_.columns[1].values != plain.encoding_.columns[1].values
    assert_same_model(weighted, Beta4UCSClassifier(**QUICK).fit(*repeated(X, y, times)))


def test_weights_of_one_change_nothing():
    X, y = mixed_rows()
    plain = Beta4UCSClassifier(**QUICK).fit(X, y)
    assert_same_model(plain, Beta4UCSClassifier(**QUICK).fit(X, y, sample_weight=np.ones(120)))


def test_rows_of_weight_zero_are_not_there():
    X, y = mixed_rows()
    X.loc[:9, "odor"] = "musty"  # known from these rows only
    X.loc[0, "mass"] = 77.0
    y[1] = "rare"
    weights = np.where(np.arange(120) < 10, 0.0, 1.0)
    model = Beta4UCSClassifier(**QUICK).fit(X, y, sample_weight=weights)
    without = Beta4UCSClassifier(**QUICK).fit(X[10:], y[10:])
    assert_same_model(model, without)
    assert model.classes_.tolist() == ["food", "poison", "spoilt"]
    assert model.scaling_.high[0] < 1.0


def test_of_fractions_only_ratios_count():
    X, y = mixed_rows()
    weights = np.where(y == "spoilt", 2.5, 0.5)
    model = Beta4UCSClassifier(**QUICK).fit(X, y, sample_weight=weights)
    assert model.n_iterations_ == 4 * 120
    for scale in (1e-12, 1 / weights.sum(), 1e9, 1e300):
        again = Beta4UCSClassifier(**QUICK).fit(X, y, sample_weight=scale * weights)
        assert again.n_iterations_ == 4 * 120
    assert model.n_epochs_ == 4
    shown = model.population_.mass.sum(axis=0)  # what rules have matched, by class
    plain = Beta4UCSClassifier(**QUICK).fit(X, y).population_.mass.sum(axis=0)
    assert shown[2] / shown.sum() > 2 * plain[2] / plain.sum()


def test_class_weights_are_weights_of_rows():
    """But an epoch stays as long as it was."""
    X, y = mixed_rows()
    by_class = {"food": 0.5, "spoilt": 3}
    shares = np.array([{**by_class, "poison": 1.0}[label] for label in y])
    model = Beta4UCSClassifier(**QUICK, class_weight=by_class).fit(X, y)
    weights = shares * (120 / shares.sum())
    assert_same_model(model, Beta4UCSClassifier(**QUICK).fit(X, y, sample_weight=weights))
    assert model.n_iterations_ == 4 * 120
    given = np.arange(120) % 3 + 1.0
    both = Beta4UCSClassifier(**QUICK, class_weight=by_class).fit(X, y, sample_weight=given)
    assert both.n_iterations_ == 4 * given.sum()  # whole weights repeat rows
    weights = given * shares * (given.sum() / (given * shares).sum())
    np.testing.assert_array_equal(weights_of(np.zeros((120, 1)), y, given, by_class), weights)


def test_balanced_classes_weigh_alike():
    X, y = mixed_rows()
    weights = compute_sample_weight("balanced", y)
    model = Beta4UCSClassifier(**QUICK, class_weight="balanced").fit(X, y)
    weights *= 120 / weights.sum()
    assert_same_model(model, Beta4UCSClassifier(**QUICK).fit(X, y, sample_weight=weights))
    sums = [weights[y == label].sum() for label in model.classes_]
    np.testing.assert_allclose(sums, 40.0)


def test_balance_counts_rows_as_often_as_they_weigh():
    X, y = mixed_rows()
    weights = np.where(np.arange(120) < 30, 0.0, 2.0)
    model = Beta4UCSClassifier(**QUICK, class_weight="balanced").fit(X, y, sample_weight=weights)
    kept = Beta4UCSClassifier(**QUICK, class_weight="balanced")
    assert_same_model(model, kept.fit(X[30:], y[30:], sample_weight=weights[30:]))


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (np.full(120, -1.0), "sample_weight must not be negative, and some must be positive"),
        (np.zeros(120), "Sample weights must contain at least one non-zero number"),
        (np.ones(7), r"sample_weight.shape == \(7,\), expected \(120,\)"),
        (np.full(120, np.nan), "sample_weight contains NaN"),
        (np.full(120, np.inf), "sample_weight contains infinity"),
        (["heavy"] * 120, "could not convert string to float"),
        (np.where(mixed_rows()[1] == "food", 1.0, 0.0), r"y holds one class only .'food'."),
    ],
    ids=lambda value: str(value)[:20],
)
def test_bad_weights_of_rows(weights, message):
    with pytest.raises(ValueError, match=message):
        Beta4UCSClassifier().fit(*mixed_rows(), sample_weight=weights)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ("even", "class_weight must be None, \"balanced\" or a dict of classes, got 'even'"),
        (3, 'class_weight must be None, "balanced" or a dict of classes, got 3'),
        ({"foood": 1}, "class_weight names 'foood', which is not a class of y"),
        ({"food": -1}, "class_weight of 'food' must be at least 0, got -1"),
        ({"food": "heavy"}, "class_weight of 'food' must be at least 0, got 'heavy'"),
        ({"food": np.nan}, "class_weight of 'food' must be at least 0, got nan"),
    ],
)
def test_bad_weights_of_classes(weights, message):
    with pytest.raises(InputError, match=message) as caught:
        Beta4UCSClassifier(class_weight=weights).fit(*mixed_rows())
    assert "\n" not in str(caught.value)


# ---------------------------------------------------------------------- rare classes


def rare_rows(n_rows=3000, seed=0):
    """One row in a hundred is inside a small box."""
    rng = np.random.default_rng(seed)
    X = rng.random((n_rows, 3))
    is_rare = np.arange(n_rows) % 100 == 0
    X[is_rare, :2] = 0.7 + 0.2 * rng.random((is_rare.sum(), 2))
    X[~is_rare, 0] *= 0.7  # beside the box
    return X, is_rare.astype(int)


@pytest.mark.parametrize("kind", [Beta4UCSClassifier, UCSClassifier])
def test_rare_classes_keep_rules(kind):
    """Deletion goes by the size of correct sets: small niches are not crowded out."""
    X, y = rare_rows()
    model = kind(n_epochs=5, max_rules=400, random_state=0).fit(X, y)
    rules = model.population_
    share = rules.numerosity[rules.label == 1].sum() / rules.numerosity.sum()
    assert np.mean(y) == 0.01
    assert share > 0.1
    balanced = kind(n_epochs=5, max_rules=400, random_state=0, class_weight="balanced").fit(X, y)
    assert balanced.score(X[y == 1], y[y == 1]) > 0.9
    assert balanced.score(X[y == 0], y[y == 0]) > 0.9


def test_balance_lifts_the_rare_class():
    rng = np.random.default_rng(1)
    X = rng.random((2000, 2))
    chance = np.where(X[:, 0] > 0.8, 0.2, 0.002)  # nowhere is the rare class the likelier one
    y = (rng.random(2000) < chance).astype(int)
    plain = Beta4UCSClassifier(n_epochs=5, random_state=0).fit(X, y)
    balanced = Beta4UCSClassifier(n_epochs=5, random_state=0, class_weight="balanced").fit(X, y)
    assert balanced_accuracy_score(y, balanced.predict(X)) > 0.75
    assert balanced_accuracy_score(y, plain.predict(X)) < 0.7


# ---------------------------------------------------------------------- categories


@pytest.mark.parametrize("missing", ["learn", "matches", "never"])
@pytest.mark.parametrize("name", ["beta4", "hyperrectangle", "triangle", "rectangle-or-polytope"])
def test_votes_on_mixed_tables(name, missing):
    X, y = mixed_rows()
    model = learner_of(name, missing=missing, max_rules=200).fit(X, y)
    rows = X.iloc[:20].copy()
    rows["odor"] = rows["odor"].astype(object)
    rows.loc[:3, "odor"] = "never seen"
    rows.loc[2:5, "mass"] = np.nan
    np.testing.assert_allclose(model.votes(rows), naive_votes(model, rows), rtol=1e-9, atol=1e-12)


def test_categories_are_learned_from():
    X, y = mixed_rows(400)
    for model in (Beta4UCSClassifier(n_epochs=20, random_state=0), UCSClassifier(random_state=0)):
        assert model.fit(X, y).score(X, y) > 0.8  # one in ten is spoilt by chance


def test_categories_may_be_named():
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.integers(0, 6, 200), rng.random(200)])
    y = np.isin(X[:, 0], [1, 4]).astype(int)
    for chosen in ([0], [True, False], ["x0"]):
        rows = pd.DataFrame(X, columns=["x0", "x1"]) if chosen == ["x0"] else X
        model = FuzzyUCSClassifier(n_epochs=20, random_state=0, categorical_features=chosen)
        assert model.fit(rows, y).score(rows, y) > 0.9
        assert sorted(model.encoding_.columns[0].values) == list(range(6))
        assert model.encoding_.columns[1].values is None
    assert Beta4UCSClassifier(n_epochs=1).fit(X, y).encoding_.sets == ()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["colour"], "categorical_features names 'colour', which is not a feature"),
        ([7], "categorical_features names 7, which is not a feature"),
        ([True], "categorical_features has 1 truth values for 4 features"),
        ("odor", 'categorical_features must be "auto", None, or a list'),
        ("none", 'categorical_features must be "auto", None, or a list'),
        (3, 'categorical_features must be "auto", None, or a list'),
    ],
)
def test_bad_categories(given, message):
    with pytest.raises(InputError, match=message) as caught:
        Beta4UCSClassifier(categorical_features=given).fit(*mixed_rows())
    assert "\n" not in str(caught.value)


def test_a_category_without_values_is_carried_along():
    X, y = mixed_rows()
    X["nothing"] = pd.Categorical([None] * 120)
    for missing in ("learn", "matches", "never"):
        model = Beta4UCSClassifier(**QUICK, missing=missing)
        model.set_params(evolution=Evolution(ga_threshold=5, mutation_rate=0.5)).fit(X, y)
        answers = model.predict(X.assign(nothing="something"))
        assert set(answers) <= set(y)


# ---------------------------------------------------------------------- without compilation

MIXED_RUN = """
import hashlib
import numpy as np
from test_estimators import QUICK, mixed_rows
from beta4ucs import Beta4UCSClassifier, UCSClassifier

X, y = mixed_rows(40)
weights = np.where(y == "food", 0.75, 1.5)
for kind in (Beta4UCSClassifier, UCSClassifier):
    model = kind(**QUICK, max_conditions=2, feature_weights="relief", forgetting=0.05)
    model.fit(X, y, sample_weight=weights)
    digest = hashlib.sha256(model.predict_proba(X).tobytes())
    for array in model.population_:
        digest.update(np.ascontiguousarray(array).tobytes())
    print(model.n_rules_, digest.hexdigest())
"""


def test_mixed_tables_give_the_same_without_compilation():
    folders = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    said = [
        subprocess.run(
            [sys.executable, "-W", "error::RuntimeWarning", "-c", MIXED_RUN],
            env=os.environ | {"NUMBA_DISABLE_JIT": switch, "PYTHONPATH": folders},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for switch in ("0", "1")
    ]
    assert said[0] == said[1]
    assert len(said[0].split()) == 4


@pytest.mark.parametrize("kind", [Beta4UCSClassifier, UCSClassifier, FuzzyUCSClassifier])
def test_one_answer_to_everything_is_warned_of(kind):
    """The advice is to weight classes only where weights would change something."""
    rng = np.random.default_rng(1)
    X, y = rng.random((100, 2)), np.array(["rare"] * 10 + ["usual"] * 90)
    told = {"max_rules": 2, "n_epochs": 1, "random_state": 1, "tie_break": "majority"}
    with pytest.warns(OneAnswerWarning) as caught:
        model = kind(**told).fit(X, y)
    assert set(model.predict(X)) == {"usual"}
    assert caught[0].filename == __file__


def test_advice_against_one_answer_fits_the_classes():
    X = np.ones((300, 1))
    with pytest.warns(OneAnswerWarning, match='try class_weight="balanced"'):
        Beta4UCSClassifier(random_state=1, n_epochs=5).fit(X, np.arange(300) % 10 == 0)
    with pytest.warns(OneAnswerWarning, match="; the rules hardly tell the classes apart"):
        Beta4UCSClassifier(random_state=1, n_epochs=5).fit(X, np.arange(300) % 2 == 0)
