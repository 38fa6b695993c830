"""The options of `stream` that say how to learn and what to write."""

from dataclasses import dataclass
from pathlib import Path

from beta4ucs.cli import options
from beta4ucs.cli.messages import UsageError
from beta4ucs.cli.option_groups import OptionGroup, option
from beta4ucs.cli.option_values import whole_number


@dataclass(frozen=True)
class StreamSettings(OptionGroup):
    """How to learn and what to write; all checked but the classes."""

    batch: int = whole_number(
        1000, "How many rows are read at a time.", at_least=1, section=options.DATA
    )
    classes: str | None = option(
        None,
        "All classes that will occur, separated by commas.",
        "<labels>",
        unless="found by reading the class column first",
        section=options.DATA,
    )
    window: int = whole_number(5000, "How many rows each printed line is measured on.", at_least=1)
    class_weight: str | dict[str, float] | None = options.class_weight()  # classes as typed
    feature_weights: str | None = options.feature_weights()
    seed: int = options.seed()
    out: Path | None = option(None, "File for the model at the end.", unless="write nothing")
    csv: Path | None = option(
        None,
        "File for the printed lines, written as they are printed; with --overwrite, an earlier "
        "file is replaced at the end.",
        unless="write nothing",
    )
    overwrite: bool = options.overwrite()

    def __post_init__(self) -> None:
        if self.overwrite and not self.files:
            raise UsageError("--overwrite goes with --out or --csv")
        if self.out is not None and self.out == self.csv:
            raise UsageError(f"--out and --csv must be two files, got '{self.out}' for both")

    @property
    def files(self) -> list[Path]:
        """The files to write."""
        return [path for path in (self.out, self.csv) if path is not None]
