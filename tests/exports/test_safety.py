"""Nothing of the data becomes code: names and labels are text, whatever they hold."""

import io
import json
import shutil
import sqlite3
import subprocess

import numpy as np
import pandas as pd
import pytest

from beta4ucs import UCSClassifier
from exports.test_agreement import assert_alike, loaded, numbered, onnx_answers, plain_rows

NAMES = [
    'say "hi"',
    "it's; DROP TABLE t; --",
    "select",
    "größe\u2028raise SystemExit",
    "a\nimport os\rb",
    "</script><script>alert(1)</script>",
    "row",
    "votes",
    "A b",
    "a_b",
    "12",
    "`${x}` \\",
    "class",
    "rule 1",
    "=1+1",
]
LABELS = ['it\'s "me"\\', "x'); DROP TABLE t; --", "naïve\n*/ </script> {0} %s"]
VALUES = ["o'clock", 'a"b', "\\", "(other", "=2+3", "${1}", "né\u2029e"]


@pytest.fixture(scope="module")
def hostile():
    """A model whose every name, value and class tries to break out of its quotes."""
    rng = np.random.default_rng(4)
    n_rows = 150
    columns = {name: rng.random(n_rows) for name in NAMES}
    kind = rng.integers(0, len(VALUES), n_rows)
    columns["cat'\"; --"] = np.array(VALUES, dtype=object)[kind]
    X = pd.DataFrame(columns)
    X.iloc[::7, 0] = np.nan
    y = np.array(LABELS)[(X.iloc[:, 1] + kind / 4 > 1).astype(int) + (X.iloc[:, 2] > 0.6)]
    y = pd.Series(y, name="target\n'''\"\"\" */ --")
    return UCSClassifier(n_epochs=3, max_rules=80, random_state=1).fit(X, y), X


@pytest.mark.parametrize("to", ["python", "numpy"])
def test_python(hostile, to):
    model, X = hostile
    space = loaded(model.export(to))
    if to == "numpy":
        np.testing.assert_array_equal(space["votes"](X), model.votes(X))
        assert space["predict"](X).tolist() == model.predict(X).tolist()
    else:
        rows = plain_rows(X)
        np.testing.assert_array_equal([space["votes"](row) for row in rows], model.votes(X))
        assert list(space["probabilities"](rows[0])) == model.classes_.tolist()


def test_sql(hostile):
    model, X = hostile
    connection = sqlite3.connect(":memory:")
    table = "the \"table\" -- of\n'all'"
    numbered(X).to_sql(table, connection, index=False)
    query = model.export("sql", table=table, keep=["row id"])
    found = connection.execute(f'{query} ORDER BY "row id"').fetchall()
    assert_alike(model, X, [one[1] for one in found], [one[2:] for one in found])


def test_onnx(hostile):
    pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    model, X = hostile
    labels, shares = onnx_answers(model.export("onnx"), X)
    assert_alike(model, X, labels.tolist(), shares)


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_javascript(hostile, tmp_path):
    model, X = hostile
    text = model.export("javascript", tmp_path / "model.mjs")
    code = [line for line in text.splitlines() if not line.lstrip().startswith("//")]
    assert not any("</script>" in line for line in code)
    (tmp_path / "rows.json").write_text(json.dumps(plain_rows(X)))
    code = 'import * as m from "./model.mjs"; import fs from "fs"; console.log(JSON.stringify('
    code += 'JSON.parse(fs.readFileSync("rows.json")).map((row) => m.predict(row))))'
    (tmp_path / "try.mjs").write_text(code)
    done = subprocess.run(
        ["node", "try.mjs"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == model.predict(X).tolist()


def test_documents(hostile):
    model, X = hostile
    y = model.predict(X)
    text = model.export("markdown", X=X, y=y, rows="test rows")
    assert "<script>" not in text.replace("\\<script\\>", "")
    lines = text.splitlines()
    rules = lines[lines.index("## Rules") :]
    widths = {line.replace("\\|", "").count("|") for line in rules if line.startswith("|")}
    assert len(widths) == 1  # no name has added a column
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.load_workbook(io.BytesIO(model.export("xlsx", X=X, y=y)))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells if cell.value is not None} == {"s"}
    assert "=1+1" in [cell.value for cell in cells]


def test_a_null_character_has_no_sql():
    X = pd.DataFrame({"a\0b": [0.0, 1.0] * 20})
    model = UCSClassifier(n_epochs=1, random_state=1).fit(X, [0, 1] * 20)
    with pytest.raises(ValueError, match="null character"):
        model.export("sql")
