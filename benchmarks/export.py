"""Exports beside `predict`: whether they answer as the model does, their size, time per row.

    python benchmarks/export.py --records RUNS.csv --table docs/results/export.md
    python benchmarks/export.py --only penguins --rows 200 --records RUNS.csv    (does it run?)

Ten tables of the accuracy benchmark: numbers only, mixed, with missing values, wide, many classes.
From 1,000 rows of each learn evolved rules (size "smallest", learned votes) and β4-UCS (5 epochs,
at most 200 copies; the article's votes), both with seed 1. Then 3,000 rows are drawn from the whole
table, with replacement. In one cell of twenty the value goes missing, and in one number of twenty
it is moved by up to its range, so that rows lie beyond what was learned, too.

Python and JavaScript answer row by row, the others all rows at once, ONNX in batches of 200. Times
include reading the rows from a table in memory, not the start of a program; SQL is planned anew.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from _common import (
    default_data_dir,
    made_by,
    markdown_table,
    parse_names,
    verdict_lines,
    versions,
    write_text,
)
from _tables import load_table

import beta4ucs

TABLES = (
    "penguins", "pbc", "nafld1", "can", "vowel", "movement_libras", "credit_data", "attrition",
    "splice", "30-classes-1",
)  # fmt: skip
LEARNED_ROWS, TRIED_ROWS, BATCH = 1000, 3000, 200
CLOSE = 1e-6
COMMAND = (
    "python benchmarks/export.py --records docs/results/export-runs.csv "
    "--table docs/results/export.md"
)


class Answers(NamedTuple):
    """What an export says: classes, probabilities; its size in bytes, seconds for all rows."""

    labels: list[Any]
    shares: np.ndarray
    size: int
    seconds: float


def models(X: pd.DataFrame, y: np.ndarray) -> dict[str, Any]:
    return {
        "evolved rules": beta4ucs.EvolvedRulesClassifier(size="smallest", random_state=1).fit(X, y),
        "β4-UCS": beta4ucs.Beta4UCSClassifier(n_epochs=5, max_rules=200, random_state=1).fit(X, y),
    }


def learned_rows(X: pd.DataFrame, y: np.ndarray) -> tuple[pd.DataFrame, np.ndarray]:
    places = np.random.default_rng(1).permutation(len(X))[:LEARNED_ROWS]
    return X.iloc[places].reset_index(drop=True), y[places]


def tried_rows(X: pd.DataFrame, n_rows: int) -> pd.DataFrame:
    """Rows of a table with more gaps, and numbers beyond the range."""
    rng = np.random.default_rng(2)
    rows = X.iloc[rng.integers(0, len(X), n_rows)].reset_index(drop=True)
    for name in rows:
        if pd.api.types.is_numeric_dtype(rows[name]) and rows[name].dtype != bool:
            span = float(X[name].max() - X[name].min())
            is_moved = rng.random(n_rows) < 0.05
            rows[name] = rows[name] + is_moved * rng.uniform(-span, span, n_rows)
        else:
            rows[name] = rows[name].astype(object)
    return rows.mask(rng.random(rows.shape) < 0.05)


def plain_rows(X: pd.DataFrame) -> list[dict[str, Any]]:
    return X.astype(object).where(X.notna(), None).to_dict("records")


def timed(function: Callable[[], Any]) -> tuple[Any, float]:
    start = time.perf_counter()
    return function(), time.perf_counter() - start


def of_python(model: Any, X: pd.DataFrame) -> Answers:
    code = model.export("python")
    space: dict[str, Any] = {"__name__": "exported"}
    exec(compile(code, "exported", "exec"), space)
    rows = plain_rows(X)
    labels, seconds = timed(lambda: [space["predict"](row) for row in rows])
    shares = np.array([list(space["probabilities"](row).values()) for row in rows])
    return Answers(labels, shares, len(code.encode()), seconds)


def of_numpy(model: Any, X: pd.DataFrame) -> Answers:
    code = model.export("numpy")
    space: dict[str, Any] = {"__name__": "exported"}
    exec(compile(code, "exported", "exec"), space)
    labels, seconds = timed(lambda: space["predict"](X))
    return Answers(labels.tolist(), space["probabilities"](X), len(code.encode()), seconds)


def of_sqlite(model: Any, X: pd.DataFrame) -> Answers:
    connection = sqlite3.connect(":memory:")
    frame = X.astype(object).where(X.notna(), None)
    frame = frame.map(lambda cell: cell.item() if isinstance(cell, np.generic) else cell)
    frame.insert(0, "row id", range(len(X)))
    frame.to_sql("input", connection, index=False)
    return _of_query(model, connection)


def of_duckdb(model: Any, X: pd.DataFrame) -> Answers:
    import duckdb

    connection = duckdb.connect()
    frame = X.copy()
    frame.insert(0, "row id", range(len(X)))
    connection.register("given", frame)
    connection.execute("CREATE TABLE input AS SELECT * FROM given")
    return _of_query(model, connection)


def _of_query(model: Any, connection: Any) -> Answers:
    query = model.export("sql", keep=["row id"])
    ordered = f'{query} ORDER BY "row id"'
    found, seconds = timed(lambda: connection.execute(ordered).fetchall())
    shares = np.array([line[2:] for line in found], dtype=float)
    return Answers([line[1] for line in found], shares, len(query.encode()), seconds)


def of_onnx(model: Any, X: pd.DataFrame) -> Answers:
    import onnxruntime

    content = model.export("onnx")
    session = onnxruntime.InferenceSession(content, providers=["CPUExecutionProvider"])
    said = session.get_modelmeta().custom_metadata_map
    given: dict[str, np.ndarray] = {}
    if names := json.loads(said["numbers"]):
        given["numbers"] = X[names].to_numpy(dtype=float)
    if names := json.loads(said["categories"]):
        texts = X[names].astype(object)
        given["categories"] = texts.where(texts.notna(), "").astype(str).to_numpy(dtype=object)

    def run() -> list[Any]:
        pieces = [slice(at, at + BATCH) for at in range(0, len(X), BATCH)]
        return [session.run(None, {k: v[piece] for k, v in given.items()}) for piece in pieces]

    found, seconds = timed(run)
    labels = [label for part in found for label in part[0].tolist()]
    return Answers(labels, np.vstack([part[1] for part in found]), len(content), seconds)


NODE = """
import * as model from "./model.mjs";
import fs from "fs";
const rows = JSON.parse(fs.readFileSync("rows.json"));
const start = performance.now();
const labels = rows.map((row) => model.predict(row));
const seconds = (performance.now() - start) / 1000;
const shares = rows.map((row) => model.probabilities(row));
console.log(JSON.stringify({ labels, shares, seconds }));
"""


def of_javascript(model: Any, X: pd.DataFrame) -> Answers:
    with tempfile.TemporaryDirectory() as folder:
        code = model.export("javascript", f"{folder}/model.mjs")
        Path(folder, "rows.json").write_text(json.dumps(plain_rows(X)), encoding="utf-8")
        Path(folder, "try.mjs").write_text(NODE, encoding="utf-8")
        done = subprocess.run(
            ["node", "try.mjs"], cwd=folder, capture_output=True, text=True, check=True
        )
    found = json.loads(done.stdout)
    return Answers(found["labels"], np.array(found["shares"]), len(code.encode()), found["seconds"])


EXPORTS = {
    "python": of_python,
    "numpy": of_numpy,
    "sql in SQLite": of_sqlite,
    "sql in DuckDB": of_duckdb,
    "onnx": of_onnx,
    "javascript": of_javascript,
}


def compare(table: str, n_rows: int, data_dir: Path | None) -> list[dict[str, Any]]:
    """One record per model and export of a table."""
    X, y = load_table(table, data_dir)
    rows = tried_rows(X, n_rows)
    records = []
    for name, model in models(*learned_rows(X, y)).items():
        model.predict(rows[:5])  # compiles, or loads what is compiled
        labels, seconds = timed(lambda model=model: model.predict(rows))
        shares = model.predict_proba(rows)
        common = {
            "table": table, "features": X.shape[1], "classes": len(model.classes_),
            "categories": sum(column.values is not None for column in model.encoding_.columns),
            "missing": int(X.isna().to_numpy().sum()), "model": name,
            "rules": model.rules_.n_voting, "rows": n_rows, "predict": 1e6 * seconds / n_rows,
            **versions(),
        }  # fmt: skip
        for export, answer in EXPORTS.items():
            if export == "javascript" and shutil.which("node") is None:
                continue
            said = answer(model, rows)
            wrong = sum(
                one != other for one, other in zip(said.labels, labels.tolist(), strict=True)
            )
            records.append(
                common
                | {
                    "export": export,
                    "other_classes": wrong,
                    "difference": float(np.abs(said.shares - shares).max()),
                    "size": said.size,
                    "time": 1e6 * said.seconds / n_rows,
                }
            )
        print(f"{table}, {name}: {common['rules']} rules", flush=True)
    return records


def page(records: Sequence[dict[str, Any]], command: str) -> str:
    lines = [
        "# Exports beside `predict`",
        "",
        f"`{command}`",
        "",
        "Every export of a model answers the same rows as the model. *Other classes* are rows with "
        "another answer, *difference*",
        "is the largest one between two probabilities, times are µs per row, those of `predict` "
        "for all rows at once.",
        "Rows come from the whole table, with more gaps and with numbers beyond the range of "
        "training; the script says more.",
        "Times depend on what else the machine does: compare them within a line. "
        f"Measured so far: {len({one['table'] for one in records})} of {len(TABLES)} tables.",
        "",
        *verdict_lines(_verdicts(records)),
        "",
        "## The tables and models",
        "",
        *_models(records),
        "",
        "## Agreement",
        "",
        *_pivot(records, "difference", lambda value: "0" if value == 0.0 else f"{value:.0e}"),
        "",
        "## Size, in KB",
        "",
        *_pivot(records, "size", lambda value: f"{value / 1000:.0f}"),
        "",
        "## Time, in µs per row",
        "",
        *_pivot(records, "time", lambda value: f"{value:.0f}", predict=True),
        "",
        *made_by(records),
        "",
    ]
    return "\n".join(lines)


def _verdicts(records: Sequence[dict[str, Any]]) -> list[tuple[bool, str]]:
    def of(*names: str) -> list[dict[str, Any]]:
        return [one for one in records if one["export"] in names]

    n_answers = sum(one["rows"] for one in records)
    wrong = sum(one["other_classes"] for one in records)
    exact = max((one["difference"] for one in of("numpy")), default=0.0)
    python = max((one["difference"] for one in of("python")), default=0.0)
    close = max(
        (one["difference"] for one in of("sql in SQLite", "sql in DuckDB", "onnx")), default=0.0
    )
    return [
        (wrong == 0, f"equal classes: {wrong} of {n_answers:,} answers are others"),
        (exact == 0.0, f"numpy: equal probabilities; the largest difference is {exact:.0e}"),
        (
            python <= 1e-15,
            "python: equal probabilities up to the last bit of the machine's exponential; the "
            f"largest difference is {python:.0e}",
        ),
        (
            close <= CLOSE,
            f"SQL and ONNX: probabilities within {CLOSE:.0e}; the largest difference is "
            f"{close:.0e}",
        ),
    ]


def _keys(records: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    return list(dict.fromkeys((one["table"], one["model"]) for one in records))


def _models(records: Sequence[dict[str, Any]]) -> list[str]:
    head = [
        "table",
        "model",
        "features",
        "categories",
        "missing cells",
        "classes",
        "rules",
        "rows tried",
    ]
    names = ("features", "categories", "missing", "classes", "rules", "rows")
    first = {(one["table"], one["model"]): one for one in reversed(records)}
    lines = [[*key, *(f"{first[key][name]:,}" for name in names)] for key in _keys(records)]
    return markdown_table(head, lines)


def _pivot(
    records: Sequence[dict[str, Any]], name: str, say: Callable[[float], str], predict: bool = False
) -> list[str]:
    exports = list(dict.fromkeys(one["export"] for one in records))
    found = {(one["table"], one["model"], one["export"]): one for one in records}
    head = ["table", "model", *(["`predict`"] if predict else []), *exports]
    lines = []
    for key in _keys(records):
        ours = [say(found[(*key, exports[0])]["predict"])] if predict else []
        lines.append([*key, *ours, *(say(found[(*key, export)][name]) for export in exports)])
    return markdown_table(head, lines)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", type=parse_names(TABLES), default=TABLES, help="which tables")
    parser.add_argument("--rows", type=int, default=TRIED_ROWS, help="how many rows to try")
    parser.add_argument("--records", type=Path, required=True, help="one line per export")
    parser.add_argument("--table", type=Path, help="the page to write")
    parser.add_argument("--data-dir", type=Path, default=None)
    told = parser.parse_args(arguments)
    records = _records(told.records)
    for table in told.only:
        if table not in {one["table"] for one in records}:
            records += compare(table, told.rows, told.data_dir or default_data_dir())
            pd.DataFrame(records).to_csv(told.records, index=False)
    if told.table:
        write_text(told.table, page(records, COMMAND))
    print(*verdict_lines(_verdicts(records)), sep="\n")
    return 0 if all(is_met for is_met, _ in _verdicts(records)) else 1


def _records(path: Path) -> list[dict[str, Any]]:
    """What earlier runs have measured; the same command goes on with what is missing."""
    if not path.is_file():
        return []
    found: list[dict[str, Any]] = pd.read_csv(path).to_dict("records")
    return found


if __name__ == "__main__":
    raise SystemExit(main())
