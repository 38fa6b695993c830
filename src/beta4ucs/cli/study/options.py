"""Options that several commands under `study` have."""

import os
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from beta4ucs.cli.messages import UsageError
from beta4ucs.cli.option_groups import OptionGroup, ReadBy

if TYPE_CHECKING:
    from beta4ucs.study import Study

RESULTS_VARIABLE = "BETA4UCS_RESULTS"
LARGEST_SEED = 2**32 - 1  # that scikit-learn takes
GRID = "Part of the grid"  # a section of the help


def results_folder() -> Path:
    """The folder of the records, where no option names one."""
    return Path(os.environ.get(RESULTS_VARIABLE) or "results")


def names_from(flag: str, text: str) -> list[str]:
    """Read names with commas between."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise UsageError(f"{flag} must be names with commas between, got {text!r}")
    return names


def seeds_from(text: str) -> list[int]:
    """Read how many seeds, a range or a list.

    Examples
    --------
    >>> seeds_from("3"), seeds_from("4-6"), seeds_from("1,5-6"), seeds_from("7,")
    ([1, 2, 3], [4, 5, 6], [1, 5, 6], [7])
    """
    text = text.strip()
    try:
        if text.isdecimal():
            seeds = list(range(1, int(text) + 1))
        else:
            parts = [part.strip().partition("-") for part in text.split(",") if part.strip()]
            seeds = [
                seed
                for first, dash, last in parts
                for seed in range(int(first), int(last if dash else first) + 1)
            ]
    except ValueError:
        seeds = []
    if not seeds or min(seeds) < 1 or max(seeds) > LARGEST_SEED:
        raise UsageError(f"--seeds must be as in 3, 4-6 or 1,5,9, got {text!r}")
    return list(dict.fromkeys(seeds))


StudyName = Annotated[
    str,
    typer.Argument(
        metavar="STUDY",
        help="A study of the article ('beta4ucs study list'), or a file as 'study init' makes it: "
        "my.toml, or my.toml:name if it declares several.",
        show_default=False,
    ),
]
Results = Annotated[
    Path | None,
    typer.Option(help="Folder of the records.", show_default=f"${RESULTS_VARIABLE}, or 'results'"),
]


@dataclass(frozen=True)
class StudyPart(OptionGroup):
    """Which runs of a study; None is all."""

    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="<names>",
            help="Data sets, with commas between.",
            show_default="all",
            rich_help_panel=GRID,
        ),
        ReadBy(partial(names_from, "--only")),
    ] = None
    systems: Annotated[
        list[str] | None,
        typer.Option(
            metavar="<names>",
            help="Systems, with commas between.",
            show_default="all",
            rich_help_panel=GRID,
        ),
        ReadBy(partial(names_from, "--systems")),
    ] = None
    seeds: Annotated[
        list[int] | None,
        typer.Option(
            metavar="<seeds>",
            help="How many (3 is 1 to 3), a range (4-6) or a list (1,5,9).",
            show_default="the study's",
            rich_help_panel=GRID,
        ),
        ReadBy(seeds_from),
    ] = None

    def of_study(self, name: str) -> "Study":
        """Find a study and narrow it down to this part."""
        from beta4ucs.study import find_study

        return find_study(name).narrowed(self.only, self.systems, self.seeds)
