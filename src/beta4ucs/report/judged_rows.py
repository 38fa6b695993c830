"""The rows of a report, what the model answers and what is true."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from beta4ucs.errors import InputError
from beta4ucs.estimators.inputs import check_labels, encode_known, rows_to_predict

UNKNOWN = -1  # a class that the model has never seen


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
        What is known, `UNKNOWN` for a class that the model does not know.
    """

    values: np.ndarray
    answers: np.ndarray
    truth: np.ndarray | None

    @classmethod
    def of(cls, model: Any, X: Any, y: Any) -> JudgedRows:
        """Let a model answer rows; raises `InputError` if the labels do not fit them."""
        values = rows_to_predict(model, X)
        answers = encode_known(model.predict(X), model.classes_)
        return cls(values, answers, None if y is None else _codes(y, model.classes_, len(values)))

    def __len__(self) -> int:
        return len(self.values)

    @property
    def n_right(self) -> int:
        """Number of rows answered as they should be; 0 if nothing is known."""
        return 0 if self.truth is None else int(np.count_nonzero(self.truth == self.answers))


def _codes(y: Any, classes: np.ndarray, n_rows: int) -> np.ndarray:
    labels = np.asarray(check_labels(y))
    if labels.shape != (n_rows,):
        raise InputError(f"X has {n_rows:,} rows and y has the shape {labels.shape}")
    codes = encode_known(labels, classes)
    # one file may spell 1 what another spells "1"
    as_text = encode_known(labels.astype(str), classes.astype(str))
    return np.where(codes == UNKNOWN, as_text, codes)
