"""The benchmark of exports: a taste of it, and its verdicts."""

import importlib
import sys
from pathlib import Path

import pytest

from beta4ucs import UCSClassifier

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "benchmarks"))
export = importlib.import_module("export")


def test_a_small_run(monkeypatch):
    pytest.importorskip("onnxruntime")
    pytest.importorskip("duckdb")
    small = UCSClassifier(n_epochs=2, max_rules=30, random_state=1)
    monkeypatch.setattr(export, "models", lambda X, y: {"UCS": small.fit(X, y)})
    records = export.compare("iris", 60, None)
    assert len(records) >= len(export.EXPORTS) - 1  # Node need not be there
    assert all(is_met for is_met, _ in export._verdicts(records))
    text = export.page(records, "a command")
    assert "- met: equal classes: 0 of" in text
    assert "| iris" in text
    records[0]["other_classes"] = 1
    assert "- MISSED: equal classes: 1 of" in export.page(records, "a command")


def test_rows_lie_beyond_what_was_learned():
    X, _ = export.load_table("iris", None)
    rows = export.tried_rows(X, 500)
    assert 0.02 < rows.isna().to_numpy().mean() < 0.08
    assert (rows.max() > X.max()).all()
