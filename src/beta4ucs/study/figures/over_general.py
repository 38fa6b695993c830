"""Rules that reach too far, on a problem with one feature."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from beta4ucs.plots.style import (
    CLASS_COLOURS,
    DARK,
    EMPHASIS,
    PAGE_WIDTH,
    new_figure,
    styled,
)
from beta4ucs.study.figures.membership import Gene, membership, show_degrees, values_around

BORDER = 0.5  # between the classes
CRISP_RULE: Gene = (0.0, 0.6)
FUZZY_RULE: Gene = (1.1, 1.6, 0.0, 0.6)


@styled
def over_general_rule() -> Figure:
    """Draw how a fuzzy rule that reaches into the other class does less harm than a crisp one.

    The article's example: one feature, class 1 below 0.5 and class 2 from there on; a crisp rule
    for class 1 on [0, 0.6], and the fuzzy one (1.1, 1.6, 0, 0.6). What is hatched is matched
    wrongly.

    Returns
    -------
    matplotlib Figure

    Examples
    --------
    >>> [axes.get_title() for axes in over_general_rule().axes]
    ['problem', 'crisp rule [0, 0.6]', 'fuzzy rule (1.1, 1.6, 0, 0.6)']
    """
    figure = new_figure(PAGE_WIDTH, 2.2)
    problem, crisp, fuzzy = figure.subplots(1, 3)
    _draw_problem(problem)
    rules = (
        (crisp, "hyperrectangle", CRISP_RULE, "crisp rule [{:g}, {:g}]"),
        (fuzzy, "beta4", FUZZY_RULE, "fuzzy rule ({:g}, {:g}, {:g}, {:g})"),
    )
    for axes, representation, gene, title in rules:
        _draw_rule(axes, representation, gene)
        axes.set_title(title.format(*gene))
    figure.legend(*fuzzy.get_legend_handles_labels(), loc="outside upper right", ncols=3)
    return figure


def _draw_problem(axes: Axes) -> None:
    """The class of every value."""
    for low, high, name, colour, tint in (
        (0.0, BORDER, "class 1", CLASS_COLOURS[0], "white"),
        (BORDER, 1.0, "class 2", CLASS_COLOURS[1], "black"),
    ):
        axes.axvspan(low, high, color=colour, linewidth=0)
        axes.text((low + high) / 2, 0.5, name, color=tint, ha="center", va="center")
    axes.set(xlim=(0, 1), ylim=(0, 1), xlabel="$x_1$", title="problem")
    axes.set_xticks([0, 0.5, 1], ["0", "0.5", "1"])
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)


def _draw_rule(axes: Axes, representation: str, gene: Gene) -> None:
    """Membership in the rule, filled where it is right and hatched where it is not."""
    values = values_around(BORDER, gene[-1])
    degrees = membership(representation, gene, values)
    is_wrong = values >= BORDER
    axes.fill_between(
        values[~is_wrong],
        degrees[~is_wrong],
        color=CLASS_COLOURS[0],
        alpha=0.35,
        linewidth=0,
        label="matched rightly",
    )
    axes.fill_between(
        values[is_wrong],
        degrees[is_wrong],
        facecolor="white",
        edgecolor=EMPHASIS,
        hatch="/////",
        linewidth=0,
        label="matched wrongly",
    )
    axes.plot(values, degrees, color=DARK)
    axes.axvline(BORDER, color="black", linestyle=":", linewidth=1, label="class boundary")
    show_degrees(axes)
