"""Lines of the page's charts."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

MOST_POINTS = 300  # of a line: more than a screen shows side by side


@dataclass(frozen=True)
class DrawnLine:
    """A line in the drawing's coordinates, its name, what the legend says of it, and its dots."""

    name: str
    points: str
    last: str
    dots: list[tuple[str, float]] = field(default_factory=list)  # places and widths


def some_of(n_points: int) -> np.ndarray:
    """Places of at most `MOST_POINTS` points, evenly spaced, the ends among them."""
    if n_points <= MOST_POINTS:
        return np.arange(n_points)
    return np.linspace(0, n_points - 1, MOST_POINTS).round().astype(int)
