"""Rows of a table for a model, and the part of them that it learned from or was tested on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from beta4ucs.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

WORDS = {"train": "training rows", "test": "test rows", "all": "rows"}


@dataclass(frozen=True)
class TablePart:
    """Rows with one role; `numbers` are their places in the table, counted from 1."""

    X: Any
    y: np.ndarray | None
    numbers: np.ndarray
    role: str

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def words(self) -> str:
        """What they are called: "test rows"."""
        return WORDS[self.role]

    def __str__(self) -> str:
        words = self.words[:-1] if len(self) == 1 else self.words
        return f"{len(self):,} {words}"


@dataclass(frozen=True)
class TableRows:
    """All rows of a table.

    Attributes
    ----------
    name : str
        What the table is called.
    X : DataFrame or ndarray
        In the order of the model's columns.
    y : ndarray or None
        The true classes, if they are known.
    tested : ndarray of int or None
        Rows that the model was tested on, from 0; None if the model's run had another table.
    asked : str or None
        What `--rows` says.
    ids : pandas.Series or None
        What tells rows apart, if a column does.
    """

    name: str
    X: Any
    y: np.ndarray | None
    tested: np.ndarray | None
    asked: str | None
    ids: pd.Series | None = None

    def chosen(self) -> TablePart:
        """The rows that were asked for; else the test rows, or all where the run had others."""
        return self.of(self.asked or self.honest_role)

    @property
    def honest_role(self) -> str:
        """The rows whose figures are true of new rows: those of the test, if they are known."""
        return "test" if self.tested is not None and len(self.tested) else "all"

    def role_of(self, row: int) -> str:
        """Whether a row, from 0, was learned from or tested on; "all" if that is not known."""
        if self.tested is None:
            return "all"
        return "test" if row in self.tested else "train"

    def of(self, role: str) -> TablePart:
        """Take the rows with a role; raises `InputError` if there are none."""
        if role == "all":
            return TablePart(self.X, self.y, np.arange(1, len(self.X) + 1), role)
        if self.tested is None:
            raise InputError(
                f"--rows {role} needs the table of the model's run and the run.json beside the "
                f"model; which rows of '{self.name}' it learned from is not known"
            )
        is_tested = np.zeros(len(self.X), dtype=bool)
        is_tested[self.tested] = True
        places = np.flatnonzero(is_tested if role == "test" else ~is_tested)
        if not len(places):
            raise InputError(f"there are no {WORDS[role]}: the model learned from all rows")
        is_frame = hasattr(self.X, "iloc")
        X = self.X.iloc[places].reset_index(drop=True) if is_frame else self.X[places]
        return TablePart(X, None if self.y is None else self.y[places], places + 1, role)
