"""ROC, precision and recall, and calibration as lines to draw."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from beta4ucs.measures import KINDS, class_curves
from beta4ucs.measures.curves import MOST_CLASSES
from beta4ucs.report.drawn_lines import DrawnLine, some_of
from beta4ucs.report.judged_rows import JudgedRows

SIZE = 100.0  # of the drawing, both ways
HINTS = {
    "roc": "Up and left is better; the diagonal is guessing.",
    "precision_recall": "How many answers are right, for every share of the class that is found.",
    "calibration": "On the diagonal, probabilities are what they say; below it they are too high.",
}


@dataclass(frozen=True)
class QualityChart:
    """Lines of classes; both axes go from 0 to 1."""

    title: str
    hint: str
    x_label: str
    y_label: str
    has_diagonal: bool
    has_dots: bool
    lines: list[DrawnLine]


def quality_charts(rows: JudgedRows, classes: np.ndarray) -> list[QualityChart]:
    """Return the charts for which the rows have classes enough."""
    if rows.truth is None or rows.probabilities is None:
        return []
    charts = []
    for name, kind in KINDS.items():
        curves = class_curves(name, rows.truth, rows.probabilities, classes)
        if not curves:
            continue
        is_part = len(classes) > max(2, MOST_CLASSES)
        part = f" The {len(curves)} most frequent classes." if is_part else ""
        charts.append(
            QualityChart(
                kind.title,
                f"{HINTS[name]} On {rows}.{part}",
                kind.x_label,
                kind.y_label,
                kind.reference == "diagonal",
                name == "calibration",
                [DrawnLine(str(one.label), _points(one.x, one.y), one.sum_up) for one in curves],
            )
        )
    return charts


def _points(x: np.ndarray, y: np.ndarray) -> str:
    kept = some_of(len(x))
    pairs = zip(x[kept].tolist(), y[kept].tolist(), strict=True)
    return " ".join(f"{SIZE * one:.2f},{SIZE * (1.0 - other):.2f}" for one, other in pairs)
