"""Arguments and options of the commands under `study`."""

import os
from pathlib import Path
from typing import Annotated

import typer

from beta4ucs.cli.messages import UsageError
from beta4ucs.hyperparameters import Hyperparameter

RESULTS_VARIABLE = "BETA4UCS_RESULTS"
LARGEST_SEED = 2**32 - 1  # that scikit-learn takes
GRID = "Part of the grid"  # a section of the help

Name = Annotated[
    str,
    typer.Argument(
        metavar="STUDY",
        help="A study of the article ('beta4ucs study list'), or a file as 'study init' makes it: "
        "my.toml, or my.toml:name if it declares several.",
        show_default=False,
    ),
]
NewFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="The file to write.", show_default=False)
]
Results = Annotated[
    Path | None,
    typer.Option(help="Folder of the records.", show_default=f"${RESULTS_VARIABLE}, or 'results'"),
]
Only = Annotated[
    str | None,
    typer.Option(
        metavar="<names>",
        help="Data sets, with commas between.",
        show_default="all",
        rich_help_panel=GRID,
    ),
]
Systems = Annotated[
    str | None,
    typer.Option(
        metavar="<names>",
        help="Systems, with commas between.",
        show_default="all",
        rich_help_panel=GRID,
    ),
]
Seeds = Annotated[
    str | None,
    typer.Option(
        metavar="<seeds>",
        help="How many (3 is 1 to 3), a range (4-6) or a list (1,5,9).",
        show_default="the study's",
        rich_help_panel=GRID,
    ),
]
Workers = Annotated[
    str,
    typer.Option(
        "--jobs", metavar="<int>", help="Runs at a time on this machine; -1 for one per core."
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="<address>",
        help="A Dask scheduler, as tcp://host:8786, or its scheduler file.",
        show_default="this machine",
    ),
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Only say what there is to do, and for how long.")
]
RetryFailed = Annotated[
    bool, typer.Option("--retry-failed", help="Run those again whose record holds an error.")
]
Metric = Annotated[
    str | None,
    typer.Option(
        metavar="<name>",
        help="One metric, such as test_macro_f1.",
        show_default="those the study asks for",
    ),
]
Against = Annotated[
    str | None,
    typer.Option(
        metavar="paper", help="Put the article's value and the difference below each mean."
    ),
]
Marks = Annotated[
    str,
    typer.Option(
        metavar="wilcoxon|friedman-holm",
        help="How runs make + and -: uncorrected tests, as the article's tables, or a Friedman "
        "test first and Holm's correction, as its text.",
    ),
]
TableFormat = Annotated[
    str, typer.Option(metavar="text|markdown|csv|latex", help="How to write tables.")
]
TableFolder = Annotated[
    Path | None,
    typer.Option("--out", help="Folder for one file a table.", show_default="standard output"),
]
FigureFolder = Annotated[Path, typer.Option("--out", help="Folder for the files.")]
FigureFormats = Annotated[
    str, typer.Option(metavar="<names>", help="Kinds of files: png, pdf, svg.")
]

TABLE_FORMAT = Hyperparameter(
    name="format",
    default="text",
    kind="choice",
    choices=("text", "markdown", "csv", "latex"),
    meaning="How to write tables.",
)
MARK_RULE = Hyperparameter(
    name="marks",
    default="wilcoxon",
    kind="choice",
    choices=("wilcoxon", "friedman-holm"),
    meaning="How runs make marks.",
)
FIGURE_FORMATS = ("png", "pdf", "svg")


def check_against(text: str | None) -> bool:
    """Whether the article's values are wanted; it is all there is to compare with."""
    if text not in (None, "paper"):
        raise UsageError(f"--against must be 'paper', got {text!r}")
    return text is not None


def formats_from(text: str) -> list[str]:
    """Read kinds of files."""
    kinds = names_from(text, "--formats") or []
    for kind in kinds:
        if kind not in FIGURE_FORMATS:
            raise UsageError(f"--formats must be of {', '.join(FIGURE_FORMATS)}, got {kind!r}")
    return kinds


def results_folder(given: Path | None) -> Path:
    """The folder of the records."""
    return given or Path(os.environ.get(RESULTS_VARIABLE) or "results")


def names_from(text: str | None, flag: str) -> list[str] | None:
    """Read names with commas between."""
    if text is None:
        return None
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise UsageError(f"{flag} must be names with commas between, got {text!r}")
    return names


def seeds_from(text: str | None) -> list[int] | None:
    """Read how many seeds, a range or a list.

    Examples
    --------
    >>> seeds_from("3"), seeds_from("4-6"), seeds_from("1,5-6"), seeds_from("7,")
    ([1, 2, 3], [4, 5, 6], [1, 5, 6], [7])
    """
    if text is None:
        return None
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
