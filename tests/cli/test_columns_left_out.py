"""Columns that are not learned from: `--drop`, `--id`, and what is remembered of them."""

import io
import json
from pathlib import Path

import pandas as pd
import pytest

from beta4ucs.cli import run
from command_line import QUICK, apples_and_lemons, assert_one_sentence


def patients():
    frame = apples_and_lemons()
    frame.insert(0, "patient", [f"{place:04d}" for place in range(len(frame))])
    frame.insert(1, "remark", "none")
    return frame


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("left_out")
    patients().to_csv(folder / "patients.csv", index=False)
    told = ["--id", "patient", "--drop", "remark", "--out", str(folder / "m"), "--quiet"]
    assert run(["fit", str(folder / "patients.csv"), *QUICK, *told]) == 0
    return folder / "m"


def answers(text):
    return pd.read_csv(io.StringIO(text), dtype=str)


def test_they_are_no_features(model):
    data = json.loads((model / "run.json").read_text())["data"]
    assert data["features"] == ["mass", "width"]
    assert (data["id"], data["dropped"]) == ("patient", ["remark"])


@pytest.mark.parametrize("left", [["kind"], ["kind", "remark"], []])
def test_predict_remembers_them(said, model, left):
    patients().drop(columns=left).to_csv("new.csv", index=False)
    code, out, _ = said("predict", model, "new.csv")
    assert code == 0
    found = answers(out)
    assert found.columns.tolist() == ["patient", "prediction"]
    assert found["patient"].tolist() == patients()["patient"].tolist()  # zeros in front are kept


def test_ids_go_with_their_rows(said, model):
    _, out, _ = said("predict", model, model.parent / "patients.csv", "--rows", "test")
    found = answers(out)
    assert (found["patient"].astype(int) + 1 == found["row"].astype(int)).all()


def test_a_table_without_the_id_is_answered(said, model):
    patients()[["mass", "width"]].to_csv("new.csv", index=False)
    code, out, _ = said("predict", model, "new.csv")
    assert (code, out.splitlines()[0]) == (0, "prediction")


def test_a_model_file_alone_is_told_by_options(said, model):
    patients().to_csv("new.csv", index=False)
    Path("alone.json").write_bytes((model / "model.json").read_bytes())
    code, _, error = said("predict", "alone.json", "new.csv")
    assert code == 1
    assert "does not know: 'patient' and 'remark'" in error
    code, out, _ = said("predict", "alone.json", "new.csv", "--id", "patient", "--drop", "remark")
    assert (code, out.splitlines()[0]) == (0, "patient,prediction")


def test_a_compacted_model_remembers_them(said, model):
    patients().to_csv("new.csv", index=False)
    table = model.parent / "patients.csv"
    assert said("compact", model, table, "--out", "small.json", "--quiet")[0] == 0
    _, out, _ = said("predict", "small.json", "new.csv")
    assert out.splitlines()[0] == "patient,prediction"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--drop", "remrk"], "has no column 'remrk'; did you mean 'remark'?"),
        (["--id", "patent"], "has no column 'patent'; did you mean 'patient'?"),
        (["--drop", "kind", "--target", "kind"], "cannot be both the class and dropped"),
        (["--drop", "patient", "--id", "patient"], "cannot be both dropped and the id"),
        (["--drop", "mass,,width"], "must be names of columns separated by commas"),
    ],
)
def test_wrong_names_are_told(said, words, sentence):
    patients().to_csv("patients.csv", index=False)
    code, _, error = said("fit", "patients.csv", *QUICK, *words)
    assert code in (1, 2)
    assert_one_sentence(error)
    assert sentence in error


def test_the_last_column_that_is_left_is_the_class(said):
    frame = patients()
    frame[["mass", "kind", "patient"]].to_csv("patients.csv", index=False)
    code, out, _ = said("fit", "patients.csv", *QUICK, "--id", "patient")
    assert code == 0
    assert "1 feature, 2 classes" in out


def test_a_column_that_may_be_an_id_is_named(said):
    apples_and_lemons().assign(number=range(60))[["number", "mass", "kind"]].to_csv(
        "numbered.csv", index=False
    )
    _, _, error = said("fit", "numbered.csv", *QUICK, "--quiet")
    assert "column 'number' has another value in every row" in error
    assert "--id number" in error
    assert "'mass'" not in error  # decimals are measurements
    _, _, error = said("fit", "numbered.csv", *QUICK, "--quiet", "--id", "number")
    assert "another value" not in error
