"""Computing time of the systems, data set by data set and over all of them."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from beta4ucs.plots.style import PAGE_WIDTH, Look, looks_of, new_figure, styled
from beta4ucs.study.figures.records import means_by

ROW = 0.17  # inches a data set
SHIFT = 0.6  # of a row: the systems of a data set spread over so much of it


@styled
def time_per_representation(runs: pd.DataFrame) -> Figure:
    """Draw the mean computing time of a run, for each data set and system.

    Left: one line per data set, cheapest first, with one mark per system. Right: the systems'
    means over all data sets, each of which counts the same. Times are on a logarithmic scale.

    Parameters
    ----------
    runs : DataFrame
        One row per run, with columns dataset, system and seconds (of CPU time).

    Returns
    -------
    matplotlib Figure

    Examples
    --------
    >>> runs = pd.DataFrame(
    ...     {"dataset": "wne", "system": ["A", "A", "B"], "seconds": [1.0, 3.0, 9.0]}
    ... )
    >>> figure = time_per_representation(runs)
    >>> [text.get_text() for text in figure.axes[1].texts]
    ['2.00', '9.00']
    """
    means = means_by(runs, "dataset", "system", "seconds")
    means = means.loc[means.mean(axis=1).sort_values().index, means.mean().sort_values().index]
    figure = new_figure(PAGE_WIDTH, max(2.6, 0.9 + ROW * len(means)))
    left, right = figure.subplots(1, 2, width_ratios=[3, 2])
    looks = looks_of(list(means.columns))
    _draw_datasets(left, means, looks)
    _draw_totals(right, means.mean(), looks)
    return figure


def _draw_datasets(axes: Axes, means: pd.DataFrame, looks: dict[str, Look]) -> None:
    for place, (system, look) in enumerate(looks.items()):
        shift = SHIFT * (place / max(1, len(looks) - 1) - 0.5)
        _mark(axes, means[system], [row + shift for row in range(len(means))], system, look)
    for row in range(1, len(means), 2):
        axes.axhspan(row - 0.5, row + 0.5, color="#f0f0f0", zorder=0)
    _show_seconds(axes, list(means.index))
    axes.set(ylabel="data set", title="each data set (marks: see right)")
    axes.grid(axis="x", which="major")


def _draw_totals(axes: Axes, totals: pd.Series, looks: dict[str, Look]) -> None:
    """One line per system; this panel is the other one's legend too."""
    for row, (system, look) in enumerate(looks.items()):
        _mark(axes, totals[[system]], [row], system, look)
        axes.annotate(
            f"{totals[system]:#.3g}",
            (totals[system], row),
            xytext=(7, 0),
            va="center",
            textcoords="offset points",
            fontsize=7,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
        )
    _show_seconds(axes, list(totals.index))
    axes.set_xlim(totals.min() / 2, totals.max() * 3)
    axes.set(ylabel="system", title="mean over data sets")
    axes.grid(axis="y")


def _mark(axes: Axes, seconds: pd.Series, rows: list[float], system: str, look: Look) -> None:
    axes.plot(
        seconds,
        rows,
        look.marker,
        color=look.colour,
        label=system,
        markeredgewidth=0.8,
        markerfacecolor=look.colour if look.is_filled else "white",
    )


def _show_seconds(axes: Axes, names: list[str]) -> None:
    """Set up one line per name, from the top, over a logarithmic axis of seconds."""
    axes.set(xscale="log", ylim=(len(names) - 0.5, -0.5), xlabel="mean CPU time of a run [s]")
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 3)))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda seconds, _: f"{seconds:g}"))
    axes.set_yticks(range(len(names)), names)
