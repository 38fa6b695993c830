"""When one condition of the four-parameter beta representation is more general than another."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure

from beta4ucs.plots.style import INK, LOOKS, PAGE_WIDTH, new_figure, styled
from beta4ucs.representations.beta4 import kurtosis, mode
from beta4ucs.study.figures.membership import Gene, membership, show_degrees, values_around

TOLERANCE = 0.05  # Tol_sub of the drawings; the default of 0.01 would be too small to see


class Pair(NamedTuple):
    """A general condition and one that it subsumes, and what to see of them."""

    title: str
    general: Gene
    specific: Gene
    compared: str  # "interval", "kurtosis" or "mode"


PAIRS = (
    Pair("1: wider interval", (1, 1, 0.1, 0.9), (1, 1, 0.3, 0.7), "interval"),
    Pair("2: lower kurtosis", (1.3, 1.3, 0.1, 0.9), (4, 4, 0.1, 0.9), "kurtosis"),
    Pair(
        f"3: peaks within $Tol_{{sub}}$ = {TOLERANCE:g}",
        (2, 2, 0.1, 0.9),
        (5, 4.3, 0.1, 0.9),
        "mode",
    ),
)


@styled
def generality_conditions() -> Figure:
    """Draw the three conditions under which one condition is more general than another.

    All must hold on every feature, the third only if neither condition is a rectangle.

    Returns
    -------
    matplotlib Figure

    Examples
    --------
    >>> [axes.get_title() for axes in generality_conditions().axes[:2]]
    ['1: wider interval', '2: lower kurtosis']
    """
    figure = new_figure(PAGE_WIDTH, 2.4)
    all_axes = figure.subplots(1, len(PAIRS), sharey=True)
    for axes, pair in zip(all_axes, PAIRS, strict=True):
        for name, gene, look in zip(("general", "specific"), pair[1:3], LOOKS, strict=False):
            values = values_around(gene[2], gene[3])
            label = f"{name}: {_fact(pair.compared, gene)}"
            degrees = membership("beta4", gene, values)
            axes.plot(values, degrees, color=look.colour, linestyle=look.line, label=label)
            if pair.compared == "mode":
                axes.axvline(_mode(gene), color=INK, linewidth=0.7, linestyle=":")
        show_degrees(axes)
        axes.set_title(pair.title)
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.28), handlelength=2.6)
        axes.label_outer()
    return figure


def _mode(gene: Gene) -> float:
    return float(mode(np.array(gene, dtype=np.float64)))


def _fact(compared: str, gene: Gene) -> str:
    """What is compared, of one of the two."""
    if compared == "interval":
        return f"[{gene[2]:g}, {gene[3]:g}]"
    if compared == "kurtosis":
        return f"kurtosis {kurtosis(np.array(gene, dtype=np.float64)):.2f}"
    return f"peak at {_mode(gene):.3f}"
