"""Curved polytopes: the product of standard beta densities, cut at a threshold."""

import math
from typing import NamedTuple

from beta4ucs.hyperparameters import CONDITIONS
from beta4ucs.kernels.arithmetic import VECTOR, exp, log, log_in_place
from beta4ucs.kernels.compiled import open_kernel
from beta4ucs.kernels.random import random, uniform
from beta4ucs.representations.contract import register

ALPHA, BETA = 0, 1
LEAST = 1e-300  # an x below it counts as 0: its odds could not be written as a number
NEXT_TO_ZERO = 5e-324  # the smallest positive number
NEXT_TO_ONE = 0.5**53  # distance from 1 to the next smaller number
DEEPEST = 650.0  # beyond it exp(-depth) gets lost
WIDENING = 1e-12  # of the support: rounding must not cut off what matches
ROUNDING = 1e-9  # a rule contains the ends of its own axes
LINE = 8  # numbers per packed gene: feature, exponents, scales, pull, and two to spare


@open_kernel
def exponents(gene):
    """Exponents of x and 1 - x, the scales that make both 1 at the mode, and the pull.

    The kernel's logarithm is left ln u + right ln v with u = x scale and v = (1 - x) scale. If both
    exponents are positive, left (u - 1) + right (v - 1), the pull, is 0 and is subtracted: its
    rounding cancels that of u and v, which huge exponents would make large.
    """
    left, right = gene[ALPHA] - 1.0, gene[BETA] - 1.0
    total = left + right
    left_scale = total / left if left > 0.0 else 0.0
    right_scale = total / right if right > 0.0 else 0.0
    pull = 1.0 if left > 0.0 and right > 0.0 else 0.0
    return left, right, left_scale, right_scale, pull


@open_kernel
def log_kernel(gene, x, rest):
    """Logarithm of the kernel at x, where rest is 1 - x."""
    left, right, left_scale, right_scale, pull = exponents(gene)
    u = x * left_scale if left > 0.0 else 1.0
    v = rest * right_scale if right > 0.0 else 1.0
    return left * log(u) + right * log(v) - pull * (left * (u - 1.0) + right * (v - 1.0))


@open_kernel
def product_exceeds(genes, x, limit):
    """Tell whether the logarithms of the kernels at x add up to more than the limit.

    The same sums in the same order as in `degrees`; missing features match.
    """
    logs = 0.0
    pulls = 0.0
    for feature in range(x.shape[0]):
        value = x[feature]
        left, right, left_scale, right_scale, pull = exponents(genes[feature])
        if value == value:
            u = value * left_scale if left > 0.0 else 1.0
            v = (1.0 - value) * right_scale if right > 0.0 else 1.0
            pulls += pull * (left * (u - 1.0) + right * (v - 1.0))
            logs += left * log(u)
            logs += right * log(v)
    return logs - pulls > limit


@open_kernel
def pack_product(genes, rule, n_features, packed):
    """Store a line per gene that is not a don't care; return how many there are."""
    at = 0
    for feature in range(n_features):
        left, right, left_scale, right_scale, pull = exponents(genes[rule, feature])
        if left > 0.0 or right > 0.0:
            packed[rule, at] = feature
            packed[rule, at + 1] = left
            packed[rule, at + 2] = right
            packed[rule, at + 3] = left_scale
            packed[rule, at + 4] = right_scale
            packed[rule, at + 5] = pull
            at += LINE
    return at // LINE


@open_kernel
def rough_crossing(ratio, depth):
    """Solve ln s + ln(1 + ratio (1 - s)) / ratio = -depth for s in (0, 1), up to 0.002.

    That is where a kernel with exponents p, q (ratio p/q) has fallen to exp(-depth p), as a share
    of the way to its mode. The formula behaves like the solution for small and for large depths.
    """
    h = math.sqrt(1.0 / (1.0 + ratio))
    w = math.sqrt(2.0 * depth)
    bend = 0.25 * w
    return exp(-depth - h * w * (1.0 + bend) / (1.0 + bend + w * ((h + 1.0 / h) / 6.0 + bend)))


@open_kernel
def refined(share, ratio, depth):
    """One step of Halley's method; two of them leave nothing but rounding of `rough_crossing`."""
    beyond = 1.0 + ratio * (1.0 - share)
    error = log(share) - (share - 1.0) + (log(beyond) - (beyond - 1.0)) / ratio + depth
    t = share / beyond
    slope = 1.0 - t
    curve = 1.0 + ratio * t * t
    return share * (1.0 - 2.0 * error * slope / (2.0 * slope * slope + error * curve))


@open_kernel
def ends(gene, limit):
    """Where the logarithm of the kernel is the limit: distance from 0, and from 1.

    A distance is 0 only if the end itself belongs to the interval.
    """
    left, right = gene[ALPHA] - 1.0, gene[BETA] - 1.0
    low = 0.0
    gap = 0.0
    if left > 0.0 and right > 0.0:
        ratio, inverse = left / right, right / left
        depth, other_depth = min(DEEPEST, -limit / left), min(DEEPEST, -limit / right)
        low, gap = rough_crossing(ratio, depth), rough_crossing(inverse, other_depth)
        for _ in range(2):  # side by side: neither waits for the other
            low, gap = refined(low, ratio, depth), refined(gap, inverse, other_depth)
        low *= left / (left + right)
        gap *= right / (left + right)
    elif left > 0.0:
        low = exp(limit / left)
    elif right > 0.0:
        gap = exp(limit / right)
    return (
        max(LEAST, low) if left > 0.0 else 0.0,
        max(NEXT_TO_ONE, gap) if right > 0.0 else 0.0,
    )


@open_kernel
def widened(low, gap):
    """Interval that surely contains every x between two ends."""
    if low > 0.0:
        low = max(NEXT_TO_ZERO, low - WIDENING)  # 0 itself does not match
    if gap > 0.0:
        gap = max(NEXT_TO_ONE, gap - WIDENING)
    return low, 1.0 - gap


@open_kernel
def compare(genes, others, n_features, limit):
    """Say whether intervals contain the other rule's, and the lowest product on axes and corners.

    The products are logarithms; the axes are those through the other's mode, the corners those of
    the box around it.
    """
    at_mode = 0.0
    lowest_drop = 0.0
    at_corner = 0.0
    for feature in range(n_features):
        gene, other = genes[feature], others[feature]
        if gene[ALPHA] > 1.0 or gene[BETA] > 1.0:
            left, right = other[ALPHA] - 1.0, other[BETA] - 1.0
            if left + right <= 0.0:
                return False, 0.0, 0.0  # only a don't care contains one
            low, high = widened(*ends(gene, limit))
            other_low, other_gap = ends(other, limit)
            least, most = widened(other_low, other_gap)
            if low > least or high < most:
                return False, 0.0, 0.0
            middle = log_kernel(gene, left / (left + right), right / (left + right))
            end = min(
                log_kernel(gene, other_low, 1.0 - other_low),
                log_kernel(gene, 1.0 - other_gap, other_gap),
            )
            at_mode += middle
            lowest_drop = min(lowest_drop, end - middle)
            at_corner += end
    return True, at_mode + lowest_drop, at_corner


def plain_distance(exponent, other, depth):
    """What `ends` gives for a depth, in plain Python: compiling that takes longer than a listing.

    Newton's method on a convex function of the logarithm, from beyond the solution.
    """
    if exponent <= 0.0:
        return 0.0
    depth /= exponent
    if other <= 0.0:
        return math.exp(-depth)
    ratio = exponent / other
    v = depth + math.log1p(ratio) / ratio
    for _ in range(60):
        s = math.exp(-v)
        beyond = ratio * -math.expm1(-v)
        step = (v - math.log1p(beyond) / ratio - depth) / (1.0 - s / (1.0 + beyond))
        v -= step
        if step < 1e-9 * v:
            break
    return exponent / (exponent + other) * math.exp(-v)


@register
class CurvedPolytope(NamedTuple):
    """Product over features of beta densities on [0, 1], each divided by its peak, cut off.

    Conditions with bivariate beta distributions (Shiraishi et al., CEC 2022): shapes alpha, beta
    >= 1 per feature, alpha = beta = 1 for a don't care. Reconstructed from the description in the
    article on beta4-UCS: the product over all features, the shapes that covering draws (the mode
    lies at x), and generality, which asks whether the mode and the ends of the axes through it lie
    inside; this is necessary and not sufficient.
    """

    mutation_step: float = 5.0  # m_0
    matching_threshold: float = 0.7  # theta_m
    initial_shape: float = 5.0  # s_0

    name = "curved-polytope"
    aliases = ("CurvedPolytopes",)
    genes = ("alpha", "beta")
    parameters = CONDITIONS["curved-polytope"]
    matches_crisply = True

    def support(self, gene):
        """Return the interval on which the kernel of this feature exceeds the threshold."""
        return widened(*ends(gene, log(self.matching_threshold)))

    def membership(self, gene, x):
        """Return the kernel: the density at x over the density at the mode."""
        return min(1.0, exp(log_kernel(gene, x, 1.0 - x)))

    def degree(self, genes, x):
        """Return 1 if the product of kernels exceeds the threshold, else 0."""
        return 1.0 if product_exceeds(genes, x, log(self.matching_threshold)) else 0.0

    def packed_width(self, n_features):
        """Return the room for one line per feature."""
        return LINE * n_features

    def pack(self, genes, rule, packed):
        """Store a line per gene that is not a don't care."""
        return pack_product(genes, rule, genes.shape[1], packed)

    def degrees(self, genes, packed, n_packed, x, rules, n, buffer, out):
        """Return the degrees of n rules: one log over all their terms."""
        limit = log(self.matching_threshold)
        first = 0
        while first < n:
            last = first
            filled = 0
            while last < n and filled + 2 * x.shape[0] <= buffer.shape[0] - VECTOR:
                rule = rules[last]
                pulls = 0.0
                for i in range(n_packed[rule]):
                    at = LINE * i
                    left, right = packed[rule, at + 1], packed[rule, at + 2]
                    value = x[int(packed[rule, at])]
                    is_known = value == value
                    u = value * packed[rule, at + 3] if is_known and left > 0.0 else 1.0
                    v = (1.0 - value) * packed[rule, at + 4] if is_known and right > 0.0 else 1.0
                    pulls += packed[rule, at + 5] * (left * (u - 1.0) + right * (v - 1.0))
                    buffer[filled + 2 * i] = u
                    buffer[filled + 2 * i + 1] = v
                filled += 2 * n_packed[rule]
                out[last] = pulls
                last += 1
            log_in_place(buffer, filled)
            filled = 0
            for i in range(first, last):
                rule = rules[i]
                logs = 0.0
                for k in range(n_packed[rule]):
                    logs += packed[rule, LINE * k + 1] * buffer[filled + 2 * k]
                    logs += packed[rule, LINE * k + 2] * buffer[filled + 2 * k + 1]
                filled += 2 * n_packed[rule]
                out[i] = 1.0 if logs - out[i] > limit else 0.0
            first = last

    def cover(self, gene, x, rng):
        """Draw one shape and choose the other so that the mode lies at x."""
        if x <= LEAST:
            gene[ALPHA] = 1.0
            gene[BETA] = uniform(rng, 1.0, self.initial_shape)
        elif x >= 1.0:
            gene[ALPHA] = uniform(rng, 1.0, self.initial_shape)
            gene[BETA] = 1.0
        elif random(rng) < 0.5:
            gene[ALPHA] = uniform(rng, 1.0, self.initial_shape)
            gene[BETA] = 1.0 + (gene[ALPHA] - 1.0) * (1.0 - x) / x
        else:
            gene[BETA] = uniform(rng, 1.0, self.initial_shape)
            gene[ALPHA] = 1.0 + (gene[BETA] - 1.0) * x / (1.0 - x)

    def cover_any(self, gene, x, rng):
        """Cover everything."""
        gene[ALPHA] = 1.0
        gene[BETA] = 1.0

    def mutate(self, gene, rng):
        """Change both shapes by up to mutation_step."""
        step = self.mutation_step
        gene[ALPHA] += uniform(rng, -step, step)
        gene[BETA] += uniform(rng, -step, step)

    def repair(self, gene):
        """Keep shapes from 1 upwards."""
        gene[ALPHA] = max(1.0, gene[ALPHA])
        gene[BETA] = max(1.0, gene[BETA])

    def rule_is_more_general(self, genes, others):
        """Tell whether all intervals, the mode and the ends of the axes lie inside."""
        limit = log(self.matching_threshold)
        is_wider, on_axes, _ = compare(genes, others, genes.shape[0], limit)
        return is_wider and on_axes >= limit - ROUNDING

    def is_crisp(self, gene):
        """Tell whether the gene is a don't care: all others count together."""
        return gene[ALPHA] <= 1.0 and gene[BETA] <= 1.0

    def describe(self, gene, feature):
        """Say interval and mode in original units; a don't care says nothing."""
        alpha, beta = gene.tolist()
        left, right = max(0.0, alpha - 1.0), max(0.0, beta - 1.0)
        if left + right <= 0.0:
            return ""
        depth = -math.log(self.matching_threshold)
        low = plain_distance(left, right, depth)
        high = 1.0 - plain_distance(right, left, depth)
        return feature.near(low, left / (left + right), high)
