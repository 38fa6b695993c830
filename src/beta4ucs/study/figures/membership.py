"""Membership functions of a single feature, by the representation's own operators."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from beta4ucs.study.figures.landscapes import matching_degrees

Gene = tuple[float, ...]


def membership(representation: Any, gene: Gene, values: np.ndarray) -> np.ndarray:
    """Degrees to which values, on the unit scale, fit the condition of a gene."""
    return matching_degrees(representation, np.array([[gene]]), values[:, np.newaxis])[:, 0]


def values_around(*jumps: float) -> np.ndarray:
    """Values over the unit interval, dense at its jumps so that they look vertical."""
    near = [jump + side for jump in jumps for side in (-1e-9, 0.0, 1e-9)]
    return np.unique(np.clip([*np.linspace(0, 1, 501), *near], 0, 1))


def show_degrees(axes: Axes) -> None:
    """Set up axes for the membership degree of a feature on the unit scale."""
    axes.set(xlim=(0, 1), ylim=(0, 1.05), xlabel="$x_1$", ylabel="membership degree")
    axes.set_xticks([0, 0.5, 1], ["0", "0.5", "1"])
    axes.set_yticks([0, 0.5, 1], ["0", "0.5", "1"])
