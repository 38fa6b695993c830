"""The command `predict`."""

import csv
import re
import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import beta4ucs
from beta4ucs import Beta4UCSClassifier
from beta4ucs.data.splitting import shuffle_split
from command_line import (
    QUICK,
    apples_and_lemons,
    assert_one_sentence,
)


def answers(text):
    return [row["prediction"] for row in csv.DictReader(text.splitlines())]


def test_predict_writes_csv_and_tells_the_accuracy(said, trained):
    code, out, error = said("predict", trained, "fruit.csv")
    assert code == 0
    model, frame = beta4ucs.load(trained / "model.json"), apples_and_lemons()
    assert answers(out) == model.predict(frame[["mass", "width"]]).tolist()
    tested = split(frame)
    right = (model.predict(frame[["mass", "width"]]) == frame["kind"])[tested].sum()
    assert error == f"accuracy {right / 6:.1%} ({right} of 6 test rows)\n"


def split(frame):
    """The rows that `trained` was tested on."""
    return np.sort(shuffle_split(len(frame), 0.9, seed=1)[1])


def test_some_rows_have_their_numbers(said, trained):
    frame = apples_and_lemons()
    whole = answers(said("predict", trained, "fruit.csv", "--rows", "all")[1])
    tested = split(frame)
    code, out, error = said("predict", trained, "fruit.csv", "--rows", "test")
    assert code == 0
    rows = list(csv.DictReader(out.splitlines()))
    assert [int(row["row"]) - 1 for row in rows] == tested.tolist()
    assert [row["prediction"] for row in rows] == [whole[place] for place in tested]
    assert "of 6 test rows" in error
    learned = said("predict", trained, "fruit.csv", "--rows", "train")
    assert len(answers(learned[1])) == 54
    assert "of 54 training rows" in learned[2]
    assert "of 60 rows" in said("predict", trained, "fruit.csv", "--rows", "all")[2]


def test_other_tables_have_no_test_rows(said, trained):
    apples_and_lemons().assign(mass=1.0).to_csv("new.csv", index=False)
    assert "of 60 rows" in said("predict", trained, "new.csv")[2]
    code, out, error = said("predict", trained, "new.csv", "--rows", "test")
    assert (code, out) == (1, "")
    assert_one_sentence(error)
    assert "which rows of 'new.csv' it learned from is not known" in error
    code, _, error = said("predict", trained, "fruit.csv", "--rows", "some")
    assert code == 2
    assert "--rows must be 'train', 'test' or 'all', got 'some'" in error


def test_a_record_that_cannot_be_read(said, trained):
    shutil.copytree(trained, "m")
    Path("m/run.json").write_text("{")
    code, _, error = said("predict", "m", "fruit.csv")
    assert code == 1
    assert_one_sentence(error)
    assert "repair or remove it" in error
    Path("m/run.json").write_text('{"split": {}}')  # by an earlier version
    assert "of 60 rows" in said("predict", "m", "fruit.csv")[2]


def test_the_same_table_must_be_read_the_same_way(said):
    apples_and_lemons().to_csv("bare.csv", index=False, header=False)
    assert said("fit", "bare.csv", *QUICK, "-q", "--out", "m")[0] == 0
    assert "test rows" in said("predict", "m", "bare.csv")[2]
    code, _, error = said("predict", "m", "bare.csv", "--header")
    assert code == 1
    assert_one_sentence(error)


def test_a_run_without_a_test_has_no_test_rows(said):
    assert said("fit", "fruit.csv", *QUICK, "-q", "--test-size", "0", "--out", "m")[0] == 0
    assert "of 60 rows" in said("predict", "m", "fruit.csv")[2]
    code, _, error = said("predict", "m", "fruit.csv", "--rows", "test")
    assert (code, "there are no test rows" in error) == (1, True)


def test_predict_without_the_class_and_in_another_order(said, trained):
    expected = said("predict", trained, "fruit.csv")[1]
    frame = apples_and_lemons()
    frame[["width", "mass"]].to_csv("new.csv", index=False)
    assert said("predict", trained / "model.json", "new.csv") == (0, expected, "")
    frame[["kind", "width", "mass"]].to_csv("new.tsv", index=False, sep="\t")
    assert said("predict", trained, "new.tsv")[:2] == (0, expected)
    renamed = frame.rename(columns={"kind": "truth"})
    renamed.to_csv("new.csv", index=False)
    code, out, error = said("predict", trained, "new.csv", "--target", "truth")
    assert (code, out) == (0, expected)
    assert error.startswith("accuracy ")


def test_predict_probabilities_to_a_file(said, trained):
    code, out, _ = said("predict", trained, "fruit.csv", "--proba", "--out", "p.csv")
    assert (code, out) == (0, "")
    frame = pd.read_csv("p.csv")
    assert list(frame.columns) == ["prediction", "probability_apple", "probability_lemon"]
    np.testing.assert_allclose(frame.iloc[:, 1:].sum(axis=1), 1.0)
    before = Path("p.csv").read_bytes()
    code, _, error = said("predict", trained, "fruit.csv", "--out", "p.csv")
    assert code == 1
    assert_one_sentence(error)
    assert Path("p.csv").read_bytes() == before
    assert said("predict", trained, "fruit.csv", "--out", "p.csv", "--overwrite")[0] == 0
    assert Path("p.csv").read_bytes() != before
    assert sorted(path.name for path in Path().iterdir()) == ["fruit.csv", "p.csv"]


@pytest.mark.parametrize("target", ["0", "1", "-1"])
def test_predict_without_names_finds_the_class_where_training_had_it(said, target):
    order = {"0": ["kind", "mass", "width"], "1": ["mass", "kind", "width"]}
    columns = order.get(target, ["mass", "width", "kind"])
    apples_and_lemons()[columns].to_csv("bare.csv", index=False, header=False)
    assert said("fit", "bare.csv", *QUICK, "-q", "--target", target, "--out", "m")[0] == 0
    code, out, error = said("predict", "m", "bare.csv")
    assert code == 0
    assert error.startswith("accuracy ")
    apples_and_lemons()[["mass", "width"]].to_csv("new.csv", index=False, header=False)
    assert said("predict", "m", "new.csv")[:2] == (0, out)
    assert said("predict", "m", "bare.csv", "--target", target)[:2] == (0, out)


def test_a_model_without_names_goes_by_position(said):
    frame = apples_and_lemons()
    model = Beta4UCSClassifier(n_epochs=4, random_state=1)
    model.fit(frame[["mass", "width"]].to_numpy(), frame["kind"].to_numpy()).save("m.json")
    code, out, error = said("predict", "m.json", "fruit.csv")
    assert code == 0
    assert answers(out) == model.predict(frame[["mass", "width"]].to_numpy()).tolist()
    assert error.startswith("accuracy ")


def test_predict_a_data_set_by_name(said):
    assert said("fit", "wine", *QUICK, "-q", "--out", "m")[0] == 0
    code, out, error = said("predict", "m", "wne")
    assert code == 0
    assert len(answers(out)) == 178
    assert re.fullmatch(r"accuracy \d+\.\d% \(\d+ of 18 test rows\)\n", error)


def test_rows_without_any_value_are_answered_with_a_warning(said, trained):
    Path("new.csv").write_text("mass,width\n100,4.1\n?,\n")
    code, out, error = said("predict", trained, "new.csv")
    assert code == 0
    assert len(answers(out)) == 2
    assert_one_sentence(error)
    assert "row 2 has no value at all" in error


def test_classes_the_model_does_not_know_are_named(said, trained):
    Path("new.csv").write_text("mass,width,kind\n100,4.1,lemon\n110,4.3,pear\n")
    code, _, error = said("predict", trained, "new.csv")
    assert code == 0
    assert "the model does not know the class 'pear'" in error


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mass\n100\n", "'new.csv' lacks the column 'width' of the model"),
        ("mass,widht\n100,4\n", "lacks the column 'width' of the model; did you mean 'widht'?"),
        ("mass,width,age\n100,4,1\n", "has a column the model does not know: 'age'"),
        ("mass,width\nheavy,4\n", "column 'mass' holds text ('heavy' in row 1)"),
        ("mass,width\ninf,4\n", "column 'mass' holds an infinite value in row 1"),
        ("mass,width\n", "'new.csv' has a header but no rows"),
        ("", "'new.csv' is empty"),
        ("1,2,3,4,5\n", "'new.csv' has 5 columns without names; the model needs 2"),
    ],
)
def test_bad_rows_to_predict(said, trained, text, words):
    Path("new.csv").write_text(text)
    code, out, error = said("predict", trained, "new.csv", "--out", "p.csv")
    assert (code, out) == (1, "")
    assert_one_sentence(error)
    assert words in error
    assert not Path("p.csv").exists()


@pytest.mark.parametrize(
    ("out", "words"),
    [
        ("nowhere/p.csv", "there is no folder 'nowhere'"),
        (".", "is a folder; --out names a file"),
    ],
)
def test_answers_that_cannot_be_written(said, trained, out, words):
    code, _, error = said("predict", trained, "fruit.csv", "--out", out)
    assert code == 1
    assert_one_sentence(error)
    assert words in error
