"""Where a display is drawn: the caller's axes, or new ones."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from beta4ucs.errors import InputError
from beta4ucs.plots.style import STYLE

# sizes of letters and lines stay the caller's
OWN_STYLE = {name: value for name, value in STYLE.items() if "size" not in name}


def one_axes(ax: Axes | None, width: float = 5.0, height: float = 4.0) -> Axes:
    """Take the given axes, or make new ones as pyplot does, so that notebooks show them."""
    if ax is not None:
        return ax
    from matplotlib import pyplot

    return pyplot.subplots(figsize=(width, height), layout="constrained")[1]


def many_axes(axes: Any, count: int, width: float, height: float, columns: int) -> np.ndarray:
    """Take the given axes if they are enough, or make new ones in rows of `columns`."""
    if axes is not None:
        given = np.atleast_1d(np.asarray(axes, dtype=object)).ravel()
        if len(given) < count:
            raise InputError(f"this plot needs {count} axes, got {len(given)}")
        return given[:count]
    from matplotlib import pyplot

    columns = min(columns, count)
    rows = -(-count // columns)
    figure, made = pyplot.subplots(
        rows, columns, figsize=(width * columns, height * rows), squeeze=False, layout="constrained"
    )
    for spare in made.ravel()[count:]:
        figure.delaxes(spare)
    return made.ravel()[:count]


def scale_by_rules(ax: Axes, sizes: np.ndarray) -> None:
    """Name the axis of numbers of rules; it is logarithmic where these differ much."""
    ax.set_xlabel("number of rules")
    if len(sizes) and sizes[-1] > 10 * sizes[0]:
        ax.set_xscale("log")
        ax.xaxis.set_major_formatter("{x:g}")


def column_of(model: Any, feature: int | str) -> int:
    """The place of a feature, by name or number."""
    return int(model.rules_.feature_index(feature))


def name_of(model: Any, feature: int) -> str:
    """The name of a feature."""
    return str(model.rules_.feature_names[feature])
