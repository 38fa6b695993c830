"""The command `explain`: why a row has its answer, and what would change it."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from beta4ucs.cli.fitting.summary import line_width
from beta4ucs.cli.messages import UsageError
from beta4ucs.cli.output_file import check_can_be_written, write_file
from beta4ucs.cli.table_source import TableSource, load_estimator, rows_for
from beta4ucs.errors import InputError
from beta4ucs.explanation import Counterfactual, Explanation, counterfactual, explain


@dataclass(frozen=True)
class Question:
    """Which row, and what would count as a change of its answer."""

    row: int  # from 1, as `predict` counts rows in its messages
    target: str | None = None
    max_features: int = 3
    immutable: Sequence[str] = ()


@dataclass(frozen=True)
class Answer:
    """What there is to say about a row."""

    row: int
    data: str
    truth: str | None  # its class in the table, if that has one
    why: Explanation
    other: Counterfactual

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
        from beta4ucs.explanation.html import counterfactual_html, explanation_html, page

        content = explanation_html(self.why, top) + counterfactual_html(self.other)
        return page(self.title, f"<h2>{escape(self.title)}</h2>{content}")


def explain_row(
    model_path: Path,
    source: TableSource,
    question: Question,
    *,
    top: int,
    form: str,
    out: Path | None,
    overwrite: bool,
    jobs: int,
) -> int:
    """Explain the answer to one row of a table; returns the exit code."""
    if out is not None:
        check_can_be_written(out, overwrite=overwrite)
    model = load_estimator(model_path, jobs)
    answer = _answer(model, source, question)
    text = {"text": answer.as_text, "json": answer.as_json, "html": answer.as_html}[form](top)
    if out is None:
        sys.stdout.write(text)
    else:
        write_file(out, text)
    return 0


def _answer(model: Any, source: TableSource, question: Question) -> Answer:
    X, truth = rows_for(model, source)
    number, n_rows = question.row, len(X)
    if not 1 <= number <= n_rows:
        rows = "1 row" if n_rows == 1 else f"{n_rows:,} rows"
        raise InputError(f"--row counts from 1 and '{source.data}' has {rows}, got {number}")
    row = X[number - 1 : number]
    why = explain(model, row)[0]
    other = counterfactual(
        model,
        row,
        _class_of(question.target, why),
        max_features=question.max_features,
        immutable=question.immutable,
    )
    label = None if truth is None else str(truth[number - 1])
    return Answer(number, source.data, label, why, other)


def _class_of(text: str | None, why: Explanation) -> Any:
    """Find the class that was typed: a class 1 of the model is typed as 1."""
    if text is not None and text == str(why.prediction):
        raise UsageError(f"--to must name another class than the answer, which is '{text}'")
    return {str(label): label for label in why.votes}.get(text, text) if text else None
