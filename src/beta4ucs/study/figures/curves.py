"""Learning curves with confidence bands."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from beta4ucs.plots.style import PAGE_WIDTH, Look, looks_of, new_figure, styled
from beta4ucs.study.figures.records import require
from beta4ucs.study.statistics import mean_interval

# column -> label of the axis, factor to its unit
PANELS = {
    "train_accuracy": ("training accuracy [%]", 100),
    "test_accuracy": ("test accuracy [%]", 100),
    "rules": ("population size [rules]", 1),
    "crisp_share": ("crisp rules [%]", 100),
}
ARTICLE_PANELS = ("train_accuracy", "test_accuracy", "rules")


@styled
def learning_curves(curves: pd.DataFrame, *, columns: Sequence[str] = ARTICLE_PANELS) -> Figure:
    """Draw training accuracy, test accuracy and population size over the epochs.

    Lines are means over the seeds, bands their 95 % confidence intervals by Student's t; a system
    with a single seed has no band. With several data sets, each seed counts by its mean over them.

    Parameters
    ----------
    curves : DataFrame
        One row per epoch of a run, with columns system, seed, epoch, train_accuracy and
        test_accuracy (0 to 1) and rules. Systems are drawn in the order in which they appear.
    columns : sequence of str
        What is drawn; the share of crisp rules, `crisp_share`, may be among it.

    Returns
    -------
    matplotlib Figure

    Examples
    --------
    >>> curves = pd.DataFrame(
    ...     {
    ...         "system": "UCS",
    ...         "seed": [1, 1, 2, 2],
    ...         "epoch": [1, 2, 1, 2],
    ...         "train_accuracy": [0.5, 0.8, 0.7, 0.8],
    ...         "test_accuracy": [0.5, 0.7, 0.5, 0.7],
    ...         "rules": [90, 80, 90, 82],
    ...     }
    ... )
    >>> learning_curves(curves).axes[0].lines[0].get_ydata().round(6).tolist()
    [60.0, 80.0]
    """
    require(curves, "system", "seed", "epoch", *columns)
    figure = new_figure(PAGE_WIDTH, 2.3)
    all_axes = figure.subplots(1, len(columns), sharex=True)
    each = ["system", "seed", "epoch"]
    curves = curves.groupby(each, sort=False, as_index=False)[list(columns)].mean()
    looks = looks_of(list(dict.fromkeys(curves["system"])))
    for axes, column in zip(all_axes, columns, strict=True):
        label, factor = PANELS[column]
        for system, look in looks.items():
            band = confidence_band(curves[curves["system"] == system], column) * factor
            if "%" in label:
                band = band.clip(0, 100)  # Student's t knows no bounds, accuracy does
            _draw_band(axes, band, system, look)
        axes.set(xlabel="epoch", ylabel=label)
        axes.margins(x=0.02)
        if "%" in label and axes.get_ylim()[1] > 100:
            axes.set_ylim(top=100)
        axes.grid()
    handles, labels = all_axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=len(looks), handlelength=3)
    return figure


def confidence_band(curves: pd.DataFrame, column: str) -> pd.DataFrame:
    """Mean over the seeds and its confidence limits, by epoch.

    Parameters
    ----------
    curves : DataFrame
        Rows of one system, with columns epoch and `column`.
    column : str
        What to average.

    Returns
    -------
    DataFrame
        Columns mean, low and high; its index is the epoch. Limits of a single value are NaN.
    """
    limits = {epoch: mean_interval(values) for epoch, values in curves.groupby("epoch")[column]}
    return pd.DataFrame.from_dict(limits, orient="index", columns=["mean", "low", "high"])


def _draw_band(axes: Axes, band: pd.DataFrame, system: str, look: Look) -> None:
    epochs = band.index.to_numpy()
    axes.fill_between(epochs, band["low"], band["high"], color=look.colour, alpha=0.25, linewidth=0)
    axes.plot(
        epochs,
        band["mean"],
        color=look.colour,
        linestyle=look.line,
        marker=look.marker,
        markerfacecolor=look.colour if look.is_filled else "white",
        label=system,
        markevery=max(1, len(epochs) // 8),
        markersize=3.5,
    )
