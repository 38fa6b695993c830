"""Hyperellipsoids with spreads drawn anew and bells with a flat don't care, for `fidelity.py`.

    python benchmarks/fidelity.py --systems Hyperellipsoids \
        --set representation=benchmarks/definitions_more.py:Redrawn --seeds 1-3

As in `definitions.py`, each differs from the one in the package in a single respect. Records hold a
digest of the file, so further definitions get a file of their own.
"""

from __future__ import annotations

import math

from beta4ucs.representations import register, uniform
from beta4ucs.representations.bell import Bell
from beta4ucs.representations.hyperellipsoid import (
    CENTRE,
    NARROWEST,
    SPREAD,
    Hyperellipsoid,
    squared_reach,
)


@register
class Redrawn(Hyperellipsoid):
    """Hyperellipsoids whose spreads are drawn anew by mutation, as covering draws them."""

    name = "hyperellipsoid-redrawn"
    aliases = ()

    def mutate(self, gene, rng):
        """Move the centre within the present extent and draw a spread."""
        reach = math.sqrt(squared_reach(self.matching_threshold))
        gene[CENTRE] += uniform(rng, -1.0, 1.0) * (gene[SPREAD] * reach)
        gene[SPREAD] = uniform(rng, NARROWEST, self.cover_range)


@register
class FlatDontCare(Bell):
    """Bells whose don't care is 1 everywhere, with a centre that generality compares as ever."""

    name = "bell-flat-dont-care"
    aliases = ()

    def cover_any(self, gene, x, rng):
        """Write a bell that is 1 everywhere, centred on x."""
        gene[CENTRE] = x if x == x else 0.5
        gene[SPREAD] = math.inf

    def is_more_general(self, gene, other):
        """Compare spreads; the centres must nearly agree."""
        is_near = abs(gene[CENTRE] - other[CENTRE]) <= self.subsumption_tolerance
        return is_near and gene[SPREAD] >= other[SPREAD]
