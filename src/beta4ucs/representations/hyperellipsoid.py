"""Hyperellipsoids: axis-parallel Gaussian kernels cut at a threshold."""

import math
from typing import NamedTuple

from beta4ucs.hyperparameters import CONDITIONS
from beta4ucs.kernels.arithmetic import exp, log
from beta4ucs.kernels.compiled import open_kernel
from beta4ucs.kernels.random import uniform
from beta4ucs.representations.bell import CENTRE, SPREAD, Bell
from beta4ucs.representations.contract import register

NARROWEST = 0.005  # smallest spread
WIDENING = 1e-12  # of the support: rounding must not cut off what matches
ROUNDING = 1e-9  # relative: a rule contains its own end points
NEGLIGIBLE = 0.99  # a factor of the kernel that words leave out
BLOCK = 4  # features between two looks at the sum


@open_kernel
def squared_reach(threshold):
    """Squared distance, in spreads, at which the kernel has fallen to the threshold."""
    return -2.0 * log(threshold)


@register
class Hyperellipsoid(NamedTuple):
    """Axis-parallel ellipsoid: exp(-z²/2) over all features together exceeds a threshold.

    Kernel-based conditions of Butz, Lanzi and Wilson (2008), without rotation. Reconstructed: the
    spreads that covering draws, the don't care (the widest spread around x, an ordinary gene
    afterwards, or with `flagged_dont_care` a spread without end that mutation leaves alone) and
    relative mutation. Generality asks, as implementations of XCSF do, whether the ends of the
    axes lie inside, which is necessary and not sufficient.
    """

    cover_range: float = 1.0  # r_0
    matching_threshold: float = 0.7  # theta_m
    flagged_dont_care: bool = False

    name = "hyperellipsoid"
    aliases = ("Hyperellipsoids",)
    genes = ("centre", "spread")
    parameters = CONDITIONS["hyperellipsoid"]
    matches_crisply = True

    is_crisp = Bell.is_crisp
    rescale = Bell.rescale

    def support(self, gene):
        """Return the extent of the ellipsoid along the axis."""
        reach = gene[SPREAD] * math.sqrt(squared_reach(self.matching_threshold)) + WIDENING
        return gene[CENTRE] - reach, gene[CENTRE] + reach

    def membership(self, gene, x):
        """Return the kernel's value on this axis, 1 at the centre."""
        z = (x - gene[CENTRE]) * (1.0 / gene[SPREAD])
        return exp(-0.5 * (z * z))

    def degree(self, genes, x):
        """Return 1 inside of the ellipsoid, else 0; missing features add no distance."""
        total = 0.0
        for feature in range(x.shape[0]):
            if x[feature] == x[feature]:
                z = (x[feature] - genes[feature, CENTRE]) * (1.0 / genes[feature, SPREAD])
                total += z * z
        return 1.0 if total < squared_reach(self.matching_threshold) else 0.0

    def packed_width(self, n_features):
        """Return the room for all centres and then all inverse spreads."""
        return 2 * n_features

    def pack(self, genes, rule, packed):
        """Store centres and inverse spreads in two runs."""
        n_features = genes.shape[1]
        for feature in range(n_features):
            packed[rule, feature] = genes[rule, feature, CENTRE]
            packed[rule, n_features + feature] = 1.0 / genes[rule, feature, SPREAD]
        return n_features

    def degrees(self, genes, packed, n_packed, x, rules, n, buffer, out):
        """Return the degrees of n rules; a distance is given up once it is too large."""
        n_features = x.shape[0]
        limit = squared_reach(self.matching_threshold)
        for i in range(n):
            rule = rules[i]
            total = 0.0
            feature = 0
            while feature < n_features and total < limit:
                for _ in range(min(BLOCK, n_features - feature)):
                    z = (x[feature] - packed[rule, feature]) * packed[rule, n_features + feature]
                    total += z * z if z == z else 0.0
                    feature += 1
            out[i] = 1.0 if total < limit else 0.0

    def cover(self, gene, x, rng):
        """Put the centre at x and draw the spread."""
        gene[CENTRE] = x
        gene[SPREAD] = uniform(rng, NARROWEST, self.cover_range)

    def cover_any(self, gene, x, rng):
        """Cover as much as covering can, around x; everything if don't cares are flagged."""
        gene[CENTRE] = x if x == x else 0.5
        gene[SPREAD] = math.inf if self.flagged_dont_care > 0.0 else self.cover_range

    def mutate(self, gene, rng):
        """Move the centre within the present extent and change the spread by up to half."""
        reach = math.sqrt(squared_reach(self.matching_threshold))
        move, growth = uniform(rng, -1.0, 1.0), uniform(rng, -0.5, 0.5)
        if gene[SPREAD] < math.inf:
            moved = gene[CENTRE] + move * (gene[SPREAD] * reach)
            gene[CENTRE] = min(1.0, max(0.0, moved))
            gene[SPREAD] *= 1.0 + growth

    def repair(self, gene):
        """Keep the centre in the range of the data and the spread from vanishing."""
        gene[CENTRE] = min(1.0, max(0.0, gene[CENTRE]))
        gene[SPREAD] = max(NARROWEST, abs(gene[SPREAD]))

    def rule_is_more_general(self, genes, others):
        """Tell whether the ends of the other's axes lie inside, its supports included."""
        limit = squared_reach(self.matching_threshold)
        reach = math.sqrt(limit)
        between = 0.0  # squared distance of the other's centre
        for feature in range(genes.shape[0]):
            spread, other = genes[feature, SPREAD], others[feature, SPREAD]
            apart = genes[feature, CENTRE] - others[feature, CENTRE]
            mine, its = spread * reach + WIDENING, other * reach + WIDENING
            if genes[feature, CENTRE] - mine > others[feature, CENTRE] - its:
                return False
            if genes[feature, CENTRE] + mine < others[feature, CENTRE] + its:
                return False
            z = apart * (1.0 / spread)
            between += z * z
        for feature in range(genes.shape[0]):
            if genes[feature, SPREAD] < math.inf:
                inverse = 1.0 / genes[feature, SPREAD]
                apart = abs(genes[feature, CENTRE] - others[feature, CENTRE])
                z = apart * inverse
                far = (apart + others[feature, SPREAD] * reach) * inverse
                if between - z * z + far * far > limit * (1.0 + ROUNDING):
                    return False
        return True

    def describe(self, gene, feature):
        """Say extent and centre in original units; one so wide that it never counts is silent."""
        centre, spread = gene.tolist()
        farthest = max(abs(centre), abs(1.0 - centre)) / spread
        if math.exp(-0.5 * farthest * farthest) >= NEGLIGIBLE:
            return ""
        reach = spread * math.sqrt(-2.0 * math.log(self.matching_threshold))
        return feature.near(centre - reach, centre, centre + reach)
