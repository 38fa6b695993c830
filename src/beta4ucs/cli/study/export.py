"""The command `study export`."""

from pathlib import Path
from typing import Annotated

import typer

from beta4ucs.cli.options import Overwrite
from beta4ucs.cli.study.options import Results, StudyName, StudyPart
from beta4ucs.cli.study.records import recorded, tell_gaps
from beta4ucs.errors import InputError


def export(
    *,
    study: StudyName,
    out: Annotated[
        Path,
        typer.Option(help="The file; .csv or .parquet says the format.", show_default=False),
    ],
    part: StudyPart,
    results: Results = None,
    times: Annotated[
        bool,
        typer.Option(
            "--times/--no-times",
            help="With CPU time and versions, or only what is the same on every machine.",
        ),
    ] = True,
    overwrite: Overwrite = False,
) -> int:
    """Write the records of a study to a file, in a fixed order."""
    if out.expanduser().exists() and not overwrite:
        raise InputError(f"'{out}' exists; --overwrite replaces it")
    from beta4ucs.study.store import export as write_records

    _, selection = recorded(study, part, results)
    records = [*selection.records, *selection.failed]
    write_records(records, out, with_times=times)
    print(f"{len(records):,} records in {out}")
    tell_gaps(selection)
    return 0
