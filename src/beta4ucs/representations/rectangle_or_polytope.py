"""Rectangle or curved polytope: each rule carries a number that decides which it is."""

from typing import NamedTuple

from beta4ucs.hyperparameters import CONDITIONS
from beta4ucs.kernels.arithmetic import log
from beta4ucs.kernels.random import random, uniform
from beta4ucs.representations.contract import register
from beta4ucs.representations.curved_polytope import (
    ROUNDING,
    CurvedPolytope,
    compare,
    ends,
    pack_product,
    product_exceeds,
    widened,
)

MIXING = 0


@register
class RectangleOrPolytope(NamedTuple):
    """Curved polytope or the box around it, by a number per rule that evolves (Self-Ada-RP).

    Shiraishi et al., GECCO 2022. Genes and their operators are those of `CurvedPolytope`. If the
    number `mixing` is and_threshold or more, every kernel alone must exceed the threshold, which
    makes a box; else their product. Reconstructed from the description in the article on
    beta4-UCS: all operators. The comparison of two products is necessary and not sufficient, one
    with a box is exact.
    """

    mutation_step: float = 5.0  # m_0
    matching_threshold: float = 0.7  # theta_m
    initial_shape: float = 5.0  # s_0
    mixing_step: float = 0.5  # m_zeta
    and_threshold: float = 0.5  # theta_and

    name = "rectangle-or-polytope"
    aliases = ("Self-Ada-RP",)
    genes = CurvedPolytope.genes
    rule_genes = ("mixing",)  # zeta
    parameters = CONDITIONS["rectangle-or-polytope"]
    matches_crisply = True

    support = CurvedPolytope.support
    membership = CurvedPolytope.membership
    packed_width = CurvedPolytope.packed_width
    degrees = CurvedPolytope.degrees
    cover = CurvedPolytope.cover
    cover_any = CurvedPolytope.cover_any
    mutate = CurvedPolytope.mutate
    repair = CurvedPolytope.repair
    is_crisp = CurvedPolytope.is_crisp
    describe = CurvedPolytope.describe

    def degree(self, genes, x):
        """Return 1 if x lies in the box, or in the polytope, else 0; missing features match."""
        limit = log(self.matching_threshold)
        if genes[x.shape[0], MIXING] < self.and_threshold:
            return 1.0 if product_exceeds(genes, x, limit) else 0.0
        for feature in range(x.shape[0]):
            low, high = widened(*ends(genes[feature], limit))
            if x[feature] < low or x[feature] > high:
                return 0.0
        return 1.0

    def pack(self, genes, rule, packed):
        """Store a line per gene that is not a don't care; none for a box."""
        last = genes.shape[1] - 1
        if genes[rule, last, MIXING] < self.and_threshold:
            return pack_product(genes, rule, last, packed)
        return 0  # `degrees` is asked only within the support: the box

    def cover_rule(self, gene, rng):
        """Draw the number that decides between box and polytope."""
        gene[MIXING] = random(rng)

    def mutate_rule(self, gene, rng):
        """Change the deciding number by up to mixing_step."""
        step = self.mixing_step
        gene[MIXING] = min(1.0, max(0.0, gene[MIXING] + uniform(rng, -step, step)))

    def rule_is_more_general(self, genes, others):
        """Compare intervals; a polytope must besides hold the other's corners, or its axes."""
        last = genes.shape[0] - 1
        limit = log(self.matching_threshold)
        is_wider, on_axes, at_corners = compare(genes, others, last, limit)
        if genes[last, MIXING] >= self.and_threshold:
            return is_wider
        is_box = others[last, MIXING] >= self.and_threshold
        return is_wider and (at_corners if is_box else on_axes) >= limit - ROUNDING

    def describe_rule(self, gene):
        """Say that the conditions of a polytope count together."""
        return "" if gene[MIXING] >= self.and_threshold else "close to all peaks at once"
