"""Effects of features, as lines and cells to draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from beta4ucs.explanation import Effect, effects
from beta4ucs.explanation.feature_effects import telling_classes
from beta4ucs.explanation.number_text import say_value
from beta4ucs.report.drawn_lines import DrawnLine
from beta4ucs.report.judged_rows import JudgedRows

MOST_FEATURES = 12
MOST_ROWS = 200  # that are averaged over
MOST_MATCHES = 100_000_000  # rules times rows times values, all features together
N_VALUES = 21
MOST_CELLS = 12  # values of a category, the most frequent ones
WIDTH, HEIGHT = 100.0, 60.0  # of the drawing; it is stretched to the place it has
DENSITY = 0.2  # of the height, for the highest bar


@dataclass(frozen=True)
class EffectCell:
    """A value of a category: how many rows have it, and the probability of every class."""

    value: str
    n_rows: int
    shares: list[float]


@dataclass(frozen=True)
class EffectChart:
    """A feature: lines and bars of a number, or cells of a category."""

    feature: str
    ends: tuple[str, str]
    lines: list[DrawnLine]
    bars: str
    cells: list[EffectCell]
    n_left_out: int
    rows: str


def effect_charts(
    model: Any, X: Any, rows: JudgedRows, features: list[int], n_rules: int
) -> list[EffectChart]:
    """Return a chart for each feature, those that change probabilities most first.

    Parameters
    ----------
    model : fitted classifier
        The model.
    X : array-like or DataFrame
        The rows to average over.
    rows : JudgedRows
        The same rows, judged.
    features : list of int
        The features, the most important ones first; at most twelve are drawn.
    n_rules : int
        Number of rules: of very many rules, fewer rows are averaged over.
    """
    is_known = ~np.isnan(rows.values).all(axis=0) if len(rows) else np.zeros(0, dtype=bool)
    drawn = [feature for feature in features if len(rows) and is_known[feature]][:MOST_FEATURES]
    if not drawn:
        return []
    n_tries = N_VALUES * len(drawn) * max(1, n_rules)
    max_rows = max(1, min(MOST_ROWS, MOST_MATCHES // n_tries))
    found = effects(model, X, drawn, max_rows=max_rows, n_values=N_VALUES)
    labels = telling_classes(model.class_counts_.tolist())
    found.sort(key=lambda one: -one.span)
    return [_chart(one, labels, rows.words) for one in found if len(one.values) > 1]


def effect_classes(model: Any) -> list[str]:
    """The classes that charts show."""
    labels = telling_classes(model.class_counts_.tolist())
    return [str(model.classes_[place]) for place in labels]


def _chart(effect: Effect, labels: list[int], words: str) -> EffectChart:
    ends = (say_value(effect.values[0]), say_value(effect.values[-1]))
    rows = effect.averaged_over(words)
    if not effect.is_number:
        cells = _cells(effect, labels)
        return EffectChart(
            effect.feature, ends, [], "", cells, len(effect.values) - len(cells), rows
        )
    x = np.array(effect.values, dtype=float)
    places = WIDTH * (x - x[0]) / (x[-1] - x[0])
    lines = [_line(effect, label, places) for label in labels]
    return EffectChart(effect.feature, ends, lines, _bars(places, effect.counts), [], 0, rows)


def _line(effect: Effect, label: int, places: np.ndarray) -> DrawnLine:
    shares = effect.probabilities[:, label]
    pairs = zip(places.tolist(), shares.tolist(), strict=True)
    points = " ".join(f"{x:.2f},{HEIGHT * (1.0 - y):.2f}" for x, y in pairs)
    span = f"{shares.min():.0%} to {shares.max():.0%}"
    return DrawnLine(str(effect.classes[label]), points, span)


def _bars(places: np.ndarray, counts: np.ndarray) -> str:
    """A path of bars at the foot, each with most of the room between its neighbours."""
    to_next = 0.42 * np.diff(places)
    lefts = places - np.append(0.0, to_next)
    rights = places + np.append(to_next, 0.0)
    heights = HEIGHT * DENSITY * counts / max(1, int(counts.max()))
    parts = []
    for left, right, height in zip(lefts, rights, heights, strict=True):
        if height > 0.0:
            parts.append(f"M{left:.2f} {HEIGHT:g}V{HEIGHT - height:.2f}H{right:.2f}V{HEIGHT:g}Z")
    return "".join(parts)


def _cells(effect: Effect, labels: list[int]) -> list[EffectCell]:
    frequent = np.argsort(-effect.counts, kind="stable")[:MOST_CELLS]
    return [
        EffectCell(
            say_value(effect.values[place]),
            int(effect.counts[place]),
            [float(effect.probabilities[place, label]) for label in labels],
        )
        for place in sorted(frequent.tolist())
    ]
