"""Rectangles and triangles side by side: each gene says itself which of the two it is."""

from typing import NamedTuple

import numpy as np

from beta4ucs import hyperparameters
from beta4ucs.kernels.compiled import open_kernel
from beta4ucs.kernels.random import random, uniform
from beta4ucs.representations.bell import CENTRE, SPREAD, Bell
from beta4ucs.representations.contract import register
from beta4ucs.representations.overlap import covers
from beta4ucs.representations.trapezoid import Trapezoid, fill_flanks, height_of, pack_flanks

IS_TRIANGLE = 2
NARROWEST = 0.005  # smallest spread


@open_kernel
def corners(gene):
    """Return the gene as a trapezoid: with vertical flanks, or with a point as plateau."""
    left, right = gene[CENTRE] - gene[SPREAD], gene[CENTRE] + gene[SPREAD]
    if gene[IS_TRIANGLE] > 0.0:
        return left, gene[CENTRE], gene[CENTRE], right
    return left, left, right, right


@register
class RectangleOrTriangle(NamedTuple):
    """Symmetric interval or triangle around a centre, as the gene's indicator says.

    After Adaptive-UCS by Shiraishi and colleagues (arXiv 2505.06017), which evolves a "fuzzy
    indicator" along with each rule. That there are the two shapes and that evolution chooses is
    theirs; the operators, and one indicator per feature instead of per rule, are reconstructed.
    """

    cover_range: float = 1.0  # r_0
    mutation_step: float = 0.1  # m_0
    overlap_threshold: float = 1.0  # theta_overlap

    name = "rectangle-or-triangle"
    aliases = ("Self-Ada-RT",)
    genes = ("centre", "spread", "is_triangle")
    parameters = hyperparameters.CONDITIONS["rectangle-or-triangle"]

    packed_width = Trapezoid.packed_width
    degrees = Trapezoid.degrees
    mutate = Bell.mutate

    def support(self, gene):
        """Return the interval around the centre."""
        return gene[CENTRE] - gene[SPREAD], gene[CENTRE] + gene[SPREAD]

    def membership(self, gene, x):
        """Return the height of the rectangle or triangle at x."""
        return height_of(corners(gene), x)

    def degree(self, genes, x):
        """Return the product of memberships; missing features match."""
        product = 1.0
        for feature in range(x.shape[0]):
            if x[feature] == x[feature]:
                product *= height_of(corners(genes[feature]), x[feature])
        return product

    def pack(self, genes, rule, packed):
        """Store the flanks of every gene."""
        for feature in range(genes.shape[1]):
            pack_flanks(corners(genes[rule, feature]), rule, feature, packed)
        return fill_flanks(genes.shape[1], rule, packed)

    def cover(self, gene, x, rng):
        """Cover x by an interval or a triangle around it, with equal chances."""
        gene[CENTRE] = x
        gene[SPREAD] = uniform(rng, NARROWEST, self.cover_range)
        gene[IS_TRIANGLE] = 1.0 if random(rng) < 0.5 else 0.0

    def cover_any(self, gene, x, rng):
        """Cover everything by a rectangle."""
        gene[CENTRE] = 0.5
        gene[SPREAD] = 0.5
        gene[IS_TRIANGLE] = 0.0

    def vary(self, gene, rate, rng):
        """Mutate the place, and change the shape, each with the given probability."""
        step = self.mutation_step
        if random(rng) < rate:
            gene[CENTRE] += uniform(rng, -step, step)
            gene[SPREAD] += uniform(rng, -step, step)
        if random(rng) < rate:
            gene[IS_TRIANGLE] = 1.0 - gene[IS_TRIANGLE]

    def repair(self, gene):
        """Keep the spread positive."""
        gene[SPREAD] = max(NARROWEST, abs(gene[SPREAD]))

    def is_more_general(self, gene, other):
        """Tell whether the gene covers the other to the share overlap_threshold."""
        return covers(corners(gene), corners(other), self.overlap_threshold)

    def is_crisp(self, gene):
        """Tell whether the gene is a rectangle."""
        return gene[IS_TRIANGLE] == 0.0

    def rescale(self, genes, slope, offset):
        """Move the centres and narrow the spreads; an interval of everything stays one."""
        centre, spread = genes[:, CENTRE].copy(), genes[:, SPREAD].copy()
        is_open = (genes[:, IS_TRIANGLE] == 0.0) & (centre <= spread) & (centre + spread >= 1.0)
        genes[:, CENTRE] = np.where(is_open, centre, slope * centre + offset)
        genes[:, SPREAD] = np.where(is_open, spread, slope * spread)

    def describe(self, gene, feature):
        """Say the gene in original units; a don't care says nothing."""
        centre, spread, is_triangle = gene.tolist()
        low, high = centre - spread, centre + spread
        if is_triangle > 0.0:
            return feature.trapezoid(low, centre, centre, high)
        return feature.interval(low, high)
