"""What each representation asks beyond bounds: the terms of a rule's degree, and their formula.

The terms are those that voting computes, in its order, so that exports round as it does. Values are
on the unit scale; a term of a missing value counts as if it were not there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from beta4ucs.errors import InputError
from beta4ucs.export.runtime.plain import log

STEEPER = 1.0 + 2.0**-51  # as `representations/trapezoid.py` has it
SMALLEST_FLANK = 1e-300
FAINTEST = 1e-300  # as `representations/bell.py` has it
SMALLEST_NORMAL = 2.2250738585072014e-308  # what has a logarithm


class Term(NamedTuple):
    """A part of a rule's degree that depends on one value.

    Attributes
    ----------
    kind : {"log", "pull", "square", "flanks"}
        log: exponent * ln((u - end) * scale). pull: left * (u * left_scale - 1) + right *
        ((1 - u) * right_scale - 1), which is 0 but for rounding. square: ((u - centre) *
        inverse)². flanks: min(1, (u - left) * rise, (right - u) * fall).
    feature : int
        Whose value it is.
    numbers : tuple of float
        exponent, end, scale; left, left_scale, right, right_scale; centre, inverse; or left,
        rise, right, fall.
    """

    kind: str
    feature: int
    numbers: tuple[float, ...]


class Form(NamedTuple):
    """How the terms of a rule make its degree, 1 for a rule without any.

    Attributes
    ----------
    kind : str
        exp_logs: min(1, exp(sum of logs)). product: the product of flanks. exp_squares:
        max(limit, exp(-sum of squares / 2)). squares_below: 1 if the sum of squares is below the
        limit, else 0. logs_above: 1 if logs minus pulls exceed the limit, else 0.
    limit : float
    """

    kind: str
    limit: float = 0.0

    @property
    def is_crisp(self) -> bool:
        """Whether a rule matches fully or not at all."""
        return self.kind in ("squares_below", "logs_above")


TermsOf = Callable[[np.ndarray, Any], Iterator[Term]]  # genes of a rule, representation


def form_of(representation: Any) -> tuple[Form, TermsOf]:
    """Return how degrees come about, and what gives the terms of a rule."""
    name = representation.name
    is_ours = type(representation).__module__.startswith("beta4ucs.representations.")
    if not is_ours or name not in _SHAPES:
        raise InputError(
            f"conditions of the kind '{name}' have no export: only the package's own "
            f"representations have one ({', '.join(_SHAPES)})"
        )
    form, terms = _SHAPES[name]
    return form(representation), terms


def _beta_terms(genes: np.ndarray, representation: Any) -> Iterator[Term]:
    for feature, (alpha, beta, low, high) in enumerate(genes.tolist()):
        left, right, width = alpha - 1.0, beta - 1.0, high - low
        if left > 0.0:
            yield Term("log", feature, (left, low, (left + right) / (left * width)))
        if right > 0.0:
            yield Term("log", feature, (right, high, -(left + right) / (right * width)))


def _polytope_terms(genes: np.ndarray, representation: Any) -> Iterator[Term]:
    for feature, (alpha, beta) in enumerate(genes.tolist()):
        left, right = alpha - 1.0, beta - 1.0
        left_scale = (left + right) / left if left > 0.0 else 0.0
        right_scale = (left + right) / right if right > 0.0 else 0.0
        if left > 0.0:
            yield Term("log", feature, (left, 0.0, left_scale))
        if right > 0.0:
            yield Term("log", feature, (right, 1.0, -right_scale))
        if left > 0.0 and right > 0.0:
            yield Term("pull", feature, (left, left_scale, right, right_scale))


def _box_or_polytope_terms(genes: np.ndarray, representation: Any) -> Iterator[Term]:
    if genes[-1, 0] < representation.and_threshold:  # else the bounds say all
        yield from _polytope_terms(genes[:-1], representation)


def _bell_terms(genes: np.ndarray, representation: Any) -> Iterator[Term]:
    for feature, (centre, spread) in enumerate(genes.tolist()):
        if spread < math.inf:
            yield Term("square", feature, (centre, 1.0 / spread))


def _flank_terms(genes: np.ndarray, representation: Any) -> Iterator[Term]:
    for feature, gene in enumerate(genes.tolist()):
        left, top_left, top_right, right = _corners(gene)
        rise, fall = 1.0, 1.0
        if SMALLEST_FLANK < top_left - left < math.inf:
            rise = STEEPER / (top_left - left)
        else:
            left = -math.inf
        if SMALLEST_FLANK < right - top_right < math.inf:
            fall = STEEPER / (right - top_right)
        else:
            right = math.inf
        if left > -math.inf or right < math.inf:
            yield Term("flanks", feature, (left, rise, right, fall))


def _corners(gene: list[float]) -> tuple[float, ...]:
    if len(gene) == 4:
        return tuple(gene)
    return gene[0], gene[1], gene[1], gene[2]


def _centred_terms(genes: np.ndarray, representation: Any) -> Iterator[Term]:
    centre, spread, is_triangle = genes.T
    left, right = centre - spread, centre + spread
    is_triangle = is_triangle > 0.0
    tops = np.where(is_triangle, centre, left), np.where(is_triangle, centre, right)
    return _flank_terms(np.stack([left, *tops, right], axis=1), representation)


def _no_terms(genes: np.ndarray, representation: Any) -> Iterator[Term]:
    return iter(())


def _product(representation: Any) -> Form:
    return Form("product")


def _above_threshold(representation: Any) -> Form:
    return Form("logs_above", log(representation.matching_threshold))


def _within_reach(representation: Any) -> Form:
    return Form("squares_below", -2.0 * log(representation.matching_threshold))


def _faint_at_least(representation: Any) -> Form:
    return Form("exp_squares", representation.always_matches * FAINTEST)


def _of_logs(representation: Any) -> Form:
    return Form("exp_logs")


_SHAPES: dict[str, tuple[Callable[[Any], Form], TermsOf]] = {
    "beta4": (_of_logs, _beta_terms),
    "hyperrectangle": (_product, _no_terms),
    "hyperellipsoid": (_within_reach, _bell_terms),
    "bell": (_faint_at_least, _bell_terms),
    "curved-polytope": (_above_threshold, _polytope_terms),
    "rectangle-or-polytope": (_above_threshold, _box_or_polytope_terms),
    "triangle": (_product, _flank_terms),
    "trapezoid": (_product, _flank_terms),
    "rectangle-or-triangle": (_product, _centred_terms),
}
