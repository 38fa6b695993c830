"""Options that several commands under `study` have."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beta4ucs.cli.messages import UsageError
from beta4ucs.cli.option_groups import OptionGroup, argument, option
from beta4ucs.cli.option_values import flag_of

if TYPE_CHECKING:
    from beta4ucs.study import Study

RESULTS_VARIABLE = "BETA4UCS_RESULTS"
LARGEST_SEED = 2**32 - 1  # that scikit-learn takes
GRID = "Part of the grid"  # a section of the help


def results_folder() -> Path:
    """The folder of the records, unless an option names one."""
    return Path(os.environ.get(RESULTS_VARIABLE) or "results")


def names_from(name: str, text: str) -> list[str]:
    """Read names with commas between."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise UsageError(f"{flag_of(name)} must be names separated by commas, got {text!r}")
    return names


def seeds_from(name: str, text: str) -> list[int]:
    """Read how many seeds, a range or a list.

    Examples
    --------
    >>> [seeds_from("seeds", text) for text in ("3", "4-6", "1,5-6", "7,")]
    [[1, 2, 3], [4, 5, 6], [1, 5, 6], [7]]
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
        raise UsageError(f"{flag_of(name)} must be as in 3, 4-6 or 1,5,9, got {text!r}")
    return list(dict.fromkeys(seeds))


def study() -> Any:
    """Which study."""
    return argument(
        "A study of the article ('beta4ucs study list'), or a file like that of 'study init': "
        "my.toml, or my.toml:name if it declares several.",
        "STUDY",
    )


def results() -> Any:
    """The folder of the records."""
    unless = f"${RESULTS_VARIABLE}, or 'results'"
    return option(results_folder, "Folder of the records.", unless=unless)


def _some_of(words: str) -> Any:
    return option(None, words, "<names>", unless="all", section=GRID, read=names_from)


@dataclass(frozen=True)
class StudyPart(OptionGroup):
    """Which runs of a study; None is all."""

    only: list[str] | None = _some_of("Data sets, separated by commas.")
    systems: list[str] | None = _some_of("Systems, separated by commas.")
    seeds: list[int] | None = option(
        None,
        "How many (3 is 1 to 3), a range (4-6) or a list (1,5,9).",
        "<seeds>",
        unless="the study's",
        section=GRID,
        read=seeds_from,
    )

    def of_study(self, name: str) -> "Study":
        """Find a study and narrow it down to this part."""
        from beta4ucs.study import find_study

        return find_study(name).narrowed(self.only, self.systems, self.seeds)
