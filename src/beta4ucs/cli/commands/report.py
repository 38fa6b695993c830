"""The command `report`: a model and its rules as one page."""

from pathlib import Path
from typing import Annotated

import typer

from beta4ucs.cli.option_values import whole_number
from beta4ucs.cli.options import Jobs, ModelPath, Overwrite, OwnRepresentation
from beta4ucs.cli.output_file import check_can_be_written
from beta4ucs.cli.saved_model import load_model, rows_for
from beta4ucs.cli.table_source import NewTable, TableSource


def report(
    *,
    model: ModelPath,
    table: NewTable,
    out: Annotated[Path, typer.Option(help="File for the page.")] = Path("report.html"),
    overwrite: Overwrite = False,
    title: Annotated[
        str | None, typer.Option(help="Heading of the page.", show_default="data and class column")
    ] = None,
    max_rows: Annotated[
        int,
        typer.Option(metavar="<int>", help="How many rows of the data the page holds; 0 for none."),
        whole_number("max_rows"),
    ] = 1000,
    jobs: Jobs = 1,
    representation: OwnRepresentation = None,
) -> int:
    """Write a page that shows a model, searches its rules and votes on any row.

    The page needs no network. It holds rows of the data: share it as you would share them.
    """
    out = out.expanduser()
    check_can_be_written(out, overwrite=overwrite)
    from beta4ucs.report import write_report

    estimator = load_model(model, representation=representation, jobs=jobs)
    X, truth = rows_for(estimator, table)
    title = title or _title(estimator, table)
    write_report(estimator, X, truth, out, title=title, max_rows=max_rows)
    print(f"{out} shows {estimator.n_rules_:,} rules; open it in a browser")
    return 0


def _title(model: object, source: TableSource) -> str:
    name = Path(source.data).stem if source.is_file else source.data
    target = getattr(model, "target_name_", None)
    return f"{name}: rules for {target}" if target else f"{name}: rules"
