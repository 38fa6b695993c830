"""The command `explain`: why a row has its answer, and what would change it."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from beta4ucs.cli.messages import UsageError
from beta4ucs.cli.option_groups import OptionGroup
from beta4ucs.cli.option_values import one_of, whole_number
from beta4ucs.cli.options import Jobs, ModelPath, Overwrite, OwnRepresentation
from beta4ucs.cli.output_file import check_can_be_written, print_or_write
from beta4ucs.cli.rule_lines import line_width
from beta4ucs.cli.saved_model import load_model, rows_for
from beta4ucs.cli.table_source import NewTable, TableSource
from beta4ucs.errors import InputError

if TYPE_CHECKING:
    from beta4ucs.explanation import Counterfactual, Explanation

CHANGE = "What would change it"  # a section of the help
FORMATS = ("text", "json", "html")


@dataclass(frozen=True)
class ExplainedRow(OptionGroup):
    """Which row is explained, and by how many rules."""

    row: Annotated[
        int,
        typer.Option(metavar="<int>", help="Which row of the table, counted from 1."),
        whole_number("row", at_least=1),
    ] = 1
    top: Annotated[
        int,
        typer.Option(
            metavar="<int>", help="How many of the strongest rules for and against to print."
        ),
        whole_number("top"),
    ] = 3


@dataclass(frozen=True)
class WantedChange(OptionGroup):
    """What would count as a change of the answer."""

    to: Annotated[
        str | None,
        typer.Option(
            metavar="<class>",
            help="The class it should become.",
            show_default="any other",
            rich_help_panel=CHANGE,
        ),
    ] = None
    max_features: Annotated[
        int,
        typer.Option(metavar="<int>", help="How many features may change.", rich_help_panel=CHANGE),
        whole_number("max_features", at_least=1),
    ] = 3
    immutable: Annotated[
        list[str] | None,
        typer.Option(
            "--fix",
            metavar="<name>",
            help="A feature that must not change; may be given more than once.",
            show_default=False,
            rich_help_panel=CHANGE,
        ),
    ] = None


@dataclass(frozen=True)
class ExplanationOutput(OptionGroup):
    """How the explanation is written, and where to."""

    format: Annotated[
        str,
        typer.Option(metavar="|".join(FORMATS), help="How to write it."),
        one_of("format", FORMATS),
    ] = "text"
    out: Annotated[
        Path | None, typer.Option(help="File for the explanation.", show_default="standard output")
    ] = None
    overwrite: Overwrite = False


def explain(
    *,
    model: ModelPath,
    asked: ExplainedRow,
    table: NewTable,
    change: WantedChange,
    output: ExplanationOutput,
    jobs: Jobs = 1,
    representation: OwnRepresentation = None,
) -> int:
    """Say why a row of a table has its answer, and what would change it.

    Shown are the votes for every class, the strongest rules for and against the answer with the
    conditions that hold, and a small change of few features that leads to another class.
    """
    check_can_be_written(output.out, overwrite=output.overwrite)
    estimator = load_model(model, representation=representation, jobs=jobs)
    answer = _answer(estimator, table, asked.row, change)
    write = {"text": answer.as_text, "json": answer.as_json, "html": answer.as_html}
    print_or_write(write[output.format](asked.top), output.out)
    return 0


@dataclass(frozen=True)
class Answer:
    """What there is to say about a row."""

    row: int
    data: str
    truth: str | None  # its class in the table, if that has one
    why: "Explanation"
    other: "Counterfactual"

    @property
    def title(self) -> str:
        """Which row it is."""
        return f"Row {self.row:,} of {self.data}" + (f": {self.truth}" if self.truth else "")

    def as_text(self, top: int) -> str:
        """Write it for a terminal."""
        why = self.why.to_text(top, line_width())
        return f"{self.title}\n\n{why}\n\nWhat would change it\n\n{self.other}\n"

    def as_json(self, top: int) -> str:
        """Write it for a program."""
        content = {
            "row": self.row,
            "class": self.truth,
            **self.why.to_dict(top),
            "counterfactual": self.other.to_dict(),
        }
        return json.dumps(content, ensure_ascii=False, allow_nan=False, indent=2) + "\n"

    def as_html(self, top: int) -> str:
        """Write it as a page."""
        from html import escape

        from beta4ucs.explanation.html import counterfactual_html, explanation_html, page

        content = explanation_html(self.why, top) + counterfactual_html(self.other)
        return page(self.title, f"<h2>{escape(self.title)}</h2>{content}")


def _answer(model: Any, source: TableSource, number: int, change: WantedChange) -> Answer:
    from beta4ucs.explanation import counterfactual, explain

    X, truth = rows_for(model, source)
    n_rows = len(X)
    if not 1 <= number <= n_rows:
        rows = "1 row" if n_rows == 1 else f"{n_rows:,} rows"
        raise InputError(f"--row counts from 1 and '{source.data}' has {rows}, got {number}")
    row = X[number - 1 : number]
    why = explain(model, row)[0]
    other = counterfactual(
        model,
        row,
        _class_of(change.to, why),
        max_features=change.max_features,
        immutable=change.immutable or (),
    )
    label = None if truth is None else str(truth[number - 1])
    return Answer(number, source.data, label, why, other)


def _class_of(text: str | None, why: "Explanation") -> Any:
    """Find the class that was typed: a class 1 of the model is typed as 1."""
    if text is not None and text == str(why.prediction):
        raise UsageError(f"--to must name another class than the answer, which is '{text}'")
    return {str(label): label for label in why.votes}.get(text, text) if text else None
