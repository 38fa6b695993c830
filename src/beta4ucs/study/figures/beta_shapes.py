"""The shapes that conditions of the four-parameter beta representation take."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy import stats

from beta4ucs.plots.style import LOOKS, PAGE_WIDTH, new_figure, styled
from beta4ucs.study.figures.membership import Gene, membership, show_degrees, values_around

# title -> (alpha, beta, low, high); those of the second panel are the article's own
SHAPES: dict[str, tuple[Gene, ...]] = {
    "rectangles: α = β = 1": ((1, 1, 0.1, 0.45), (1, 1, 0.55, 0.9)),
    "bells: α, β > 1": ((1.01, 1.01, 0.39, 0.69), (2, 6, 0, 0.8), (6, 2, 0.2, 1)),
    "slopes: α = 1 or β = 1": ((1, 2, 0.05, 0.95), (1, 5, 0.05, 0.95), (3, 1, 0.05, 0.95)),
}
# Densities on [0, 1]; the last is a U shape, which the article rules out.
DENSITIES = ((1, 1), (2, 6), (3, 1), (0.5, 0.5))


@styled
def beta_shapes() -> Figure:
    """Draw the shapes that a condition of the four-parameter beta representation can take.

    The first panel has densities as they are, with a U shape (α, β < 1): it has no finite peak, and
    is no condition. The others are divided by their peak.

    Returns
    -------
    matplotlib Figure

    Examples
    --------
    >>> [len(axes.lines) for axes in beta_shapes().axes]
    [4, 2, 3, 3]
    """
    figure = new_figure(PAGE_WIDTH, 2.5)
    first, *all_axes = figure.subplots(1, 1 + len(SHAPES))
    _draw_densities(first)
    for axes, (title, genes) in zip(all_axes, SHAPES.items(), strict=True):
        for gene, look in zip(genes, LOOKS, strict=False):
            values = values_around(gene[2], gene[3])
            axes.plot(
                values,
                membership("beta4", gene, values),
                color=look.colour,
                linestyle=look.line,
                label="({:g}, {:g}, {:g}, {:g})".format(*gene),
            )
        show_degrees(axes)
        axes.set_title(title)
        _add_legend(axes, "(α, β, l, u)")
        if axes is not all_axes[0]:
            axes.set_ylabel("")
    return figure


def _draw_densities(axes: Axes) -> None:
    values = np.linspace(0.002, 0.998, 400)
    for (alpha, beta), look in zip(DENSITIES, LOOKS, strict=False):
        axes.plot(
            values,
            stats.beta.pdf(values, alpha, beta),
            color=look.colour,
            linestyle=look.line,
            label=f"({alpha:g}, {beta:g})" + (" ruled out" if alpha < 1 else ""),
        )
    axes.set(xlabel="$x_1$", ylabel="density", xlim=(0, 1), ylim=(0, 4))
    axes.set_xticks([0, 0.5, 1], labels=["0", "0.5", "1"])
    axes.set_title("densities")
    _add_legend(axes, "(α, β) on [0, 1]")


def _add_legend(axes: Axes, title: str) -> None:
    axes.legend(
        title=title,
        title_fontsize=7,
        loc="upper center",
        bbox_to_anchor=(0.5, -0.28),
        handlelength=2.6,
    )
