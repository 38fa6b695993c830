"""Exported programs answer as the model does, whatever its conditions look like."""

import json
import shutil
import sqlite3
import subprocess

import numpy as np
import pytest

from exports.conftest import ALL


def plain_rows(X):
    """Rows as dicts, None where a value is missing."""
    return X.astype(object).where(X.notna(), None).to_dict("records")


def loaded(code):
    space = {"__name__": "exported"}
    exec(compile(code, "exported", "exec"), space)
    return space


@pytest.mark.parametrize("name", ALL)
def test_python_agrees_to_the_last_bit(model_and_rows, name):
    model, X = model_and_rows(name)
    X = X[:150]
    space = loaded(model.export("python"))
    rows = plain_rows(X)
    expected = model.votes(X)
    assert (expected != 0.0).any(axis=1).mean() > 0.5  # there is something to compare
    np.testing.assert_array_equal([space["votes"](row) for row in rows], expected)
    assert [space["predict"](row) for row in rows] == model.predict(X).tolist()
    shares = [list(space["probabilities"](row).values()) for row in rows]
    # numpy's exp, of which probabilities of learned votes are made, may differ in the last bit
    tolerance = 1e-15 if "learned" in name else 0.0
    np.testing.assert_allclose(shares, model.predict_proba(X), rtol=0.0, atol=tolerance)


@pytest.mark.parametrize("name", ALL)
def test_numpy_agrees_to_the_last_bit(model_and_rows, name):
    model, X = model_and_rows(name)
    space = loaded(model.export("numpy"))
    np.testing.assert_array_equal(space["votes"](X), model.votes(X))
    np.testing.assert_array_equal(space["probabilities"](X), model.predict_proba(X))
    assert space["predict"](X).tolist() == model.predict(X).tolist()


def assert_alike(model, X, answers, shares):
    assert list(answers) == model.predict(X).tolist()
    np.testing.assert_allclose(
        np.array(shares, dtype=float), model.predict_proba(X), rtol=0.0, atol=1e-6
    )


def numbered(X):
    """Rows with a key, in an order of their own."""
    frame = X.astype(object).where(X.notna(), None)
    frame = frame.map(lambda cell: cell.item() if isinstance(cell, np.bool_) else cell)
    frame.insert(0, "row id", range(len(X)))
    return frame.sample(frac=1.0, random_state=1)


@pytest.mark.parametrize("name", ALL)
def test_sqlite_agrees(model_and_rows, name):
    model, X = model_and_rows(name)
    connection = sqlite3.connect(":memory:")
    numbered(X).to_sql("my rows", connection, index=False)
    query = model.export("sql", table="my rows", keep=["row id"])
    found = connection.execute(f'{query} ORDER BY "row id"').fetchall()
    assert_alike(model, X, [one[1] for one in found], [one[2:] for one in found])


@pytest.mark.parametrize("name", ["beta4, learn", "rectangle-or-triangle", "learned votes, mixed"])
def test_duckdb_agrees(model_and_rows, name):
    duckdb = pytest.importorskip("duckdb")
    model, X = model_and_rows(name)
    connection = duckdb.connect()
    given = X.copy()
    given.insert(0, "row id", range(len(X)))
    connection.register("given", given)
    connection.execute("CREATE TABLE inputs AS SELECT * FROM given")  # a name the query has too
    query = model.export("sql", table="inputs", keep=["row id"])
    found = connection.execute(f'{query} ORDER BY "row id"').fetchall()
    assert_alike(model, X, [one[1] for one in found], [one[2:] for one in found])


@pytest.mark.parametrize("name", ["beta4, learn", "random", "learned votes, mixed"])
def test_postgres_reads_the_query(model_and_rows, name):
    sqlglot = pytest.importorskip("sqlglot")
    model, _ = model_and_rows(name)
    (query,) = sqlglot.parse(model.export("sql", dialect="postgres"), read="postgres")
    columns = [f"probability_{label}" for label in model.classes_]
    assert query.named_selects[-len(columns) - 1 :] == ["prediction", *columns]


def test_other_dialects(model_and_rows):
    pytest.importorskip("sqlglot")
    model, _ = model_and_rows("learned votes, mixed")
    assert "`odor`" in model.export("sql", dialect="bigquery")
    with pytest.raises(ValueError, match=r"dialect must be one of .*, got 'cobol'"):
        model.export("sql", dialect="cobol")


def test_a_model_of_many_rules_in_parts(model_and_rows, monkeypatch):
    monkeypatch.setattr("beta4ucs.export.sql.PART", 7)
    test_sqlite_agrees(model_and_rows, "beta4")


def onnx_answers(content, X):
    import onnxruntime

    session = onnxruntime.InferenceSession(content, providers=["CPUExecutionProvider"])
    columns = {
        name: json.loads(text) for name, text in session.get_modelmeta().custom_metadata_map.items()
    }
    given = {}
    if columns["numbers"]:
        given["numbers"] = X[columns["numbers"]].to_numpy(dtype=float)
    if columns["categories"]:
        texts = X[columns["categories"]].astype(object)
        given["categories"] = texts.where(texts.notna(), "").astype(str).to_numpy(dtype=object)
    return session.run(["label", "probabilities"], given)


@pytest.mark.parametrize("name", ALL)
def test_onnx_agrees(model_and_rows, name):
    onnx = pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    model, X = model_and_rows(name)
    content = model.export("onnx")
    onnx.checker.check_model(onnx.load_from_string(content))
    labels, shares = onnx_answers(content, X)
    assert_alike(model, X, labels.tolist(), shares)


NODE = """
import * as model from "./model.mjs";
import fs from "fs";
const rows = JSON.parse(fs.readFileSync("rows.json"));
console.log(JSON.stringify(rows.map((row) => [
  model.votes(row), model.probabilities(row), model.predict(row)])));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
@pytest.mark.parametrize("name", ALL)
def test_javascript_agrees(model_and_rows, tmp_path, name):
    model, X = model_and_rows(name)
    model.export("javascript", tmp_path / "model.mjs")
    (tmp_path / "rows.json").write_text(json.dumps(plain_rows(X)))
    (tmp_path / "try.mjs").write_text(NODE)
    done = subprocess.run(
        ["node", "try.mjs"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    votes, shares, answers = zip(*json.loads(done.stdout), strict=True)
    np.testing.assert_array_equal(votes, model.votes(X))  # to the last bit
    assert_alike(model, X, answers, shares)
