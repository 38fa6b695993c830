"""The confusion matrix: what is true against what was answered."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from beta4ucs.measures.labels import UNKNOWN
from beta4ucs.report.judged_rows import JudgedRows


@dataclass(frozen=True)
class ConfusionCell:
    """A number of rows, and how much of the line it is."""

    count: int
    share: float
    is_right: bool


@dataclass(frozen=True)
class Line:
    """All rows of a true class; `recall` is None for a class that cannot be answered."""

    label: str
    cells: list[ConfusionCell]
    recall: float | None


@dataclass(frozen=True)
class Confusion:
    """Lines are true classes, columns are answers; `precision` is None for what was not said."""

    labels: list[str]
    lines: list[Line]
    precision: list[float | None]


def confusion_of(rows: JudgedRows, labels: list[str]) -> Confusion | None:
    """Count true classes against answers; None if nothing is known.

    Parameters
    ----------
    rows : JudgedRows
        Rows with answers.
    labels : list of str
        The model's classes.
    """
    if rows.truth is None:
        return None
    counts = np.zeros((len(labels) + 1, len(labels)), dtype=int)
    np.add.at(counts, (rows.truth, rows.answers), 1)  # UNKNOWN, -1, is the last line
    lines = [_line(labels[i], counts[i], i) for i in range(len(labels))]
    if counts[UNKNOWN].any():
        lines.append(_line("unknown to the model", counts[UNKNOWN], None))
    said = counts.sum(axis=0)
    precision = [int(counts[i, i]) / int(said[i]) if said[i] else None for i in range(len(labels))]
    return Confusion(labels, lines, precision)


def _line(label: str, counts: np.ndarray, right: int | None) -> Line:
    total = int(counts.sum())
    cells = [
        ConfusionCell(count, count / total if total else 0.0, place == right)
        for place, count in enumerate(counts.tolist())
    ]
    recall = None if right is None or not total else int(counts[right]) / total
    return Line(label, cells, recall)
