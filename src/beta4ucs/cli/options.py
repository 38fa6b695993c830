"""Options that several commands have, other than hyperparameters.

What only one command has stands in the file of that command.
"""

from pathlib import Path
from typing import Annotated

import typer

from beta4ucs.cli.option_groups import ReadBy
from beta4ucs.cli.option_values import class_weight_from, jobs_from, one_of, seed_from
from beta4ucs.hyperparameters import SYSTEMS

DATA = "Data"  # a section of the help
OF_TABLES = "Missing values, weights, wide tables, streams"
FIRST_SYSTEM = next(iter(SYSTEMS))
FEATURE_WEIGHTS = ("relief", "mutual_info")

# ---- what is read ------------------------------------------------------------------------------

ModelPath = Annotated[
    Path,
    typer.Argument(
        metavar="MODEL",
        help="What 'fit --out' has written: the folder, or model.json in it.",
        show_default=False,
    ),
]
DataDir = Annotated[
    Path | None,
    typer.Option(
        help="Folder with the files of the article's data sets.",
        show_default="$BETA4UCS_DATA",
        rich_help_panel=DATA,
    ),
]
OwnRepresentation = Annotated[
    str | None,
    typer.Option(
        "--representation",
        metavar="<file>",
        help="The Python file that registers the model's representation, if that is your own.",
        show_default=False,
    ),
]

# ---- what learns -------------------------------------------------------------------------------

System = Annotated[
    str,
    typer.Option(
        metavar="|".join(SYSTEMS),
        help="What learns: rules judged by accuracy (ucs), rules that match by degrees "
        "(fuzzy-ucs), or these with conditions as fuzzy as they have to be (beta4-ucs).",
    ),
    one_of("system", tuple(SYSTEMS)),
]
Representation = Annotated[
    str | None,
    typer.Option(
        metavar="<name>",
        help="What conditions look like ('beta4ucs representations'), or your own from a file: "
        "'own.py' or 'own.py:Own'.",
        show_default="that of the system",
    ),
]
ClassWeight = Annotated[
    str | dict[str, float] | None,
    typer.Option(
        metavar="balanced|<class>=<float>",
        help="How much the rows of a class count: 'balanced' lets all classes count the same, "
        "'ill=5,well=1' says it one by one.",
        show_default="all rows count once",
        rich_help_panel=OF_TABLES,
    ),
    ReadBy(class_weight_from),
]
FeatureWeights = Annotated[
    str | None,
    typer.Option(
        metavar="|".join(FEATURE_WEIGHTS),
        help="Which features new rules rather ask about: those that tell the class in the "
        "training rows, together with others (relief) or alone (mutual_info).",
        show_default="all alike",
        rich_help_panel=OF_TABLES,
    ),
    one_of("feature_weights", FEATURE_WEIGHTS),
]
Seed = Annotated[
    int,
    typer.Option(
        metavar="<int>",
        help="Start of the random numbers: the same seed gives the same model.",
        show_default="a new one",
    ),
    ReadBy(seed_from),
]

# ---- how it is done, and what comes out --------------------------------------------------------

Jobs = Annotated[
    int,
    typer.Option(
        metavar="<int>",
        help="Threads used to predict; -1 for one per core. Results stay the same.",
    ),
    ReadBy(jobs_from),
]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace earlier files at --out.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only what is wrong.")]
