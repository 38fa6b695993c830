"""Files in batches: the same cells as a table read as a whole, in memory that does not grow."""

import re
import tracemalloc

import numpy as np
import pandas as pd
import pytest

from beta4ucs.data.batch_sources import FrameSource, open_source
from beta4ucs.data.batches import MOST_CLASSES, Batches
from beta4ucs.data.tables import read_table
from beta4ucs.errors import InputError


@pytest.fixture
def write(tmp_path):
    """Write a file and return its path."""

    def write_file(content, name="data.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write_file


@pytest.fixture
def table(tmp_path):
    """A table with all kinds of columns, by the ending of its file."""
    n = 120
    rng = np.random.default_rng(1)
    frame = pd.DataFrame(
        {
            "mass": np.where(rng.random(n) < 0.1, np.nan, rng.normal(0, 1, n).round(3)),
            "note": np.where(np.arange(n) % 9 == 0, 'a, "b"\nc', "plain"),
            "count": rng.integers(0, 9, n),
            "kind": rng.choice(["apple", "lemon"], n),
        }
    )
    frame.to_csv(tmp_path / "t.csv", index=False)
    frame.to_csv(tmp_path / "numbered.csv")
    frame.to_csv(tmp_path / "t.tsv", index=False, sep="\t", encoding="utf-16")
    frame.to_parquet(tmp_path / "t.parquet", row_group_size=50)
    return tmp_path


def batches_of(path, size=100, **options):
    source = {name: options.pop(name) for name in ("header", "separator") if name in options}
    return Batches(open_source(path, size, **source), **options)


def read(batches, classes=None):
    return list(batches.rows(batches.classes() if classes is None else classes))


def refused(text):
    return pytest.raises(InputError, match=f"^{re.escape(text)}$")


# ------------------------------------------------------------------ what is read


@pytest.mark.parametrize("name", ["t.csv", "numbered.csv", "t.tsv", "t.parquet"])
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_batches_are_the_table(table, name, size):
    path = table / name
    whole, batches = read_table(path), batches_of(path, size)
    parts = read(batches)
    assert batches.target_name == "kind"
    assert tuple(batches.feature_names) == whole.feature_names
    assert max(len(part.y) for part in parts) <= size
    assert np.concatenate([part.y for part in parts]).tolist() == whole.y.tolist()
    together = pd.concat([part.X.astype({"note": object}) for part in parts], ignore_index=True)
    pd.testing.assert_frame_equal(together, whole.to_frame().astype({"note": object}))


def test_a_first_batch_decides_on_categories(write):
    path = write("size,odor,kind\n1,none,a\n2,foul,b\n3,7,a\n4,8,b\n")
    first, second = read(batches_of(path, 2))
    assert list(first.X.odor.cat.categories) == ["foul", "none"]
    assert list(second.X.odor.cat.categories) == [7, 8]
    path = write("size,odor,kind\n1,7,a\n2,8,b\n3,none,a\n4,foul,b\n")
    with refused(
        "'data.csv': column 'odor' holds text in 2 rows ('none' in row 3) where "
        "numbers are expected: put numbers in its place or drop the column; if it is a category, "
        "name it as categorical"
    ):
        read(batches_of(path, 2))
    first, second = read(batches_of(path, 2, categorical=["odor"]))
    assert list(first.X.odor) == [7, 8]
    assert list(second.X.odor) == ["none", "foul"]


def test_columns_without_names(write):
    path = write("1;2;1\n3;4;2\n5;6;1\n")
    batches = batches_of(path, 2)
    assert (batches.feature_names, batches.target_name) == (["x1", "x2"], "class")
    assert batches.classes() == [1, 2]
    assert [part.X.to_numpy().tolist() for part in read(batches)] == [[[1, 2], [3, 4]], [[5, 6]]]


def test_blank_lines_and_an_empty_last_column(write):
    path = write("\n\na,b,\n1,x,\n\n2,y,\n   \n3,x,\n\n\n")
    batches = batches_of(path, 2, target="b")
    assert batches.feature_names == ["a"]
    assert np.concatenate([part.X.a for part in read(batches)]).tolist() == [1, 2, 3]


def test_classes_are_numbers_if_all_are(write):
    assert batches_of(write("a,k\n1,1\n2,0\n3,1\n"), 1).classes() == [0, 1]
    batches = batches_of(write("a,k\n1,1\n2,0\n3,no\n"), 1)
    assert batches.classes() == ["0", "1", "no"]
    assert [part.y.tolist() for part in read(batches)] == [["1"], ["0"], ["no"]]
    assert batches_of(write("a,k\n1,True\n2,False\n"), 1).classes() == [False, True]


def test_weights(write):
    path = write("a,w,k\n1,2,x\n2,0.5,y\n3,0,x\n")
    first, second = read(batches_of(path, 2, weight_column="w"))
    assert (first.weights.tolist(), second.weights.tolist()) == ([2, 0.5], [0])
    assert list(first.X) == ["a"]
    path = write("a,w,k\n1,2,x\n2,-1,y\n")
    with refused(
        "column 'w' of 'data.csv' must hold a weight of at least 0 in every row, row 2 does not"
    ):
        read(batches_of(path, weight_column="w"))


def test_a_table_in_memory():
    frame = pd.DataFrame({"a": [1.0, 2.0, 3.0], "k": ["x", "y", "x"]})
    batches = Batches(FrameSource(frame, "mine", 2))
    assert [len(part.y) for part in read(batches)] == [2, 1]


# ------------------------------------------------------------------ what is wrong


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "'data.csv' is empty"),
        ("a,k\n", "'data.csv' has a header but no rows"),
        ("a,k\n1,x\n2,x\n", "column 'k' of 'data.csv' holds a single class ('x'); learning needs "
         "at least 2"),
        ("a,k\n1,x\n2,\n", "row 2 of 'data.csv' has no class label in column 'k'; fill it in or "
         "remove the row"),
        ("a,k\n1,0.5\n2,1.5\n", "column 'k' of 'data.csv' holds fractions; classes are names or "
         "whole numbers: choose another target or put the numbers into groups first"),
        (b"\x1f\x8babc", "'data.csv' is not text but a workbook, an archive or another binary "
         "file; save the table as CSV (UTF-8) or Parquet"),
        (b"a,k\n1,\xe4\n2,b\n", "'data.csv' is not UTF-8 text; save it as CSV (UTF-8)"),
    ],
)  # fmt: skip
def test_files_that_are_refused(write, text, words):
    with refused(words):
        read(batches_of(write(text)))


def test_a_row_of_other_length_far_down(write):
    lines = [f"{i},{i},{'xy'[i % 2]}" for i in range(1000)]
    lines[700] = "1,2"
    with refused(
        "line 702 of 'data.csv' has 2 cells where 3 are expected; every row needs one cell for "
        "each column (read with separator ',')"
    ):
        read(batches_of(write("\n".join(["a,b,k", *lines]))))
    lines[700] = "1,2,3,4"
    with pytest.raises(InputError, match=r"^line 702 of 'data.csv' has 4 cells where 3"):
        read(batches_of(write("\n".join(["a,b,k", *lines]))))


def test_other_things_that_are_refused(write, tmp_path):
    path = write("a,b,k\n1,2,x\n2,3,y\n")
    with refused(
        "row 2 of 'data.csv' has the class 'y', which is not one of those named; "
        "there are 'x' and 'zebra'"
    ):
        read(batches_of(path), ["x", "zebra"])
    with refused("'data.csv' has no column 'kk'; did you mean 'k'?"):
        batches_of(path, target="kk")
    with pytest.raises(InputError, match=r"'data.csv' has no column 'w'; there are"):
        batches_of(path, weight_column="w")
    with pytest.raises(InputError, match="there is no feature 'c'"):
        batches_of(path, categorical=["c"])
    with pytest.raises(InputError, match="there is no file"):
        batches_of(tmp_path / "none.csv")
    with pytest.raises(InputError, match="is not a readable Parquet file"):
        batches_of(write("no", "x.parquet"))
    path = write("\n".join(["a,k", *(f"{i},{i}" for i in range(MOST_CLASSES + 500))]))
    with pytest.raises(InputError, match="holds more than 1,000 different values: is it the class"):
        batches_of(path).classes()


def test_a_quotation_mark_that_stands_for_inches(write):
    lines = [f'{i},pipe of 5" bore,{"xy"[i % 2]}' for i in range(301)]
    parts = read(batches_of(write("\n".join(["a,b,k", *lines])), 50))
    assert sum(len(part.y) for part in parts) == 301


# ------------------------------------------------------------------ memory


@pytest.mark.parametrize("name", ["t.csv", "t.parquet"])
def test_memory_does_not_grow_with_the_file(tmp_path, name):
    peaks = []
    for n_rows in (2000, 16_000):
        X = np.random.default_rng(1).random((n_rows, 8))
        frame = pd.DataFrame(X, columns=list("abcdefgh")).assign(k=X[:, 0] > 0.5)
        path = tmp_path / name
        frame.to_csv(path, index=False) if name == "t.csv" else frame.to_parquet(path)
        del X, frame
        batches = batches_of(path, 500)
        classes = batches.classes()
        tracemalloc.start()
        assert sum(len(part.y) for part in batches.rows(classes)) == n_rows
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]
