"""Rows that a model has accepted: numbers to vote with, values to read."""

from __future__ import annotations

from typing import Any

import numpy as np

from beta4ucs.data.encoding import OTHER, Column, Encoding, numbers_of, plain

# What a missing value of a feature matches.
ANYTHING, UNKNOWN, NOTHING = "anything", "unknown", "nothing"


class RawRows:
    """Rows as an encoding reads them.

    Parameters
    ----------
    encoding : Encoding
        What training has told of the columns.
    X : array-like or DataFrame of shape (n_rows, n_features)
        Rows that the model has checked.

    Attributes
    ----------
    encoding : Encoding
    raw : ndarray of shape (n_rows, n_features)
        Numbers, and places of the values of categories; NaN where a value is missing.
    """

    def __init__(self, encoding: Encoding, X: Any) -> None:
        self.encoding = encoding
        is_category = [column.values is not None for column in encoding.columns]
        is_frame = hasattr(X, "iloc") and hasattr(X, "columns")
        if any(is_category) and not is_frame:
            import pandas as pd

            X, is_frame = pd.DataFrame(np.asarray(X, dtype=object)), True
        self.raw = numbers_of(X, encoding.columns) if is_frame else np.array(X, dtype=np.float64)
        self._cells = {  # a value that training did not have is known only from its cell
            feature: X.iloc[:, feature].to_numpy(dtype=object)
            for feature in np.flatnonzero(is_category).tolist()
        }

    def __len__(self) -> int:
        return len(self.raw)

    def take(self, rows: slice) -> RawRows:
        """Return some of the rows."""
        taken = object.__new__(RawRows)
        taken.encoding, taken.raw = self.encoding, self.raw[rows]
        taken._cells = {feature: cells[rows] for feature, cells in self._cells.items()}
        return taken

    def inputs(self, rows: slice) -> np.ndarray:
        """Return rows in the form that voting takes."""
        return self.encoding.transform(self.raw[rows])

    def values(self, at: int) -> list[Any]:
        """Return the values of a row: numbers, and values of categories; NaN if missing."""
        return [
            self._value(at, feature, number) for feature, number in enumerate(self.raw[at].tolist())
        ]

    def outside(self, at: int) -> list[int]:
        """Return the features of a row whose values training did not reach."""
        low, high = self.encoding.scaling
        row, columns = self.raw[at], self.encoding.columns
        is_beyond = (row < low) | (row > high)
        return [
            feature
            for feature, column in enumerate(columns)
            if (self.is_unseen(at, feature) if column.is_set else is_beyond[feature])
        ]

    def is_unseen(self, at: int, feature: int) -> bool:
        """Whether a value is one of a category without an order, and was not in training."""
        column = self.encoding.columns[feature]
        return column.is_set and bool(self.raw[at, feature] >= len(column.values or ()))

    def _value(self, at: int, feature: int, number: float) -> Any:
        column = self.encoding.columns[feature]
        if column.values is None or number != number:
            return number
        value = value_of(column, number)
        return plain(self._cells[feature][at]) if value in (None, OTHER) else value


def value_of(column: Column, number: float) -> Any:
    """Return the number, or the value of a category at that place; None if it has no name."""
    if column.values is None or number != number:
        return number
    return column.values[int(number)] if number < len(column.values) else None


def missing_matches(encoding: Encoding) -> list[str]:
    """Say of each feature what a missing value of it matches."""
    if encoding.missing == "never":
        return [NOTHING] * len(encoding.columns)
    learned = {part.feature for part in encoding.sets if part.has_unknown}
    return [UNKNOWN if i in learned else ANYTHING for i in range(len(encoding.columns))]
