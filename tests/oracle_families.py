"""The representations once more, for the naive trainer: written from SPEC C and D.

A rule's genes are a list of lists of numbers, one per feature. Comparisons of rules are made the
slow and safe way: shapes at each of their corners and on both sides of it, densities by bisection.
`degree` says what matching means, in the textbook's formulas; the naive trainer asks the
representation's own, which rounds in a way of its own, and both are compared.
"""

import itertools
import math

import numpy as np

from beta4ucs.kernels.arithmetic import log

TINY = 1e-9  # what rounding may do where two bounds are equal


def is_missing(x):
    return x != x


def clip(value):
    return min(1.0, max(0.0, value))


def shift(number, step, stream):
    return number + stream.uniform(-step, step)


class Family:
    """What families share: everything happens gene by gene, unless they say otherwise."""

    def __init__(self, representation):
        self.representation = representation  # asked for its hyperparameters

    def cover(self, x, dont_care_rates, stream):
        return [
            self.cover_feature(value, rate, stream)
            for value, rate in zip(x, dont_care_rates, strict=True)
        ]

    def cover_feature(self, value, dont_care_rate, stream):
        if is_missing(value) or stream.random() < dont_care_rate:
            return self.cover_any(value, stream)
        return self.cover_gene(value, stream)

    def mutate(self, genes, rates, stream):
        """One rate a feature, and one more for genes of the whole rule."""
        for gene, rate in zip(genes, rates[:-1], strict=True):
            if stream.random() < rate:
                self.mutate_gene(gene, stream)
                self.repair_gene(gene)

    def repair(self, genes):
        for gene in genes:
            self.repair_gene(gene)

    def is_more_general(self, genes, others):
        """Not strict: a rule is as general as itself."""
        return all(
            self.gene_is_more_general(gene, other)
            for gene, other in zip(genes, others, strict=True)
        )

    def degree(self, genes, x):
        return math.prod(
            self.membership(gene, value)
            for gene, value in zip(genes, x, strict=True)
            if not is_missing(value)
        )

    def asks_nothing(self, gene):
        """Whether every number matches fully: the ends of the range do, as no shape has a dip."""
        ends = [float(self.representation.membership(np.array(gene), end)) for end in (0.0, 1.0)]
        return min(ends) >= 1.0

    def is_crisp(self, gene):
        return False

    def fuzzy_genes(self, genes):
        return [gene for gene in genes if not self.is_crisp(gene)]


# ------------------------------------------------------------------ C: four-parameter beta


class Beta4(Family):
    """Genes: alpha, beta, low, high."""

    def cover_any(self, x, stream):
        return [1.0, 1.0, 0.0, 1.0]

    def cover_gene(self, x, stream):
        shape = 1.0
        if self.representation.initial_shape > 1:
            shape = stream.uniform(1.0, self.representation.initial_shape)
        spread = stream.uniform(0.005, self.representation.cover_range)
        return [shape, shape, x - spread, x + spread]

    def mutate_gene(self, gene, stream):
        step = self.representation.mutation_step
        gene[0] += gene[0] * stream.uniform(-0.5, 0.5)
        gene[1] += gene[1] * stream.uniform(-0.5, 0.5)
        gene[2] += stream.uniform(-step, step)
        gene[3] += stream.uniform(-step, step)
        gene[0] = max(1.0, gene[0])
        gene[1] = max(1.0, gene[1])
        gene[2] = min(0.995, gene[2])
        gene[3] = max(0.005, gene[3])

    def repair_gene(self, gene):
        if gene[2] > gene[3]:
            gene[2], gene[3] = gene[3], gene[2]
        if gene[2] == gene[3]:
            gene[2], gene[3] = max(0.0, gene[2] - 0.025), min(1.0, gene[3] + 0.025)

    def gene_is_more_general(self, gene, other):
        """Wider within [0, 1], at most as peaked, and with the same peak if both have one."""
        low, high = max(0.0, gene[2]), min(1.0, gene[3])
        other_low, other_high = max(0.0, other[2]), min(1.0, other[3])
        if other_low > other_high or low > other_low or other_high > high:
            return False
        if self.kurtosis(gene) > self.kurtosis(other):
            return False
        if self.is_crisp(gene) or self.is_crisp(other):
            return True
        distance = abs(self.mode(gene) - self.mode(other))
        return distance <= self.representation.subsumption_tolerance

    def membership(self, gene, x):
        alpha, beta, low, high = gene
        if x < low or x > high:
            return 0.0
        return scaled_beta(alpha, beta, (x - low) / (high - low))

    def is_crisp(self, gene):
        return gene[0] == 1.0 and gene[1] == 1.0

    def make_crisp(self, gene):
        gene[0] = gene[1] = 1.0

    @staticmethod
    def kurtosis(gene):
        alpha, beta = gene[:2]
        s = alpha + beta
        top = 3 * (s + 1) * (2 * s**2 + alpha * beta * (s - 6))
        return top / (alpha * beta * (s + 2) * (s + 3))

    @staticmethod
    def mode(gene):
        alpha, beta, low, high = gene
        left, right = alpha - 1, beta - 1  # exact, so that a slope peaks at its end
        return low + left / (left + right) * (high - low)


def scaled_beta(alpha, beta, x):
    """Density of a beta distribution at x, divided by that at its mode."""
    left, right = alpha - 1, beta - 1
    value = 1.0
    if left > 0:
        value *= (x / (left / (left + right))) ** left
    if right > 0:
        value *= ((1 - x) / (right / (left + right))) ** right
    return value


# ------------------------------------------------------------------ D1


class Hyperrectangle(Family):
    """Genes: two bounds in any order."""

    def cover_any(self, x, stream):
        return [0.0, 1.0] if stream.random() < 0.5 else [1.0, 0.0]

    def cover_gene(self, x, stream):
        reach = self.representation.cover_range
        low = max(0.0, x - stream.random() * reach)
        high = min(1.0, x + stream.random() * reach)
        return [low, high] if stream.random() < 0.5 else [high, low]

    def mutate_gene(self, gene, stream):
        for i in range(2):
            gene[i] = clip(shift(gene[i], self.representation.mutation_step, stream))

    def repair_gene(self, gene):
        gene[:] = [clip(bound) for bound in gene]

    def gene_is_more_general(self, gene, other):
        return min(gene) <= min(other) and max(gene) >= max(other)

    def membership(self, gene, x):
        return 1.0 if min(gene) <= x <= max(gene) else 0.0

    def is_crisp(self, gene):
        return True


# ------------------------------------------------------------------ D2


class Hyperellipsoid(Family):
    """Genes: centre, spread; an infinite spread makes a don't care that stays one."""

    def cover_any(self, x, stream):
        is_flagged = self.representation.flagged_dont_care
        spread = math.inf if is_flagged else self.representation.cover_range
        return [0.5 if is_missing(x) else x, spread]

    def cover_gene(self, x, stream):
        return [x, stream.uniform(0.005, self.representation.cover_range)]

    def mutate_gene(self, gene, stream):
        move, growth = stream.uniform(-1.0, 1.0), stream.uniform(-0.5, 0.5)
        if gene[1] < math.inf:
            gene[0] = clip(gene[0] + move * (gene[1] * self.radius()))
            gene[1] *= 1.0 + growth

    def repair_gene(self, gene):
        gene[0] = clip(gene[0])
        gene[1] = max(0.005, abs(gene[1]))

    def radius(self):
        """Length of a semi-axis of spread 1."""
        return math.sqrt(-2.0 * log(self.representation.matching_threshold))

    def is_more_general(self, genes, others):
        """All ends of the other's axes are inside, and so is its bounding box."""
        if not all(
            self.has_wider_axis(gene, other) for gene, other in zip(genes, others, strict=True)
        ):
            return False
        centre = [other[0] for other in others]
        ends = []
        for i, (middle, spread) in enumerate(others):
            if spread < math.inf:
                for side in (-1, 1):
                    ends.append([*centre])
                    ends[-1][i] = middle + side * spread * self.radius()
        limit = self.radius() ** 2
        return all(self.distance(genes, end) <= limit * (1 + TINY) for end in [centre, *ends])

    def has_wider_axis(self, gene, other):
        if gene[1] == math.inf or other[1] == math.inf:
            return gene[1] == math.inf
        reach, other_reach = gene[1] * self.radius(), other[1] * self.radius()
        return (
            gene[0] - reach <= other[0] - other_reach and gene[0] + reach >= other[0] + other_reach
        )

    @staticmethod
    def distance(genes, x):
        """Squared, in units of the spreads."""
        return sum(
            ((value - centre) / spread) ** 2
            for (centre, spread), value in zip(genes, x, strict=True)
            if not is_missing(value)
        )

    def degree(self, genes, x):
        activity = math.exp(-self.distance(genes, x) / 2)
        return 1.0 if activity > self.representation.matching_threshold else 0.0

    def is_crisp(self, gene):
        return gene[1] == math.inf


# ------------------------------------------------------------------ D3, D4


class CurvedPolytope(Family):
    """Genes: alpha, beta."""

    def cover_any(self, x, stream):
        return [1.0, 1.0]

    def cover_gene(self, x, stream):
        top = self.representation.initial_shape
        if x <= 0.0:
            return [1.0, stream.uniform(1.0, top)]
        if x >= 1.0:
            return [stream.uniform(1.0, top), 1.0]
        if stream.random() < 0.5:
            alpha = stream.uniform(1.0, top)
            return [alpha, 1.0 + (alpha - 1.0) * (1.0 - x) / x]
        beta = stream.uniform(1.0, top)
        return [1.0 + (beta - 1.0) * x / (1.0 - x), beta]

    def mutate_gene(self, gene, stream):
        for i in range(2):
            gene[i] = shift(gene[i], self.representation.mutation_step, stream)

    def repair_gene(self, gene):
        gene[:] = [max(1.0, shape) for shape in gene]

    def is_more_general(self, genes, others):
        """Holds the peak of the other, and the ends of its axes, and its bounding box."""
        return self.has_wider_box(genes, others) and self.holds_axes(genes, others)

    def has_wider_box(self, genes, others):
        """By the representation's bounds, which are a little wider than the exact ones."""
        return all(
            self.has_wider_side(gene, other) for gene, other in zip(genes, others, strict=True)
        )

    def has_wider_side(self, gene, other):
        if self.is_crisp(other) and not self.is_crisp(gene):
            return False
        low, high = self.representation.support(np.array(gene))
        other_low, other_high = self.representation.support(np.array(other))
        return low <= other_low and high >= other_high

    def holds_axes(self, genes, others):
        peak = [self.peak(other) for other in others]
        points = [peak]
        for i, other in enumerate(others):
            for end in self.ends(other):
                points.append([*peak])
                points[-1][i] = end
        return all(self.holds(genes, point) for point in points)

    def holds(self, genes, point):
        logarithms = [log_beta(gene, place) for gene, place in zip(genes, point, strict=True)]
        return sum(logarithms) >= self.log_threshold() - TINY

    def log_threshold(self):
        return math.log(self.representation.matching_threshold)

    def peak(self, gene):
        left, right = gene[0] - 1.0, gene[1] - 1.0
        if self.is_crisp(gene):
            return 0.5, 0.5
        return left / (left + right), right / (left + right)

    def ends(self, gene):
        """Both ends of where the scaled density exceeds the threshold.

        A place is a pair, the distances from 0 and from 1: next to 1 the first is not precise.
        """
        low, gap = self.lower_end(gene), self.lower_end(gene[::-1])
        if gap > 0.0:
            gap = max(gap, 2.0**-53)  # no input is closer to 1
        return (low, 1.0 - low), (1.0 - gap, gap)

    def lower_end(self, gene):
        """By bisection, down to neighbouring numbers."""
        if gene[0] == 1.0:
            return 0.0
        outside, inside = 0.0, self.peak(gene)[0]
        middle = inside / 2
        while outside < middle < inside:
            if log_beta(gene, (middle, 1.0 - middle)) > self.log_threshold():
                inside = middle
            else:
                outside = middle
            middle = (inside + outside) / 2
        return inside

    def degree(self, genes, x):
        product = math.prod(
            scaled_beta(*gene, value)
            for gene, value in zip(genes, x, strict=True)
            if not is_missing(value)
        )
        return 1.0 if product > self.representation.matching_threshold else 0.0

    def is_crisp(self, gene):
        return gene == [1.0, 1.0]


def log_beta(gene, place):
    """Logarithm of `scaled_beta` at a place with given distances from 0 and from 1."""
    exponents = gene[0] - 1, gene[1] - 1
    value = 0.0
    for exponent, distance in zip(exponents, place, strict=True):
        if exponent > 0:
            ratio = distance / (exponent / sum(exponents))
            value += exponent * math.log(ratio) if ratio > 0 else -math.inf
    return value


class RectangleOrPolytope(CurvedPolytope):
    """One more row at the end: [mixing, 0]. A rule that mixes enough is a box."""

    def cover(self, x, dont_care_rates, stream):
        genes = super().cover(x, dont_care_rates, stream)
        return [*genes, [stream.random(), 0.0]]

    def mutate(self, genes, rates, stream):
        *features, mixing = genes
        super().mutate(features, rates, stream)
        if stream.random() < rates[-1]:
            mixing[0] = clip(shift(mixing[0], self.representation.mixing_step, stream))

    def repair(self, genes):
        super().repair(genes[:-1])

    def is_box(self, genes):
        return genes[-1][0] >= self.representation.and_threshold

    def is_more_general(self, genes, others):
        features, other_features = genes[:-1], others[:-1]
        if not self.has_wider_box(features, other_features):
            return False
        if self.is_box(genes):
            return True
        if self.is_box(others):
            return self.holds_corners(features, other_features)
        return self.holds_axes(features, other_features)

    def holds_corners(self, genes, others):
        worst = [
            min(log_beta(gene, end) for end in self.ends(other))
            for gene, other in zip(genes, others, strict=True)
        ]
        return sum(worst) >= self.log_threshold() - TINY

    def degree(self, genes, x):
        features = genes[:-1]
        if not self.is_box(genes):
            return super().degree(features, x)
        return min(
            super(RectangleOrPolytope, self).degree([gene], [value])
            for gene, value in zip(features, x, strict=True)
        )

    def fuzzy_genes(self, genes):
        return super().fuzzy_genes(genes[:-1])


# ------------------------------------------------------------------ D5


class Triangle(Family):
    """Genes: left, peak, right; a side without end is as high as the peak, and stays."""

    def cover_any(self, x, stream):
        reach = (-math.inf, math.inf) if self.representation.flagged_dont_care else (-0.5, 1.5)
        return [reach[0], 0.5 if is_missing(x) else x, reach[1]]

    def cover_gene(self, x, stream):
        left = stream.uniform(-0.5, x)
        return [left, x, stream.uniform(x, 1.5)]

    def mutate_gene(self, gene, stream):
        step = self.representation.mutation_step
        left, peak, right = gene
        if not self.representation.relative_mutation:
            gene[:] = [shift(corner, step, stream) for corner in gene]
            return
        rise = (peak - left) * step if left > -math.inf else 0.0
        fall = (right - peak) * step if right < math.inf else 0.0
        gene[1] = stream.uniform(peak - rise, peak + fall)
        for i, reach in ((0, rise / 2), (2, fall / 2)):
            moved = stream.uniform(gene[i] - reach, gene[i] + reach)
            gene[i] = gene[i] if math.isinf(gene[i]) else moved

    def repair_gene(self, gene):
        gene.sort()
        if gene[2] - gene[0] < 0.01:
            gene[0] -= 0.025
            gene[2] += 0.025

    def gene_is_more_general(self, gene, other):
        left, peak, right = gene
        if left > other[0] or right < other[2]:
            return False
        if left == -math.inf and right == math.inf:
            return True
        tolerance = self.representation.peak_tolerance
        if tolerance == 0.0:
            return peak == other[1]
        return -tolerance * (peak - left) <= other[1] - peak <= tolerance * (right - peak)

    def membership(self, gene, x):
        return height((gene[0], gene[1], gene[1], gene[2]), x)

    def is_crisp(self, gene):
        return gene[0] == -math.inf and gene[2] == math.inf


# ------------------------------------------------------------------ D6, D8


class Trapezoid(Family):
    """Genes: left, top left, top right, right."""

    def cover_any(self, x, stream):
        return [0.0, 0.0, 1.0, 1.0]

    def cover_gene(self, x, stream):
        reach = self.representation.cover_range
        left = sorted(x - stream.random() * reach for _ in range(2))
        right = sorted(x + stream.random() * reach for _ in range(2))
        return [*left, *right]

    def mutate_gene(self, gene, stream):
        gene[:] = [shift(corner, self.representation.mutation_step, stream) for corner in gene]

    def repair_gene(self, gene):
        gene.sort()
        if gene[3] - gene[0] < 0.005:
            gene[0] -= 0.0025
            gene[3] += 0.0025

    def corners(self, gene):
        return gene

    def gene_is_more_general(self, gene, other):
        """The support within [0, 1] is wider, and the overlap is large enough."""
        wide, narrow = self.corners(gene), self.corners(other)
        if max(0.0, wide[0]) > max(0.0, narrow[0]) or min(1.0, wide[3]) < min(1.0, narrow[3]):
            return False
        if self.representation.overlap_threshold >= 1.0:
            return is_above(wide, narrow)
        return overlap(wide, narrow) >= self.representation.overlap_threshold

    def membership(self, gene, x):
        return height(self.corners(gene), x)

    def is_crisp(self, gene):
        return gene[0] == gene[1] and gene[2] == gene[3]


class RectangleOrTriangle(Trapezoid):
    """Genes: centre, spread, is_triangle."""

    def cover_any(self, x, stream):
        return [0.5, 0.5, 0.0]

    def cover_gene(self, x, stream):
        spread = stream.uniform(0.005, self.representation.cover_range)
        return [x, spread, 1.0 if stream.random() < 0.5 else 0.0]

    def mutate(self, genes, rates, stream):
        """The place and the shape change independently."""
        for gene, rate in zip(genes, rates[:-1], strict=True):
            if stream.random() < rate:
                self.mutate_gene(gene, stream)
            if stream.random() < rate:
                gene[2] = 1.0 - gene[2]
        self.repair(genes)

    def mutate_gene(self, gene, stream):
        for i in range(2):
            gene[i] = shift(gene[i], self.representation.mutation_step, stream)

    def repair_gene(self, gene):
        gene[1] = max(0.005, abs(gene[1]))

    def corners(self, gene):
        centre, spread, is_triangle = gene
        left, right = centre - spread, centre + spread
        return [left, centre, centre, right] if is_triangle else [left, left, right, right]

    def is_crisp(self, gene):
        return gene[2] == 0.0


def height(corners, x):
    """Membership at x."""
    left, top_left, top_right, right = corners
    if top_left <= x <= top_right:
        return 1.0
    if left < x < top_left:
        return rise(left, top_left, x)
    if top_right < x < right:
        return 1 - rise(top_right, right, x)
    return 0.0


def rise(start, end, x):
    if math.isinf(start) or math.isinf(end):
        return float(math.isinf(start))  # a flank without end is as high as the top
    return (x - start) / (end - start)


def height_before(corners, x):
    """Limit of the membership from the left."""
    left, top_left, top_right, right = corners
    if top_left < x <= top_right:
        return 1.0
    if left < x <= top_left:
        return rise(left, top_left, x)
    if top_right < x <= right:
        return 1 - rise(top_right, right, x)
    return 0.0


def height_behind(corners, x):
    """Limit of the membership from the right: from the left, in a mirror."""
    return height_before([-corner for corner in reversed(corners)], -x)


def kinks(*shapes):
    """Places within [0, 1] between which all shapes are straight."""
    corners = {corner for shape in shapes for corner in shape if 0 < corner < 1}
    return sorted({0.0, 1.0} | corners)


def is_above(wide, narrow, tolerance=1e-7):
    """Tell whether nowhere in [0, 1] the narrow shape is higher."""
    for x in kinks(wide, narrow):
        at = [height]
        if x > 0:
            at.append(height_before)
        if x < 1:
            at.append(height_behind)
        if any(find(wide, x) < find(narrow, x) - tolerance for find in at):
            return False
    return True


def overlap(wide, narrow):
    """Area under both shapes, as a share of that under the narrow one, within [0, 1]."""
    shared = own = 0.0
    places = kinks(wide, narrow)
    for start, end in itertools.pairwise(places):
        low_left, low_right = height_behind(narrow, start), height_before(narrow, end)
        high_left, high_right = height_behind(wide, start), height_before(wide, end)
        own += (low_left + low_right) / 2 * (end - start)
        shared += area_below_both(low_left, low_right, high_left, high_right) * (end - start)
    return shared / own if own else 1.0


def area_below_both(left, right, other_left, other_right):
    """Area below two straight lines over [0, 1]."""
    before, behind = left - other_left, right - other_right
    if before * behind >= 0:
        return (min(left, other_left) + min(right, other_right)) / 2
    crossing = before / (before - behind)
    middle = left + (right - left) * crossing
    first = (min(left, other_left) + middle) / 2 * crossing
    return first + (middle + min(right, other_right)) / 2 * (1 - crossing)


# ------------------------------------------------------------------ D7


class Bell(Family):
    """Genes: centre, spread; an infinite spread makes a don't care that stays one."""

    def cover_any(self, x, stream):
        is_flagged = self.representation.flagged_dont_care
        spread = math.inf if is_flagged else self.representation.dont_care_spread
        return [0.5 if is_missing(x) else x, spread]

    def cover_gene(self, x, stream):
        return [x, self.representation.initial_spread * (1.0 - stream.random())]

    def mutate_gene(self, gene, stream):
        for i in range(2):
            gene[i] = shift(gene[i], self.representation.mutation_step, stream)

    def repair_gene(self, gene):
        gene[1] = max(1e-3, abs(gene[1]))

    def gene_is_more_general(self, gene, other):
        if gene[1] == math.inf:
            return True  # it is 1 everywhere
        is_near = abs(gene[0] - other[0]) <= self.representation.subsumption_tolerance
        return is_near and gene[1] >= other[1]

    def membership(self, gene, x):
        return math.exp(-(((x - gene[0]) / gene[1]) ** 2) / 2)

    def is_crisp(self, gene):
        return gene[1] == math.inf


FAMILIES = {
    "beta4": Beta4,
    "hyperrectangle": Hyperrectangle,
    "hyperellipsoid": Hyperellipsoid,
    "curved-polytope": CurvedPolytope,
    "rectangle-or-polytope": RectangleOrPolytope,
    "triangle": Triangle,
    "trapezoid": Trapezoid,
    "bell": Bell,
    "rectangle-or-triangle": RectangleOrTriangle,
}
