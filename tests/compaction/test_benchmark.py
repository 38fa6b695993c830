"""The benchmark's arithmetic and bookkeeping, and a taste of it."""

import argparse
import importlib
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from beta4ucs.compaction import METHODS

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
bench = importlib.import_module("compaction")
common = importlib.import_module("_common")

RECORD = bench.Record(
    dataset="wne", seed=1, method="smallest", epochs=50, n_train=160, n_test=18,
    rules_before=1300, rules_after=20, test_before=0.9, test_after=0.95, train_before=1.0,
    train_after=0.98, crisp_before=0.6, crisp_after=0.8, seconds=0.5,
    kernels="a1", beta4ucs="0.1.0", numba="1", numpy="2", python="3",
)  # fmt: skip


@pytest.fixture
def two_fields(monkeypatch):
    """All data sets are a feature with a border in the middle."""
    X = np.random.default_rng(0).random((60, 1))
    known = X, (X[:, 0] > 0.5).astype(int)
    monkeypatch.setattr(common, "load_problem", lambda name, folder: known)
    monkeypatch.setattr(bench, "load_problem", common.load_problem)


def test_ways_are_methods_and_numbers_of_rules():
    assert bench.parse_way("fu1") == ("fu1", None)
    assert bench.parse_way("smallest[20]") == ("smallest", 20)
    for wrong in ("fu1[3]", "best", "smallest[]", ""):
        with pytest.raises(argparse.ArgumentTypeError):
            bench.parse_way(wrong)


def test_verdicts_are_about_means_of_data_sets():
    runs = [
        replace(RECORD, dataset=name, seed=seed, rules_after=rules)
        for name, both in {"a": (10, 30), "b": (30, 50), "c": (100, 200)}.items()
        for seed, rules in enumerate(both)
    ]
    sets = bench.means_of(runs)
    assert [row.rules_after for row in sets] == [20, 40, 150]
    assert [row.n_runs for row in sets] == [2, 2, 2]
    (median, text), (at_90, _), (accuracy, difference) = bench.verdicts(sets, runs)
    assert (median, at_90, accuracy) == (True, False, True)
    assert "40.0 (at most 40); over all runs 40.0" in text
    assert "90.00 before, 95.00 after, difference +5.00" in difference
    worse = bench.means_of([replace(run, test_after=0.89) for run in runs])
    assert [is_met for is_met, _ in bench.verdicts(worse, runs)] == [True, False, False]


def test_records_come_back_and_half_a_line_does_not(tmp_path):
    path = tmp_path / "runs.csv"
    bench.append_record(path, RECORD)
    with path.open("a") as file:
        file.write("wne,2,smal")
    bench.append_record(path, replace(RECORD, seed=3))
    assert bench.read_records(path, bench.Record) == [RECORD, replace(RECORD, seed=3)]


def test_a_study_goes_on_where_it_stopped(tmp_path, two_fields, capsys):
    records, table = tmp_path / "runs.csv", tmp_path / "table.md"
    options = ["--only", "wne,cae", "--seeds", "1", "--epochs", "5", "--jobs", "1"]
    options += ["--records", str(records), "--table", str(table)]
    bench.main([*options, "--methods", "qrc"])
    before = records.read_text()
    bench.main(options)
    lines = bench.read_records(records, bench.Record)
    assert records.read_text().startswith(before)
    assert len(lines) == 2 * len(bench.WAYS)
    assert len({line.key for line in lines}) == len(lines)
    assert all(0 < line.rules_after <= line.rules_before for line in lines)
    text = table.read_text()
    assert all(f"\n## {method}\n" in text for method in METHODS)
    assert "so far: median of the rules over data sets" in text
    assert "## Size and accuracy" in text
    capsys.readouterr()
    bench.main([*options, "--report-only"])
    assert capsys.readouterr().out == text
