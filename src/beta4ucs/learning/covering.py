"""Covering: a new rule when the correct set does not carry the input."""

from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.gene_hash import hash_genes
from beta4ucs.learning.population import COVERINGS, enter, prepare_rule, take_slot
from beta4ucs.learning.specificity import choose_features, note_asked, open_gene, settle_gene
from beta4ucs.learning.unknown import derive_sets
from beta4ucs.learning.value_sets import cover_sets


@kernel
def cover(operators, population, features, config, sets, x, codes, label, time, rng):
    """Add a rule that matches x fully and advocates the label; return its slot."""
    rule = take_slot(population.free, population.counts)
    genes, listed = population.genes, population.sets
    write_condition(
        operators, genes, listed, population.asked, features, config, sets, x, codes, rule, rng
    )
    prepare_rule(operators, population, rule)
    population.hashes[rule] = hash_genes(genes, listed, rule)
    enter(population, rule, label, config.first_fitness, config.first_set_size, time)
    population.fitness_sum[0] += config.first_fitness
    population.counts[COVERINGS] += 1
    return rule


@kernel
def write_condition(
    operators, genes, listed, asked, features, config, sets, x, codes, rule, rng
):  # fmt: skip
    """Write genes that match x, and sets that hold the codes."""
    if asked is None:
        operators.cover(operators.settings, genes, rule, x, features.dont_care, rng)
        return
    dont_care = features.dont_care
    if config.max_conditions > 0:
        dont_care = sets.dont_care
        choose_features(features, config.max_conditions, dont_care, rng)
        note_asked(asked, rule, dont_care)
    operators.cover(operators.settings, genes, rule, x, dont_care, rng)
    settle_genes(operators, genes, features, config.max_conditions > 0, rule, sets.alike)
    cover_sets(listed, rule, features, codes, dont_care, rng)
    if config.derives_sets:
        derive_sets(operators, genes, listed, features, rule, rng)


@kernel
def settle_genes(operators, genes, features, is_limited, rule, alike):
    """Write one and the same open gene for every category, which its set speaks for.

    Else the two ways to write an open interval would keep equal rules apart, and crossing them
    would close it. So it is, too, for whatever is open in a rule with limited conditions.
    """
    for feature in range(features.set_of.shape[0]):
        i = features.set_of[feature]
        if i >= 0 and features.is_numeric[i] == 0:
            open_gene(operators, genes, rule, feature, alike)
        elif is_limited:
            settle_gene(operators, genes, rule, feature, alike)
