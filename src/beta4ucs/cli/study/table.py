"""The commands `study table`, `study figure` and `study export`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from beta4ucs.cli.messages import say
from beta4ucs.cli.study.run import Part
from beta4ucs.errors import InputError, did_you_mean
from beta4ucs.study import Store, Study, find_study
from beta4ucs.study.declaration import TableOf
from beta4ucs.study.measures import MEASURES
from beta4ucs.study.selection import Selection, select
from beta4ucs.study.store import export

SUFFIXES = {"text": ".txt", "markdown": ".md", "csv": ".csv", "latex": ".tex"}


def recorded(name: str, part: Part, folder: Path) -> tuple[Study, Selection]:
    """Find a study and what is recorded of it; nothing at all is an error."""
    study = find_study(name).narrowed(*part)
    selection = select(study, Store(folder).records().values())
    if not selection.records and not selection.failed:
        raise InputError(
            f"there are no records of study '{study.name}' in '{folder}': "
            f"'beta4ucs study run {name}' makes them, --results names another folder"
        )
    return study, selection


def show_tables(
    name: str,
    part: Part,
    folder: Path,
    *,
    metric: str | None,
    against_paper: bool,
    rule: Any,
    form: str,
    out: Path | None,
) -> int:
    """Print the tables of a study, or write one file each; returns the exit code."""
    from beta4ucs.study.rendering import print_table
    from beta4ucs.study.results import tables_of

    study, selection = recorded(name, part, folder)
    if metric is not None:
        study = _with_metric(study, metric)
    tables = tables_of(study, selection, against_paper=against_paper, rule=rule)
    for place, (title, table) in enumerate(tables.items()):
        if out is not None:
            path = out.expanduser() / f"{study.name}-{title}{SUFFIXES[form]}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_written(table, form), encoding="utf-8")
            print(path)
        elif form == "text":
            print_table(table)
        else:
            print(_written(table, form), end="" if place == len(tables) - 1 else "\n")
    _tell_gaps(selection)
    return 0


def _with_metric(study: Study, metric: str) -> Study:
    if metric not in MEASURES:
        raise InputError(f"there is no metric '{metric}'{did_you_mean(metric, MEASURES)}")
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


def _tell_gaps(selection: Selection) -> None:
    if selection.n_missing:
        say(f"{selection.n_missing:,} runs of the study have no record yet")
    if selection.failed:
        say(f"{len(selection.failed):,} runs have failed and are left out")


def draw_figures(name: str, part: Part, folder: Path, formats: Sequence[str], out: Path) -> int:
    """Draw the figures of a study; returns the exit code."""
    from beta4ucs.study.results import ILLUSTRATIONS, figures_of, illustrations

    if name == ILLUSTRATIONS:
        title, drawings = ILLUSTRATIONS, illustrations()
    else:
        study, selection = recorded(name, part, folder)
        title, drawings = study.name, figures_of(study, selection)
    from beta4ucs.study.figures import save

    drawn = 0
    for what, figure in drawings:
        drawn += 1
        for path in save(figure, out / (what if what == title else f"{title}-{what}"), formats):
            print(path)
    if not drawn:
        raise InputError(
            f"study '{name}' has no figures: they compare systems over several data sets, or "
            "show curves ('curves = true')"
        )
    return 0


def export_study(
    name: str, part: Part, folder: Path, out: Path, *, with_times: bool, overwrite: bool
) -> int:
    """Write the records of a study; returns the exit code."""
    if out.expanduser().exists() and not overwrite:
        raise InputError(f"'{out}' exists; --overwrite replaces it")
    _, selection = recorded(name, part, folder)
    export([*selection.records, *selection.failed], out, with_times=with_times)
    print(f"{len(selection.records) + len(selection.failed):,} records in {out}")
    _tell_gaps(selection)
    return 0
