"""The shapes that conditions of the four-parameter beta representation take."""

from __future__ import annotations

from matplotlib.figure import Figure

from beta4ucs.plots.style import LOOKS, PAGE_WIDTH, new_figure, styled
from beta4ucs.study.figures.membership import Gene, membership, show_degrees, values_around

# title -> (alpha, beta, low, high); those of the second panel are the article's own
SHAPES: dict[str, tuple[Gene, ...]] = {
    "rectangles: α = β = 1": ((1, 1, 0.1, 0.45), (1, 1, 0.55, 0.9)),
    "bells: α, β > 1": ((1.01, 1.01, 0.39, 0.69), (2, 6, 0, 0.8), (6, 2, 0.2, 1)),
    "slopes: α = 1 or β = 1": ((1, 2, 0.05, 0.95), (1, 5, 0.05, 0.95), (3, 1, 0.05, 0.95)),
}


@styled
def beta_shapes() -> Figure:
    """Draw the shapes that a condition of the four-parameter beta representation can take.

    Densities are divided by their peak. U shapes (α, β < 1), which the density has too, have no
    finite peak and are no conditions.

    Returns
    -------
    matplotlib Figure

    Examples
    --------
    >>> [len(axes.lines) for axes in beta_shapes().axes]
    [2, 3, 3]
    """
    figure = new_figure(PAGE_WIDTH, 2.5)
    all_axes = figure.subplots(1, len(SHAPES), sharey=True)
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
        axes.legend(
            title="(α, β, l, u)",
            title_fontsize=7,
            loc="upper center",
            bbox_to_anchor=(0.5, -0.28),
            handlelength=2.6,
        )
        axes.label_outer()
    return figure
