"""Classes and categories stay as they are written, from the file to the model and back."""

import re

import numpy as np
import pandas as pd
import pytest

from beta4ucs.cli import run
from beta4ucs.data import Batches, align_columns, check_training_table, open_source, read_table
from beta4ucs.data.spelling import labels_from_text, number_in


@pytest.fixture
def write(tmp_path):
    def write_file(text, name="data.csv"):
        path = tmp_path / name
        path.write_text(text)
        return path

    return write_file


# ------------------------------------------------------------------ labels


@pytest.mark.parametrize(
    ("cells", "labels"),
    [
        (["007", "042"], ["007", "042"]),
        (["01", "1", "001"], ["01", "1", "001"]),
        (["1", "1.0"], ["1", "1.0"]),
        (["1", "2"], [1, 2]),
        (["-1", "+1"], [-1, 1]),
        (["1e5", "2e7"], ["1e5", "2e7"]),
        (["1.000000000000000000e+00", "2.000000000000000000e+00"], [1, 2]),
        (["0.50", "1.25"], [0.5, 1.25]),
        (["12345678901234567890", "2"], ["12345678901234567890", "2"]),
        (["9007199254740993", "9007199254740992"], [9007199254740993, 9007199254740992]),
        (["TRUE", "FALSE"], [True, False]),
        (["0x1F", "0x2F"], ["0x1F", "0x2F"]),
    ],
)
def test_labels_are_numbers_only_if_nothing_is_lost(write, cells, labels):
    rows = "".join(f"{i},{cells[i % len(cells)]}\n" for i in range(6))
    assert read_table(write(f"a,k\n{rows}")).y.tolist()[: len(cells)] == labels
    assert labels_from_text(cells).tolist() == labels


def test_numbers_are_told_from_names():
    for name in ("007", "1.10", "+1", "7e2", "2.00", "0.12345678901234567890", "1_000", "", "nan"):
        assert number_in(name) is None, name
    numbers = {"0": 0, "-3": -3, "7.0": 7, "0.25": 0.25, "1.500000e+00": 1.5}
    assert {text: number_in(text) for text in numbers} == numbers


def test_classes_of_a_stream_stay_as_they_are_written(write):
    text = "a,k\n1,007\n2,42\n3,7\n4,007\n"
    batches = Batches(open_source(write(text), 2))
    assert batches.classes() == ["007", "42", "7"]
    answers = [label for part in batches.rows(batches.classes()) for label in part.y.tolist()]
    assert answers == ["007", "42", "7", "007"]
    floats = Batches(open_source(write("a,k\n1,1.0\n2,2.0\n3,1\n4,2\n"), 2))
    assert [part.y.tolist() for part in floats.rows([1, 2])] == [[1, 2], [1, 2]]


# ------------------------------------------------------------------ categories


ZIPS = "zip,size,k\n" + "".join(
    f"{z},{i},{k}\n" for i, (z, k) in enumerate([("01234", "a"), ("1234", "b"), ("20", "a")] * 4)
)


def test_named_categories_keep_zeros_in_front(write):
    table = read_table(write(ZIPS), categorical=["zip"])
    assert list(table.to_frame()["zip"].cat.categories) == [20, 1234, "01234"]
    rows = read_table(write("zip,size\n01234,3\n1234,4\n", "new.csv"), with_target=False)
    X, _ = align_columns(rows, ["zip", "size"], "k", ["zip"])
    assert X["zip"].tolist() == ["01234", 1234]


def test_versions_are_no_decimals(write):
    rows = "".join(f"{v},{k}\n" for v, k in [("1.1", "a"), ("1.10", "b"), ("2.0", "a")] * 3)
    table = read_table(write(f"version,k\n{rows}"), categorical=["version"])
    assert set(table.to_frame()["version"].cat.categories) == {1.1, "1.10", 2}


def test_words_among_numbers_keep_zeros_in_front(write):
    table = read_table(write("code,k\n01,a\n1,b\nx,a\n"))
    assert list(table.to_frame()["code"].cat.categories) == [1, "01", "x"]


def test_categories_of_a_stream_keep_zeros_in_front(write):
    batches = Batches(open_source(write(ZIPS), 2), categorical=["zip"])
    parts = list(batches.rows(batches.classes()))
    assert [z for part in parts for z in part.X["zip"].tolist()][:3] == ["01234", 1234, 20]


def test_truth_values_stay_truth_values_in_tables_and_streams(write):
    path = write("ok,k\nTrue,a\nFalse,b\nTrue,a\nFalse,b\n")
    assert list(read_table(path).to_frame()["ok"].cat.categories) == [False, True]
    parts = list(Batches(open_source(path, 2)).rows(["a", "b"]))
    assert [v for part in parts for v in part.X["ok"].tolist()] == [True, False] * 2


def test_zeros_in_front_survive_fit_and_predict(write, tmp_path, capsys):
    rows = "".join(f"{z},{i},{k}\n" for i in range(12) for z, k in [("01", "007"), ("1", "042")])
    data = str(write(f"zip,size,k\n{rows}"))
    options = ["--system", "ucs", "--n-epochs", "20", "--seed", "1", "--test-size", "0", "-q"]
    model = str(tmp_path / "m")
    assert run(["fit", data, "--categorical", "zip", *options, "--out", model]) == 0
    capsys.readouterr()
    assert run(["predict", model, data]) == 0
    out, error = capsys.readouterr()
    assert out.split()[1:3] == ["007", "042"]
    assert int(re.search(r"\((\d+) of 24 rows", error)[1]) > 20


# ------------------------------------------------------------------ what looks like numbers


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        (("5%", "7.5 %"), "column 'x' holds percentages such as '5%' and is taken as a category"),
        (("0x1F", "0x2a"), "column 'x' holds hexadecimal numbers such as '0x1F'"),
        (('"1,234"', '"2,345,678"'), "column 'x' holds numbers in groups of three digits"),
        (("$5", "$7.50"), "column 'x' holds amounts such as '$5'"),
        (("3/4/2020", "5/6/2021"), "column 'x' holds dates that may start with day or month"),
    ],
)
def test_categories_that_look_like_numbers_get_a_word(write, cells, words):
    path = write("x,n,k\n" + "".join(f"{cells[i % 2]},{i},{'ab'[i % 2]}\n" for i in range(8)))
    (warning,) = check_training_table(read_table(path))
    assert warning.startswith(words)
    assert check_training_table(read_table(path, categorical=["x"])) == []
    assert Batches(open_source(path, 4)).notes == [warning]


# ------------------------------------------------------------------ dates


DAYS = ["2024-05-31", "2024-02-29", "?", "2023-12-25"]
PARTS = {
    "when.year": [2024, 2024, np.nan, 2023],
    "when.month": [5, 2, np.nan, 12],
    "when.weekday": [5, 4, np.nan, 1],
    "when.days": [19874, 19782, np.nan, 19716],
}


def a_table(kind, tmp_path, days=DAYS):
    frame = pd.DataFrame({"n": range(4), "when": days, "k": ["x", "y"] * 2})
    if kind == "csv":
        frame.to_csv(tmp_path / "d.csv", index=False)
        return tmp_path / "d.csv"
    typed = frame.assign(when=pd.to_datetime(frame["when"].replace("?", None)))
    if kind == "date":
        typed["when"] = typed["when"].dt.date
    typed.to_parquet(tmp_path / "d.parquet")
    return tmp_path / "d.parquet"


@pytest.mark.parametrize("kind", ["csv", "parquet", "date"])
def test_dates_become_parts(tmp_path, kind):
    path = a_table(kind, tmp_path)
    table = read_table(path)
    assert table.feature_names == ("n", *PARTS)
    np.testing.assert_array_equal(table.X[:, 1:].T, list(PARTS.values()))
    (note,) = table.notes
    assert note.startswith("column 'when' holds dates: year, month, weekday (1 is Monday), days")
    batches = Batches(open_source(path, 2))
    assert (batches.feature_names, batches.notes) == (["n", *PARTS], [note])
    parts = pd.concat([part.X for part in batches.rows(["x", "y"])])
    np.testing.assert_array_equal(parts[list(PARTS)].to_numpy().T, list(PARTS.values()))


def test_rows_to_predict_have_the_dates_themselves(tmp_path):
    rows = read_table(a_table("csv", tmp_path), with_target=False)
    X, y = align_columns(rows, ["when.year", "when.month", "n", "when.hour"], "k")
    assert X["when.month"].tolist()[:2] == [5, 2]
    assert X["when.hour"].tolist() == [0, 0, 0, 0]
    assert y.tolist() == ["x", "y"] * 2


def test_times_have_hours(write):
    days = ["31.05.2024 14:30", "01.06.2024 00:00", "2.6.2024", "03.06.2024 09:05:59"]
    text = "when,k\n" + "".join(f"{day},{k}\n" for day, k in zip(days, "xyxy", strict=True))
    table = read_table(write(text))
    assert table.to_frame()["when.hour"].tolist() == [14, 0, 0, 9]
    assert table.to_frame()["when.month"].tolist() == [5, 6, 6, 6]


def test_a_day_that_is_not_in_the_calendar_makes_no_date(write):
    table = read_table(write("when,k\n2024-02-30,x\n2024-02-28,y\n2024-02-27,x\n"))
    assert table.categorical == ("when",)


def test_dates_that_are_named_as_categories_stay_text(tmp_path):
    table = read_table(a_table("csv", tmp_path), categorical=["when"])
    assert table.categorical == ("when",)
    assert table.notes == ()


# ------------------------------------------------------------------ decimals


COMMAS = "mass;width;kind\n1,5;2;apple\n3;4,25;lemon\n-0,5;1e-3;lemon\n"


@pytest.mark.parametrize("text", [COMMAS, COMMAS.replace(";", "\t"), COMMAS.replace(";", ":")])
def test_decimal_commas(write, text):
    table = read_table(write(text), decimal=",")
    assert table.X.tolist() == [[1.5, 2.0], [3.0, 4.25], [-0.5, 0.001]]
    parts = list(Batches(open_source(write(text), 2, decimal=",")).rows(["apple", "lemon"]))
    assert [x for part in parts for x in part.X["mass"]] == [1.5, 3.0, -0.5]


def test_decimal_commas_without_a_header(write):
    table = read_table(write(COMMAS.split("\n", 1)[1]), decimal=",")
    assert (table.has_names, table.X[0].tolist()) == (False, [1.5, 2.0])
