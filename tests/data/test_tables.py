"""Files and frames in: what is read, and every sentence that says why something is not."""

import datetime
import re
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beta4ucs.data import (
    Table,
    align_columns,
    all_missing_columns,
    check_training_table,
    features_from_frame,
    read_table,
)
from beta4ucs.data.dialect import looks_like_header
from beta4ucs.errors import InputError, did_you_mean, quoted

NAN = np.nan


@pytest.fixture
def write(tmp_path):
    """Write a file and return its path."""

    def write_file(content, name="data.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write_file


def same(X, expected):
    return np.array_equal(X, np.array(expected, dtype=float), equal_nan=True)


def refused(*parts):
    """An `InputError` whose whole text is this."""
    return pytest.raises(InputError, match=f"^{re.escape(''.join(parts))}$")


# ------------------------------------------------------------------ dialects


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "mass,width,kind\n1,2,apple\n3,4,lemon\n"),
        ("no newline at the end.csv", "mass,width,kind\n1,2,apple\n3,4,lemon"),
        ("windows.csv", "mass,width,kind\r\n1,2,apple\r\n3,4,lemon\r\n"),
        ("old mac.csv", "mass,width,kind\r1,2,apple\r3,4,lemon\r"),
        ("semicolon.csv", "mass;width;kind\n1;2;apple\n3;4;lemon\n"),
        ("a.tsv", "mass\twidth\tkind\n1\t2\tapple\n3\t4\tlemon\n"),
        ("tabs.txt", "mass\twidth\tkind\n1\t2\tapple\n3\t4\tlemon\n"),
        ("blanks.txt", "mass width   kind\n 1    2    apple\n3 4.0  lemon\n"),
        ("spaced.csv", " mass , width,kind \n 1 ,2 , apple \n3, 4,lemon \n"),
        ("quoted.csv", '"mass","width","kind"\n"1","2","apple"\n3,4,"lemon"\n'),
        ("byte order mark.csv", "\ufeffmass,width,kind\n1,2,apple\n3,4,lemon\n"),
        ("utf-16.csv", "mass,width,kind\n1,2,apple\n3,4,lemon\n".encode("utf-16")),
        ("blank lines.csv", "\n  \nmass,width,kind\n1,2,apple\n\n   \n3,4,lemon\n\n \n"),
        ("unknown.data", "mass,width,kind\n1,2,apple\n3,4,lemon\n"),
        ("row numbers.csv", ",mass,width,kind\n0,1,2,apple\n1,3,4,lemon\n"),
        ("row numbers from 1.csv", ",mass,width,kind\n1,1,2,apple\n2,3,4,lemon\n"),
        ("separator at the end.csv", "mass,width,kind,\n1,2,apple,\n3,4,lemon,\n"),
        ("separator after rows.csv", "mass,width,kind\n1,2,apple,\n3,4,lemon,\n"),
    ],
)
def test_the_same_table_in_many_dialects(write, name, text):
    table = read_table(write(text, name))
    assert table.feature_names == ("mass", "width")
    assert table.target_name == "kind"
    assert table.y.tolist() == ["apple", "lemon"]
    assert same(table.X, [[1, 2], [3, 4]])
    assert table.X.dtype == np.float64
    assert (table.name, table.has_names, table.n_rows, table.n_features) == (name, True, 2, 2)


def test_parquet(tmp_path):
    path = tmp_path / "fruit.parquet"
    pd.DataFrame(
        {"mass": [1, None], "width": ["2", "?"], "kind": pd.Categorical(["apple", "lemon"])},
        index=[7, 8],
    ).to_parquet(path)
    table = read_table(path)
    assert same(table.X, [[1, 2], [NAN, NAN]])
    assert table.y.tolist() == ["apple", "lemon"]
    assert table.feature_names == ("mass", "width")


@pytest.mark.parametrize("separator", ["|", "comma", "semicolon", "tab", "\\t", "whitespace", " "])
def test_the_separator_can_be_said(write, separator):
    sign = {"comma": ",", "semicolon": ";", "tab": "\t", "\\t": "\t", "whitespace": "  "}
    text = "a,b,c\n1,2,x\n3,4,y\n".replace(",", sign.get(separator, separator))
    assert same(read_table(write(text), separator=separator).X, [[1, 2], [3, 4]])


def test_the_wider_cut_wins_where_two_separators_are_regular(write):
    assert read_table(write("a,b,c\n1,2,x;y\n3,4,u;v\n")).y.tolist() == ["x;y", "u;v"]


def test_commas_inside_quotes_and_names_stay(write):
    table = read_table(write('"mass, g",b,c\n1,2,"x,y"\n3,4,z\n'))
    assert table.feature_names == ("mass, g", "b")
    assert table.y.tolist() == ["x,y", "z"]


def test_the_home_folder_may_be_abbreviated(write, monkeypatch):
    monkeypatch.setenv("HOME", str(write("a,c\n1,x\n2,y\n").parent))
    assert read_table("~/data.csv").n_rows == 2


@given(
    st.lists(
        st.lists(st.floats(allow_infinity=False), min_size=3, max_size=3), min_size=1, max_size=8
    ),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from(["?", "", "NA", "NaN", "nan", "null", " ? ", "N/A"]),
    st.booleans(),
)
def test_every_number_comes_back_exactly(tmp_path_factory, rows, separator, gap, header):
    path = tmp_path_factory.mktemp("exact") / "data.csv"
    lines = [["a", "b", "c", "kind"]] if header else []
    for i, row in enumerate(rows):
        lines.append([*(gap if np.isnan(x) else repr(x) for x in row), f"k{i % 2}"])
    path.write_text("\n".join(separator.join(line) for line in lines) + "\n")
    table = read_table(path, header=header)
    assert same(table.X, rows)
    assert table.y.tolist() == [f"k{i % 2}" for i in range(len(rows))]


@settings(max_examples=150)
@given(
    st.text(alphabet="a1,;\t \"'?\n\r.-\u00a0_", max_size=40),
    st.sampled_from(["auto", True, False]),
    st.sampled_from([None, ",", "tab", "whitespace"]),
    st.booleans(),
)
def test_any_text_is_a_table_or_a_sentence(tmp_path_factory, text, header, separator, with_target):
    path = tmp_path_factory.getbasetemp() / "any.csv"
    path.write_bytes(text.encode())
    try:
        table = read_table(path, header=header, separator=separator, with_target=with_target)
    except InputError:
        return
    assert table.X.shape == (table.n_rows, len(table.feature_names))
    assert len(set(table.feature_names)) == table.n_features


# ------------------------------------------------------------------ header


@pytest.mark.parametrize(
    ("text", "has_header"),
    [
        ("a,b,c\n1,2,x\n", True),
        ("1,2,x\n3,4,y\n", False),
        ("a,b,2020\n1,2,x\n", True),  # words above numbers, a number above a word
        ("?,b,c\n1,2,x\n", True),  # a word above numbers
        ("colour,size,kind\nred,big,x\nblue,small,y\n", True),  # text that never recurs
        ("red,big,x\nblue,small,y\nred,small,y\n", False),  # text that does
        ("x,x,y\nred,big,q\nblue,small,p\n", False),  # not distinct
        ("red,big,x\n", True),  # nothing follows
        (",mass,kind\n17,1,x\n4,2,y\n", True),  # an index without a name
        (",yes\n3,no\n", False),  # a missing value above a number
    ],
)
def test_a_header_is_told_from_a_row(text, has_header):
    assert looks_like_header([line.split(",") for line in text.splitlines()]) == has_header


@pytest.mark.parametrize("header", [False, "no"])
def test_columns_without_header_are_named_by_position(write, header):
    table = read_table(write("1,2,x\n3,4,y\n"), header=header)
    assert (table.feature_names, table.target_name) == (("x1", "x2"), "class")
    assert not table.has_names
    assert read_table(write("x,2,3\ny,5,6\n"), target=0).feature_names == ("x2", "x3")


@pytest.mark.parametrize("header", [True, "yes"])
def test_numbers_can_be_names(write, header):
    table = read_table(write("2019,2020,kind\n1,2,x\n3,4,y\n"), header=header)
    assert table.feature_names == ("2019", "2020")


# ------------------------------------------------------------------ missing values and labels


def test_missing_markers_in_any_spelling(write):
    text = "5.0 ,67.0 , ? ,1\n NA,nan,null,0\nN/A,NaN,Null ,1\nna,,  ,0\nNULL,n/a,NAN,1\n"
    table = read_table(write(text))
    assert same(table.X, [[5, 67, NAN], *[[NAN] * 3] * 4])
    assert table.y.tolist() == [1, 0, 1, 0, 1]


@pytest.mark.parametrize(
    ("cells", "labels", "kind"),
    [
        (("1", "2"), [1, 2], "i"),
        (("1.0", "2.0"), [1, 2], "i"),
        (("-1", "+1"), [-1, 1], "i"),
        (("0.5", "2"), [0.5, 2.0], "f"),
        (("True", "False"), [True, False], "b"),
        (("yes ", " no"), ["yes", "no"], "U"),
        (("1", "b"), ["1", "b"], "U"),
        (("None", "none"), ["None", "none"], "U"),
        (("Çerçevelik", "Ürgüp Sivrisi"), ["Çerçevelik", "Ürgüp Sivrisi"], "U"),
    ],
)
def test_labels_of_any_kind(write, cells, labels, kind):
    y = read_table(write(f"a,class\n1,{cells[0]}\n2,{cells[1]}\n")).y
    assert y.tolist() == labels
    assert y.dtype.kind == kind


def test_labels_from_parquet_of_any_kind(tmp_path):
    path = tmp_path / "labels.parquet"
    for column, labels, kind in [
        (pd.array([1, 2], dtype="Int64"), [1, 2], "i"),
        (pd.array([True, False], dtype="boolean"), [True, False], "b"),
        (["01", "1"], ["01", "1"], "U"),
        ([2**60, 2**60 + 1], [2**60, 2**60 + 1], "i"),
        ([2.0**60, 2.0], [2**60, 2], "i"),
        ([1e300, 2.0], ["1e+300", "2.0"], "U"),
        ([datetime.date(2020, 1, 2)] * 2, ["2020-01-02"] * 2, "U"),
    ]:
        pd.DataFrame({"a": [1, 2], "c": column}).to_parquet(path)
        y = read_table(path).y
        assert (y.tolist(), y.dtype.kind) == (labels, kind)


def test_booleans_are_numbers_too(write):
    assert same(read_table(write("a,c\nTrue,x\nFalse,y\n?,z\n")).X, [[1], [0], [NAN]])


def test_a_missing_label_is_named_by_row_and_line(write):
    with refused(
        "row 2 (line 3) of 'data.csv' has no class label in column 'kind' (one of 2 such rows); "
        "fill it in or remove the row"
    ):
        read_table(write("a,kind\n1,x\n2,?\n3,\n"))
    with refused(
        "row 2 of 'data.csv' has no class label in column 'class'; fill it in or remove the row"
    ):
        read_table(write("1,x\n\n2,NA\n"))


# ------------------------------------------------------------------ target


@pytest.mark.parametrize("target", ["kind", 0, -3, "0", "-3"])
def test_the_target_by_name_or_index(write, target):
    table = read_table(write("kind,mass,width\n7,1,2\n8,3,4\n"), target=target)
    assert table.target_name == "kind"
    assert table.y.tolist() == [7, 8]
    assert same(table.X, [[1, 2], [3, 4]])


def test_the_target_of_a_file_without_header(write):
    path = write("7,1,2\n8,3,4\n")
    assert read_table(path, target="class").y.tolist() == [2, 4]
    assert read_table(path, target="x1").y.tolist() == [7, 8]
    assert read_table(path, target="x1").target_name == "class"


def test_a_name_goes_before_an_index(write):
    assert read_table(write("a,1,0\n5,6,7\n8,9,3\n"), target="0", header=True).y.tolist() == [7, 3]


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("knd", "'data.csv' has no column 'knd'; did you mean 'kind'?"),
        ("Kind", "'data.csv' has no column 'Kind'; did you mean 'kind'?"),
        ("q", "'data.csv' has no column 'q'; there are 'mass', 'width' and 'kind'"),
        (3, "'data.csv' has 3 columns: target must be from -3 to 2 or a name, got 3"),
        (-4, "'data.csv' has 3 columns: target must be from -3 to 2 or a name, got -4"),
    ],
)
def test_a_target_that_is_not_there(write, target, message):
    with refused(message):
        read_table(write("mass,width,kind\n1,2,x\n3,4,y\n"), target=target)


def test_a_long_list_of_columns_is_not_recited(write):
    text = ",".join(f"column{i}" for i in range(20)) + "\n" + ",".join("1" * 20) + "\n"
    with refused("'data.csv' has no column 'q'"):
        read_table(write(text), target="q")


# ------------------------------------------------------------------ files that are no tables


def test_no_such_file(write, tmp_path):
    write("a,c\n1,x\n", "wine.csv")
    with refused(f"there is no file 'wnie.csv' in folder '{tmp_path}'; did you mean 'wine.csv'?"):
        read_table(tmp_path / "wnie.csv")
    with refused(f"there is no file 'q.dat' in folder '{tmp_path}'; there is 'wine.csv'"):
        read_table(tmp_path / "q.dat")
    with refused(
        f"there is no folder '{tmp_path / 'no'}' and so no file '{tmp_path / 'no' / 'a.csv'}'"
    ):
        read_table(tmp_path / "no" / "a.csv")


def test_a_folder(tmp_path):
    with refused(f"'{tmp_path}' is a folder; name a file in it"):
        read_table(tmp_path)


@pytest.mark.parametrize("name", ["data.csv", "data.parquet"])
def test_a_file_that_may_not_be_read(write, monkeypatch, name):
    path = write("a,c\n1,x\n", name)

    def deny(*_args, **_options):
        raise PermissionError

    monkeypatch.setattr(Path, "read_bytes", deny)
    monkeypatch.setattr(pd, "read_parquet", deny)
    with refused(f"'{path}' may not be read: you have no permission"):
        read_table(path)


def test_a_folder_that_may_not_be_entered(write, monkeypatch):
    path = write("a,c\n1,x\n")

    def deny(_path):
        raise PermissionError

    monkeypatch.setattr(Path, "exists", deny)
    with refused(f"'{path}' may not be read: you have no permission"):
        read_table(path)


def test_a_disk_that_fails(write, monkeypatch):
    path = write("a,c\n1,x\n")

    def fail(_path):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "read_bytes", fail)
    with refused(f"'{path}' cannot be read: Input/output error"):
        read_table(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "'data.csv' is empty"),
        (" \n\n", "'data.csv' is empty"),
        ("mass,width,kind\n", "'data.csv' has a header but no rows"),
        (
            "mass\n1\n2\n",
            "'data.csv' has a single column ('mass'); a table needs at least one feature and a "
            "class: is its separator the right one?",
        ),
        (
            "a,b,c\n1,2,x\n3,y\n5,6,z\n",
            "line 3 of 'data.csv' has 2 cells where 3 are expected; every row needs one cell for "
            "each column (read with separator ',')",
        ),
        (
            "1,2,x\n3,4,5,y\n6,7,z\n",
            "line 2 of 'data.csv' has 4 cells where 3 are expected; every row needs one cell for "
            "each column (read with separator ',')",
        ),
        (
            "1;x\n3;4;y\n6;7;z\n8;9;z\n4;5;6;q\n1\n7;8;q\n5;6;q\n",
            "line 1 of 'data.csv' has 2 cells where 3 are expected (and 2 more lines differ); "
            "every row needs one cell for each column (read with separator ';')",
        ),
        (
            "a,b,c,d\n1,2,x\n3,4,y\n",
            "line 1 of 'data.csv' has 4 cells where 3 are expected; every row needs one cell for "
            "each column (read with separator ',')",
        ),
        (
            "a,b,a,b,c\n1,2,3,4,x\n",
            "the column names appear more than once: 'a' and 'b'; give every column its own",
        ),
        (
            "a,a,c\n1,2,x\n",
            "the column name appears more than once: 'a'; give every column its own",
        ),
        (",a,c\n17,1,x\n4,2,y\n", "column 1 of 'data.csv' has no name in the header"),
        (
            'a,c\n1,"x\n2,y\n',
            "'data.csv' cannot be read as a table: EOF inside string starting at row 1",
        ),
        (
            ';"\n_',
            "the header of 'data.csv' has 2 cells, the rows have 1; is a quotation mark left open?",
        ),
        ('"', "'data.csv' is empty"),
        (
            bytes(range(256)),
            "'data.csv' is not text but a workbook, an archive or another binary file; save the "
            "table as CSV (UTF-8)",
        ),
        (
            b"PK\x03\x04 workbook",
            "'data.csv' is not text but a workbook, an archive or another binary file; save the "
            "table as CSV (UTF-8)",
        ),
        (
            "mass,kind\n1,Çerçevelik\n".encode("latin-1"),
            "'data.csv' is not UTF-8 text (line 2 holds the byte 0xc7); save it as CSV (UTF-8)",
        ),
    ],
)
def test_files_that_are_no_tables(write, content, message):
    with refused(message):
        read_table(write(content))


def test_a_cell_without_end_is_refused_before_it_is_read_whole(write):
    with pytest.raises(InputError, match="line 2 cannot be read as a table: field larger than"):
        read_table(write('a,c\n1,"' + "x" * 200_000))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"header": "maybe"}, "header must be 'auto', True or False, got 'maybe'"),
        (
            {"separator": "||"},
            "separator must be a single character, 'tab' or 'whitespace', got '||'",
        ),
        (
            {"separator": "tab"},
            "'data.csv' has a single column ('a,c'); a table needs at least one feature and a "
            "class: is its separator the right one?",
        ),
    ],
)
def test_settings_that_do_not_fit(write, options, message):
    with refused(message):
        read_table(write("a,c\n1,x\n2,y\n"), **options)


def test_parquet_that_is_none(write):
    with pytest.raises(InputError, match=r"^'data.parquet' is not a readable Parquet file: "):
        read_table(write("mass,kind\n1,x\n", "data.parquet"))


def test_parquet_without_rows(tmp_path):
    pd.DataFrame({"a": [], "c": []}).to_parquet(tmp_path / "data.parquet")
    with refused("'data.parquet' has no rows"):
        read_table(tmp_path / "data.parquet")


def test_parquet_without_pyarrow(write, monkeypatch):
    path = write(b"PAR1", "data.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with refused("reading 'data.parquet' needs pyarrow: pip install 'beta4ucs[parquet]'"):
        read_table(path)


# ------------------------------------------------------------------ frames


def test_frames_of_any_numeric_type():
    frame = pd.DataFrame(
        {
            "int": np.array([1, 2], dtype=np.int8),
            "bool": [True, False],
            "nullable": pd.array([1, None], dtype="Int64"),
            "maybe": pd.array([True, None], dtype="boolean"),
            "single": np.float32([0.5, NAN]),
            "text": ["1e3", " -2.5 "],
            "mixed": pd.Series([1, "?"], dtype=object),
            "none": pd.Series([None, pd.NA], dtype=object),
            "grade": pd.Categorical(["3", "4"]),
            "level": pd.Categorical([10, None]),
            "money": pd.Series([Decimal("1.5"), Decimal(2)], dtype=object),
            "flag": pd.Series([True, np.False_], dtype=object),
            7: [8, 9],
        }
    )
    X, names = features_from_frame(frame.set_index(pd.Index(["u", "v"])))
    assert names == tuple(str(name) for name in frame.columns)
    assert X.dtype == np.float64
    assert same(
        X,
        [[1, 1, 1, 1, 0.5, 1000, 1, NAN, 3, 10, 1.5, 1, 8],
         [2, 0, NAN, NAN, NAN, -2.5, NAN, NAN, 4, NAN, 2, 0, 9]],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (
            {"odor": ["foul"], "size": [1]},
            "column 'odor' holds text ('foul' in row 1) where numbers are expected: put numbers in "
            "its place or drop the column",
        ),
        (
            {"size": [1, 2, 3], "odor": ["3", "foul", "none"]},
            "column 'odor' holds text in 2 rows ('foul' in row 2) where numbers are expected: put "
            "numbers in its place or drop the column",
        ),
        (
            {"odor": ["foul"], "cap": ["flat"], "gill": ["broad"]},
            "columns 'odor', 'cap' and 'gill' hold text ('foul' in row 1 of 'odor') where numbers "
            "are expected: put numbers in its place or drop the columns",
        ),
        (
            {"odor": pd.Categorical(["foul", "none"])},
            "column 'odor' holds text in 2 rows ('foul' in row 1) where numbers are expected: put "
            "numbers in its place or drop the column",
        ),
        (
            {"mass": ["1,5", "2"]},
            "column 'mass' holds text ('1,5' in row 1) where numbers are expected: write decimals "
            "with a point, read the file with decimal ',' or drop the column",
        ),
        (
            {"mass": ["1_000", "2"]},
            "column 'mass' holds text ('1_000' in row 1) where numbers are expected: put numbers "
            "in its place or drop the column",
        ),
        (
            {"day": pd.to_datetime(["2020-01-02"])},
            "column 'day' holds dates or times ('2020-01-02 00:00:00' in row 1) where numbers "
            "are expected: turn them into numbers, as beta4ucs.data.date_parts does, or drop the "
            "column",
        ),
        (
            {"wait": pd.to_timedelta([3], unit="h")},
            "column 'wait' holds dates or times ('0 days 03:00:00' in row 1) where numbers "
            "are expected: turn them into numbers, as beta4ucs.data.date_parts does, or drop the "
            "column",
        ),
        (
            {"z": [1j]},
            "column 'z' holds complex numbers ('1j' in row 1) where numbers are expected: split "
            "them into two columns or drop the column",
        ),
        (
            {"box": pd.Series([[1, 2]], dtype=object)},
            "column 'box' holds values of type list ('[1, 2]' in row 1) where numbers are "
            "expected: put numbers in their place or drop the column",
        ),
        (
            {"x1": [0.0] * 17, "x2": [0.0] * 16 + [np.inf]},
            "column 'x2' holds an infinite value in row 17; replace it by a number or leave it "
            "empty",
        ),
        (
            {"x1": ["1e999", "-inf"]},
            "column 'x1' holds an infinite value in row 1 (one of 2 in the table); replace it by "
            "a number or leave it empty",
        ),
        (
            {"x1": pd.Series([1, 10**400], dtype=object)},
            "column 'x1' holds an infinite value in row 2; replace it by a number or leave it "
            "empty",
        ),
    ],
)
def test_columns_that_are_no_features(columns, message):
    with refused(message):
        features_from_frame(pd.DataFrame(columns))


def test_two_columns_of_one_name():
    with refused("the column name appears more than once: 'a'; give every column its own"):
        features_from_frame(pd.DataFrame([[1, 2]], columns=["a", "a"]))


def test_a_class_column_in_front_is_recognised_and_named(write):
    path = write("kind,mass,width\nx,1,2.5\ny,3,4\n")
    with pytest.raises(InputError, match=r"choose another target \(is it 'kind'\?\) or"):
        check_training_table(read_table(path))
    assert read_table(path, target="kind").y.tolist() == ["x", "y"]
    rows = "".join(f"{'xy'[i % 2]},{i},{i}\n" for i in range(30))
    warnings = check_training_table(read_table(write(f"kind,mass,width\n{rows}")))
    assert warnings[0] == (
        "class column 'width' holds 30 different numbers: is it the right one? 'kind' holds words"
    )


# ------------------------------------------------------------------ categories

MUSHROOMS = "odor,mass,bruises,kind\nfoul,1,True,x\nnone,2.5,False,y\n?,,True,x\n foul ,4,,y\n"


def test_columns_of_words_and_truth_values_are_categories(write):
    table = read_table(write(MUSHROOMS))
    assert table.feature_names == ("odor", "mass", "bruises")
    assert table.categorical == ("odor", "bruises")
    frame = table.to_frame()
    assert frame["odor"].cat.categories.tolist() == ["foul", "none"]
    assert frame["bruises"].cat.categories.tolist() == [False, True]
    assert frame["mass"].dtype == float
    assert same(table.X, [[0, 1, 1], [1, 2.5, 0], [NAN, NAN, 1], [0, 4, NAN]])


def test_a_table_of_numbers_has_no_categories(write):
    table = read_table(write("a,b,c\n1,2,x\n3,4,y\n"))
    assert (table.frame, table.categorical) == (None, ())
    assert same(table.to_frame(), [[1, 2], [3, 4]])
    assert list(table.to_frame().columns) == ["a", "b"]


def test_numbers_can_be_named_as_categories(write):
    path = write("town,mass,c\n30,2,x\n10,4,y\n?,5,y\n")
    table = read_table(path, categorical=["town"])
    assert table.categorical == ("town",)
    assert table.to_frame()["town"].cat.categories.tolist() == [10, 30]
    assert same(table.X, [[30, 2], [10, 4], [NAN, 5]])  # numbers stay numbers
    with refused("there is no feature 'twon'; did you mean 'town'?"):
        read_table(path, categorical=["twon"])
    with refused(
        "categorical must be 'auto', 'auto-integers', 'none' or a list of names, got 'town'"
    ):
        read_table(path, categorical="town")
    with pytest.raises(InputError, match=r"^column 'odor' holds text in 3 rows"):
        read_table(write(MUSHROOMS), categorical="none")


def test_a_word_that_is_a_number_is_that_number(write):
    with_words = read_table(write("code,c\n1,x\n2,y\nB,x\n"))
    assert with_words.to_frame()["code"].cat.categories.tolist() == [1, 2, "B"]
    without, _ = align_columns(read_table(write("code\n1\n2\n"), with_target=False), ["code"])
    assert without["code"].tolist() == [1, 2]
    X, _ = align_columns(read_table(write("code\n1.0\nB\n"), with_target=False), ["code"])
    assert X["code"].tolist() == [1, "B"]


def test_a_few_words_among_numbers_are_a_slip(write):
    numbers = "".join(f"{i},{'xy'[i % 2]}\n" for i in range(20))
    slip = write(f"mass,c\n{numbers}heavy,x\n")
    with refused(
        "column 'mass' holds text ('heavy' in row 21) where numbers are expected: put numbers in "
        "its place or drop the column; if it is a category, name it as categorical"
    ):
        read_table(slip)
    assert read_table(slip, categorical=["mass"]).categorical == ("mass",)
    with pytest.raises(
        InputError,
        match=r"write decimals with a point, read the file with decimal ',' or drop the column$",
    ):
        read_table(write("mass;c\n1,5;x\n2,5;y\n"))


def test_categories_from_parquet(tmp_path):
    sizes = pd.Categorical(["small", "large", None], ["small", "medium", "large"], ordered=True)
    frame = pd.DataFrame(
        {
            "size": sizes,
            "grade": pd.Categorical(["3", "1", "3"]),
            "note": ["a", None, "b"],
            "none": pd.Categorical([None, None, None], ["a"]),
            "c": [0, 1, 1],
        }
    )
    frame.to_parquet(tmp_path / "data.parquet")
    table = read_table(tmp_path / "data.parquet")
    assert table.categorical == ("size", "grade", "note")
    assert table.to_frame()["size"].cat.ordered
    assert same(table.X, [[0, 3, 0, NAN], [2, 1, NAN, NAN], [NAN, 3, 1, NAN]])


@pytest.mark.parametrize(
    ("column", "words"),
    [
        (pd.to_timedelta(["1 day", "2 days"]), "holds dates or times"),
        (pd.Series([[1], [2, 3]], dtype=object), "holds values of type ndarray"),
    ],
)
def test_what_is_neither_number_nor_word_is_refused(tmp_path, column, words):
    pd.DataFrame({"day": column, "c": ["x", "y"]}).to_parquet(tmp_path / "data.parquet")
    with pytest.raises(InputError, match=f"^column 'day' {words}"):
        read_table(tmp_path / "data.parquet")


def test_names_and_free_text_get_a_warning(write):
    rows = "".join(f"name{i},{i % 7},{'xy'[i % 2]}\n" for i in range(80))
    assert check_training_table(read_table(write(f"who,n,c\n{rows}"))) == [
        "column 'who' has 80 different values in 80 rows, as names or free text have: what rules "
        "say about it hardly holds for other rows, so better leave it out"
    ]
    few = "".join(f"name{i % 39},{i % 7},{'xy'[i % 2]}\n" for i in range(80))
    assert check_training_table(read_table(write(f"who,n,c\n{few}"))) == []


def test_categories_to_predict_may_have_new_values(to_predict):
    X, _ = align_columns(to_predict("odor,mass\nlemony,1\n?,2\n"), ["mass", "odor"])
    assert X["odor"].tolist()[0] == "lemony"
    assert X["odor"].isna().tolist() == [False, True]
    assert X["mass"].tolist() == [1, 2]


# ------------------------------------------------------------------ weights


@pytest.mark.parametrize("text", ["w,a,c\n2,7,x\n0.5,8,y\n", "a,c,w\n7,x,2\n8,y,0.5\n"])
def test_a_column_of_weights_is_no_feature(write, text):
    table = read_table(write(text), weight_column="w")
    assert (table.feature_names, table.target_name) == (("a",), "c")
    assert table.weights.tolist() == [2, 0.5]
    rows = read_table(write(text), weight_column="w", with_target=False)
    assert list(rows.frame.columns) == ["a", "c"]


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ("1,-2", "row 2 (line 3) of 'data.csv' has the weight -2 in column 'w'; weights are numbers"
                 " of at least 0"),
        ("1,?", "row 2 (line 3) of 'data.csv' has no weight in column 'w'; weights are numbers of "
                "at least 0"),
        ("0,0", "all weights in column 'w' of 'data.csv' are 0"),
        ("1,much", "column 'w' holds text ('much' in row 2) where numbers are expected: put "
                   "numbers in its place or drop the column"),
    ],
)  # fmt: skip
def test_weights_that_are_none(write, cells, message):
    first, second = cells.split(",")
    with refused(message):
        read_table(write(f"w,a,c\n{first},7,x\n{second},8,y\n"), weight_column="w")


def test_the_column_of_weights_must_be_there_and_not_the_class(write):
    path = write("w,a,c\n1,7,x\n1,8,y\n")
    with refused("'data.csv' has no column 'v'; there are 'w', 'a' and 'c'"):
        read_table(path, weight_column="v")
    for target in ("w", 0):
        with refused("column 'w' cannot be both the class and the weights"):
            read_table(path, weight_column="w", target=target)


# ------------------------------------------------------------------ training


def table_of(X, y, names=None):
    X = np.array(X, dtype=float)
    names = names or tuple(f"x{j + 1}" for j in range(X.shape[1]))
    return Table(X, None if y is None else np.array(y), names, "kind", "fruit.csv")


def test_a_good_table_has_no_warnings():
    assert check_training_table(table_of([[1], [2], [1], [1]], ["a", "b", "a", "b"])) == []


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (table_of([[1], [2]], None), "'fruit.csv' has no class column"),
        (
            table_of(np.empty((2, 0)), ["a", "b"]),
            "'fruit.csv' has no feature besides the class column",
        ),
        (table_of([[1]], ["a"]), "'fruit.csv' has 1 row; learning needs at least 2"),
        (table_of(np.empty((0, 1)), []), "'fruit.csv' has no rows; learning needs at least 2"),
        (
            table_of([[1], [2]], ["a", "a"]),
            "class column 'kind' of 'fruit.csv' holds a single class ('a'); learning needs at "
            "least 2",
        ),
        (
            table_of([[1], [2], [3]], [1.0, 0.37, 2.5]),
            "class column 'kind' of 'fruit.csv' holds 3 different numbers such as 0.37; classes "
            "are names or whole numbers: choose another target or put the numbers into groups "
            "first",
        ),
    ],
)
def test_tables_nothing_can_be_learned_from(table, message):
    with refused(message):
        check_training_table(table)


def test_what_surprises_is_told():
    X = [[1, NAN, NAN], [2, NAN, 1], [3, NAN, NAN], [3, NAN, NAN]]
    assert check_training_table(table_of(X, ["a", "a", "b", "b"])) == [
        "column 'x2' has no value in any row: no rule can use it"
    ]
    assert check_training_table(table_of([[NAN, NAN]] * 4, [0, 0, 1, 2])) == [
        "columns 'x1' and 'x2' have no value in any row: no rule can use them",
        "classes '1' and '2' have a single row each: they can be learned or tested but not both",
    ]
    assert check_training_table(table_of([[1]] * 3, ["a", "a", "b"])) == [
        "class 'b' has a single row: it can be learned or tested but not both"
    ]


def test_columns_without_values():
    assert all_missing_columns(table_of([[1, NAN], [NAN, NAN]], None)) == ("x2",)
    assert all_missing_columns(table_of([[1, 2]], None)) == ()


def test_codes_follow_the_sorted_labels_unless_an_order_is_given():
    table = table_of([[1]] * 3, ["b", "a", "b"])
    assert (table.classes, table.class_codes.tolist()) == (("a", "b"), [1, 0, 1])
    ordered = Table(table.X, table.y, ("x1",), "kind", "fruit", ("b", "a", "never seen"))
    assert ordered.class_codes.tolist() == [0, 1, 0]


# ------------------------------------------------------------------ prediction


@pytest.fixture
def to_predict(write):
    def read(text, **options):
        return read_table(write(text, "new.csv"), with_target=False, **options)

    return read


MODEL = (["mass", "width"], "kind")


def test_columns_are_found_by_name(to_predict):
    X, y = align_columns(to_predict("width,mass\n2,1\n4,?\n"), *MODEL)
    assert same(X, [[1, 2], [NAN, 4]])
    assert y is None


@pytest.mark.parametrize(
    ("labels", "truth"),
    [("apple,lemon", ["apple", "lemon"]), ("True,False", [True, False]), ("1,2", [1, 2])],
)
def test_the_class_column_is_the_truth_not_a_feature(to_predict, labels, truth):
    first, second = labels.split(",")
    X, y = align_columns(to_predict(f"width,kind,mass\n2,{first},1\n4,{second},3\n"), *MODEL)
    assert same(X, [[1, 2], [3, 4]])
    assert y.tolist() == truth


def test_a_class_column_left_open_is_no_truth(to_predict):
    X, y = align_columns(to_predict("mass,width,kind\n1,2,\n3,4,?\n"), *MODEL)
    assert same(X, [[1, 2], [3, 4]])
    assert y is None


def test_a_class_column_filled_in_part_is_refused(to_predict):
    with refused(
        "row 2 of 'new.csv' has no class label in column 'kind'; fill it in or remove the row"
    ):
        align_columns(to_predict("mass,width,kind\n1,2,apple\n3,4,?\n"), *MODEL)


def test_columns_without_names_are_taken_in_order(to_predict):
    X, y = align_columns(to_predict("1,2\n3,4\n"), *MODEL)
    assert same(X, [[1, 2], [3, 4]])
    assert y is None
    X, y = align_columns(to_predict("1,2,apple\n3,4,lemon\n"), *MODEL)
    assert same(X, [[1, 2], [3, 4]])
    assert y.tolist() == ["apple", "lemon"]
    X, y = align_columns(to_predict("1,2,7\n3,4,8\n"), ["class", "class_"], None)
    assert same(X, [[1, 2], [3, 4]])
    assert y.tolist() == [7, 8]


@pytest.mark.parametrize("features", [["x2", "x3"], ["x1", "x3"], ["x1", "x2"]])
def test_the_class_stands_where_a_model_without_names_had_it(to_predict, features):
    table = to_predict("1,2,3\n4,5,6\n")
    place = [int(name[1:]) - 1 for name in features]
    rows = np.array([[1, 2, 3], [4, 5, 6]])
    X, y = align_columns(table, features, "class")
    assert same(X, rows[:, place])
    assert y.tolist() == np.delete(rows, place, axis=1)[:, 0].tolist()


def test_a_single_feature(to_predict):
    assert same(align_columns(to_predict("mass\n1\n3\n"), ["mass"], "kind")[0], [[1], [3]])


def test_a_table_that_knows_its_classes_keeps_them(write):
    table = read_table(write("width,kind,mass\n2,x,1\n4,y,3\n"), target="kind")
    X, y = align_columns(table, ["mass", "width"], "another name")
    assert same(X, [[1, 2], [3, 4]])
    assert y.tolist() == ["x", "y"]
    table = read_table(write("1,2,x\n3,4,y\n"))
    X, y = align_columns(table, *MODEL)
    assert same(X, [[1, 2], [3, 4]])
    assert y.tolist() == ["x", "y"]
    with refused("'data.csv' has 2 columns without names; the model needs 1"):
        align_columns(table, ["mass"], "kind")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "mass,widht\n1,2\n",
            "'new.csv' lacks the column 'width' of the model; did you mean 'widht'?",
        ),
        (
            "colour,kind\n1,x\n",
            "'new.csv' lacks the columns 'mass' and 'width' of the model; there is 'colour'",
        ),
        ("mass,kind\n1,x\n", "'new.csv' lacks the column 'width' of the model"),
        (
            "mass,width,id\n1,2,3\n",
            "'new.csv' has a column the model does not know: 'id'; remove it or train with it",
        ),
        (
            "mass,width,id,note\n1,2,3,x\n",
            "'new.csv' has columns the model does not know: 'id' and 'note'; remove them or train "
            "with them",
        ),
        (
            "1\n2\n",
            "'new.csv' has 1 column without names; the model needs 2 (or 3 with the class last)",
        ),
        (
            "1,2,3,4\n",
            "'new.csv' has 4 columns without names; the model needs 2 (or 3 with the class last)",
        ),
        (
            "mass,width\n1,inf\n",
            "column 'width' holds an infinite value in row 1; replace it by a number or leave it "
            "empty",
        ),
    ],
)
def test_columns_that_do_not_fit_the_model(to_predict, text, message):
    with refused(message):
        align_columns(to_predict(text), *MODEL)


def test_rows_to_predict_show_only_the_columns_that_are_numbers(to_predict):
    table = to_predict("mass,kind,width\n1,x,2\n")
    assert table.feature_names == ("mass", "width")
    assert same(table.X, [[1, 2]])
    assert table.y is None
    assert to_predict("colour,kind\nred,x\nblue,y\n").X.shape == (2, 0)


# ------------------------------------------------------------------ words, imports


def test_lists_in_sentences():
    assert quoted([]) == ""
    assert quoted(range(3)) == "'0', '1' and '2'"
    assert quoted("abc", limit=2) == "'a', 'b' and 1 more"
    assert quoted(["a\nb", "c" * 300]) == f"'a b' and '{'c' * 100}...'"
    assert did_you_mean("q", []) == ""
    assert did_you_mean("mas", ["mass", "maps"]) == "; did you mean 'mass' or 'maps'?"


def test_an_input_error_is_a_value_error():
    assert issubclass(InputError, ValueError)


def test_importing_the_data_layer_loads_no_heavy_package():
    code = (
        "import sys, beta4ucs.data; "
        "print([name for name in ('pandas', 'sklearn', 'pyarrow', 'scipy') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
