"""Other definitions of the article's representations, for `fidelity.py --set representation=...`.

    python benchmarks/fidelity.py --systems Self-Ada-RT \
        --set representation=benchmarks/definitions.py:WholeLine --seeds 1-3

Each differs from the one in the package in a single respect. docs/fidelity.md says how they fit.
"""

from __future__ import annotations

from beta4ucs.representations import register
from beta4ucs.representations.hyperellipsoid import CENTRE, NARROWEST, SPREAD, Hyperellipsoid
from beta4ucs.representations.rectangle_or_triangle import IS_TRIANGLE, RectangleOrTriangle


@register
class WholeLine(RectangleOrTriangle):
    """Self-Ada-RT whose shapes are compared beyond [0, 1], too."""

    name = "rectangle-or-triangle-on-the-whole-line"
    aliases = ()

    def is_more_general(self, gene, other):
        """Compare the supports; a triangle dominates only triangles with the same peak."""
        if gene[CENTRE] - gene[SPREAD] > other[CENTRE] - other[SPREAD]:
            return False
        if gene[CENTRE] + gene[SPREAD] < other[CENTRE] + other[SPREAD]:
            return False
        if gene[IS_TRIANGLE] == 0.0:
            return True
        return other[IS_TRIANGLE] > 0.0 and gene[CENTRE] == other[CENTRE]


@register
class Capped(Hyperellipsoid):
    """Hyperellipsoids whose spreads never exceed what covering draws at most."""

    name = "hyperellipsoid-capped"
    aliases = ()

    def repair(self, gene):
        """Keep the centre in the range of the data and the spread up to r_0."""
        gene[CENTRE] = min(1.0, max(0.0, gene[CENTRE]))
        gene[SPREAD] = min(self.cover_range, max(NARROWEST, abs(gene[SPREAD])))
