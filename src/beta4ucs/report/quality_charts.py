"""ROC, precision and recall, and calibration as lines to draw."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from beta4ucs.measures import KINDS, Curve, class_curves
from beta4ucs.measures.curves import MOST_CLASSES
from beta4ucs.report.drawn_lines import DrawnLine, some_of
from beta4ucs.report.judged_rows import JudgedRows

SIZE = 100.0  # of the drawing, both ways
LARGEST_DOT, SMALLEST_DOT = 14.0, 3.0  # pixels
HINTS = {
    "roc": "Up and left is better; the diagonal is guessing.",
    "precision_recall": "How many answers are right, for every share of the class that is found.",
    "calibration": "On the diagonal, probabilities are what they say; below it they are too high. "
    "The larger a dot, the more rows it stands for.",
}


@dataclass(frozen=True)
class QualityChart:
    """Lines of classes; both axes go from 0 to 1."""

    title: str
    hint: str
    x_label: str
    y_label: str
    has_diagonal: bool
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
                [_line(one) for one in curves],
            )
        )
    return charts


def _line(curve: Curve) -> DrawnLine:
    kept = some_of(len(curve.x))
    pairs = zip(curve.x[kept].tolist(), curve.y[kept].tolist(), strict=True)
    points = [f"{SIZE * x:.2f},{SIZE * (1.0 - y):.2f}" for x, y in pairs]
    dots = []
    if curve.n_rows is not None:
        widths = LARGEST_DOT * np.sqrt(curve.n_rows / curve.n_rows.max())  # areas show rows
        dots = list(zip(points, widths.clip(SMALLEST_DOT).tolist(), strict=True))
    return DrawnLine(str(curve.label), " ".join(points), curve.sum_up, dots)
