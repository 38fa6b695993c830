"""The command `study export`."""

from dataclasses import MISSING
from pathlib import Path

from beta4ucs.cli import options
from beta4ucs.cli.option_groups import option
from beta4ucs.cli.study import options as study_options
from beta4ucs.cli.study.options import StudyPart
from beta4ucs.cli.study.records import recorded, tell_gaps
from beta4ucs.errors import InputError


def export(
    *,
    study: str = study_options.study(),
    out: Path = option(MISSING, "The file; its ending, .csv or .parquet, is the format."),
    part: StudyPart,
    results: Path = study_options.results(),
    times: bool = option(
        True,
        "With CPU time and versions, or only what is the same on every machine.",
        names=("--times/--no-times",),
    ),
    overwrite: bool = options.overwrite(),
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
