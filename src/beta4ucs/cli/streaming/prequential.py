"""How right the answers are that were given before the row was learned, by windows of rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Window:
    """A line of the result; accuracies from 0 to 1, microseconds without reading the file."""

    rows: int  # so far
    accuracy: float
    overall_accuracy: float
    balanced_accuracy: float
    overall_balanced_accuracy: float
    rules: int
    microseconds: float

    def __str__(self) -> str:
        return (
            f"{self.rows:>11,}  {self.accuracy:>8.1%}  {self.overall_accuracy:>7.1%}  "
            f"{self.balanced_accuracy:>8.1%}  {self.rules:>6,}  {self.microseconds:>8,.1f}"
        )


class PrequentialAccuracy:
    """Counts right answers by class, of the window and of all rows."""

    def __init__(self, classes: Sequence[Any], window: int) -> None:
        self.classes, self._size = np.array(classes), window
        self._before = np.zeros((2, len(classes)), dtype=np.int64)  # rows, and right answers
        self._now = self._before.copy()
        self._seconds = 0.0

    def take(
        self, truth: np.ndarray, answers: np.ndarray, rules: int, seconds: float
    ) -> Iterator[Window]:
        """Count a batch; gives the windows that it fills."""
        codes, is_right = np.searchsorted(self.classes, truth), truth == answers
        start = 0
        while start < len(codes):
            rows = slice(start, start + self._size - int(self._now[0].sum()))
            n_classes = len(self.classes)
            self._now[0] += np.bincount(codes[rows], minlength=n_classes)
            self._now[1] += np.bincount(codes[rows][is_right[rows]], minlength=n_classes)
            self._seconds += seconds * len(codes[rows]) / len(codes)
            if self._now[0].sum() == self._size:
                yield self.window(rules)
                self._before, self._now = self._before + self._now, np.zeros_like(self._now)
                self._seconds = 0.0
            start = rows.stop

    @property
    def n_rows(self) -> int:
        """Rows so far."""
        return int(self._before[0].sum() + self._now[0].sum())

    @property
    def is_window_open(self) -> bool:
        """Whether rows have come since the last full window."""
        return bool(self._now[0].sum())

    def window(self, rules: int) -> Window:
        """Judge the rows of the window so far, and all rows."""
        overall = self._before + self._now
        n_now = int(self._now[0].sum())
        return Window(
            rows=int(overall[0].sum()),
            accuracy=float(self._now[1].sum() / n_now),
            overall_accuracy=float(overall[1].sum() / overall[0].sum()),
            balanced_accuracy=_mean_of_classes(self._now),
            overall_balanced_accuracy=_mean_of_classes(overall),
            rules=rules,
            microseconds=1e6 * self._seconds / n_now,
        )


def _mean_of_classes(counts: np.ndarray) -> float:
    rows, right = counts[:, counts[0] > 0]
    return float(np.mean(right / rows))
