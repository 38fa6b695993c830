"""The command `export`."""

import io
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import beta4ucs
from command_line import assert_one_sentence


def test_the_program_answers_a_csv_file_as_predict_does(said, trained):
    assert said("export", trained, "--out", "m.py")[0] == 0
    rows = Path("fruit.csv").read_text()
    done = subprocess.run(
        [sys.executable, "m.py"], input=rows, capture_output=True, text=True, check=True
    )
    told = pd.read_csv(io.StringIO(done.stdout))
    expected = pd.read_csv(io.StringIO(said("predict", trained, "fruit.csv", "--proba")[1]))
    pd.testing.assert_frame_equal(told, expected)


def test_text_goes_to_standard_output(said, trained):
    code, out, _ = said("export", trained, "--to", "sql", "--from-table", "a.b", "--keep", "id")
    assert code == 0
    assert 'FROM "a"."b"' in out
    assert out.count("-- ") >= beta4ucs.load(trained / "model.json").rules_.n_voting


def test_a_document_has_the_measures_of_the_test_rows(said, trained):
    assert said("export", trained, "fruit.csv", "--to", "markdown", "--out", "card.md")[0] == 0
    text = Path("card.md").read_text(encoding="utf-8")
    assert "right of 6 test rows" in text
    assert "| Split | 54 rows learned from, 6 test rows |" in text
    assert "| Trained | 20" in text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--to", "onnx"), "an export to onnx is a file, not text: name it with --out"),
        (("fruit.csv",), "an export to python takes no data"),
        (("--to", "markdown", "--from-table", "t"), "does not take 'table': it is for sql"),
        (("--to", "cobol"), "--to"),
    ],
)
def test_what_does_not_go_together(said, trained, words, sentence):
    code, _, err = said("export", trained, *words)
    assert code != 0
    assert_one_sentence(err)
    assert sentence in err


def test_earlier_files_stay(said, trained):
    Path("m.py").write_text("mine")
    code, _, err = said("export", trained, "--out", "m.py")
    assert code != 0
    assert "exists" in err
    assert Path("m.py").read_text() == "mine"


def test_much_to_read_is_said(said, trained, monkeypatch):
    monkeypatch.setattr("beta4ucs.export.LARGE", 3)
    _, _, err = said("export", trained)
    assert_one_sentence(err)
    assert f"beta4ucs compact {trained} DATA" in err
