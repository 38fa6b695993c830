"""Separator and header from all evidence; a sentence where it is not clear."""

import pytest

from beta4ucs.cli import run
from beta4ucs.data import Batches, open_source
from beta4ucs.data.dialect import find_header, find_separator
from beta4ucs.data.tables import read_table
from beta4ucs.errors import InputError


@pytest.fixture
def write(tmp_path):
    def write_file(text, name="data.csv"):
        path = tmp_path / name
        path.write_text(text)
        return path

    return write_file


def rows(*cells, n=12):
    """Lines of cells, each a function of the row or a text."""
    made = [[cell(i) if callable(cell) else cell for cell in cells] for i in range(n)]
    return "\n".join(",".join(map(str, row)) for row in made) + "\n"


def country(i):
    return f"country{i}"


def share(i):
    return 0.25 + i / 10


def label(i):
    return "ab"[i % 2]


# ------------------------------------------------------------------ headers


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("country,2019,2020,class", (country, share, share, label)),
        ("country,2015,2019,class", (country, share, share, label)),
        ("nan,size,class", (share, share, label)),
        ("?,size,class", (share, share, label)),
        ("NA,colour,class", (lambda i: "xyz"[i % 3], lambda i: "rgb"[i % 3], label)),
        ("0,1,2,3", (share, share, share, lambda i: i % 2)),
        ("400,402,404,406,class", (share, share, share, share, label)),
        ("colour,size,class", (lambda i: "rgb"[i % 3], lambda i: "sml"[i % 3], label)),
    ],
)
def test_headers_with_odd_names(write, header, cells):
    text = f"{header}\n{rows(*cells)}"
    table = read_table(write(text))
    assert (*table.feature_names, table.target_name) == tuple(header.split(","))
    assert table.n_rows == 12
    assert Batches(open_source(write(text), 5)).target_name == header.split(",")[-1]


@pytest.mark.parametrize(
    "cells",
    [
        (share, share, label),
        (lambda i: 1 + i % 3, lambda i: 2 + i % 3, lambda i: 3 + i % 3, label),
        (lambda i: "rgb"[i % 3], lambda i: "sml"[i % 3], label),
        (lambda i: "?" if i == 0 else share(i), share, label),
        (country, lambda i: 2000 + i, label),
        (lambda i: f"{i},5".replace(",", "."), lambda i: i % 2),
    ],
)
def test_rows_that_are_no_headers(write, cells):
    table = read_table(write(rows(*cells)))
    assert (table.n_rows, table.has_names) == (12, False)


def test_what_is_not_clear_is_said(write, tmp_path, capsys):
    text = f"first,3,2\n{rows(share, lambda i: i, lambda i: i % 4)}"
    finding = find_header([line.split(",") for line in text.splitlines()])
    assert finding.doubt == (
        "the first row (first, 3, 2) was taken as values: --header or --no-header decides"
    )
    path = write(text)
    assert read_table(path, header=True).notes == ()
    assert run(["fit", str(path), "-q", "--header", "--system", "ucs", "--n-epochs", "1"]) == 0
    assert "decides" not in capsys.readouterr().err


# ------------------------------------------------------------------ separators


@pytest.mark.parametrize(
    ("text", "separator"),
    [
        ("5.1:Smith, John:yes\n4.2:Doe, Jane:no\n3.9:Poe, Edgar:yes\n", ":"),
        ("1,5:2,5:x\n2,5:3,5:y\n", ":"),
        ("12:30:00,5,a\n12:31:00,6,b\n", ","),
        ("2020-01-01 12:30,5,a\n2020-01-02 12:31,6,b\n", ","),
        ("12:30 5 a\n12:31 6 b\n", r"\s+"),
        ("1,2,x;y\n3,4,u;v\n", ","),
        ("1,5;2,5;x\n2,5;3,5;y\n", ";"),
        ("a|b|c\n1|2|x\n3|4|y\n", "|"),
        ("1,http://a.b,x\n2,http://c.d,y\n", ","),
        ("1 1:0.5 2:0.3\n0 1:0.1 2:0.2\n", r"\s+"),
        ("id;name;kind\n1;a, b;x\n2;c, d;y\n", ";"),
    ],
)
def test_separators(text, separator):
    assert find_separator(text).value == separator


def test_two_separators_that_would_do(write):
    text = "a,b;c\nd,e;f\ng,h;i\nj,k;c\n"
    found = find_separator(text)
    assert found.value == ","
    assert found.doubt == "rows were cut at ',', ';' would do as well: --separator decides"
    assert read_table(write(text)).notes == (f"'data.csv': {found.doubt}",)
    assert read_table(write(text), separator=";").notes == ()


@pytest.mark.parametrize("separator", ["\n", "\r", '"', "\0", "é"])
def test_separators_that_cannot_be(write, separator, capsys):
    path = write("a,k\n1,x\n2,y\n")
    with pytest.raises(InputError, match=r"^separator must not be a line break, a quotation mark"):
        read_table(path, separator=separator)
    for command in ("fit", "stream"):
        assert run([command, str(path), "--separator", separator]) == 1
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        assert "bug" not in error


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"decimal": ";"}, "decimal must be '.' or ',', got ';'"),
        ({"decimal": ",", "separator": ","}, "separator and decimal are both ','"),
    ],
)
def test_dialects_that_cannot_be(write, options, words):
    with pytest.raises(InputError, match=words):
        read_table(write("a,k\n1,x\n2,y\n"), **options)
