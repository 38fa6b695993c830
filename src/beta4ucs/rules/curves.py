"""Membership curves: how well the values of a feature fit a condition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from beta4ucs.data.scaling import UnitScaling


class Curve(NamedTuple):
    """Degrees of matching over the range of a feature in the training data."""

    values: np.ndarray  # in original units
    degrees: np.ndarray  # from 0 to 1


def plain_membership(representation: Any) -> Callable[[Any, float], float]:
    """Return membership as plain Python: compiling it takes longer than drawing some curves."""
    from beta4ucs.representations.trial import plain_twin  # brings Numba

    membership = plain_twin(type(representation).membership, {})
    return lambda gene, x: float(membership(representation, gene, x))


def curve_of(
    membership: Callable[[Any, float], float],
    gene: np.ndarray,
    scaling: UnitScaling,
    feature: int,
    n_points: int,
) -> Curve:
    """Look at evenly spaced values; a feature that was constant in training has only one."""
    units = [0.5]
    if scaling.low[feature] != scaling.high[feature]:
        units = np.linspace(0.0, 1.0, n_points).tolist()
    numbers = gene.tolist()
    with np.errstate(all="ignore"):
        degrees = np.array([membership(numbers, unit) for unit in units])
    values = np.array([scaling.to_units(feature, unit) for unit in units])
    return Curve(values, degrees)
