"""`cv` and `compare`: the same folds for all, results as they come, and no fit twice."""

import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

from beta4ucs.cli.validating import running
from beta4ucs.cli.validating.records import COLUMNS, FoldRecords
from beta4ucs.errors import InputError
from command_line import apples_and_lemons, assert_one_sentence

FOREST = "sklearn.ensemble.RandomForestClassifier(n_estimators=5)"
FOLDS = ["--folds", "3", "--repeats", "2"]
LEARNER = ["--system", "ucs", "--n-epochs", "2"]


def results(path):
    return pd.read_csv(path, comment="#")


def test_cv_measures_rows_that_were_not_learned_from(said):
    code, out, error = said("cv", "fruit.csv", *LEARNER, *FOLDS, "--out", "cv.csv")
    assert code == 0
    found = results("cv.csv")
    assert len(found) == 6
    assert found.groupby("repeat")["rows_tested"].sum().tolist() == [60, 60]
    assert (found["rows_learned"] + found["rows_tested"] == 60).all()
    assert f"accuracy             {found['accuracy'].mean():.1%}" in out
    assert "always '" in out
    assert "fit 6 of 6: ucs, repetition 2, fold 3" in error


def test_cv_goes_on_where_it_stopped(said, monkeypatch):
    said("cv", "fruit.csv", *LEARNER, *FOLDS, "--out", "whole.csv")
    n_fits, real = [], running.result_of

    def fit(one, table, fold):
        n_fits.append(fold)
        if len(n_fits) == 4:
            raise KeyboardInterrupt
        return real(one, table, fold)

    monkeypatch.setattr(running, "result_of", fit)
    code, out, error = said("cv", "fruit.csv", *LEARNER, *FOLDS, "--out", "cv.csv")
    assert (code, out) == (130, "")
    assert "'cv.csv' has all results so far, the same command resumes" in error
    with Path("cv.csv").open("a") as file:
        file.write("ucs,2,2,40")  # a line that was being written when the program was killed
    code, _, _ = said("cv", "fruit.csv", *LEARNER, *FOLDS, "--out", "cv.csv")
    assert (code, len(n_fits)) == (0, 7)
    pd.testing.assert_frame_equal(
        results("cv.csv").drop(columns="seconds"), results("whole.csv").drop(columns="seconds")
    )


def test_cv_refuses_results_of_other_settings(said):
    said("cv", "fruit.csv", *LEARNER, *FOLDS, "--out", "cv.csv", "--quiet")
    before = Path("cv.csv").read_bytes()
    code, _, error = said("cv", "fruit.csv", *LEARNER, *FOLDS, "--seed", "3", "--out", "cv.csv")
    assert code == 1
    assert_one_sentence(error)
    assert "'cv.csv' holds results with seed 0, not 3" in error
    code, _, error = said("cv", "fruit.csv", "--system", "ucs", *FOLDS, "--out", "cv.csv")
    assert "n_epochs 2, not 50" in error
    Path("notes.csv").write_text("my notes\n")
    code, _, error = said("cv", "fruit.csv", *LEARNER, "--out", "notes.csv")
    assert code == 1
    assert "holds no results of folds" in error
    assert Path("notes.csv").read_text() == "my notes\n"
    assert Path("cv.csv").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--folds", "1"], "--folds must be a whole number"),
        (["--folds", "100"], "--folds must be at most"),
        (["--overwrite"], "--overwrite goes with --out"),
    ],
)
def test_cv_tells_what_is_wrong(said, words, sentence):
    code, _, error = said("cv", "fruit.csv", *LEARNER, *words)
    assert code in (1, 2)
    assert_one_sentence(error)
    assert sentence in error


def test_cv_says_where_results_cannot_be_written(said, monkeypatch):
    """Devices are not read, for some have no end."""
    monkeypatch.setattr(Path, "read_text", lambda *a, **k: pytest.fail("reads a device"))
    code, _, error = said("cv", "fruit.csv", *LEARNER, *FOLDS, "--out", "/dev/full")
    assert code == 1
    assert_one_sentence(error)
    assert "cannot write '/dev/full': No space left on device" in error


def test_cv_names_the_file_that_takes_no_more(tmp_path):
    records = FoldRecords(tmp_path / "cv.csv", {}, overwrite=False)
    records.path = Path("/dev/full")
    with pytest.raises(InputError, match="cannot add results to '/dev/full': No space left"):
        records.add(dict.fromkeys(COLUMNS, 1))


def test_compare_gives_everybody_the_same_folds(said):
    frame = apples_and_lemons()
    frame.loc[::9, "width"] = np.nan
    frame.insert(0, "soil", np.where(frame["mass"] > 150, "clay", "sand"))
    frame.to_csv("mixed.csv", index=False)
    logistic = "sklearn.linear_model.LogisticRegression"
    code, out, _ = said(
        "compare", "mixed.csv", logistic, FOREST, *FOLDS, "--measure", "auc", "--out", "c.csv"
    )
    assert code == 0
    found = results("c.csv").set_index(["who", "repeat", "fold"])
    assert (found.loc[logistic, "rows_tested"] == found.loc[FOREST, "rows_tested"]).all()
    difference = (found.loc[FOREST, "auc"] - found.loc[logistic, "auc"]).mean()
    assert re.search(rf"RandomForestClassifier\(n_estimators=5\) +{difference:+.3f}", out)
    assert "Difference to LogisticRegression, AUC:" in out


def test_folds_are_those_of_scikit_learn(said):
    frame = apples_and_lemons()
    said("compare", "fruit.csv", "sklearn.linear_model.LogisticRegression", FOREST,
         "--folds", "3", "--repeats", "1", "--seed", "4", "--out", "c.csv")  # fmt: skip
    X, y = frame[["mass", "width"]].to_numpy(), frame["kind"].to_numpy()
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    learned, tested = next(StratifiedKFold(3, shuffle=True, random_state=4).split(X, y))
    expected = LogisticRegression().fit(X[learned], y[learned]).score(X[tested], y[tested])
    assert results("c.csv")["accuracy"][0] == expected


def test_a_run_is_compared_as_it_was_told_to_learn(said, trained):
    code, out, _ = said("compare", "fruit.csv", trained, FOREST, "--folds", "2", "--out", "c.csv")
    assert code == 0
    assert str(trained) in out
    other = json.loads((trained / "run.json").read_text())["parameters"]["n_epochs"]
    assert other == 4
    assert results("c.csv")["rules"].notna().sum() == 4


@pytest.mark.parametrize(
    ("who", "sentence"),
    [
        (["ucs"], "compare needs two or more that are different"),
        (["ucs", "ucs"], "compare needs two or more that are different"),
        (["ucs", "uccs"], "'uccs' is not a system, the folder of a run or an import path"),
        (["ucs", "sklearn.ensemble.RandomForest"], "cannot be imported"),
        (["ucs", "sklearn.svm.LinearSVC"], "gives no probabilities"),
        (["ucs", "sklearn.svm.SVC(c=1)"], "unexpected keyword argument 'c'"),
        (["ucs", "sklearn.svm.SVC(C=open('x'))"], "must be a system, the folder of a run"),
        (["ucs", "math.sqrt"], "'math.sqrt' is not a scikit-learn classifier"),
    ],
)
def test_compare_tells_who_cannot_be_compared(said, who, sentence):
    code, _, error = said("compare", "fruit.csv", *who)
    assert code == 2
    assert_one_sentence(error)
    assert sentence in error
