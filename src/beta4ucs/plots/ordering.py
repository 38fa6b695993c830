"""The order of what is drawn as a map: by class, and what is alike stands together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes


class Bands(NamedTuple):
    """Rows of the same class that stand together."""

    labels: list[Any]
    ends: list[int]  # the place behind the last row of each
    middles: list[float]


def bands_of(labels: Sequence[Any]) -> Bands:
    """Return the bands of rows that are sorted by class.

    Examples
    --------
    >>> bands_of(["a", "a", "a", "b"])
    Bands(labels=['a', 'b'], ends=[3, 4], middles=[1.0, 3.0])
    """
    runs = list(dict.fromkeys(labels))
    ends = np.cumsum([list(labels).count(label) for label in runs]).tolist()
    starts = [0, *ends[:-1]]
    return Bands(runs, ends, [(a + b - 1) / 2 for a, b in zip(starts, ends, strict=True)])


def mark_bands(ax: Axes, bands: Bands) -> None:
    """Name the classes on the left, with a line between two of them."""
    ax.set_yticks(bands.middles, [f"class {label}" for label in bands.labels])
    for end in bands.ends[:-1]:
        ax.axhline(end - 0.5, color="black", linewidth=0.8)


def by_class(values: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """Return the order of rows by class, and within a class by likeness."""
    parts = [
        np.flatnonzero(codes == code)[alike(values[codes == code])] for code in np.unique(codes)
    ]
    return np.concatenate(parts)


def alike(values: np.ndarray) -> np.ndarray:
    """Return an order in which similar rows are neighbours."""
    if len(values) < 3:
        return np.arange(len(values))
    from scipy.cluster.hierarchy import leaves_list, linkage

    return np.asarray(leaves_list(linkage(values, method="average", optimal_ordering=True)))
