"""Critical-difference diagrams after Demšar (2006)."""

from __future__ import annotations

import math
from typing import cast

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy import stats

from beta4ucs.errors import InputError
from beta4ucs.plots.style import INK, PAGE_WIDTH, new_figure, styled
from beta4ucs.study.statistics import average_ranks

STEP = 0.22  # inches from line to line
HEAD = 3.4  # lines above the axis
FIRST_NAME = 1.1  # lines below the axis and the bars
OVERHANG = 0.003  # of the axis, by which a bar exceeds its ranks


def mean_ranks(means: pd.DataFrame, *, smaller_is_better: bool = False) -> pd.Series:
    """Rank the systems on every data set and average; 1 is best, equals share a rank.

    Parameters
    ----------
    means : DataFrame
        One row per data set and one column per system.
    smaller_is_better : bool, default False
        For times and numbers of rules.

    Returns
    -------
    Series
        The mean rank of each system, best first.

    Examples
    --------
    >>> mean_ranks(pd.DataFrame({"A": [0.9, 0.8], "B": [0.7, 0.8]})).to_dict()
    {'A': 1.25, 'B': 1.75}
    """
    if means.isna().to_numpy().any():
        raise InputError("ranks need a value for every data set and system")
    ranks = average_ranks(means, smaller_is_better=smaller_is_better)
    return ranks.sort_values(kind="stable")


def nemenyi_difference(n_systems: int, n_datasets: int, alpha: float = 0.05) -> float:
    """Smallest difference of two mean ranks that the Nemenyi test calls significant.

    Parameters
    ----------
    n_systems, n_datasets : int
        Size of the comparison, at least 2 systems.
    alpha : float, default 0.05
        Level of significance.

    Returns
    -------
    float

    Examples
    --------
    >>> round(nemenyi_difference(4, 14), 2)  # Demšar (2006)
    1.25
    """
    if n_systems < 2 or n_datasets < 1:
        raise InputError(
            f"a comparison needs 2 systems and a data set, got {n_systems} and {n_datasets}"
        )
    quantile = stats.studentized_range.ppf(1 - alpha, n_systems, np.inf) / math.sqrt(2)
    return float(quantile * math.sqrt(n_systems * (n_systems + 1) / (6 * n_datasets)))


def indistinct_groups(ranks: pd.Series, difference: float) -> list[tuple[int, int]]:
    """Find the longest runs of sorted ranks within less than the critical difference.

    Parameters
    ----------
    ranks : Series
        Mean ranks, ascending.
    difference : float
        The critical difference.

    Returns
    -------
    list of (first, last)
        Places in `ranks`; only runs of at least two that no other run contains.
    """
    values = ranks.to_numpy(dtype=float)
    groups: list[tuple[int, int]] = []
    for first, value in enumerate(values):
        last = int(np.flatnonzero(values - value < difference)[-1])
        if last > first and (not groups or last > groups[-1][1]):
            groups.append((first, last))
    return groups


@styled
def critical_difference(
    means: pd.DataFrame, *, smaller_is_better: bool = False, alpha: float = 0.05
) -> Figure:
    """Draw mean ranks on a line and join systems that the Nemenyi test cannot tell apart.

    Parameters
    ----------
    means : DataFrame
        One row per data set and one column per system, without gaps.
    smaller_is_better : bool, default False
        For times and numbers of rules.
    alpha : float, default 0.05
        Level of significance.

    Returns
    -------
    matplotlib Figure

    Examples
    --------
    >>> figure = critical_difference(pd.DataFrame({"A": [0.9, 0.8], "B": [0.7, 0.8]}))
    >>> figure.axes[0].get_xlabel()
    'mean rank over 2 data sets (1 is best)'
    """
    ranks = mean_ranks(means, smaller_is_better=smaller_is_better)
    difference = nemenyi_difference(len(ranks), len(means), alpha)
    groups = indistinct_groups(ranks, difference)
    n_lines = FIRST_NAME + 0.5 * len(groups) + math.ceil(len(ranks) / 2) - 0.5
    figure = new_figure(PAGE_WIDTH, 0.3 + STEP * (n_lines + HEAD))
    axes = figure.subplots()
    _draw_axis(axes, len(ranks), len(means), n_lines)
    _draw_ruler(axes, difference, alpha, has_groups=bool(groups))
    for place, (first, last) in enumerate(groups):
        line = 0.5 + 0.5 * place
        ends = ranks.iloc[[first, last]] + np.array([-1, 1]) * OVERHANG * (len(ranks) - 1)
        axes.plot(
            ends,
            [line, line],
            color=INK,
            linewidth=3.5,
            solid_capstyle="butt",
            label=f"group {place}",
        )
    _draw_names(axes, ranks, FIRST_NAME + 0.5 * len(groups))
    return figure


def _draw_axis(axes: Axes, n_systems: int, n_datasets: int, n_lines: float) -> None:
    axes.set(xlim=(1, n_systems), ylim=(n_lines, -HEAD))
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.set_yticks([])
    axes.spines["top"].set_visible(True)
    axes.spines["top"].set_position(("data", 0))
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.set_xticks(range(1, n_systems + 1))
    sets = "1 data set" if n_datasets == 1 else f"{n_datasets} data sets"
    axes.set_xlabel(f"mean rank over {sets} (1 is best)", labelpad=4)


def _draw_ruler(axes: Axes, difference: float, alpha: float, *, has_groups: bool) -> None:
    """Show how long the critical difference is, above the axis, and what bars below it mean."""
    axes.plot(
        [1, 1 + difference],
        [-2.3, -2.3],
        color=INK,
        marker="|",
        markersize=6,
        linewidth=1,
        clip_on=False,
        label="critical difference",
    )
    axes.annotate(
        f"critical difference {difference:.2f} (Nemenyi, α = {alpha:g})"
        + ("; thick bars join systems that are closer" if has_groups else ""),
        (1, -2.3),
        xytext=(0, 5),  # above, where there is room however long it is
        textcoords="offset points",
        va="bottom",
        fontsize=7,
    )


def _draw_names(axes: Axes, ranks: pd.Series, first_line: float) -> None:
    """Lead a line from each rank to a name at the nearer side, outermost names on top."""
    n_left = math.ceil(len(ranks) / 2)
    for place, name in enumerate(ranks.index):
        rank = float(cast(float, ranks[name]))
        is_left = place < n_left
        line = first_line + (place if is_left else len(ranks) - 1 - place)
        side = 1.0 if is_left else float(len(ranks))
        axes.plot([rank, rank, side], [0, line, line], color=INK, linewidth=0.7, label=name)
        axes.annotate(
            f"{name}  ({rank:.2f})" if is_left else f"({rank:.2f})  {name}",
            (side, line),
            xytext=(-4 if is_left else 4, 0),
            textcoords="offset points",
            va="center",
            ha="right" if is_left else "left",
            annotation_clip=False,
        )
