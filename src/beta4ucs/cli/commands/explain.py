"""The command `explain`: why a row has its answer, what would change it, what a feature does."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beta4ucs.cli import options
from beta4ucs.cli.feature_effect import effect_of
from beta4ucs.cli.messages import UsageError
from beta4ucs.cli.option_groups import OptionGroup, option
from beta4ucs.cli.option_values import one_of, whole_number
from beta4ucs.cli.output_file import check_can_be_written, print_or_write
from beta4ucs.cli.rule_lines import line_width
from beta4ucs.cli.saved_model import load_model, rows_for
from beta4ucs.cli.table_source import NewTable
from beta4ucs.errors import InputError

if TYPE_CHECKING:
    from beta4ucs.cli.table_rows import TableRows
    from beta4ucs.explanation import Counterfactual, Explanation

CHANGE = "What would change it"  # a section of the help


@dataclass(frozen=True)
class ExplainedRow(OptionGroup):
    """Which row is explained and by how many rules, or which feature."""

    row: int | None = whole_number(
        None,
        "Which row of the table, counted from 1.",
        at_least=1,
        unless="the first of --rows",
    )
    top: int = whole_number(3, "How many of the strongest rules for and against to print.")
    effect: str | None = option(
        None,
        "Show the effect of this feature on the predictions instead, averaged over --rows.",
        "<feature>",
        unless="none",
    )


@dataclass(frozen=True)
class WantedChange(OptionGroup):
    """What would count as a change of the answer."""

    to: str | None = option(
        None, "The class that the row should get.", "<class>", unless="any other", section=CHANGE
    )
    max_features: int = whole_number(3, "How many features may change.", at_least=1, section=CHANGE)
    immutable: list[str] | None = option(
        None,
        "A feature that must not change; may be given more than once.",
        "<name>",
        names=("--fix",),
        section=CHANGE,
    )


@dataclass(frozen=True)
class ExplanationOutput(OptionGroup):
    """How the explanation is written, and where to."""

    format: str = one_of("text", "How to write it.", ("text", "json", "html"))
    out: Path | None = option(None, "File for the explanation.", unless="standard output")
    overwrite: bool = options.overwrite()


def explain(
    *,
    model: Path = options.model(),
    asked: ExplainedRow,
    table: NewTable,
    change: WantedChange,
    output: ExplanationOutput,
    jobs: int = options.jobs(),
    representation: str | None = options.own_representation(),
) -> int:
    """Explain the prediction for a row of a table, and what would change it.

    The output has the votes for every class, the strongest rules for and against the answer with
    the conditions that hold, and a small change to a few features that leads to another class.
    With --effect, it shows how the probabilities change along the values of a feature.
    """
    if asked.effect is not None and asked.row is not None:
        raise UsageError("--effect is about all rows, --row about one: give one of them")
    check_can_be_written(output.out, overwrite=output.overwrite)
    estimator = load_model(model, representation=representation, jobs=jobs)
    rows = rows_for(estimator, table, model)
    if asked.effect is not None:
        content = effect_of(estimator, rows.chosen(), asked.effect, change.to, output.format)
    else:
        answer = _answer(estimator, rows, asked.row, change)
        write = {"text": answer.as_text, "json": answer.as_json, "html": answer.as_html}
        content = write[output.format](asked.top)
    print_or_write(content, output.out)
    return 0


@dataclass(frozen=True)
class Answer:
    """What there is to say about a row."""

    row: int
    data: str
    role: str  # what it was in the model's run
    truth: str | None  # its class in the table, if that has one
    why: "Explanation"
    other: "Counterfactual"

    @property
    def title(self) -> str:
        """Which row it is."""
        role = {"test": ", a test row", "train": ", a training row"}.get(self.role, "")
        return f"Row {self.row:,} of {self.data}{role}" + (f": {self.truth}" if self.truth else "")

    def as_text(self, top: int) -> str:
        """Write it for a terminal."""
        why = self.why.to_text(top, line_width())
        return f"{self.title}\n\n{why}\n\nWhat would change it\n\n{self.other}\n"

    def as_json(self, top: int) -> str:
        """Write it for a program."""
        content = {
            "row": self.row,
            "rows": self.role,
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


def _answer(model: Any, table: "TableRows", asked: int | None, change: WantedChange) -> Answer:
    from beta4ucs.explanation import counterfactual, explain

    number = _row_number(table, asked)
    row = table.X[number - 1 : number]
    why = explain(model, row)[0]
    other = counterfactual(
        model,
        row,
        _class_of(change.to, why),
        max_features=change.max_features,
        immutable=change.immutable or (),
    )
    label = None if table.y is None else str(table.y[number - 1])
    return Answer(number, table.name, table.role_of(number - 1), label, why, other)


def _row_number(table: "TableRows", asked: int | None) -> int:
    """The row that was asked for, or the first; a row that `--rows` excludes is refused."""
    if asked is None:
        return int(table.chosen().numbers[0])
    n_rows = len(table.X)
    if not 1 <= asked <= n_rows:
        rows = "1 row" if n_rows == 1 else f"{n_rows:,} rows"
        raise InputError(f"--row counts from 1 and '{table.name}' has {rows}, got {asked}")
    if table.asked is not None and asked not in table.of(table.asked).numbers:
        raise InputError(f"row {asked:,} of '{table.name}' is not one of --rows {table.asked}")
    return asked


def _class_of(text: str | None, why: "Explanation") -> Any:
    """Find the class that was typed: a class 1 of the model is typed as 1."""
    if text is not None and text == str(why.prediction):
        raise UsageError(f"--to must name another class than the answer, which is '{text}'")
    return {str(label): label for label in why.votes}.get(text, text) if text else None
