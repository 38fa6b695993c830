"""What every user does, from import to a saved model: run on every supported stack."""

import json
import pickle
import subprocess
import sys

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_wine
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

import beta4ucs
from beta4ucs import Beta4UCSClassifier, InputError, UCSClassifier
from command_line import apples_and_lemons
from same_bytes import mixed

QUICK = {"n_epochs": 6, "max_rules": 300, "random_state": 1}


@pytest.fixture(scope="module")
def trained():
    X, y = mixed(2)
    return Beta4UCSClassifier(**QUICK).fit(X, y), X, y


def program(folder, *arguments):
    """Run the command line in a process of its own, with the flags of this one."""
    flags = ["-" + "O" * sys.flags.optimize] if sys.flags.optimize else []
    command = [sys.executable, *flags, "-m", "beta4ucs", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


def test_a_wrong_assertion_fails():
    """With -O Python leaves out assertions; pytest must put those of tests back."""
    with pytest.raises(AssertionError):
        assert sys.flags.optimize == -1


def test_everything_public_is_there():
    for name in beta4ucs.__all__:
        assert getattr(beta4ucs, name) is not None


def test_wine_is_learned():
    X, y = load_wine(return_X_y=True, as_frame=True)
    model = Beta4UCSClassifier(n_epochs=20, random_state=1).fit(X[::2], y[::2])
    assert model.score(X[1::2], y[1::2]) > 0.85
    assert str(model.rules_.top(1)[0]).startswith("IF ")


def test_answers_probabilities_and_votes_agree(trained):
    model, X, _ = trained
    probabilities = model.predict_proba(X)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1.0)
    answers = model.classes_[probabilities.argmax(axis=1)]
    assert (answers == model.predict(X)).all()


def test_a_clone_learns_the_same(trained):
    model, X, y = trained
    again = clone(model).fit(X, y)
    np.testing.assert_array_equal(again.votes(X), model.votes(X))


def test_a_model_file_and_a_pickle_say_the_same(trained, tmp_path):
    model, X, _ = trained
    model.save(tmp_path / "model.json")
    loaded = beta4ucs.load(tmp_path / "model.json")
    loaded.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "model.json").read_bytes()
    for other in (loaded, pickle.loads(pickle.dumps(model))):
        np.testing.assert_array_equal(other.votes(X), model.votes(X))
        assert [str(rule) for rule in other.rules_] == [str(rule) for rule in model.rules_]


def test_explanations(trained):
    model, X, _ = trained
    explained = model.explain(X[:3])
    assert [one.prediction for one in explained] == model.predict(X[:3]).tolist()
    assert all(str(one) for one in explained)


def test_scikit_learn_takes_it_into_its_tools():
    X, y = load_wine(return_X_y=True)
    pipeline = make_pipeline(StandardScaler(), UCSClassifier(**QUICK))
    assert cross_val_score(pipeline, X, y, cv=2, n_jobs=1).min() > 0.5


def test_scikit_learn_finds_nothing_wrong():
    check_estimator(Beta4UCSClassifier())


def test_a_bad_value_is_a_sentence():
    with pytest.raises(InputError, match=r"dont_care_rate must be in \[0, 1\], got 2"):
        Beta4UCSClassifier(dont_care_rate=2).fit([[0.0], [1.0]], [0, 1])


def test_the_command_line(tmp_path):
    frame = apples_and_lemons()
    frame.to_csv(tmp_path / "fruit.csv", index=False)
    of_the_article = ["--system", "beta4-ucs", "--seed", "1", "--n-epochs", "4"]
    fit = program(tmp_path, "fit", "fruit.csv", *of_the_article, "--out", "m")
    assert fit.returncode == 0, fit.stderr
    assert json.loads((tmp_path / "m" / "model.json").read_text())
    predict = program(tmp_path, "predict", "m", "fruit.csv")
    assert predict.returncode == 0, predict.stderr
    model = beta4ucs.load(tmp_path / "m" / "model.json")
    answers = model.predict(frame[["mass", "width"]]).tolist()
    assert predict.stdout.splitlines() == ["prediction", *answers]
    rules = program(tmp_path, "rules", "m")
    assert rules.returncode == 0, rules.stderr
    assert "IF " in rules.stdout


@pytest.mark.parametrize("arguments", [["--help"], ["fit", "--help"], ["representations"]], ids=str)
def test_the_command_line_tells_about_itself(arguments, tmp_path):
    told = program(tmp_path, *arguments)
    assert told.returncode == 0, told.stderr
    assert len(told.stdout.splitlines()) > 10
    assert "(self" not in told.stdout
    assert "Beta4(" not in told.stdout  # what Python writes where a docstring is missing


def test_the_command_line_names_what_is_wrong(tmp_path):
    told = program(tmp_path, "fit", "nowhere.csv")
    assert told.returncode != 0
    assert told.stderr.startswith("beta4ucs: ")
    assert told.stderr.count("\n") == 1
