"""`fit --threshold`: set or chosen, written down, and followed by other commands."""

import io
import json

import numpy as np
import pandas as pd
import pytest

from beta4ucs.cli import run
from command_line import QUICK, apples_and_lemons, assert_one_sentence


@pytest.fixture(scope="module")
def careful(tmp_path_factory):
    folder = tmp_path_factory.mktemp("careful")
    apples_and_lemons().to_csv(folder / "fruit.csv", index=False)
    told = ["--threshold", "recall=0.95", "--positive", "apple", "--out", str(folder / "m")]
    assert run(["fit", str(folder / "fruit.csv"), *QUICK, *told, "--quiet"]) == 0
    return folder / "m"


def test_it_is_chosen_and_written_down(careful):
    record = json.loads((careful / "run.json").read_text())["threshold"]
    kept = json.loads((careful / "model.json").read_text())["threshold"]
    assert record["class"] == "apple"
    assert record["chosen_for"] == {"recall": 0.95}
    assert kept == {"class": 0, "probability": record["probability"]}


def test_predict_follows_it(said, careful):
    at = json.loads((careful / "model.json").read_text())["threshold"]["probability"]
    _, out, _ = said("predict", careful, careful.parent / "fruit.csv", "--proba")
    answers = pd.read_csv(io.StringIO(out))
    expected = np.where(answers["probability_apple"] >= at, "apple", "lemon")
    assert (answers["prediction"] == expected).all()


def test_explain_and_a_compacted_model_follow_it(said, careful):
    table = careful.parent / "fruit.csv"
    _, out, _ = said("explain", careful, table)
    assert "Threshold: 'apple' is the answer from a probability of" in out
    assert said("compact", careful, table, "--out", "small.json", "--quiet")[0] == 0
    _, out, _ = said("explain", "small.json", table)
    assert "Threshold: 'apple' is the answer" in out


def test_a_number_is_taken_as_it_is(said):
    code, out, _ = said("fit", "fruit.csv", *QUICK, "--threshold", "0.35", "--positive", "lemon")
    assert code == 0
    assert "threshold            0.350   probability from which 'lemon' is the answer" in out
    assert "recall lemon" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--threshold", "1.5"], "must be a probability in [0, 1]"),
        (["--threshold", "recall=0"], "'recall=0.9' or 'cost=5'"),
        (["--threshold", "f1=0.5"], "got 'f1=0.5'"),
        (["--threshold", "0.5", "--positive", "aple"], "did you mean 'apple'?"),
        (["--positive", "apple"], "--positive goes with --threshold"),
    ],
)
def test_wrong_ones_are_told(said, words, sentence):
    code, _, error = said("fit", "fruit.csv", *QUICK, *words)
    assert code == 2
    assert_one_sentence(error)
    assert sentence in error


def test_more_classes_have_none(said):
    code, _, error = said("fit", "wine", *QUICK, "--threshold", "0.5")
    assert code == 1
    assert "--threshold is for two classes; 'wine' has 3" in error
