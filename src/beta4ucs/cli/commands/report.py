"""The command `report`: a model and its rules as one page."""

from __future__ import annotations

from pathlib import Path

from beta4ucs.cli.output_file import check_can_be_written
from beta4ucs.cli.table_source import TableSource, load_estimator, rows_for


def report_model(
    model_path: Path,
    source: TableSource,
    out: Path,
    *,
    title: str | None,
    max_rows: int,
    overwrite: bool,
    jobs: int,
) -> int:
    """Write the page of a model, judged by the rows of a table; returns the exit code."""
    out = out.expanduser()
    check_can_be_written(out, overwrite=overwrite)
    from beta4ucs.report import write_report

    model = load_estimator(model_path, jobs)
    X, truth = rows_for(model, source)
    write_report(model, X, truth, out, title=title or _title(model, source), max_rows=max_rows)
    print(f"{out} shows {model.n_rules_:,} rules; open it in a browser")
    return 0


def _title(model: object, source: TableSource) -> str:
    name = Path(source.data).stem if source.is_file else source.data
    target = getattr(model, "target_name_", None)
    return f"{name}: rules for {target}" if target else f"{name}: rules"
