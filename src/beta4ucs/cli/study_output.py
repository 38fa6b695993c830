"""The command `study export`."""

from __future__ import annotations

from pathlib import Path

from beta4ucs.cli.study_running import Part
from beta4ucs.errors import InputError
from beta4ucs.study import Store, Study, find_study
from beta4ucs.study.selection import Selection, select
from beta4ucs.study.store import export


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


def export_study(
    name: str, part: Part, folder: Path, out: Path, *, with_times: bool, overwrite: bool
) -> int:
    """Write the records of a study; returns the exit code."""
    if out.expanduser().exists() and not overwrite:
        raise InputError(f"'{out}' exists; --overwrite replaces it")
    _, selection = recorded(name, part, folder)
    export([*selection.records, *selection.failed], out, with_times=with_times)
    print(f"{len(selection.records) + len(selection.failed):,} records in {out}")
    return 0
