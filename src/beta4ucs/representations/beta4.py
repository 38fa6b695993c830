"""FBR: four-parameter beta distributions as membership functions.

Shiraishi, Nakata and colleagues (2025), section "Four-parameter beta distribution-based rule
representation". With crispification it is their FBRC.
"""

import math
from typing import NamedTuple

import numpy as np

from beta4ucs import hyperparameters
from beta4ucs.kernels.arithmetic import VECTOR, exp, log, log_in_place
from beta4ucs.kernels.compiled import open_kernel
from beta4ucs.kernels.random import uniform
from beta4ucs.representations.contract import register
from beta4ucs.representations.curved_polytope import plain_distance
from beta4ucs.representations.rescaling import rescaled_bounds

ALPHA, BETA, LOW, HIGH = 0, 1, 2, 3
NARROWEST = 0.005  # smallest half width that covering draws, and the margin kept by mutation
WIDENING = 0.025  # what each side gains when mutation leaves no width
TERM = 4  # numbers per packed term: feature, exponent, end, inverse distance end to peak


@open_kernel
def add_log_terms(total, gene, x):
    """Add to total the logarithm of the membership of an x inside the support."""
    left, right = gene[ALPHA] - 1.0, gene[BETA] - 1.0
    width = gene[HIGH] - gene[LOW]
    if left > 0.0:
        total += left * log((x - gene[LOW]) * ((left + right) / (left * width)))
    if right > 0.0:
        total += right * log((x - gene[HIGH]) * (-(left + right) / (right * width)))
    return total


@open_kernel
def kurtosis(gene):
    """Kurtosis of the beta distribution: 1.8 for a rectangle, more for a peak."""
    product, total = gene[ALPHA] * gene[BETA], gene[ALPHA] + gene[BETA]
    numerator = 3.0 * (total + 1.0) * (2.0 * total * total + product * (total - 6.0))
    return numerator / (product * (total + 2.0) * (total + 3.0))


@open_kernel
def mode(gene):
    """Place of the peak of a gene that is not a rectangle."""
    left, right = gene[ALPHA] - 1.0, gene[BETA] - 1.0
    return gene[LOW] + left / (left + right) * (gene[HIGH] - gene[LOW])


@register
class Beta4(NamedTuple):
    """Beta density on [low, high] with shapes alpha, beta >= 1, divided by its peak.

    alpha = beta = 1 is a crisp interval; equal shapes give a bell, unequal ones a skewed bell, and
    one shape of 1 a slope. The normalising beta function cancels and is never evaluated.
    """

    cover_range: float = 1.0  # r_0
    mutation_step: float = 0.1  # m_0
    subsumption_tolerance: float = 0.01  # Tol_sub
    initial_shape: float = 1.0  # s_0

    name = "beta4"
    aliases = ("FBR", "FBRC")
    genes = ("alpha", "beta", "low", "high")
    parameters = hyperparameters.CONDITIONS["beta4"]

    def support(self, gene):
        """Return the interval outside of which membership is 0."""
        return gene[LOW], gene[HIGH]

    def membership(self, gene, x):
        """Return the density at x over the density at the mode."""
        if x < gene[LOW] or x > gene[HIGH]:
            return 0.0
        return min(1.0, exp(add_log_terms(0.0, gene, x)))

    def degree(self, genes, x):
        """Return the product of memberships, summed as logarithms; missing features match."""
        total = 0.0
        for feature in range(x.shape[0]):
            if x[feature] < genes[feature, LOW] or x[feature] > genes[feature, HIGH]:
                return 0.0
            if x[feature] == x[feature]:
                total = add_log_terms(total, genes[feature], x[feature])
        return min(1.0, exp(total))

    def packed_width(self, n_features):
        """Return the room for two terms per feature."""
        return 2 * TERM * n_features

    def pack(self, genes, rule, packed):
        """Store the terms of the logarithm, of which a flat side has none; return their number."""
        at = 0
        for feature in range(genes.shape[1]):
            left = genes[rule, feature, ALPHA] - 1.0
            right = genes[rule, feature, BETA] - 1.0
            low, high = genes[rule, feature, LOW], genes[rule, feature, HIGH]
            if left > 0.0:
                packed[rule, at] = feature
                packed[rule, at + 1] = left
                packed[rule, at + 2] = low
                packed[rule, at + 3] = (left + right) / (left * (high - low))
                at += TERM
            if right > 0.0:
                packed[rule, at] = feature
                packed[rule, at + 1] = right
                packed[rule, at + 2] = high
                packed[rule, at + 3] = -(left + right) / (right * (high - low))
                at += TERM
        return at // TERM

    def degrees(self, genes, packed, n_packed, x, rules, n, buffer, out):
        """Return the degrees of n rules whose support holds x: one log over all their terms."""
        first = 0
        while first < n:
            last = first
            filled = 0
            while last < n and filled + 2 * x.shape[0] <= buffer.shape[0] - VECTOR:
                rule = rules[last]
                for i in range(n_packed[rule]):
                    at = TERM * i
                    value = x[int(packed[rule, at])]
                    distance = (value - packed[rule, at + 2]) * packed[rule, at + 3]
                    buffer[filled + i] = distance if value == value else 1.0  # missing matches
                filled += n_packed[rule]
                last += 1
            log_in_place(buffer, filled)
            filled = 0
            for i in range(first, last):
                rule = rules[i]
                total = 0.0
                for k in range(n_packed[rule]):
                    total += packed[rule, TERM * k + 1] * buffer[filled + k]
                filled += n_packed[rule]
                out[i] = total
            first = last
        for block in range((n + VECTOR - 1) // VECTOR):
            for i in range(VECTOR):
                out[block * VECTOR + i] = min(1.0, exp(out[block * VECTOR + i]))

    def cover(self, gene, x, rng):
        """Cover x by an interval around it; fuzzy from the start if initial_shape > 1."""
        shape = 1.0
        if self.initial_shape > 1.0:
            shape = uniform(rng, 1.0, self.initial_shape)
        spread = uniform(rng, NARROWEST, self.cover_range)
        gene[ALPHA] = shape
        gene[BETA] = shape
        gene[LOW] = x - spread  # not clipped to [0, 1]
        gene[HIGH] = x + spread

    def cover_any(self, gene, x, rng):
        """Cover everything."""
        gene[ALPHA] = 1.0
        gene[BETA] = 1.0
        gene[LOW] = 0.0
        gene[HIGH] = 1.0

    def write_interval(self, gene, low, high):
        """Write the plain interval from low to high."""
        gene[:] = 1.0, 1.0, low, high

    def write_slope(self, gene, low, high, exponent, rises):
        """Write a slope that is 0 at one end, 1 at the other, a power of the distance between."""
        gene[:] = (1.0 + exponent, 1.0, low, high) if rises else (1.0, 1.0 + exponent, low, high)

    def mutate(self, gene, rng):
        """Change shapes relatively by up to half, bounds absolutely by up to mutation_step."""
        step = self.mutation_step
        gene[ALPHA] = max(1.0, gene[ALPHA] + gene[ALPHA] * uniform(rng, -0.5, 0.5))
        gene[BETA] = max(1.0, gene[BETA] + gene[BETA] * uniform(rng, -0.5, 0.5))
        gene[LOW] = min(1.0 - NARROWEST, gene[LOW] + uniform(rng, -step, step))
        gene[HIGH] = max(NARROWEST, gene[HIGH] + uniform(rng, -step, step))

    def repair(self, gene):
        """Order the bounds, give an empty interval some width, keep shapes from 1 upwards."""
        gene[ALPHA] = max(1.0, gene[ALPHA])
        gene[BETA] = max(1.0, gene[BETA])
        low, high = gene[LOW], gene[HIGH]
        if low > high:
            gene[LOW] = high
            gene[HIGH] = low
        elif low == high:
            gene[LOW] = max(0.0, low - WIDENING)
            gene[HIGH] = min(1.0, high + WIDENING)

    def is_more_general(self, gene, other):
        """Compare intervals within [0, 1], then flatness, then the peaks of two fuzzy sets."""
        low, high = max(0.0, other[LOW]), min(1.0, other[HIGH])
        if not (max(0.0, gene[LOW]) <= low <= high <= min(1.0, gene[HIGH])):
            return False
        if gene[ALPHA] == 1.0 and gene[BETA] == 1.0:
            return True  # nothing is flatter
        if kurtosis(gene) > kurtosis(other):
            return False
        if other[ALPHA] == 1.0 and other[BETA] == 1.0:
            return True
        return abs(mode(gene) - mode(other)) <= self.subsumption_tolerance

    def is_crisp(self, gene):
        """Tell whether the gene is a plain interval."""
        return gene[ALPHA] == 1.0 and gene[BETA] == 1.0

    def make_crisp(self, gene):
        """Flatten the gene to its interval."""
        gene[ALPHA] = 1.0
        gene[BETA] = 1.0

    def rescale(self, genes, slope, offset):
        """Move intervals with open ends left open, and fuzzy sets as they are."""
        low, high = rescaled_bounds(genes[:, LOW], genes[:, HIGH], slope, offset)
        is_crisp = (genes[:, ALPHA] == 1.0) & (genes[:, BETA] == 1.0)
        genes[:, LOW] = np.where(is_crisp, low, slope * genes[:, LOW] + offset)
        genes[:, HIGH] = np.where(is_crisp, high, slope * genes[:, HIGH] + offset)

    def describe(self, gene, feature):
        """Say the gene in original units by its shape; a don't care says nothing."""
        alpha, beta, low, high = gene.tolist()
        if alpha <= 1.0 and beta <= 1.0:
            return feature.interval(low, high)
        left, right = max(0.0, alpha - 1.0), max(0.0, beta - 1.0)
        peak = low + left / (left + right) * (high - low)  # not `mode`: compiling it takes longer

        def cut(degree):
            from_low = plain_distance(left, right, -math.log(degree))
            from_high = plain_distance(right, left, -math.log(degree))
            return low + from_low * (high - low), high - from_high * (high - low)

        return feature.fuzzy(low, peak, high, cut)
