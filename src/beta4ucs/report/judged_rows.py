"""The rows of a report, what they are called, what the model answers and what is true."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from beta4ucs.errors import InputError
from beta4ucs.estimators.inputs import check_labels, rows_to_predict
from beta4ucs.measures import Measures, measure, places_of


@dataclass(frozen=True)
class JudgedRows:
    """Rows with the model's answers, as indices of its classes.

    Attributes
    ----------
    values : ndarray of shape (n_rows, n_features)
        In original units, the places of the values of categories, NaN where missing.
    answers : ndarray of shape (n_rows,)
        What the model says.
    truth : ndarray of shape (n_rows,) or None
        What is known, -1 for a class that the model does not know.
    measures : Measures or None
        How good the answers are, if the truth is known.
    probabilities : ndarray of shape (n_rows, n_classes) or None
        Of all classes, if the truth is known.
    numbers : ndarray of shape (n_rows,)
        The numbers that the rows have where they come from.
    words : str
        What the rows are called, such as "test rows".
    """

    values: np.ndarray
    answers: np.ndarray
    truth: np.ndarray | None
    measures: Measures | None
    probabilities: np.ndarray | None
    numbers: np.ndarray
    words: str = "rows"

    @classmethod
    def of(
        cls, model: Any, X: Any, y: Any, *, words: str = "rows", numbers: Any = None
    ) -> JudgedRows:
        """Let a model answer rows; raises `InputError` if the labels do not fit them."""
        values = rows_to_predict(model, X)
        given = np.arange(1, len(values) + 1) if numbers is None else np.asarray(numbers)
        if given.shape != (len(values),):
            raise InputError(f"X has {len(values):,} rows and row_numbers has {given.shape}")
        said = model.predict(X)
        answers = places_of(said, model.classes_)
        if y is None:
            return cls(values, answers, None, None, None, given, words)
        labels = np.asarray(check_labels(y))
        if labels.shape != (len(values),):
            raise InputError(f"X has {len(values):,} rows and y has the shape {labels.shape}")
        probabilities = model.predict_proba(X)
        found = measure(labels, said, probabilities, model.classes_)
        truth = places_of(labels, model.classes_)
        return cls(values, answers, truth, found, probabilities, given, words)

    def __len__(self) -> int:
        return len(self.values)

    def __str__(self) -> str:
        words = self.words.removesuffix("s") if len(self) == 1 else self.words
        return f"{len(self):,} {words}"
