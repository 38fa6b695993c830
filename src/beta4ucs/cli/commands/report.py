"""The command `report`: a model and its rules as one page."""

from pathlib import Path

from beta4ucs.cli import options
from beta4ucs.cli.option_groups import option
from beta4ucs.cli.option_values import whole_number
from beta4ucs.cli.output_file import check_can_be_written
from beta4ucs.cli.saved_model import load_model, rows_for
from beta4ucs.cli.table_source import NewTable, TableSource


def report(
    *,
    model: Path = options.model(),
    table: NewTable,
    out: Path = option(Path("report.html"), "File for the page."),
    overwrite: bool = options.overwrite(),
    title: str | None = option(None, "Heading of the page.", unless="data and class column"),
    max_rows: int = whole_number(1000, "How many rows of the data the page holds; 0 for none."),
    jobs: int = options.jobs(),
    representation: str | None = options.own_representation(),
) -> int:
    """Write an HTML report to explore a model, search its rules and try any row.

    Its figures are measured on the test rows if DATA is the table of the model's run, else on all
    rows. The page needs no network. It contains rows of the data: treat it as confidentially as
    them.
    """
    out = out.expanduser()
    check_can_be_written(out, overwrite=overwrite)
    from beta4ucs.report import write_report

    estimator = load_model(model, representation=representation, jobs=jobs)
    rows = rows_for(estimator, table, model).chosen()
    title = title or _title(estimator, table)
    write_report(
        estimator,
        rows.X,
        rows.y,
        out,
        title=title,
        max_rows=max_rows,
        rows=rows.words,
        row_numbers=rows.numbers,
    )
    n_rules = f"{estimator.n_rules_:,} rule{'s' * (estimator.n_rules_ != 1)}"
    print(f"{out} shows {n_rules} on {rows}; open it in a browser")
    return 0


def _title(model: object, source: TableSource) -> str:
    name = Path(source.data).stem if source.is_file else source.data
    target = getattr(model, "target_name_", None)
    return f"{name}: rules for {target}" if target else f"{name}: rules"
