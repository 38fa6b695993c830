"""The command `edit`: rules to a file, an editor, a model."""

import contextlib
from pathlib import Path

import numpy as np
import pytest

import beta4ucs
from beta4ucs.cli import run
from beta4ucs.cli.commands import rules
from command_line import apples_and_lemons, assert_one_sentence

NEW = "IF mass >= 150 AND width >= 5.5 THEN apple"


def written(trained, *more):
    """The file of `beta4ucs rules RUN > rules.txt`."""
    with Path("rules.txt").open("w") as file, contextlib.redirect_stdout(file):
        assert run(["rules", str(trained), *more]) == 0
    return Path("rules.txt").read_text().splitlines()


@pytest.mark.parametrize("form", [[], ["--exact"]])
def test_an_untouched_file_is_the_same_model(said, trained, form, monkeypatch):
    monkeypatch.setattr(rules, "SHOWN_AS_TEXT", 3)
    before = beta4ucs.load(trained / "model.json")
    assert len(written(trained, *form)) == before.n_rules_ > 3  # a file has all of them
    assert len(said("rules", trained)[1].splitlines()) == 3
    kept = ("edit", trained, "rules.txt", "fruit.csv", "--votes", "kept", "--out", "same")
    code, out, error = said(*kept)
    assert (code, error) == (0, "")
    after = beta4ucs.load("same/model.json")
    assert after.rules_.exact_texts() == before.rules_.exact_texts()
    X = apples_and_lemons()[["mass", "width"]]
    assert np.array_equal(after.predict_proba(X), before.predict_proba(X))
    assert "0 answers change on 6 test rows" in out
    assert "dropped" not in out


def test_lines_deleted_and_added(said, trained):
    lines = written(trained)
    Path("rules.txt").write_text("\n".join(["# mine", "", *lines[2:], NEW, ""]))
    code, out, error = said("edit", trained, "rules.txt", "fruit.csv", "--out", "edited")
    assert (code, error) == (0, "")
    before, after = (beta4ucs.load(Path(one) / "model.json") for one in (trained, "edited"))
    assert after.n_rules_ == before.n_rules_ - 1
    assert after.rules_.exact_texts()[-1] == NEW
    assert "2 dropped, and what each was worth before, alone, on 6 test rows" in out
    assert "1 added, and what each is worth now, alone, on 6 test rows" in out
    assert out.count("on 6 test rows") >= 5
    assert out.endswith("Written to edited\n")
    assert "of 6 test rows" in said("predict", "edited", "fruit.csv")[2]  # it knows its rows
    assert "of 54 training rows" in said("rules", "edited", "--top", "1")[1]
    assert after.rules_.arrays.experience[-1] <= 54  # counted on training rows


def test_numbers_and_drop(said, trained):
    before = beta4ucs.load(trained / "model.json").rules_.exact_texts()
    Path("some.txt").write_text("3\n0\n")
    assert said("edit", trained, "some.txt", "fruit.csv", "--out", "some")[0] == 0
    assert beta4ucs.load("some/model.json").rules_.exact_texts() == [before[0], before[3]]
    Path("drop.txt").write_text(f"DROP 1\ndrop 2\n{NEW}\n")
    assert said("edit", trained, "drop.txt", "fruit.csv", "--out", "rest", "--quiet")[1] == ""
    assert beta4ucs.load("rest/model.json").rules_.exact_texts()[:-1] == [before[0], *before[3:]]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("# nothing\nIF mas >= 3 THEN apple\n", "line 2 of 'rules.txt': 'mas >= 3' at character 4"),
        ("DROP 100000\n", "line 1 of 'rules.txt': there is no rule 100000"),
        ("\n", "no rule would be left"),
        ("mass >= 3\n", "line 1 of 'rules.txt': a rule begins with IF"),
    ],
)
def test_what_is_wrong_with_a_line_is_said(said, trained, text, complaint):
    Path("rules.txt").write_text(text)
    code, _, error = said("edit", trained, "rules.txt", "fruit.csv", "--out", "edited")
    assert code == 1
    assert_one_sentence(error)
    assert complaint in error
    assert not Path("edited").exists()


def test_files_that_cannot_be_read_or_written(said, trained):
    code, _, error = said("edit", trained, "no.txt", "fruit.csv")
    assert code == 1
    assert "the rules cannot be read from 'no.txt'" in error
    Path("full").mkdir()
    Path("full/mine").write_text("")
    code, _, error = said("edit", trained, "no.txt", "fruit.csv", "--out", "full")
    assert "the folder 'full' is not empty" in error
