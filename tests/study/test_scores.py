"""Scores of probabilities, systems that take tables, and classifiers from one's own file."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import brier_score_loss, log_loss, roc_auc_score
from sklearn.svm import SVC

from beta4ucs.errors import InputError
from beta4ucs.study import Store, find_study
from beta4ucs.study.pipelines import OneHot
from beta4ucs.study.problems import load_problem
from beta4ucs.study.runner import grid
from beta4ucs.study.runs import carry_out
from beta4ucs.study.scores import probability_scores


def carried_out(file):
    study = find_study(file)
    study.check()
    problems = {source.name: load_problem(source, None) for source in study.datasets}
    return [carry_out(run, problems[run.dataset]) for run in grid(study, problems)]


def rows(n_classes, seed=1):
    rng = np.random.default_rng(seed)
    X = rng.random((90, 3))
    return X, np.digitize(
        X[:, 0] + 0.4 * rng.random(90), np.linspace(0.2, 1.2, n_classes + 1)[1:-1]
    )


def test_scores_of_two_classes_are_those_of_scikit_learn():
    X, y = rows(2)
    model = LogisticRegression().fit(X, y)
    share = model.predict_proba(X)[:, 1]
    scores = probability_scores(model, X, y, model.classes_)
    assert scores["test_auc"] == pytest.approx(roc_auc_score(y, share))
    assert scores["test_log_loss"] == pytest.approx(log_loss(y, share))
    assert scores["test_brier"] == pytest.approx(2 * brier_score_loss(y, share))


def test_scores_of_several_classes_are_those_of_scikit_learn():
    X, y = rows(4)
    model = LogisticRegression().fit(X, y)
    shares = model.predict_proba(X)
    scores = probability_scores(model, X, y, model.classes_)
    assert scores["test_auc"] == pytest.approx(roc_auc_score(y, shares, multi_class="ovr"))
    assert scores["test_log_loss"] == pytest.approx(log_loss(y, shares))


def test_a_class_that_was_not_in_training_costs_what_it_must():
    X, y = rows(3)
    model = LogisticRegression().fit(X[y < 2], y[y < 2])
    scores = probability_scores(model, X[y == 2], y[y == 2], model.classes_)
    assert scores["test_log_loss"] == pytest.approx(-np.log(1e-15))
    assert "test_auc" not in scores
    assert 1.5 <= scores["test_brier"] <= 2.0


def test_scores_without_probabilities_are_enough_for_auc():
    X, y = rows(2)
    model = SVC(kernel="linear").fit(X, y)
    scores = probability_scores(model, X, y, model.classes_)
    assert scores == {"test_auc": pytest.approx(roc_auc_score(y, model.decision_function(X)))}


def test_records_have_the_scores_and_files_from_before_are_read(declared, recorded):
    first, _ = recorded(declared(systems='["Beta"]'))
    assert 0.5 < first["test_auc"] <= 1.0
    assert 0.0 < first["match_set"] < first["rules"]
    frame = pd.DataFrame([first]).drop(columns=["test_auc", "test_log_loss", "match_set"])
    frame["curves"] = None
    Path("old").mkdir()
    for name in ("parameters", "versions", "warnings"):
        frame[name] = frame[name].map(lambda value: None if value is None else "{}")
    frame.to_parquet("old/old.parquet")
    (record,) = Store("old").records().values()
    assert record["test_accuracy"] == first["test_accuracy"]


# ------------------------------------------------------------------ tables and own files

KEEPING = """
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin


class Mine(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        X.to_pickle("seen.pickle")
        return self

    def predict(self, X):
        return np.zeros(len(X), dtype=int)
"""
LINES = [f"{'red,' if i % 2 else 'blue,'}{i if i % 3 else ''},{i % 2}" for i in range(40)]
TABLE = "\n".join(["colour,size,class", *LINES, ""])


@pytest.fixture
def with_names():
    Path("names.csv").write_text(TABLE)
    Path("mine.py").write_text(KEEPING)


@pytest.mark.usefixtures("with_names")
def test_a_class_in_a_file_gets_the_table_as_it_is(declared):
    system = '[systems.Mine]\nclass = "mine.py:Mine"\ninputs = "table"'
    file = declared(system, systems='["Mine"]', datasets='["names.csv"]', seeds="1")
    (record,) = carried_out(file)
    assert record["error"] is None
    assert record["class"] == "mine.py:Mine"
    frame = pd.read_pickle("seen.pickle")
    assert frame["colour"].dtype == "category"
    assert frame["size"].isna().any()


@pytest.mark.usefixtures("with_names")
def test_another_content_of_the_file_makes_another_run(declared):
    system = '[systems.Mine]\nclass = "mine.py:Mine"\ninputs = "table"'
    file = declared(system, systems='["Mine"]', datasets='["names.csv"]')
    before = find_study(file).systems[0].identity(2)
    Path("mine.py").write_text(KEEPING + "\n# changed\n")
    after = find_study(file).systems[0].identity(2)
    assert before.keys() == after.keys()
    assert before != after


@pytest.mark.usefixtures("with_names")
@pytest.mark.parametrize(
    ("classifier", "has_probabilities"),
    [
        ('"sklearn.tree.DecisionTreeClassifier"', True),
        ('"sklearn.svm.SVC", standardise = true', False),
    ],
)
def test_categories_and_gaps_reach_a_pipeline(declared, classifier, has_probabilities):
    system = (
        '[systems.Piped]\nclass = "beta4ucs.study.pipelines.OneHot"\ninputs = "table"\n'
        f"parameters = {{ classifier = {classifier} }}"
    )
    file = declared(system, systems='["Piped"]', datasets='["names.csv"]', seeds="1")
    (record,) = carried_out(file)
    assert (record["error"], record["test_accuracy"], record["test_auc"]) == (None, 1.0, 1.0)
    assert ("test_log_loss" in record) == has_probabilities


def test_a_calibrated_pipeline_has_probabilities():
    X = pd.DataFrame(rows(2)[0])
    y = rows(2)[1]
    model = OneHot("sklearn.svm.SVC", standardise=True, calibrate=True, random_state=1).fit(X, y)
    assert model.predict_proba(X).sum(axis=1) == pytest.approx(np.ones(90))
    with pytest.raises(InputError, match="cannot be imported"):
        OneHot("no.such.Model").fit(X, y)


def test_a_class_with_fewer_rows_than_folds_is_calibrated_too():
    X = pd.DataFrame({"x": np.arange(24.0)})
    y = np.repeat(["rare", "left", "right"], [1, 11, 12])
    plain = {"standardise": True, "random_state": 1}
    model = OneHot("sklearn.svm.SVC", calibrate=True, **plain).fit(X, y)
    assert model.predict_proba(X).sum(axis=1) == pytest.approx(np.ones(24))
    five = np.r_[0:24, [0] * 4]
    repeated = OneHot("sklearn.svm.SVC", calibrate=True, **plain).fit(X.iloc[five], y[five])
    assert np.array_equal(model.predict_proba(X), repeated.predict_proba(X))


@pytest.mark.usefixtures("with_names")
@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ('class = "mine.py:Nine"', "there is no class 'Nine' in"),
        ('class = "mine.py"', "names no class"),
        ('class = "none.py:Mine"', "there is no file"),
        ('class = "mine.py:Mine"\ninputs = "rows"', "inputs must be 'numbers' or 'table'"),
        ('class = "mine.py:Mine"\ninputs = "table"\nscale = false', "are for inputs = 'numbers'"),
        ('class = "UCSClassifier"\ninputs = "table"', "are for other classes"),
    ],
)
def test_what_is_wrong_is_named(declared, lines, message):
    file = declared(f"[systems.Mine]\n{lines}", systems='["Mine"]')
    with pytest.raises(InputError, match=message):
        find_study(file).check()
