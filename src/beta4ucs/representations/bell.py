"""Symmetric bells: normal distributions without an end, so that every rule matches everything."""

import math
from typing import NamedTuple

from beta4ucs import hyperparameters
from beta4ucs.kernels.arithmetic import exp
from beta4ucs.kernels.random import random, uniform
from beta4ucs.representations.contract import register

CENTRE, SPREAD = 0, 1
NARROWEST = 1e-3  # smallest spread after repair
FAINTEST = 1e-300  # degree of a rule that is too far away for a number
VECTOR = 8


@register
class Bell(NamedTuple):
    """Fuzzy bell exp(-(x - centre)^2 / (2 spread^2)) on all of [0, 1].

    After Tadokoro and colleagues (2021), whose text was not at hand: that bells are normal
    densities over their peak and that subsumption asks for similar centres is printed by
    Shiraishi, Nakata and colleagues (2025); the draw of the spread, the don't care (a wide bell
    around x, or with flagged_dont_care 1 everywhere), the mutation and the comparison of spreads
    are reconstructed.

    A rule matches everything, faintly if it must; without always_matches it does not match where
    its degree is too small for a number. The spread of a flagged don't care is infinite.
    """

    mutation_step: float = 0.1  # m_0
    initial_spread: float = 0.25  # sigma_0
    subsumption_tolerance: float = 0.01  # Tol_sub
    dont_care_spread: float = 0.5
    flagged_dont_care: bool = False
    always_matches: bool = True

    name = "bell"
    aliases = ("SymmetricBells",)
    genes = ("centre", "spread")
    parameters = hyperparameters.CONDITIONS["bell"]

    def support(self, gene):
        """Return the whole unit interval: a bell has no end."""
        return 0.0, 1.0

    def membership(self, gene, x):
        """Return the normal density at x over its peak."""
        distance = (x - gene[CENTRE]) * (1.0 / gene[SPREAD])
        return min(1.0, exp(-0.5 * (distance * distance)))

    def degree(self, genes, x):
        """Return the product of memberships, as one exponential; missing features match."""
        total = 0.0
        for feature in range(x.shape[0]):
            if x[feature] == x[feature]:
                distance = (x[feature] - genes[feature, CENTRE]) * (1.0 / genes[feature, SPREAD])
                total += distance * distance
        return max(self.always_matches * FAINTEST, min(1.0, exp(-0.5 * total)))

    def packed_width(self, n_features):
        """Return the room for centre and inverse spread of every feature."""
        return 2 * n_features

    def pack(self, genes, rule, packed):
        """Store centres and inverse spreads in turn."""
        for feature in range(genes.shape[1]):
            packed[rule, 2 * feature] = genes[rule, feature, CENTRE]
            packed[rule, 2 * feature + 1] = 1.0 / genes[rule, feature, SPREAD]
        return genes.shape[1]

    def degrees(self, genes, packed, n_packed, x, rules, n, buffer, out):
        """Return the degrees of n rules: squares of distances first, then one exponential each.

        Four rules at once: a sum alone would wait for each addition.
        """
        last = n - 1
        for at in range(0, n, 4):
            first, second = rules[at], rules[min(at + 1, last)]
            third, fourth = rules[min(at + 2, last)], rules[min(at + 3, last)]
            sum_1, sum_2, sum_3, sum_4 = 0.0, 0.0, 0.0, 0.0
            for feature in range(x.shape[0]):
                value = x[feature]
                if value == value:  # a missing value matches
                    i, j = 2 * feature, 2 * feature + 1
                    distance = (value - packed[first, i]) * packed[first, j]
                    sum_1 += distance * distance
                    distance = (value - packed[second, i]) * packed[second, j]
                    sum_2 += distance * distance
                    distance = (value - packed[third, i]) * packed[third, j]
                    sum_3 += distance * distance
                    distance = (value - packed[fourth, i]) * packed[fourth, j]
                    sum_4 += distance * distance
            out[at] = sum_1  # may write beyond n, into the padding
            out[at + 1] = sum_2
            out[at + 2] = sum_3
            out[at + 3] = sum_4
        least = self.always_matches * FAINTEST
        for block in range((n + VECTOR - 1) // VECTOR):
            for i in range(VECTOR):
                degree = exp(-0.5 * out[block * VECTOR + i])
                out[block * VECTOR + i] = max(least, min(1.0, degree))

    def cover(self, gene, x, rng):
        """Put a bell of random spread on x."""
        gene[CENTRE] = x
        gene[SPREAD] = self.initial_spread * (1.0 - random(rng))

    def cover_any(self, gene, x, rng):
        """Write a wide bell around x; with a flag, one that is 1 everywhere."""
        gene[CENTRE] = x if x == x else 0.5
        gene[SPREAD] = math.inf if self.flagged_dont_care > 0.0 else self.dont_care_spread

    def mutate(self, gene, rng):
        """Move centre and spread by up to mutation_step; an infinite spread stays."""
        gene[CENTRE] += uniform(rng, -self.mutation_step, self.mutation_step)
        gene[SPREAD] += uniform(rng, -self.mutation_step, self.mutation_step)

    def repair(self, gene):
        """Keep the spread positive."""
        gene[SPREAD] = max(NARROWEST, abs(gene[SPREAD]))

    def is_more_general(self, gene, other):
        """Compare spreads; the centres must nearly agree, unless the gene is 1 everywhere."""
        if gene[SPREAD] == math.inf:
            return True
        is_near = abs(gene[CENTRE] - other[CENTRE]) <= self.subsumption_tolerance
        return is_near and gene[SPREAD] >= other[SPREAD]

    def is_crisp(self, gene):
        """Tell whether the gene is a flagged don't care."""
        return gene[SPREAD] == math.inf

    def rescale(self, genes, slope, offset):
        """Move the centres and narrow the spreads."""
        genes[:, CENTRE] = slope * genes[:, CENTRE] + offset
        genes[:, SPREAD] *= slope

    def describe(self, gene, feature):
        """Say the gene in original units; a flagged don't care says nothing."""
        centre, spread = gene.tolist()
        if spread == math.inf:
            return ""

        def cut(degree):
            reach = spread * math.sqrt(-2.0 * math.log(degree))
            return centre - reach, centre + reach

        return feature.fuzzy(-math.inf, centre, math.inf, cut)
