"""`tune`: a search on training rows alone that goes on where it stopped, and ends in a model."""

import json
import re
from pathlib import Path

import pandas as pd
import pytest

import beta4ucs
from beta4ucs.cli.validating import running
from beta4ucs.cli.validating.candidates import GRIDS, candidates
from command_line import assert_one_sentence

TUNE = ["tune", "fruit.csv", "--system", "ucs", "--n-epochs", "2", "--max-rules", "200"]
SEARCH = ["--folds", "3", "--candidates", "3", "--test-size", "0.3"]


def test_it_ends_in_a_model_and_a_table(said):
    code, out, _ = said(*TUNE, *SEARCH, "--out", "best")
    assert code == 0
    table = pd.read_csv("best/tuning.csv", comment="#")
    assert sorted(table.groupby("who").size()) == [1, 3, 3]
    assert (table["rows_learned"] + table["rows_tested"] == 42).all()  # the test rows stay out
    means = table.groupby("who").filter(lambda own: len(own) == 3).groupby("who")["log_loss"].mean()
    best = means.idxmin()
    assert f"The best: {best}" in out
    rate = float(re.search(r"dont_care_rate=([\d.]+)", best)[1])
    assert beta4ucs.load("best/model.json").n_epochs_ == 2
    record = json.loads(Path("best/run.json").read_text())
    assert record["parameters"]["dont_care_rate"] == rate
    assert record["split"]["rows_tested"] == 18
    assert "on 18 test rows" in out


def test_it_goes_on_where_it_stopped(said, monkeypatch):
    n_fits, real = [], running.result_of

    def fit(one, table, fold):
        n_fits.append(fold)
        if len(n_fits) == 3:
            raise KeyboardInterrupt
        return real(one, table, fold)

    monkeypatch.setattr(running, "result_of", fit)
    code, _, error = said(*TUNE, *SEARCH, "--out", "best")
    assert code == 130
    assert "the same command resumes" in error
    assert not Path("best/model.json").exists()
    code, _, _ = said(*TUNE, *SEARCH, "--out", "best")
    assert (code, len(n_fits)) == (0, 3 + 7 - 2)
    assert Path("best/model.json").exists()
    code, _, error = said(*TUNE, *SEARCH, "--out", "best")
    assert code == 1
    assert "is not empty" in error


@pytest.mark.parametrize("system", GRIDS)
def test_candidates_begin_with_the_defaults_and_are_legal(system):
    from beta4ucs.cli.estimator_choice import choose_estimator

    found = candidates(system, {}, 100, 1, measure="auc", weighted=False)
    default = choose_estimator(system, None, {}).all_parameters
    assert found[0].items() <= default.items()
    for one in found:
        choose_estimator(system, None, one).estimator()._checked_params()
    assert len({repr(one) for one in found}) == len(found)


def test_class_weights_are_tried_where_rare_classes_count():
    tried = candidates("evolved-rules", {}, 100, 1, measure="balanced_accuracy", weighted=False)
    assert {one["class_weight"] for one in tried} == {None, "balanced"}
    tried = candidates("evolved-rules", {}, 100, 1, measure="balanced_accuracy", weighted=True)
    assert "class_weight" not in tried[0]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "tune needs --out"),
        (["--out", "fruit.csv"], "'fruit.csv' is a file"),
        (["--out", "b", "--candidates", "1"], "--candidates must be a whole number"),
        (["--out", "b", "--crispify"], "--crispify goes with"),
        (["--out", "b", "--measure", "f2"], "--measure must be"),
    ],
)
def test_it_tells_what_is_wrong(said, words, sentence):
    code, _, error = said(*TUNE, *words)
    assert code in (1, 2)
    assert_one_sentence(error)
    assert sentence in error
