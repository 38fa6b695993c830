"""Membership curves: how well the values of a feature fit a condition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from beta4ucs.data.encoding import Encoding, ValueSet
from beta4ucs.rules.naming import places_on_unit_scale


class MembershipCurve(NamedTuple):
    """Degrees of matching over the range of a feature in the training data, or its values."""

    values: np.ndarray  # in original units; the values of a category as they are
    degrees: np.ndarray  # from 0 to 1
    unknown: float | None = None  # of a missing value, where rules tell it from others

    @property
    def is_named(self) -> bool:
        """Whether it is about the values of a category."""
        return self.values.dtype == object

    @property
    def is_open(self) -> bool:
        """Whether everything fits fully."""
        return bool((self.degrees >= 1.0).all()) and self.unknown in (None, 1.0)


def plain_membership(representation: Any) -> Callable[[Any, float], float]:
    """Return membership as plain Python: compiling it takes longer than drawing some curves."""
    from beta4ucs.representations.trial import plain_twin  # brings Numba

    membership = plain_twin(type(representation).membership, {})
    return lambda gene, x: float(membership(representation, gene, x))


def curve_of(
    membership: Callable[[Any, float], float],
    gene: np.ndarray,
    encoding: Encoding,
    feature: int,
    n_points: int,
) -> MembershipCurve:
    """Look at evenly spaced values, or at those of an ordered category.

    A feature that was constant in training has only one.
    """
    scaling, column = encoding.scaling, encoding.columns[feature]
    low, high = scaling.low[feature], scaling.high[feature]
    if column.values is not None:
        units = places_on_unit_scale(low, high)
        values = np.array(column.values[int(low) : int(high) + 1], dtype=object)
    else:
        units = np.linspace(0.0, 1.0, n_points).tolist() if low != high else [0.5]
        values = np.array([scaling.to_units(feature, unit) for unit in units])
    numbers = gene.tolist()
    with np.errstate(all="ignore"):
        degrees = np.array([membership(numbers, unit) for unit in units])
    return MembershipCurve(values, degrees)


def curve_of_set(part: ValueSet, bits: int) -> MembershipCurve:
    """Return 1 for the values of a category that a rule lists, and 0 for the others."""
    named = part.values[:-1] if part.has_unknown else part.values
    degrees = np.array([float(bits >> i & 1) for i in range(len(named))])
    unknown = float(bits >> len(named) & 1) if part.has_unknown else None
    return MembershipCurve(np.array(named, dtype=object), degrees, unknown)
