"""Hyperellipsoids that are rotated, for `fidelity.py`.

    python benchmarks/fidelity.py --systems Hyperellipsoids \
        --set representation=benchmarks/definitions_rotated.py:Rotated --seeds 1-3

docs/fidelity.md says how they fit.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from beta4ucs import InputError
from beta4ucs.representations import register, uniform
from beta4ucs.representations.hyperellipsoid import (
    CENTRE,
    NARROWEST,
    ROUNDING,
    SPREAD,
    Hyperellipsoid,
    squared_reach,
)

# Compiled when this file is imported: an operator's own compiler refuses new arrays.
matrix_and_row = njit("float64(float64[:, :], float64[:], float64)", cache=True)
two_matrices = njit("boolean(float64[:, :], float64[:, :], float64)", cache=True)
into_row = njit("void(float64[:, :], int64, float64[:])", cache=True)

FIRST_ANGLE = 2  # position in a gene of Rotated
MOST_FEATURES = 35  # of the article's data sets


@njit
def axes_of(genes, n_features):
    """Directions of a rotated ellipsoid's axes: unit vectors, one per row."""
    axes = np.eye(n_features)
    for first in range(n_features):
        for second in range(first + 1, n_features):
            angle = genes[first, FIRST_ANGLE + second - first - 1]
            cosine, sine = math.cos(angle), math.sin(angle)
            for feature in range(n_features):
                x, y = axes[first, feature], axes[second, feature]
                axes[first, feature] = cosine * x - sine * y
                axes[second, feature] = sine * x + cosine * y
    return axes


@into_row
def pack_axes(genes, n_features, packed):
    """Write all centres and then the axes, each over its spread."""
    axes = axes_of(genes, n_features)
    for axis in range(n_features):
        packed[axis] = genes[axis, CENTRE]
        for feature in range(n_features):
            at = n_features * (axis + 1) + feature
            packed[at] = axes[axis, feature] * (1.0 / genes[axis, SPREAD])


@njit
def squared_distance(packed, x, limit):
    """Squared distance from the centre in spreads, given up once it is not below the limit."""
    n_features = x.shape[0]
    total = 0.0
    axis = 0
    while axis < n_features and total < limit:
        axis += 1
        z = 0.0
        for feature in range(n_features):
            apart = x[feature] - packed[feature]
            if apart == apart:  # a missing value adds no distance
                z += apart * packed[n_features * axis + feature]
        total += z * z
    return total


@matrix_and_row
def unpacked_distance(genes, x, limit):
    """The same for a rule that has not been packed."""
    n_features = x.shape[0]
    packed = np.empty(n_features + n_features * n_features)
    pack_axes(genes, n_features, packed)
    return squared_distance(packed, x, limit)


@two_matrices
def holds_axes(genes, others, limit):
    """Tell whether the ends of the other's axes lie inside."""
    n_features = genes.shape[0]
    packed = np.empty(n_features + n_features * n_features)
    pack_axes(genes, n_features, packed)
    axes = axes_of(others, n_features)
    for axis in range(n_features):
        reach = others[axis, SPREAD] * math.sqrt(limit)
        for side in (-1.0, 1.0):
            end = others[:n_features, CENTRE] + side * reach * axes[axis]
            if squared_distance(packed, end, math.inf) > limit * (1.0 + ROUNDING):
                return False
    return True


@register
class Rotated(NamedTuple):
    """Hyperellipsoids with an angle for every pair of features, as in XCSF.

    The first feature of a pair keeps the angle. Covering draws it up to `widest_angle` and mutation
    of the gene moves it by up to `angle_step`; all else is as in the package. A don't care is the
    widest spread along its axis, which is rotated as well.
    """

    cover_range: float = 1.0  # r_0
    matching_threshold: float = 0.7  # theta_m
    widest_angle: float = 2.0 * math.pi
    angle_step: float = math.pi / 4.0

    name = "hyperellipsoid-rotated"
    genes = ("centre", "spread", *(f"angle_{ahead}" for ahead in range(1, MOST_FEATURES)))
    matches_crisply = True

    membership = Hyperellipsoid.membership
    repair = Hyperellipsoid.repair

    def support(self, gene):
        """Return all of the range: how far it extends depends on the other features."""
        return 0.0, 1.0

    def degree(self, genes, x):
        """Return 1 inside of the ellipsoid, else 0; missing features add no distance."""
        limit = squared_reach(self.matching_threshold)
        return 1.0 if unpacked_distance(genes, x, limit) < limit else 0.0

    def packed_width(self, n_features):
        """Return the room for all centres and then all axes."""
        if n_features > MOST_FEATURES:
            raise InputError(f"Rotated has angles for {MOST_FEATURES} features, got {n_features}")
        return n_features + n_features * n_features

    def pack(self, genes, rule, packed):
        """Store the centres, and each axis over its spread."""
        pack_axes(genes[rule], genes.shape[1], packed[rule])
        return genes.shape[1]

    def degrees(self, genes, packed, n_packed, x, rules, n, buffer, out):
        """Return the degrees of n rules."""
        limit = squared_reach(self.matching_threshold)
        for i in range(n):
            out[i] = 1.0 if squared_distance(packed[rules[i]], x, limit) < limit else 0.0

    def cover(self, gene, x, rng):
        """Put the centre at x and draw the spread and the angles."""
        gene[CENTRE] = x
        gene[SPREAD] = uniform(rng, NARROWEST, self.cover_range)
        for angle in range(FIRST_ANGLE, gene.shape[0]):
            gene[angle] = uniform(rng, 0.0, self.widest_angle)

    def cover_any(self, gene, x, rng):
        """Take the widest spread around x, and draw the angles."""
        gene[CENTRE] = x if x == x else 0.5
        gene[SPREAD] = self.cover_range
        for angle in range(FIRST_ANGLE, gene.shape[0]):
            gene[angle] = uniform(rng, 0.0, self.widest_angle)

    def mutate(self, gene, rng):
        """Move the centre, change the spread by up to half, and turn."""
        reach = math.sqrt(squared_reach(self.matching_threshold))
        gene[CENTRE] += uniform(rng, -1.0, 1.0) * (gene[SPREAD] * reach)
        gene[SPREAD] *= 1.0 + uniform(rng, -0.5, 0.5)
        for angle in range(FIRST_ANGLE, gene.shape[0]):
            gene[angle] += uniform(rng, -self.angle_step, self.angle_step)

    def rule_is_more_general(self, genes, others):
        """Tell whether the ends of the other's axes lie inside."""
        return holds_axes(genes, others, squared_reach(self.matching_threshold))

    def describe(self, gene, feature):
        """Say centre and extent in original units as if the axis were not turned."""
        centre, spread, *_ = gene.tolist()
        reach = spread * math.sqrt(squared_reach(self.matching_threshold))
        return feature.near(centre - reach, centre, centre + reach)
