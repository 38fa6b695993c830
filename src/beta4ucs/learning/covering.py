"""Covering: a new rule when the correct set does not carry the input."""

from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.population import COVERINGS, enter, hash_genes, take_slot


@kernel
def cover(operators, population, config, x, label, time, rng):
    """Add a rule that matches x fully and advocates the label; return its slot."""
    rule = take_slot(population.free, population.counts)
    genes, settings = population.genes, operators.settings
    operators.cover(settings, genes, rule, x, config.dont_care_rate, rng)
    population.fuzzy_genes[rule] = operators.prepare(
        settings, genes, rule, population.support, population.width, population.packed
    )
    population.hashes[rule] = hash_genes(genes, rule)
    enter(population, rule, label, config.first_fitness, config.first_set_size, time)
    population.fitness_sum[0] += config.first_fitness
    population.counts[COVERINGS] += 1
    return rule
