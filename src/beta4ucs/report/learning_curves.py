"""What was recorded while learning, as lines to draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from beta4ucs.report.drawn_lines import DrawnLine, some_of

WIDTH, HEIGHT = 100.0, 50.0  # of the drawing; it is stretched to the place it has


@dataclass(frozen=True)
class Chart:
    """Lines that share an axis from 0 to the number that `top` says."""

    title: str
    top: str
    middle: str
    curves: list[DrawnLine]
    n_epochs: int


# title, unit, {column of the history: name of the line}
CHARTS: tuple[tuple[str, str, dict[str, str]], ...] = (
    (
        "Accuracy",
        "percent",
        {
            "train_accuracy": "training rows",
            "validation_accuracy": "validation rows",
            "test_accuracy": "test rows",
        },
    ),
    ("Size of the population", "count", {"numerosity": "with copies", "rules": "different rules"}),
    ("Crisp rules", "percent", {"crisp_share": "share of the voting copies"}),
)


def learning_curves(history: Mapping[str, Any]) -> list[Chart]:
    """Return the charts for which something was recorded.

    Parameters
    ----------
    history : mapping of str to array-like
        The estimator's `history_`; None and NaN where nothing was measured.
    """
    charts = []
    for title, unit, names in CHARTS:
        measured = {
            name: values
            for column, name in names.items()
            if column in history and not np.isnan(values := _numbers(history[column])).all()
        }
        if measured:
            charts.append(_chart(title, unit, measured))
    return charts


def _numbers(values: Any) -> np.ndarray:
    return np.array([np.nan if value is None else value for value in values], dtype=float)


def _chart(title: str, unit: str, measured: dict[str, np.ndarray]) -> Chart:
    n_epochs = max(map(len, measured.values()))
    highest = max(float(np.nanmax(values)) for values in measured.values())
    top = 1.0 if unit == "percent" else _round_up(highest)
    curves = [
        DrawnLine(name, _points(values, n_epochs, top), _say(values[~np.isnan(values)][-1], unit))
        for name, values in measured.items()
    ]
    return Chart(title, _say(top, unit), _say(top / 2, unit), curves, n_epochs)


def _points(values: np.ndarray, n_epochs: int, top: float) -> str:
    known = np.flatnonzero(~np.isnan(values))
    known = known[some_of(len(known))]
    places = [(WIDTH * epoch / max(1, n_epochs - 1), values[epoch]) for epoch in known.tolist()]
    if len(places) == 1:  # a point alone could not be seen
        places = [(0.0, places[0][1]), (WIDTH, places[0][1])]
    return " ".join(f"{x:.2f},{HEIGHT * (1.0 - y / top):.2f}" for x, y in places)


def _round_up(highest: float) -> float:
    """The next number whose half is easy to read."""
    size = 10.0 ** np.floor(np.log10(max(1.0, highest)))
    return float(next(step * size for step in (1, 2, 4, 5, 6, 8, 10) if step * size >= highest))


def _say(value: float, unit: str) -> str:
    return f"{value:.0%}" if unit == "percent" else f"{value:,.0f}"
