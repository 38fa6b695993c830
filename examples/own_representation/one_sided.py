"""A representation of one's own: a feature is at least, or at most, a threshold."""

from typing import NamedTuple

from beta4ucs.representations import kernel, random, register, uniform

THRESHOLD, SLACK, SIDE = 0, 1, 2
AT_LEAST, AT_MOST = 1.0, -1.0


@kernel
def reach(gene):
    """Where membership has fallen to 0."""
    return gene[THRESHOLD] - gene[SIDE] * gene[SLACK]


@kernel
def passes_everything(gene):
    """Tell whether every x in [0, 1] is on the right side of the threshold."""
    return gene[THRESHOLD] <= 0.0 if gene[SIDE] == AT_LEAST else gene[THRESHOLD] >= 1.0


@register
class OneSided(NamedTuple):
    """Full membership on one side of a threshold, falling to 0 over the slack beyond it."""

    cover_range: float = 0.5  # largest distance of a new threshold from the covered value
    initial_slack: float = 0.2  # largest slack of a new gene
    mutation_step: float = 0.1

    name = "one-sided"
    genes = ("threshold", "slack", "side")

    def support(self, gene):
        """Return the interval outside of which membership is 0."""
        if gene[SIDE] == AT_LEAST:
            return reach(gene), 1.0
        return 0.0, reach(gene)

    def membership(self, gene, x):
        """Return 1 on the right side of the threshold, less within the slack, 0 beyond it."""
        short = (gene[THRESHOLD] - x) * gene[SIDE]
        if short <= 0.0:
            return 1.0
        if short >= gene[SLACK]:
            return 0.0
        return 1.0 - short / gene[SLACK]

    def cover(self, gene, x, rng):
        """Choose a side at random, and a threshold that x passes."""
        distance = uniform(rng, 0.0, self.cover_range)
        if random(rng) < 0.5:
            gene[SIDE] = AT_LEAST
            gene[THRESHOLD] = max(0.0, x - distance)
        else:
            gene[SIDE] = AT_MOST
            gene[THRESHOLD] = min(1.0, x + distance)
        gene[SLACK] = uniform(rng, 0.0, self.initial_slack)

    def cover_any(self, gene, x, rng):
        """Let everything pass."""
        gene[THRESHOLD] = 0.0
        gene[SLACK] = 0.0
        gene[SIDE] = AT_LEAST

    def mutate(self, gene, rng):
        """Move the threshold and change the slack."""
        step = self.mutation_step
        gene[THRESHOLD] += uniform(rng, -step, step)
        gene[SLACK] += uniform(rng, -step, step)

    def repair(self, gene):
        """Keep the threshold in [0, 1] and the slack from 0 upwards."""
        gene[THRESHOLD] = min(1.0, max(0.0, gene[THRESHOLD]))
        gene[SLACK] = max(0.0, gene[SLACK])

    def is_more_general(self, gene, other):
        """Compare threshold and reach; for the other side only what passes everything is."""
        side = gene[SIDE]
        if side != other[SIDE]:
            return passes_everything(gene)
        reaches_further = reach(gene) * side <= reach(other) * side
        return reaches_further and gene[THRESHOLD] * side <= other[THRESHOLD] * side

    def is_crisp(self, gene):
        """Tell whether membership jumps from 0 to 1."""
        return gene[SLACK] == 0.0

    def make_crisp(self, gene):
        """Match fully wherever the gene matches at all."""
        gene[THRESHOLD] = min(1.0, max(0.0, reach(gene)))
        gene[SLACK] = 0.0

    def describe(self, gene, feature):
        """Say where the gene matches fully, and where partly."""
        threshold, slack, side = gene.tolist()
        if side == AT_LEAST:
            fully = feature.interval(threshold, 1.0)
            partly = feature.interval(threshold - slack, 1.0)
        else:
            fully = feature.interval(0.0, threshold)
            partly = feature.interval(0.0, threshold + slack)
        if fully in ("", partly):
            return fully
        return f"{fully} (partly {partly or 'anything'})"
