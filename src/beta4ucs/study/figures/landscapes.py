"""Where a rule over two features matches, and how well: by the representation's own operators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.image import AxesImage

from beta4ucs.data.synthetic import cell_centres
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.plots.style import DEGREES, PAGE_WIDTH, new_figure, show_unit_square, styled
from beta4ucs.representations import find


class Example(NamedTuple):
    """A rule over two features, on the unit scale."""

    title: str
    representation: Any  # its name or an instance
    genes: Sequence[Sequence[float]]  # one a feature


EXAMPLES = (
    Example("hyperrectangle\n(crisp)", "hyperrectangle", ((0.2, 0.7), (0.3, 0.8))),
    Example("hyperellipsoid\n(crisp)", "hyperellipsoid", ((0.5, 0.45), (0.5, 0.3))),
    Example("curved polytope\n(crisp)", "curved-polytope", ((2.0, 4.0), (3.0, 1.6))),
    Example("triangles\n(fuzzy)", "triangle", ((0.1, 0.4, 0.9), (0.1, 0.6, 1.0))),
    Example("trapezoids\n(fuzzy)", "trapezoid", ((0.1, 0.3, 0.6, 0.9), (0.1, 0.4, 0.7, 0.8))),
    Example("symmetric bells\n(fuzzy)", "bell", ((0.5, 0.2), (0.5, 0.12))),
)
BETA_EXAMPLES = (
    Example("rectangle,\nrectangle", "beta4", ((1, 1, 0.2, 0.7), (1, 1, 0.3, 0.8))),
    Example("bell,\nbell", "beta4", ((3, 3, 0.1, 0.9), (3, 3, 0.1, 0.9))),
    Example("skewed bell,\nskewed bell", "beta4", ((2, 6, 0, 0.8), (6, 2, 0.2, 1))),
    Example("slope,\nslope", "beta4", ((1, 3, 0.1, 0.9), (2, 1, 0.1, 0.9))),
    Example("rectangle,\nbell", "beta4", ((1, 1, 0.2, 0.7), (2, 4, 0.1, 0.9))),
    Example("slope,\nbell", "beta4", ((3, 1, 0.1, 0.9), (3, 3, 0.1, 0.9))),
)


def matching_degrees(representation: Any, genes: np.ndarray, points: np.ndarray) -> np.ndarray:
    """How well each rule matches each point, as voting computes it.

    Parameters
    ----------
    representation : str or representation instance
        Its operators decide.
    genes : array of shape (n_rules, n_features, numbers per gene)
        The rules' conditions.
    points : array of shape (n_points, n_features)
        On the unit scale.

    Returns
    -------
    ndarray of shape (n_points, n_rules)
        Between 0 and 1.

    Examples
    --------
    >>> box = [[[1, 1, 0.0, 0.5], [1, 1, 0.0, 1.0]]]
    >>> matching_degrees("beta4", np.array(box), np.array([[0.2, 0.3], [0.7, 0.3]])).tolist()
    [[1.0], [0.0]]
    """
    from beta4ucs.voting import voter

    genes = np.asarray(genes, dtype=np.float64)
    sets = np.zeros((len(genes), 0), dtype=np.int64)
    rules = RuleArrays._make([genes, *[np.zeros(len(genes))] * 7, sets])  # for voting: genes, sets
    degrees: np.ndarray = voter.matching_degrees(find(representation), rules, points)
    return degrees


def draw_landscape(axes: Axes, example: Example, resolution: int) -> AxesImage:
    """Shade the unit square by the matching degree of a rule."""
    genes = np.array([example.genes], dtype=np.float64)
    degrees = matching_degrees(example.representation, genes, cell_centres(resolution))
    show_unit_square(axes)
    return axes.imshow(
        degrees.reshape(resolution, resolution),
        origin="lower",
        extent=(0, 1, 0, 1),
        cmap=DEGREES,
        vmin=0,
        vmax=1,
    )


@styled
def matching_landscapes(examples: Sequence[Example] = EXAMPLES, resolution: int = 200) -> Figure:
    """Draw the matching degree of one rule of each representation over two features.

    Parameters
    ----------
    examples : sequence of Example, optional
        The rules, one a panel; by default one of each older shape. Rectangular membership functions
        look as the hyperrectangle does: 1 inside and 0 elsewhere. `BETA_EXAMPLES` has six of the
        four-parameter beta representation.
    resolution : int, default 200
        Points along each side at which degrees are computed.

    Returns
    -------
    matplotlib Figure

    Examples
    --------
    >>> figure = matching_landscapes(BETA_EXAMPLES[:2], resolution=20)
    >>> [axes.get_ylabel() for axes in figure.axes]
    ['$x_2$', '', 'matching degree']
    """
    figure = new_figure(PAGE_WIDTH, 1.65, has_squares=True)
    all_axes = figure.subplots(1, len(examples), sharey=True, squeeze=False)[0]
    for axes, example in zip(all_axes, examples, strict=True):
        image = draw_landscape(axes, example, resolution)
        axes.set_title(example.title)
        axes.label_outer()
    figure.colorbar(image, ax=list(all_axes), label="matching degree", ticks=[0, 0.5, 1], aspect=12)
    return figure
