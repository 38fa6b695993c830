"""Rows that a command learns or chooses from, and rows that it judges by: test rows if known."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from beta4ucs.cli.messages import say
from beta4ucs.errors import InputError, quoted

if TYPE_CHECKING:
    from beta4ucs.cli.table_rows import TablePart, TableRows


def rows_to_choose_and_judge(
    model: Any, every: TableRows, what: str
) -> tuple[TablePart, TablePart]:
    """Training rows if they are known, and what `--rows` says, which may be the same rows.

    `what` needs the classes of rows, for messages.
    """
    chosen_by, judged = every.of("all" if every.tested is None else "train"), every.chosen()
    known = _known_rows(model, chosen_by, every, what)
    if judged.role == chosen_by.role:
        return known, known
    return known, _known_rows(model, judged, every, what)


def _known_rows(model: Any, rows: TablePart, table: TableRows, what: str) -> TablePart:
    """Rows and their classes; those of a class that the model does not know are left out."""
    from beta4ucs.measures import places_of

    if rows.y is None:
        raise InputError(
            f"'{table.name}' has no column with the true classes, which {what} needs; name it "
            "with --target"
        )
    places = places_of(rows.y, model.classes_)
    is_known = places >= 0
    if not is_known.any():
        raise InputError(f"the model knows none of the classes of the {rows} of '{table.name}'")
    unknown = sorted({str(label) for label in rows.y[~is_known].tolist()})
    if unknown:
        say(f"{rows.words} of classes that the model does not know are left out: {quoted(unknown)}")
    labels = model.classes_[places[is_known]]
    return replace(rows, X=rows.X[is_known], y=labels, numbers=rows.numbers[is_known])
