"""How many of the voting rules are crisp, data set by data set."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from beta4ucs.errors import InputError
from beta4ucs.plots.style import COLUMN_WIDTH, DARK, INK, LIGHT, new_figure, styled
from beta4ucs.study.figures.records import require

ROW = 0.17  # inches a data set
NARROWEST = 12  # per cent: a part of a bar below it has no room for its number


@styled
def rule_forms(runs: pd.DataFrame) -> Figure:
    """Draw the shares of crisp and fuzzy rules as bars, the data set with most crisp rules first.

    Parameters
    ----------
    runs : DataFrame
        One row per run, with columns dataset and crisp_share (0 to 1): the share of crisp rules
        among those that vote. Bars show the mean over the runs.

    Returns
    -------
    matplotlib Figure

    Examples
    --------
    >>> runs = pd.DataFrame({"dataset": ["soy", "wne", "wne"], "crisp_share": [0.2, 0.6, 0.8]})
    >>> axes = rule_forms(runs).axes[0]
    >>> [label.get_text() for label in axes.get_yticklabels()]
    ['wne', 'soy']
    """
    require(runs, "dataset", "crisp_share")
    if not runs["crisp_share"].between(0, 1).all():
        raise InputError("crisp_share must be in [0, 1]")
    shares = 100 * runs.groupby("dataset")["crisp_share"].mean()
    shares = shares.sort_values(ascending=False, kind="stable")
    figure = new_figure(COLUMN_WIDTH, 0.9 + ROW * len(shares))
    axes = figure.subplots()
    rows = range(len(shares))
    axes.barh(rows, shares, height=0.8, color=DARK, edgecolor=INK, linewidth=0.5, label="crisp")
    axes.barh(
        rows,
        100 - shares,
        left=shares,
        height=0.8,
        color=LIGHT,
        edgecolor=INK,
        linewidth=0.5,
        hatch="////",
        label="fuzzy",
    )
    _write_numbers(axes, shares)
    axes.set_yticks(rows, list(shares.index))
    axes.set(xlim=(0, 100), ylim=(len(shares) - 0.5, -0.5), ylabel="data set")
    axes.set_xlabel("share of the voting rules [%]")
    figure.legend(loc="outside upper center", ncols=2)
    return figure


def _write_numbers(axes: Axes, shares: pd.Series) -> None:
    """Write both shares into the bars, where there is room."""
    for row, crisp in enumerate(shares):
        if crisp >= NARROWEST:
            axes.text(
                crisp / 2, row, f"{crisp:.1f}", color="white", ha="center", va="center", fontsize=6
            )
        if 100 - crisp >= NARROWEST:
            box = {"facecolor": LIGHT, "edgecolor": "none", "pad": 0.6}
            axes.text(
                50 + crisp / 2,
                row,
                f"{100 - crisp:.1f}",
                color=INK,
                ha="center",
                va="center",
                fontsize=6,
                bbox=box,
            )
