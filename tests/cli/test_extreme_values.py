"""Values at the edge of what a float can hold: a model or a sentence, never a library's warning."""

import warnings
from pathlib import Path

import pytest

from command_line import QUICK

ROWS = [(80 + 3 * i, i % 7, "yes" if i > 12 else "no") for i in range(30)]


@pytest.fixture
def table():
    def write(cell, name="x", weights="1"):
        lines = [f"mass,{name},w,kind"]
        lines += [f"{mass},{cell(i)},{weights},{kind}" for i, (mass, _, kind) in enumerate(ROWS)]
        Path("t.csv").write_text("\n".join(lines) + "\n")

    return write


def test_weights_of_classes_beyond_sums(said, table):
    table(lambda i: i)
    for command in (["fit", "t.csv", "--test-size", "0", *QUICK], ["stream", "t.csv"]):
        code, _, error = said(*command, "-q", "--class-weight", "yes=1e308")
        assert code == 0
        assert "bug" not in error
    code, _, error = said("fit", "t.csv", *QUICK, "-q", "--class-weight", "yes=1e308")
    assert "the weights leave less than a thousandth of a row to 'no'" in error


@pytest.mark.parametrize("weight", ["1e308", "1e9", "100000", "5e-324", "0.0333"])
def test_columns_of_weights_of_any_size(said, table, weight):
    table(lambda i: i, weights=weight)
    plain = said("fit", "t.csv", *QUICK, "--drop", "w")
    heard = said("fit", "t.csv", *QUICK, "--weight-column", "w")
    assert heard[0] == plain[0] == 0
    assert heard[1].split("\n")[2:] == plain[1].split("\n")[2:]
    assert said("stream", "t.csv", "-q", "--weight-column", "w", "--seed", "1")[0] == 0


def test_columns_beyond_differences(said, table):
    """Their range is not a float: nothing may warn of that."""
    table(lambda i: ("1.7e308", "-1.7e308", "0")[i % 3])
    for command in (
        ["fit", "t.csv", "-q", *QUICK, "--out", "m"],
        ["predict", "m", "t.csv"],
        ["explain", "m", "t.csv", "--row", "2"],
        ["rules", "m"],
        ["compact", "m", "t.csv", "--out", "small.json"],
    ):
        with warnings.catch_warnings():
            warnings.simplefilter("error", RuntimeWarning)
            code, _, error = said(*command)
        assert (code, "Warning" in error) == (0, False), error
