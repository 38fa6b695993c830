"""Arguments and options of the commands, other than hyperparameters.

Numbers are taken as text: `check_option` and `option_values` read them and name the legal range.
"""

from pathlib import Path
from typing import Annotated

import typer

from beta4ucs.hyperparameters import SYSTEMS

DATA = "Data"  # the section of the help
OF_TABLES = "Missing values, weights, wide tables, streams"
CHANGE = "What would change it"

# ---- what is read ------------------------------------------------------------------------------

DataSource = Annotated[
    str,
    typer.Argument(
        metavar="DATA",
        help="A CSV, TSV, text or Parquet file, or a data set by name ('beta4ucs datasets').",
        show_default=False,
    ),
]
ModelSource = Annotated[
    Path,
    typer.Argument(
        metavar="MODEL",
        help="What 'fit --out' has written: the folder, or model.json in it.",
        show_default=False,
    ),
]
Target = Annotated[
    str | None,
    typer.Option(
        help="The class column, by name or by number from 0 (-1 is the last).",
        show_default="the last",
        rich_help_panel=DATA,
    ),
]
Truth = Annotated[
    str | None,
    typer.Option(
        "--target",
        help="The column with the true classes, if there is one, by name or by number from 0.",
        show_default="as in training",
        rich_help_panel=DATA,
    ),
]
Header = Annotated[
    bool | None,
    typer.Option(
        "--header/--no-header",
        help="Whether the first row of the file names the columns.",
        show_default="found out",
        rich_help_panel=DATA,
    ),
]
Separator = Annotated[
    str | None,
    typer.Option(
        help="What stands between two cells: a character, 'tab' or 'whitespace'.",
        show_default="found out",
        rich_help_panel=DATA,
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
Categorical = Annotated[
    str,
    typer.Option(
        metavar="auto|none|<names>",
        help="Columns of numbers that are categories, as columns of words are anyway, with commas "
        "between; none takes numbers only.",
        rich_help_panel=DATA,
    ),
]
WeightColumn = Annotated[
    str | None,
    typer.Option(
        metavar="<name>",
        help="The column that says how much each row counts; it is no feature.",
        show_default="all rows count once",
        rich_help_panel=DATA,
    ),
]
UnusedWeightColumn = Annotated[
    str | None,
    typer.Option(
        "--weight-column",
        metavar="<name>",
        help="The column of weights that training had, to be passed over.",
        show_default=False,
        rich_help_panel=DATA,
    ),
]
TestSize = Annotated[
    str,
    typer.Option(
        metavar="<float>",
        help="Share of the rows kept for testing, drawn by --seed; 0 learns from all.",
        rich_help_panel=DATA,
    ),
]
Stratify = Annotated[
    bool,
    typer.Option(
        "--stratify",
        help="Draw the test rows from each class in proportion.",
        rich_help_panel=DATA,
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
OwnRepresentation = Annotated[
    str | None,
    typer.Option(
        "--representation",
        metavar="<file>",
        help="The Python file that registers the model's representation, if that is your own.",
        show_default=False,
    ),
]

ClassWeight = Annotated[
    str | None,
    typer.Option(
        metavar="balanced|<class>=<float>",
        help="How much the rows of a class count: 'balanced' lets all classes count the same, "
        "'ill=5,well=1' says it one by one.",
        show_default="all rows count once",
        rich_help_panel=OF_TABLES,
    ),
]
FeatureWeights = Annotated[
    str | None,
    typer.Option(
        metavar="relief|mutual_info",
        help="Which features new rules rather ask about: those that tell the class in the "
        "training rows, together with others (relief) or alone (mutual_info).",
        show_default="all alike",
        rich_help_panel=OF_TABLES,
    ),
]

# ---- how it is done ----------------------------------------------------------------------------

Seed = Annotated[
    str | None,
    typer.Option(
        metavar="<int>",
        help="Start of the random numbers: the same seed gives the same model.",
        show_default="a new one",
    ),
]
Jobs = Annotated[
    str,
    typer.Option(
        metavar="<int>",
        help="Threads used to predict; -1 for one per core. Results stay the same.",
    ),
]
Debug = Annotated[bool, typer.Option("--debug", help="Show where in the program an error arose.")]

# ---- what comes out ----------------------------------------------------------------------------

OutFolder = Annotated[
    Path | None,
    typer.Option(
        "--out",
        help="Folder for model.json, rules.csv, summary.csv and run.json.",
        show_default="write nothing",
    ),
]
OutFile = Annotated[
    Path | None,
    typer.Option("--out", help="File for the answers.", show_default="standard output"),
]
Row = Annotated[str, typer.Option(metavar="<int>", help="Which row of the table, counted from 1.")]
ExplainedTop = Annotated[
    str,
    typer.Option(
        "--top", metavar="<int>", help="How many of the strongest rules for and against to print."
    ),
]
ExplanationFormat = Annotated[
    str, typer.Option("--format", metavar="text|json|html", help="How to write it.")
]
ExplanationFile = Annotated[
    Path | None,
    typer.Option("--out", help="File for the explanation.", show_default="standard output"),
]
OtherClass = Annotated[
    str | None,
    typer.Option(
        "--to",
        metavar="<class>",
        help="The class it should become.",
        show_default="any other",
        rich_help_panel=CHANGE,
    ),
]
MaxFeatures = Annotated[
    str,
    typer.Option(metavar="<int>", help="How many features may change.", rich_help_panel=CHANGE),
]
Fixed = Annotated[
    list[str] | None,
    typer.Option(
        "--fix",
        metavar="<name>",
        help="A feature that must not change; may be given more than once.",
        show_default=False,
        rich_help_panel=CHANGE,
    ),
]
Page = Annotated[Path, typer.Option("--out", help="File for the page.")]
Title = Annotated[
    str | None, typer.Option(help="Heading of the page.", show_default="data and class column")
]
RowsInside = Annotated[
    str,
    typer.Option(
        "--max-rows", metavar="<int>", help="How many rows of the data the page holds; 0 for none."
    ),
]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace earlier files at --out.")]
Proba = Annotated[bool, typer.Option("--proba", help="Add the probability of every class.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only what is wrong.")]
Top = Annotated[
    str, typer.Option(metavar="<int>", help="How many of the strongest rules to print.")
]
TopOfFormat = Annotated[
    str | None,
    typer.Option(
        "--top",
        metavar="<int>",
        help="How many, the strongest first.",
        show_default="10 as text, all as csv and json",
    ),
]
Format = Annotated[str, typer.Option(metavar="text|csv|json", help="How to write them.")]
OfClass = Annotated[
    list[str] | None,
    typer.Option(
        "--class",
        metavar="<label>",
        help="Only rules for this class; more than once for any of several.",
        show_default="all",
    ),
]
WithFeature = Annotated[
    list[str] | None,
    typer.Option(
        "--feature",
        metavar="<name>",
        help="Only rules with a condition on this feature; more than once for all of several.",
        show_default="any",
    ),
]

# ---- compaction ------------------------------------------------------------------------------

CompactOut = Annotated[
    Path | None,
    typer.Option("--out", help="File for the compacted model.", show_default="write nothing"),
]
CompactMethod = Annotated[
    str,
    typer.Option(
        "--method",
        metavar="<name>",
        help="smallest, or from the literature: ordered, qrf, qrc, cra2, pdrc, fu1 or fu2.",
    ),
]
CompactRules = Annotated[
    str | None,
    typer.Option(
        "--n-rules",
        metavar="<int>",
        help="Keep so many at most.",
        show_default="as many as the accuracy asks for",
    ),
]
CompactTolerance = Annotated[
    str | None,
    typer.Option(
        "--tolerance",
        metavar="<float>",
        help="Accuracy that may be lost for fewer rules, such as 0.01.",
        show_default="what chance may do",
    ),
]

# ---- streams ---------------------------------------------------------------------------------

Batch = Annotated[
    str,
    typer.Option(metavar="<int>", help="How many rows are read at a time.", rich_help_panel=DATA),
]
Classes = Annotated[
    str | None,
    typer.Option(
        metavar="<labels>",
        help="All classes that will come, with commas between.",
        show_default="found by reading the class column first",
        rich_help_panel=DATA,
    ),
]
Window = Annotated[
    str, typer.Option(metavar="<int>", help="Over how many rows each printed line judges.")
]
StreamOut = Annotated[
    Path | None,
    typer.Option("--out", help="File for the model at the end.", show_default="write nothing"),
]
WindowsFile = Annotated[
    Path | None,
    typer.Option(
        "--csv",
        help="File for the printed lines, written as they come.",
        show_default="write nothing",
    ),
]
