"""From a table with words to rules, answers, reasons and a page."""

import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import beta4ucs
from command_line import QUICK, assert_one_sentence

LONGER = ["--seed", "1", "--system", "beta4-ucs", "--n-epochs", "50"]


@pytest.fixture
def mushrooms():
    """A table of words, truth values, numbers and gaps; what is foul or fishy is poisonous."""
    rng = np.random.default_rng(5)
    odor = rng.choice(["none", "foul", "fishy", "almond"], 160)
    is_poisonous = np.isin(odor, ["foul", "fishy"]) ^ (rng.random(160) < 0.02)
    frame = pd.DataFrame(
        {
            "odor": np.where(rng.random(160) < 0.1, "?", odor),
            "zone": rng.integers(1, 4, 160),
            "height": np.where(rng.random(160) < 0.1, np.nan, rng.normal(8, 2, 160).round(1)),
            "bruises": rng.random(160) < 0.5,
            "weight": rng.choice([0.5, 1.0, 2.0], 160),
            "kind": np.where(is_poisonous, "poisonous", "edible"),
        }
    )
    frame.to_csv("mushrooms.csv", index=False)
    return frame


def test_from_words_to_a_page(said, mushrooms):
    data = ["mushrooms.csv", "--weight-column", "weight"]
    code, out, error = said("fit", *data, *LONGER, "--categorical", "zone", "--out", "m")
    assert code == 0, error
    assert out.startswith("mushrooms.csv: 160 rows, 4 features (3 categorical), 2 classes\n")
    record = json.loads(Path("m/run.json").read_text())["data"]
    assert record["categorical"] == ["odor", "zone", "bruises"]
    assert (record["weights"], record["features"][-1]) == ("weight", "bruises")

    model = beta4ucs.load("m/model.json")
    values = {part.feature: set(part.values) for part in model.encoding_.sets}
    assert values[0] == {"almond", "fishy", "foul", "none", "unknown"}
    assert values[1] == {1, 2, 3}
    assert values[3] == {False, True}

    code, out, _ = said("rules", "m", "--feature", "odor", "--class", "poisonous", "--top", "3")
    assert code == 0
    assert re.search(r"^IF .*odor (in \{|= )", out)

    code, out, error = said("predict", "m", *data)
    assert code == 0
    right = int(re.match(r"accuracy .* \((\d+) of 16 test rows\)", error)[1])
    assert right > 0.85 * 16
    answers = model.predict(mushrooms.drop(columns=["kind", "weight"]))
    assert out.split()[1:] == answers.tolist()

    code, out, _ = said("explain", "m", *data, "--row", "2")
    assert code == 0
    assert "What would change it" in out
    code, out, _ = said("compact", "m", *data, "--out", "small.json")
    assert code == 0
    assert said("rules", "small.json")[0] == 0
    assert said("report", "m", *data)[0] == 0
    assert "almond" in Path("report.html").read_text()


def test_values_that_training_did_not_have_are_named(said, mushrooms):
    assert said("fit", "mushrooms.csv", *QUICK, "-q", "--out", "m")[0] == 0
    rows = mushrooms.drop(columns="kind").head(3)
    rows.assign(odor=["lemony", "none", "?"]).to_csv("new.csv", index=False)
    code, out, error = said("predict", "m", "new.csv")
    assert (code, len(out.split())) == (0, 4)
    assert_one_sentence(error)
    assert "column 'odor' has values that did not occur in training, 'lemony': only rules" in error


def test_a_word_where_the_model_has_a_number(said, trained):
    Path("new.csv").write_text("mass,width\n100,big\n120,4\n")
    code, out, error = said("predict", trained, "new.csv")
    assert (code, out) == (1, "")
    assert_one_sentence(error)
    assert "column 'width' holds text ('big' in row 1) where numbers are expected" in error


def test_words_can_be_refused(said, mushrooms):
    code, _, error = said("fit", "mushrooms.csv", *QUICK, "--categorical", "none")
    assert code == 1
    assert_one_sentence(error)
    assert "column 'odor' holds text" in error


def test_data_sets_know_their_categories(said, monkeypatch):
    monkeypatch.setenv("BETA4UCS_DATA", ".")
    rng = np.random.default_rng(1)
    columns = [rng.integers(17, 40, 80), *rng.integers(0, 3, (4, 80)), np.arange(80) % 2]
    np.savetxt("caesarian.csv", np.column_stack(columns), "%d", ",")
    for words, kinds in {
        (): "5 features (2 categorical), 2 classes",
        ("--categorical", "none"): "5 features, 2 classes",
        ("--categorical", "blood_pressure"): "5 features (3 categorical), 2 classes",
    }.items():
        code, out, _ = said("fit", "cae", *QUICK, *words, "--out", "m", "--overwrite")
        assert code == 0
        assert out.startswith(f"caesarian: 80 rows, {kinds}\n")
        assert said("predict", "m", "cae")[0] == 0


def test_weights_reach_the_learner(said):
    frame = pd.read_csv("fruit.csv")
    frame["weight"] = np.where(frame["kind"] == "apple", 0, 1)
    frame.loc[frame["kind"].eq("apple").idxmax(), "weight"] = 1
    frame.to_csv("fruit.csv", index=False)
    options = ["--weight-column", "weight", "--target", "kind", "--test-size", "0", "-q"]
    assert said("fit", "fruit.csv", *QUICK, *options, "--out", "m")[0] == 0
    counts = beta4ucs.load("m/model.json").class_counts_
    assert counts.tolist() == [1, int((frame["kind"] == "lemon").sum())]


@pytest.mark.parametrize("weights", ["balanced", "apple=2.5, lemon=1"])
def test_hyperparameters_of_tables_reach_the_learner(said, monkeypatch, weights):
    seen = []
    kind = beta4ucs.Beta4UCSClassifier
    fit = kind.fit
    monkeypatch.setattr(kind, "fit", lambda self, *a, **k: seen.append(self) or fit(self, *a, **k))
    options = ["--missing", "never", "--max-conditions", "1", "--forgetting", "0.001",
               "--feature-weights", "mutual_info", "--class-weight", weights]  # fmt: skip
    assert said("fit", "fruit.csv", *QUICK, "-q", *options, "--out", "m")[0] == 0
    model = seen[-1]
    assert (model.missing, model.max_conditions, model.forgetting) == ("never", 1, 0.001)
    assert model.feature_weights == "mutual_info"
    assert model.class_weight == (
        "balanced" if weights == "balanced" else {"apple": 2.5, "lemon": 1}
    )
    told = json.loads(Path("m/run.json").read_text())["parameters"]
    assert told["class_weight"] == model.class_weight
    assert told["feature_weights"] == "mutual_info"
    for word, limit in (("none", None), ("None", None), ("auto", "auto")):
        assert said("fit", "fruit.csv", *QUICK, "-q", "--max-conditions", word) == (0, "", "")
        assert seen[-1].max_conditions == limit
