"""Hyperrectangles with unordered bounds: the conditions of UCS."""

from typing import NamedTuple

import numpy as np

from beta4ucs.hyperparameters import CONDITIONS
from beta4ucs.kernels.random import random, uniform
from beta4ucs.representations.contract import register
from beta4ucs.representations.rescaling import rescaled_bounds

FIRST, SECOND = 0, 1


@register
class Hyperrectangle(NamedTuple):
    """Closed interval per feature between two bounds in any order (Stone and Bull, 2003).

    Which bound is the lower one may change by mutation and crossover without repair. Nothing here
    is reconstructed: covering and mutation are those of jUCS, a program for UCS.
    """

    cover_range: float = 1.0  # r_0
    mutation_step: float = 0.1  # m_0

    name = "hyperrectangle"
    aliases = ("Hyperrectangles", "UBR")
    genes = ("first", "second")
    parameters = CONDITIONS["hyperrectangle"]
    matches_crisply = True

    def support(self, gene):
        """Return the interval."""
        return min(gene[FIRST], gene[SECOND]), max(gene[FIRST], gene[SECOND])

    def membership(self, gene, x):
        """Return 1 in the interval, 0 elsewhere."""
        if min(gene[FIRST], gene[SECOND]) <= x <= max(gene[FIRST], gene[SECOND]):
            return 1.0
        return 0.0

    def cover(self, gene, x, rng):
        """Cover x by an interval whose ends are drawn one by one, cut at the range of the data."""
        low = max(0.0, x - random(rng) * self.cover_range)
        high = min(1.0, x + random(rng) * self.cover_range)
        if random(rng) < 0.5:
            gene[FIRST] = low
            gene[SECOND] = high
        else:
            gene[FIRST] = high
            gene[SECOND] = low

    def cover_any(self, gene, x, rng):
        """Cover everything."""
        gene[FIRST] = 0.0 if random(rng) < 0.5 else 1.0
        gene[SECOND] = 1.0 - gene[FIRST]

    def mutate(self, gene, rng):
        """Move both bounds by up to mutation_step, within the range of the data."""
        step = self.mutation_step
        gene[FIRST] = min(1.0, max(0.0, gene[FIRST] + uniform(rng, -step, step)))
        gene[SECOND] = min(1.0, max(0.0, gene[SECOND] + uniform(rng, -step, step)))

    def repair(self, gene):
        """Keep the bounds within the range of the data; they need no order."""
        gene[FIRST] = min(1.0, max(0.0, gene[FIRST]))
        gene[SECOND] = min(1.0, max(0.0, gene[SECOND]))

    def is_more_general(self, gene, other):
        """Tell whether the interval contains the other one."""
        if min(gene[FIRST], gene[SECOND]) > min(other[FIRST], other[SECOND]):
            return False
        return max(gene[FIRST], gene[SECOND]) >= max(other[FIRST], other[SECOND])

    def is_crisp(self, gene):
        """Every gene is a plain interval."""
        return True

    def rescale(self, genes, slope, offset):
        """Move both bounds, which may stand in any order."""
        low, high = rescaled_bounds(genes.min(axis=1), genes.max(axis=1), slope, offset)
        is_ordered = genes[:, FIRST] <= genes[:, SECOND]
        genes[:, FIRST] = np.where(is_ordered, low, high)
        genes[:, SECOND] = np.where(is_ordered, high, low)

    def describe(self, gene, feature):
        """Say the interval in original units; the whole range says nothing."""
        first, second = gene.tolist()
        return feature.interval(min(first, second), max(first, second))
