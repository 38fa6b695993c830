"""Models are, to the last bit, those that the committed digests were taken from."""

import importlib
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from beta4ucs.data import catalogue

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))
digests = importlib.import_module("digests")

REFERENCE = ROOT / "docs" / "results" / "digests.txt"
HERE = {info.id for info in catalogue(digests.default_data_dir()) if info.available}


@pytest.mark.parametrize(
    "dataset",
    ["wne", "hcl", "soy", pytest.param("mux", marks=pytest.mark.slow)],
)
def test_models_are_as_they_were(dataset):
    if dataset not in HERE:
        pytest.skip(f"the article's file of {dataset} is not here")
    found = list(digests.lines_of([dataset], digests.default_data_dir()))
    assert len(found) == 20
    assert digests.differences(digests.read_lines(REFERENCE), found) == []


def test_the_committed_digests_are_complete():
    found = [line.key for line in digests.read_lines(REFERENCE)]
    assert found == [
        (dataset, system, setting)
        for dataset in digests.EPOCHS
        for system in digests.SYSTEMS
        for setting in digests.SETTINGS
    ]


def test_a_digest_tells_models_apart():
    table = digests.load("wne")
    one = digests.learn("wne", table, "FBRC", "article", 2)
    assert digests.learn("wne", table, "FBRC", "article", 2) == one
    assert digests.learn("wne", table, "FBRC", "article", 3).model != one.model


def test_what_differs_is_named_and_the_exit_code_is_1(tmp_path, capsys, monkeypatch):
    known = digests.read_lines(REFERENCE)[0]
    monkeypatch.setattr(digests, "lines_of", lambda *_: iter([known]))
    path = tmp_path / "digests.txt"
    assert digests.main(["--only", "wne", "--out", str(path)]) == 0
    assert digests.main(["--only", "wne", "--check", str(path)]) == 0
    assert "All 1 models are as they were." in capsys.readouterr().out
    changed = replace(known, model="0" * 16)
    monkeypatch.setattr(digests, "lines_of", lambda *_: iter([changed]))
    assert digests.main(["--only", "wne", "--check", str(path)]) == 1
    said = capsys.readouterr().out
    assert f"was: {known}" in said
    assert f"now: {changed}" in said
    assert "other rows" not in said


def test_other_rows_and_new_lines_are_told(capsys):
    known = digests.read_lines(REFERENCE)[:1]
    assert digests.judge(known, [replace(known[0], data="0" * 8)]) == 1
    assert "other rows" in capsys.readouterr().out
    assert digests.judge([], known) == 1
    assert "new:" in capsys.readouterr().out


def test_files_of_another_kind_are_refused(tmp_path):
    path = tmp_path / "other.txt"
    path.write_text("a b\n1 2\n")
    with pytest.raises(digests.InputError, match="no list of digests"):
        digests.read_lines(path)
    with pytest.raises(SystemExit):
        digests.main(["--check", str(tmp_path / "none.txt")])
