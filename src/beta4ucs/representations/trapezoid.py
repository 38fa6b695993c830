"""Trapezoids with free corners: a plateau of full membership between two straight flanks.

The functions of shapes serve triangles and rectangles too, which are trapezoids.
"""

import math
from typing import NamedTuple

import numpy as np

from beta4ucs import hyperparameters
from beta4ucs.kernels.arithmetic import VECTOR
from beta4ucs.kernels.compiled import kernel, merged_kernel, open_kernel
from beta4ucs.kernels.random import random, uniform
from beta4ucs.representations.contract import register
from beta4ucs.representations.overlap import covers

LEFT, TOP_LEFT, TOP_RIGHT, RIGHT = 0, 1, 2, 3
CORNERS_OF_TRIANGLE = 3
NARROWEST = 0.005  # least distance of the outer corners after repair
WIDENING = 0.0025  # what each side gains below it
ROUNDING = 1e-12  # may be missing: a trapezoid just widened is wide enough
PACKED = 4  # numbers per packed gene: left, rise, right, fall
STEEPER = 1.0 + 2.0**-51  # so that rounding leaves no x of the plateau below 1
SMALLEST_FLANK = 1e-300  # the steepness of a narrower one is not finite


@open_kernel
def corners(gene):
    """Return the shape of a gene: its corners; a triangle's plateau is a point."""
    if len(gene) == CORNERS_OF_TRIANGLE:
        return gene[0], gene[1], gene[1], gene[2]
    return gene[LEFT], gene[TOP_LEFT], gene[TOP_RIGHT], gene[RIGHT]


@merged_kernel
def flanks(shape):
    """Return left, rise, right and fall: membership is min(1, (x-left)*rise, (right-x)*fall).

    A vertical flank, and one that begins at infinity, is 1 on the support.
    """
    left, top_left, top_right, right = shape
    rise = 1.0
    fall = 1.0
    if SMALLEST_FLANK < top_left - left < math.inf:
        rise = STEEPER / (top_left - left)
    else:
        left = -math.inf
    if SMALLEST_FLANK < right - top_right < math.inf:
        fall = STEEPER / (right - top_right)
    else:
        right = math.inf
    return left, rise, right, fall


@merged_kernel
def height_between(left, rise, right, fall, x):
    """Return the membership of an x in the support; 1 if it is missing, as it compares false."""
    height = (x - left) * rise
    height = height if height < 1.0 else 1.0
    falling = (right - x) * fall
    return falling if falling < height else height


@open_kernel
def height_of(shape, x):
    """Return the membership of x."""
    if x < shape[LEFT] or x > shape[RIGHT]:
        return 0.0
    left, rise, right, fall = flanks(shape)
    return height_between(left, rise, right, fall, x)


@open_kernel
def pack_flanks(shape, rule, feature, packed):
    """Store what `multiply_heights` needs of a gene."""
    left, rise, right, fall = flanks(shape)
    write_flanks(left, rise, right, fall, rule, feature, packed)


@open_kernel
def fill_flanks(n_features, rule, packed):
    """Fill the last vector of packed flanks with some that are 1 everywhere; return n_features."""
    for feature in range(n_features, packed.shape[1] // PACKED):
        write_flanks(-math.inf, 1.0, math.inf, 1.0, rule, feature, packed)
    return n_features


@merged_kernel
def write_flanks(left, rise, right, fall, rule, feature, packed):
    """Write flanks apart: first what is left of all features, then their rises, and so on."""
    width = packed.shape[1] // PACKED
    packed[rule, feature] = left
    packed[rule, width + feature] = rise
    packed[rule, 2 * width + feature] = right
    packed[rule, 3 * width + feature] = fall


@merged_kernel
def packed_height(packed, rule, feature, x):
    """Return the membership of an x in the support, from packed flanks."""
    width = packed.shape[1] // PACKED
    left, rise = packed[rule, feature], packed[rule, width + feature]
    right, fall = packed[rule, 2 * width + feature], packed[rule, 3 * width + feature]
    return height_between(left, rise, right, fall, x)


@kernel
def write_heights(packed, x, first, second, third, fourth, one, two, three, four):
    """Write the memberships of an x in the support of four rules, one feature after the other."""
    for i in range(one.shape[0]):
        one[i] = packed_height(packed, first, i, x[i])
        two[i] = packed_height(packed, second, i, x[i])
        three[i] = packed_height(packed, third, i, x[i])
        four[i] = packed_height(packed, fourth, i, x[i])


@open_kernel
def multiply_heights(packed, x, rules, n, buffer, out):
    """Return the product of memberships, in the order of features, of n rules that hold x.

    Four at once: a product alone would wait for each multiplication.
    """
    width, last = packed.shape[1] // PACKED, n - 1
    padded, one, two = buffer[:width], buffer[width : 2 * width], buffer[2 * width : 3 * width]
    three, four = buffer[3 * width : 4 * width], buffer[4 * width : 5 * width]
    for feature in range(x.shape[0]):
        padded[feature] = x[feature]
    for i in range(0, n, 4):
        first, second = rules[i], rules[min(i + 1, last)]
        third, fourth = rules[min(i + 2, last)], rules[min(i + 3, last)]
        write_heights(packed, padded, first, second, third, fourth, one, two, three, four)
        product_1, product_2, product_3, product_4 = 1.0, 1.0, 1.0, 1.0
        for j in range(x.shape[0]):
            product_1 *= one[j]
            product_2 *= two[j]
            product_3 *= three[j]
            product_4 *= four[j]
        out[i] = product_1  # may write beyond n, into the padding
        out[i + 1] = product_2
        out[i + 2] = product_3
        out[i + 3] = product_4


@register
class Trapezoid(NamedTuple):
    """Fuzzy trapezoid: membership 1 between the tops, falling to 0 at the outer corners.

    After Shoeleh, Hamzeh and Hashemi (2011), whose text was not at hand: the shape and the overlap
    threshold are theirs, the draws of covering, the mutation and the measure of the overlap are
    reconstructed from the comparison by Shiraishi, Nakata and colleagues (2025).
    """

    cover_range: float = 1.0  # r_0
    mutation_step: float = 0.1  # m_0
    overlap_threshold: float = 1.0  # theta_overlap

    name = "trapezoid"
    aliases = ("Trapezoids",)
    genes = ("left", "top_left", "top_right", "right")
    parameters = hyperparameters.CONDITIONS["trapezoid"]

    def support(self, gene):
        """Return the outer corners."""
        return gene[LEFT], gene[RIGHT]

    def membership(self, gene, x):
        """Return the height of the shape at x; 1 on top of a vertical flank."""
        return height_of(corners(gene), x)

    def degree(self, genes, x):
        """Return the product of memberships; missing features match."""
        product = 1.0
        for feature in range(x.shape[0]):
            if x[feature] == x[feature]:
                product *= height_of(corners(genes[feature]), x[feature])
        return product

    def packed_width(self, n_features):
        """Return the room for both flanks of every feature, in whole vectors."""
        return PACKED * VECTOR * -(-n_features // VECTOR)

    def pack(self, genes, rule, packed):
        """Store the flanks of every gene."""
        for feature in range(genes.shape[1]):
            pack_flanks(corners(genes[rule, feature]), rule, feature, packed)
        return fill_flanks(genes.shape[1], rule, packed)

    def degrees(self, genes, packed, n_packed, x, rules, n, buffer, out):
        """Return the degrees of n rules whose support holds x."""
        multiply_heights(packed, x, rules, n, buffer, out)

    def cover(self, gene, x, rng):
        """Cover x by a plateau; on each side the nearer of two draws is its end."""
        first = x - random(rng) * self.cover_range
        second = x - random(rng) * self.cover_range
        gene[LEFT] = min(first, second)  # not clipped to [0, 1]
        gene[TOP_LEFT] = max(first, second)
        first = x + random(rng) * self.cover_range
        second = x + random(rng) * self.cover_range
        gene[TOP_RIGHT] = min(first, second)
        gene[RIGHT] = max(first, second)

    def cover_any(self, gene, x, rng):
        """Cover everything."""
        gene[LEFT] = 0.0
        gene[TOP_LEFT] = 0.0
        gene[TOP_RIGHT] = 1.0
        gene[RIGHT] = 1.0

    def mutate(self, gene, rng):
        """Move every corner by up to mutation_step."""
        for corner in range(4):
            gene[corner] += uniform(rng, -self.mutation_step, self.mutation_step)

    def repair(self, gene):
        """Order the corners, and give a trapezoid without width some."""
        for end in range(3, 0, -1):
            for i in range(end):
                if gene[i] > gene[i + 1]:
                    kept = gene[i]
                    gene[i] = gene[i + 1]
                    gene[i + 1] = kept
        if gene[RIGHT] - gene[LEFT] < NARROWEST - ROUNDING:
            gene[LEFT] -= WIDENING
            gene[RIGHT] += WIDENING

    def is_more_general(self, gene, other):
        """Tell whether the gene covers the other to the share overlap_threshold."""
        return covers(corners(gene), corners(other), self.overlap_threshold)

    def is_crisp(self, gene):
        """Tell whether both flanks are vertical."""
        return gene[LEFT] == gene[TOP_LEFT] and gene[TOP_RIGHT] == gene[RIGHT]

    def rescale(self, genes, slope, offset):
        """Move the corners; a flank at or beyond an end of the range stays there."""
        moved = slope * genes + offset
        is_open = np.stack([genes[:, TOP_LEFT] <= 0.0, genes[:, TOP_RIGHT] >= 1.0], axis=1)
        genes[:] = np.where(np.repeat(is_open, 2, axis=1), genes, moved)

    def describe(self, gene, feature):
        """Say the gene in original units; a don't care says nothing."""
        return feature.trapezoid(*gene.tolist())
