"""The command `export`: a model as a program, a query, a graph or a document."""

import json
import sys
from pathlib import Path
from typing import Any

from beta4ucs.cli import options
from beta4ucs.cli.messages import UsageError, say
from beta4ucs.cli.option_groups import option
from beta4ucs.cli.option_values import one_of
from beta4ucs.cli.output_file import check_can_be_written
from beta4ucs.cli.run_record import record_of, record_path
from beta4ucs.cli.saved_model import load_model, rows_for
from beta4ucs.cli.table_source import OptionalTable

NAMES = ("python", "numpy", "sql", "onnx", "javascript", "markdown", "xlsx")
DOCUMENTS, FILES = ("markdown", "xlsx"), ("onnx", "xlsx")  # files are not text


def export(
    *,
    model: Path = options.model(),
    table: OptionalTable,
    to: str = one_of("python", "What to write.", NAMES),
    out: Path | None = option(None, "File to write.", unless="standard output"),
    overwrite: bool = options.overwrite(),
    from_table: str | None = option(
        None, "sql: the table with the rows, or schema.table.", "<name>", unless="input"
    ),
    keep: list[str] | None = option(
        None,
        "sql: a column to pass through, such as a key; may be given more than once.",
        "<name>",
        unless="the features that rules use",
    ),
    dialect: str | None = option(
        None, "sql: for another database, by sqlglot's name.", "<name>", unless="the common one"
    ),
    title: str | None = option(None, "markdown, xlsx: heading.", unless="the class column"),
    representation: str | None = options.own_representation(),
) -> int:
    """Write a model as a program that runs without this package, or as a document.

    python, numpy, javascript and sql are readable text, with each rule in words. A document,
    markdown or xlsx, has a model card; with DATA it also has measures and counts: on the test rows
    if DATA is the table of the model's run, else on all rows.
    """
    _check(to, out, has_data=bool(table.data))
    if out is not None:
        out = out.expanduser()
    check_can_be_written(out, overwrite=overwrite)
    estimator = load_model(model, representation=representation)
    told: dict[str, Any] = {
        "table": from_table, "keep": keep or None, "dialect": dialect, "title": title
    }  # fmt: skip
    told = {name: value for name, value in told.items() if value is not None}
    if to in DOCUMENTS:
        told["about"] = _about(model)
        if table.data:
            rows = rows_for(estimator, table, model).chosen()
            if rows.y is not None:
                told |= {"X": rows.X, "y": rows.y, "rows": rows.words}
    content = estimator.export(to, out, **told)
    _offer_compaction(estimator, model)
    if out is None:
        sys.stdout.write(content)
    else:
        print(f"{out} holds {estimator.rules_.n_voting:,} rules as {to}")
    return 0


def _check(to: str, out: Path | None, *, has_data: bool) -> None:
    if out is None and to in FILES:
        raise UsageError(f"an export to {to} is a file, not text: name it with --out")
    if has_data and to not in DOCUMENTS:
        raise UsageError(
            f"an export to {to} takes no data; measures are for {' and '.join(DOCUMENTS)}"
        )


def _offer_compaction(estimator: Any, model: Path) -> None:
    from beta4ucs.export import LARGE

    n_rules = estimator.rules_.n_voting
    if n_rules > LARGE:
        say(
            f"{n_rules:,} rules are a lot to read; 'beta4ucs compact {model} DATA --out "
            "small.json' keeps only those that are needed, and small.json can be exported instead"
        )


def _about(model: Path) -> dict[str, str]:
    """What the record of the run says about data and split."""
    record = record_of(model)  # refuses what cannot be read
    if record is None:
        return {}
    content = json.loads(record_path(model.expanduser()).read_text(encoding="utf-8"))
    data, split = content["data"], content["split"]
    n_tested = len(record.tested)
    facts = {
        "Data": f"{data.get('name', 'a table')}, {record.n_rows:,} rows",
        "SHA-256 of the data": record.sha256,
        "Split": f"{record.n_rows - n_tested:,} rows learned from, {n_tested:,} test rows"
        + (", stratified by class" if split.get("stratify") else ""),
    }
    more = {"Trained": content.get("started"), "Command": content.get("command")}
    return facts | {name: str(value) for name, value in more.items() if value}
