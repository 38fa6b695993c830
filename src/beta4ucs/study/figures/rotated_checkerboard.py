"""How β4-UCS learns the rotated checkerboard: from fuzzy rules everywhere to few, at borders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.image import AxesImage

from beta4ucs.data import load
from beta4ucs.data.synthetic import cell_centres, rotated_checkerboard_class
from beta4ucs.errors import InputError
from beta4ucs.estimators import Beta4UCSClassifier
from beta4ucs.plots.style import (
    CLASSES,
    PAGE_WIDTH,
    new_figure,
    show_unit_square,
    styled,
)
from beta4ucs.rules.kurtosis import FLATTEST, mean_kurtosis

EPOCHS = (1, 10, 50)
UNIT = (0.0, 1.0, 0.0, 1.0)


def train_snapshots(seed: int = 1, epochs: Sequence[int] = EPOCHS) -> dict[int, Beta4UCSClassifier]:
    """Train β4-UCS with crispification on the rotated checkerboard, and stop at some epochs.

    A shorter run is the beginning of a longer one with the same seed, so each epoch is a model of
    its own.

    Parameters
    ----------
    seed : int, default 1
        Seed of the run.
    epochs : sequence of int, default (1, 10, 50)
        When to look, from 1.

    Returns
    -------
    dict
        Epoch -> the model trained so far, in ascending order.
    """
    table = load("rcb")
    return {
        epoch: Beta4UCSClassifier(n_epochs=epoch, random_state=seed).fit(table.X, table.y)
        for epoch in sorted(epochs)
    }


@styled
def rotated_checkerboard(
    models: Mapping[int, Beta4UCSClassifier], *, resolution: int = 400
) -> Figure:
    """Draw the data, the kurtosis of the voting rules at some epochs, and the final decisions.

    Kurtosis is 1.8 where all rules are crisp and grows with the share and sharpness of fuzzy
    ones. Dashed lines are the borders of the classes.

    Parameters
    ----------
    models : mapping of int to Beta4UCSClassifier
        Epoch -> model, as `train_snapshots` gives it; the last one decides.
    resolution : int, default 400
        Points along each side of a map.

    Returns
    -------
    matplotlib Figure
        One panel for the data, one per model and one for the decisions, then their colour bars.
        The kurtosis maps share one range of colours, which ends where the highest 1 % of all
        points begin; decisions are shown at 2.5 times the resolution,
        by default the article's 1000 x 1000 points.
    """
    if not models:
        raise InputError("there is no model to draw")
    figure = new_figure(PAGE_WIDTH, 2.25, has_squares=True)
    first, *middle, last = figure.subplots(1, len(models) + 2, sharey=True)
    table = load("rcb")
    side = round(len(table.X) ** 0.5)
    # the table's second feature changes fastest, in an image the first one does
    _draw_classes(first, table.class_codes.reshape(side, side).T)
    first.set_title("data")
    points = cell_centres(resolution)
    maps = {epoch: mean_kurtosis(models[epoch], points) for epoch in sorted(models)}
    highest = _highest(np.concatenate(list(maps.values())))
    for axes, (epoch, values) in zip(middle, maps.items(), strict=True):
        image = _draw_kurtosis(axes, values.reshape(resolution, resolution), highest)
        axes.set_title(f"epoch {epoch}: kurtosis")
    label = "mean kurtosis (darkest: the highest 1 %)"
    bar = figure.colorbar(image, ax=middle, location="bottom", label=label, extend="max", aspect=45)
    bar.set_ticks([FLATTEST, highest], labels=[f"{FLATTEST}", f"{highest:.4g}"])
    _draw_classes(last, _decisions(models[max(models)], 5 * resolution // 2))
    last.set_title(f"epoch {max(models)}: decisions")
    for axes in (first, *middle, last):
        axes.label_outer()
    return figure


def draw_borders(axes: Axes) -> None:
    """Mark the borders between the classes of the rotated checkerboard."""
    resolution = 400
    steps = (np.arange(resolution) + 0.5) / resolution
    classes = rotated_checkerboard_class(cell_centres(resolution))
    axes.contour(
        steps,
        steps,
        classes.reshape(resolution, resolution),
        levels=[0.5],
        colors="black",
        linewidths=0.6,
        linestyles="--",
    )


def _draw_classes(axes: Axes, classes: np.ndarray) -> None:
    show_unit_square(axes)
    # a PDF keeps every point
    image = axes.imshow(
        classes, origin="lower", extent=UNIT, cmap=CLASSES, vmin=0, vmax=1, interpolation="none"
    )
    figure = axes.get_figure()
    assert figure is not None
    bar = figure.colorbar(image, ax=axes, location="bottom", label="class", aspect=14)
    bar.set_ticks([0.25, 0.75], labels=["$c_1$", "$c_2$"])


def _highest(values: np.ndarray) -> float:
    """The end of the colours: a few points with a single peaked rule must not pale all others."""
    known = values[~np.isnan(values)]
    return max(FLATTEST + 0.01, np.quantile(known, 0.99).item() if known.size else 0.0)


def _draw_kurtosis(axes: Axes, values: np.ndarray, highest: float) -> AxesImage:
    show_unit_square(axes)
    axes.set_facecolor("#888888")  # shows where no rule votes
    image = axes.imshow(
        values, origin="lower", extent=UNIT, cmap="YlOrBr", vmin=FLATTEST, vmax=highest
    )
    draw_borders(axes)
    return image


def _decisions(model: Beta4UCSClassifier, resolution: int) -> np.ndarray:
    answers = model.predict(cell_centres(resolution))
    return np.searchsorted(model.classes_, answers).reshape(resolution, resolution)
