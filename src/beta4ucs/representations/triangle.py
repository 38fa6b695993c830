"""Triangles with free corners, the fuzzy sets of Fuzzy-UCS without a grid."""

import math
from typing import NamedTuple

from beta4ucs import hyperparameters
from beta4ucs.kernels.compiled import open_kernel
from beta4ucs.kernels.random import random, uniform
from beta4ucs.representations.contract import register
from beta4ucs.representations.trapezoid import Trapezoid

LEFT, PEAK, RIGHT = 0, 1, 2
OUTERMOST_LEFT, OUTERMOST_RIGHT = -0.5, 1.5  # where covering puts corners at most
NARROWEST = 0.01  # least distance of the outer corners after repair
WIDENING = 0.025  # what each side gains below it


@open_kernel
def move_corner(rng, corner, reach):
    """Draw a place around a corner; one at infinity stays, after the same number of draws."""
    if abs(corner) == math.inf:
        random(rng)
        return corner
    return uniform(rng, corner - reach, corner + reach)


@register
class Triangle(NamedTuple):
    """Fuzzy triangle with free corners: membership 1 at the peak, 0 from left and right on.

    After the non-grid representation of Orriols-Puig, Casillas and Bernadó-Mansilla (2009) and
    Orriols-Puig and Casillas (2011). Membership and covering are as printed by Shiraishi, Nakata
    and colleagues (2025); mutation and the test of generality are the original ones from memory,
    the don't care (the widest triangle around x, or with flagged_dont_care 1 everywhere) is
    reconstructed.

    A corner at infinity means membership 1 on its side of the peak.
    """

    mutation_step: float = 0.1  # m_0
    relative_mutation: bool = True
    flagged_dont_care: bool = False
    peak_tolerance: float = 0.001  # of generality, as a share of the flank

    name = "triangle"
    aliases = ("Triangles",)
    genes = ("left", "peak", "right")
    parameters = hyperparameters.CONDITIONS["triangle"]

    membership = Trapezoid.membership
    degree = Trapezoid.degree
    packed_width = Trapezoid.packed_width
    pack = Trapezoid.pack
    degrees = Trapezoid.degrees

    def support(self, gene):
        """Return the outer corners."""
        return gene[LEFT], gene[RIGHT]

    def cover(self, gene, x, rng):
        """Put the peak on x and the other corners anywhere around it, even beside [0, 1]."""
        gene[LEFT] = uniform(rng, OUTERMOST_LEFT, x)
        gene[PEAK] = x
        gene[RIGHT] = uniform(rng, x, OUTERMOST_RIGHT)

    def cover_any(self, gene, x, rng):
        """Write the widest triangle around x; with a flag, one that is 1 everywhere."""
        gene[LEFT] = OUTERMOST_LEFT
        gene[PEAK] = x if x == x else 0.5
        gene[RIGHT] = OUTERMOST_RIGHT
        if self.flagged_dont_care > 0.0:
            gene[LEFT] = -math.inf
            gene[RIGHT] = math.inf

    def mutate(self, gene, rng):
        """Move every corner by up to mutation_step, absolutely or as a share of the flanks."""
        step = self.mutation_step
        left, peak, right = gene[LEFT], gene[PEAK], gene[RIGHT]
        if self.relative_mutation > 0.0:
            to_left = (peak - left) * step if left > -math.inf else 0.0
            to_right = (right - peak) * step if right < math.inf else 0.0
            gene[PEAK] = uniform(rng, peak - to_left, peak + to_right)
            gene[LEFT] = move_corner(rng, left, to_left / 2.0)
            gene[RIGHT] = move_corner(rng, right, to_right / 2.0)
        else:
            gene[LEFT] = left + uniform(rng, -step, step)
            gene[PEAK] = peak + uniform(rng, -step, step)
            gene[RIGHT] = right + uniform(rng, -step, step)

    def repair(self, gene):
        """Order the corners, and give a triangle without width some."""
        left, peak, right = gene[LEFT], gene[PEAK], gene[RIGHT]
        low, high = min(left, peak, right), max(left, peak, right)
        gene[PEAK] = max(min(left, peak), min(max(left, peak), right))
        if high - low < NARROWEST:
            low -= WIDENING
            high += WIDENING
        gene[LEFT] = low
        gene[RIGHT] = high

    def is_more_general(self, gene, other):
        """Compare the outer corners; the peaks must nearly agree."""
        left, peak, right = gene[LEFT], gene[PEAK], gene[RIGHT]
        if left > other[LEFT] or right < other[RIGHT]:
            return False
        if (left == -math.inf and right == math.inf) or peak == other[PEAK]:
            return True
        lowest = peak - self.peak_tolerance * (peak - left)
        highest = peak + self.peak_tolerance * (right - peak)
        return lowest <= other[PEAK] <= highest

    def is_crisp(self, gene):
        """Tell whether the gene is a flagged don't care."""
        return gene[LEFT] == -math.inf and gene[RIGHT] == math.inf

    def rescale(self, genes, slope, offset):
        """Move the corners; those at infinity stay there."""
        genes *= slope
        genes += offset

    def describe(self, gene, feature):
        """Say the gene in original units; a flagged don't care says nothing."""
        left, peak, right = gene.tolist()
        return feature.trapezoid(left, peak, peak, right)
