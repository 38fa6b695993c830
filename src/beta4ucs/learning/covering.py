"""Covering: a new rule when the correct set does not carry the input."""

from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.population import COVERINGS, enter, hash_genes, take_slot

FIRST_FITNESS = 1.0
FIRST_SET_SIZE = 1.0


@kernel
def cover(operators, population, dont_care_rate, x, label, time, rng):
    """Add a rule that matches x fully and advocates the label; return its slot."""
    rule = take_slot(population.free, population.counts)
    genes, settings = population.genes, operators.settings
    operators.cover(settings, genes, rule, x, dont_care_rate, rng)
    population.fuzzy_genes[rule] = operators.prepare(
        settings, genes, rule, population.support, population.width, population.packed
    )
    population.hashes[rule] = hash_genes(genes, rule)
    enter(population, rule, label, FIRST_FITNESS, FIRST_SET_SIZE, time)
    population.fitness_sum[0] += FIRST_FITNESS
    population.counts[COVERINGS] += 1
    return rule
