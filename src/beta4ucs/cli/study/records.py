"""What is recorded of a study, and the sentences about what is not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from beta4ucs.cli.messages import say
from beta4ucs.cli.study.options import StudyPart
from beta4ucs.errors import InputError

if TYPE_CHECKING:
    from beta4ucs.study import Study
    from beta4ucs.study.selection import Selection


def recorded(name: str, part: StudyPart, folder: Path) -> tuple[Study, Selection]:
    """Find a study and what is recorded of it; nothing at all is an error."""
    from beta4ucs.study import Store
    from beta4ucs.study.selection import select

    study = part.of_study(name)
    selection = select(study, Store(folder).records().values())
    if not selection.records and not selection.failed:
        raise InputError(
            f"there are no records of study '{study.name}' in '{folder}': "
            f"'beta4ucs study run {name}' makes them, --results names another folder. A run is "
            "identified by the content of the files that its study names, which may have changed"
        )
    return study, selection


def compared(name: str, part: StudyPart, folder: Path) -> tuple[Study, Selection, Selection]:
    """A study on the seeds that all of its systems have, what is recorded of that, and of all.

    While a study runs, some systems are ahead; means of different seeds are not to be compared.
    """
    from beta4ucs.study.selection import on_shared_seeds

    study, everything = recorded(name, part, folder)
    narrowed, shared = on_shared_seeds(study, everything)
    left_out = len(everything.records) - len(shared.records)
    if left_out:
        say(f"{left_out:,} runs are left out: their seeds are not there for all systems")
    return narrowed, shared, everything


def tell_gaps(selection: Selection) -> None:
    """Say how many runs have no record yet, and how many have failed."""
    if selection.n_missing:
        say(f"{selection.n_missing:,} runs of the study have no record yet")
    if selection.failed:
        say(f"{len(selection.failed):,} runs have failed and are left out")
