"""The command `compact`."""

import re
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import beta4ucs
from beta4ucs.data.splitting import shuffle_split
from command_line import apples_and_lemons, assert_one_sentence


def numbers(pattern, text):
    return [float(number.replace(",", "")) for number in re.search(pattern, text).groups()]


def test_compact_tells_the_difference_and_writes_the_model(said, trained):
    code, out, error = said("compact", trained, "fruit.csv", "--out", "small.json")
    assert (code, error) == (0, "")
    model, small = beta4ucs.load(trained / "model.json"), beta4ucs.load("small.json")
    frame = apples_and_lemons()
    learned, tested = (frame.iloc[np.sort(rows)] for rows in shuffle_split(60, 0.9, seed=1))
    X, y = tested[["mass", "width"]], tested["kind"]
    assert numbers(r"rules +([\d,]+) -> ([\d,]+)\n", out) == [model.n_rules_, small.n_rules_]
    assert small.n_rules_ < model.n_rules_
    told = numbers(r"accuracy +([\d.]+)% -> ([\d.]+)% on 6 test rows; always", out)
    expected = [100 * one.score(X, y) for one in (model, small)]
    assert told == pytest.approx(expected, abs=0.051)
    assert re.search(r"chosen by +54 training rows: [\d.]+% right in cross-validation", out)
    assert out.endswith("Written to small.json\n")
    expected = model.compact(learned[["mass", "width"]], learned["kind"])
    assert [str(rule) for rule in small.rules_] == [str(rule) for rule in expected.rules_]
    assert "of 6 test rows" in said("predict", "small.json", "fruit.csv")[2]  # it knows its rows


def test_without_the_run_the_rows_are_those_of_the_choice(said, trained):
    Path("alone.json").write_bytes((trained / "model.json").read_bytes())
    _, out, _ = said("compact", "alone.json", "fruit.csv", "--out", "small.json")
    assert "on 60 rows, which the rules were chosen on" in out
    assert not Path("small.run.json").exists()
    assert (
        "on 54 training rows, which the rules"
        in said("compact", trained, "fruit.csv", "--rows", "train")[1]
    )


def test_without_out_nothing_is_written(said, trained):
    before = sorted(Path().iterdir())
    code, out, _ = said("compact", trained, "fruit.csv", "--n-rules", "3")
    assert code == 0
    assert re.search(r"rules +[\d,]+ -> 3\n", out)
    assert "Written" not in out
    assert sorted(Path().iterdir()) == before


def test_methods_and_sizes(said, trained):
    for wish in (["--method", "qrc"], ["--tolerance", "0.2"], ["--method", "ordered"]):
        code, out, _ = said("compact", trained, "fruit.csv", *wish)
        assert (code, "rules" in out) == (0, True)
    assert said("compact", trained, "fruit.csv", "--quiet")[1] == ""


def test_an_earlier_file_stays_unless_it_may_be_replaced(said, trained):
    Path("small.json").write_text("mine")
    code, _, error = said("compact", trained, "fruit.csv", "--out", "small.json")
    assert code == 1
    assert_one_sentence(error)
    assert Path("small.json").read_text() == "mine"
    again = ("compact", trained, "fruit.csv", "--out", "small.json", "--overwrite")
    assert said(*again)[0] == 0
    assert beta4ucs.load("small.json").n_rules_ > 0
    assert [path.name for path in Path().glob(".*")] == []


@pytest.mark.parametrize("out", [".", "nowhere/small.json"])
def test_what_cannot_be_written_is_said_before_any_work(said, out):
    code, _, error = said("compact", "no-model.json", "fruit.csv", "--out", out)
    assert code == 1
    assert_one_sentence(error)
    assert "no-model" not in error


@pytest.mark.parametrize(
    ("wish", "code", "text"),
    [
        (["--method", "best"], 1, "there is no method 'best'"),
        (["--n-rules", "0"], 2, "--n-rules must be a whole number of at least 1, got 0"),
        (["--n-rules", "many"], 2, "--n-rules"),
        (["--tolerance", "2"], 2, "--tolerance must be in [0, 1], got 2"),
        (["--n-rules", "3", "--tolerance", "0.1"], 1, "not both"),
        (["--method", "fu1", "--n-rules", "3"], 1, "'fu1' takes neither"),
    ],
)
def test_wrong_options(said, trained, wish, code, text):
    answer, out, error = said("compact", trained, "fruit.csv", *wish)
    assert (answer, out) == (code, "")
    assert_one_sentence(error)
    assert text in error


def test_the_class_column_is_needed_and_may_have_another_name(said, trained):
    frame = apples_and_lemons()
    frame[["mass", "width"]].to_csv("bare.csv", index=False)
    code, _, error = said("compact", trained, "bare.csv")
    assert code == 1
    assert_one_sentence(error)
    assert "--target" in error
    frame.rename(columns={"kind": "truth"}).to_csv("other.csv", index=False)
    frame.to_csv("same.csv", index=False, sep=";")  # not the bytes of the run
    expected = said("compact", trained, "same.csv")
    assert said("compact", trained, "other.csv", "--target", "truth") == expected


def test_rows_of_unknown_classes_are_left_out(said, trained):
    frame = apples_and_lemons()
    pears = frame[:5].assign(kind="pear")
    pd.concat([frame, pears]).to_csv("more.csv", index=False)
    code, out, error = said("compact", trained, "more.csv")
    frame.to_csv("same.csv", index=False, sep=";")
    assert (code, out) == said("compact", trained, "same.csv")[:2]
    assert_one_sentence(error)
    assert "'pear'" in error
    pears.to_csv("pears.csv", index=False)
    code, _, error = said("compact", trained, "pears.csv")
    assert code == 1
    assert "none of the classes" in error


def test_a_model_whose_rules_do_not_vote_yet(said):
    """After a few rows no rule has the experience to vote: no figure, and no library's warning."""
    apples_and_lemons(8).to_csv("tiny.csv", index=False)
    options = ["--system", "beta4-ucs", "--n-epochs", "1", "--seed", "1", "--test-size", "0", "-q"]
    assert said("fit", "tiny.csv", *options, "--out", "t")[0] == 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        code, out, error = said("compact", "t", "tiny.csv")
    assert (code, error) == (0, "")
    assert re.search(r"^crisp +- -> - of the rules$", out, re.MULTILINE)
