"""One look for all figures: sizes, colours that differ in lightness, markers, line styles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar

import matplotlib
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure

PAGE_WIDTH = 7.16  # inches: both columns of a page
COLUMN_WIDTH = 3.5

DARK, MEDIUM, LIGHT = "#08306b", "#6a9fc9", "#d6e4f1"
INK, FAINT = "#222222", "#b5b5b5"
EMPHASIS = "#c1121f"  # what a caption calls red; always with a line style of its own
CLASS_COLOURS = ("#2b5f9e", "#f6c19b")  # dark and light
CLASSES = ListedColormap(CLASS_COLOURS, name="classes")
DEGREES = "Blues"  # matching degrees: white is 0, dark is 1

STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",  # comes with matplotlib: the same letters on any machine
    "font.size": 8,
    "axes.titlesize": 8,
    "axes.labelsize": 8,
    "xtick.labelsize": 7,
    "ytick.labelsize": 7,
    "legend.fontsize": 7,
    "legend.frameon": False,
    "axes.edgecolor": INK,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.5,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
    "lines.linewidth": 1.3,
    "lines.markersize": 4,
    "hatch.linewidth": 0.5,
    "image.interpolation": "nearest",
    "savefig.dpi": 300,
    "pdf.fonttype": 42,
    "svg.hashsalt": "beta4ucs",  # names inside the file must not be random
}


class Look(NamedTuple):
    """How one series is drawn."""

    colour: str
    marker: str
    line: str | tuple[float, tuple[float, ...]]
    is_filled: bool


# Neighbours differ in lightness, marker and line; filled and open markers alternate.
LOOKS = (
    Look("#08306b", "o", "-", True),
    Look("#e07b39", "s", "--", False),
    Look("#1b7f5c", "^", "-.", True),
    Look("#b07aa1", "D", ":", False),
    Look("#5a5a5a", "v", (0, (5, 1)), True),
    Look("#2f86c8", "P", (0, (3, 1, 1, 1)), False),
    Look("#8c2d04", "X", (0, (1, 1)), True),
    Look("#9a9a2e", "<", (0, (6, 2, 1, 2)), False),
    Look("#3f007d", "*", (0, (4, 3)), True),
    Look("#8a8a8a", "h", (0, (2, 2)), False),
)

P = ParamSpec("P")
R = TypeVar("R")


def styled(draw: Callable[P, R]) -> Callable[P, R]:
    """Let a function draw or save in this style, whatever the caller's settings are."""

    @wraps(draw)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        with matplotlib.rc_context():
            matplotlib.rcdefaults()
            with matplotlib.rc_context(STYLE):
                return draw(*args, **kwargs)

    return wrapped


def looks_of(names: Sequence[str]) -> dict[str, Look]:
    """Give each series a look by its place; the looks repeat after the last."""
    return {name: LOOKS[place % len(LOOKS)] for place, name in enumerate(names)}


def new_figure(width: float, height: float, *, has_squares: bool = False) -> Figure:
    """Make an empty figure, sizes in inches, whose parts make room for one another."""
    return Figure(figsize=(width, height), layout="compressed" if has_squares else "constrained")


def show_unit_square(axes: Axes, *, first: str = "$x_1$", second: str = "$x_2$") -> None:
    """Set up axes for the two features of a landscape, both on the unit scale."""
    axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", xlabel=first, ylabel=second)
    axes.set_xticks([0, 0.5, 1], ["0", "0.5", "1"])
    axes.set_yticks([0, 0.5, 1], ["0", "0.5", "1"])
    for side in ("top", "right"):
        axes.spines[side].set_visible(True)
