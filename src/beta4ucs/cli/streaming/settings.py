"""The options of `stream` that say how to learn and what to write."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from beta4ucs.cli.messages import UsageError
from beta4ucs.cli.option_groups import OptionGroup
from beta4ucs.cli.option_values import new_seed, whole_number
from beta4ucs.cli.options import DATA, ClassWeight, FeatureWeights, Overwrite, Seed


@dataclass(frozen=True)
class StreamSettings(OptionGroup):
    """How to learn and what to write; all checked but the classes."""

    batch: Annotated[
        int,
        typer.Option(
            metavar="<int>", help="How many rows are read at a time.", rich_help_panel=DATA
        ),
        whole_number("batch", at_least=1),
    ] = 1000
    classes: Annotated[
        str | None,
        typer.Option(
            metavar="<labels>",
            help="All classes that will come, with commas between.",
            show_default="found by reading the class column first",
            rich_help_panel=DATA,
        ),
    ] = None
    window: Annotated[
        int,
        typer.Option(metavar="<int>", help="Over how many rows each printed line judges."),
        whole_number("window", at_least=1),
    ] = 5000
    class_weight: ClassWeight = None  # classes as they are typed
    feature_weights: FeatureWeights = None
    seed: Seed = field(default_factory=new_seed)
    out: Annotated[
        Path | None,
        typer.Option(help="File for the model at the end.", show_default="write nothing"),
    ] = None
    csv: Annotated[
        Path | None,
        typer.Option(
            help="File for the printed lines, written as they come.", show_default="write nothing"
        ),
    ] = None
    overwrite: Overwrite = False

    def __post_init__(self) -> None:
        if self.overwrite and not self.files:
            raise UsageError("--overwrite goes with --out or --csv")

    @property
    def files(self) -> list[Path]:
        """The files to write."""
        return [path for path in (self.out, self.csv) if path is not None]
