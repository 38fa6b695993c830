"""The command `study table`: means, ranks, marks and p-values."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from beta4ucs.cli.messages import UsageError
from beta4ucs.cli.option_groups import option
from beta4ucs.cli.option_values import flag_of, one_of
from beta4ucs.cli.study import options as study_options
from beta4ucs.cli.study.options import StudyPart
from beta4ucs.cli.study.records import compared, tell_gaps
from beta4ucs.errors import InputError, did_you_mean

if TYPE_CHECKING:
    from beta4ucs.study import Study
    from beta4ucs.study.marks import MarkRule

SUFFIXES = {"text": ".txt", "markdown": ".md", "csv": ".csv", "latex": ".tex"}


def _check_against(name: str, text: str) -> str:
    if text != "paper":
        raise UsageError(f"{flag_of(name)} must be 'paper', got {text!r}")
    return text


def table(
    *,
    study: str = study_options.study(),
    part: StudyPart,
    metric: str | None = option(
        None,
        "One metric, such as test_macro_f1.",
        "<name>",
        unless="those of the study",
    ),
    against: str | None = option(
        None,
        "Put the article's value and the difference below each mean.",
        "paper",
        read=_check_against,
    ),
    marks: str = one_of(
        "wilcoxon",
        "How + and - are determined: by uncorrected tests, as in the article's tables, or by a "
        "Friedman test and Holm's correction, as in its text.",
        ("wilcoxon", "friedman-holm"),
    ),
    format: str = one_of("text", "How to write tables.", tuple(SUFFIXES)),
    out: Path | None = option(None, "Folder for one file per table.", unless="standard output"),
    results: Path = study_options.results(),
) -> int:
    """Show the tables of a study: means, ranks, marks and p-values, from its records.

    Systems are compared on the seeds that all of them have.
    """
    from beta4ucs.study.results import tables_of

    found, selection, everything = compared(study, part, results)
    if metric is not None:
        found = _with_metric(found, metric)
    tables = tables_of(
        found, selection, against_paper=against is not None, rule=cast("MarkRule", marks)
    )
    if out is None:
        _print(list(tables.values()), format)
    else:
        files = {f"{found.name}-{title}": table for title, table in tables.items()}
        _write(files, format, out.expanduser())
    tell_gaps(everything)
    return 0


def _print(tables: Sequence[Any], form: str) -> None:
    from beta4ucs.study.rendering import print_table

    for table in tables:
        if form == "text":
            print_table(table)
        else:
            print(_written(table, form), end="" if table is tables[-1] else "\n")


def _write(tables: Mapping[str, Any], form: str, folder: Path) -> None:
    for name, table in tables.items():
        path = folder / f"{name}{SUFFIXES[form]}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_written(table, form), encoding="utf-8")
        print(path)


def _with_metric(study: "Study", metric: str) -> "Study":
    from beta4ucs.study.declaration import TableOf
    from beta4ucs.study.measures import MEASURES

    known = [*(measure.name for measure in study.own_measures), *MEASURES]
    if metric not in known:
        raise InputError(f"there is no metric '{metric}'{did_you_mean(metric, known)}")
    declared = [table for table in study.tables if table.metric == metric]
    return replace(study, tables=tuple(declared) or (TableOf(metric),))


def _written(table: Any, form: str) -> str:
    from beta4ucs.study import rendering

    if form == "text":
        from io import StringIO

        from rich.console import Console

        text = StringIO()
        rendering.print_table(table, Console(file=text, width=160, color_system=None))
        return text.getvalue()
    write = {
        "markdown": rendering.to_markdown,
        "csv": rendering.to_csv,
        "latex": rendering.to_latex,
    }
    return write[form](table)
