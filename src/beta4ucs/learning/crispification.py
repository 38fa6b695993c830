"""Crispification: pull accurate rules back to plain intervals, one gene at a time."""

from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.gene_hash import hash_genes, link_hash, unlink_hash
from beta4ucs.learning.population import (
    CRISPIFICATIONS,
    forget_experience,
    is_alive,
    prepare_rule,
)
from beta4ucs.learning.unknown import derive_sets
from beta4ucs.learning.value_sets import index_sets


@kernel
def crispify_able(operators, population, features, config, able, n_able, rng):
    """Make one fuzzy gene crisp in each able rule of [C], which then proves itself anew."""
    for i in range(n_able):
        if population.fuzzy_genes[able[i]] > 0:
            crispify(operators, population, features, config, able[i], rng)


@kernel
def crispify(operators, population, features, config, rule, rng):
    """Make one gene crisp and empty what the rule has seen; fitness and label stay."""
    genes, settings, hashes = population.genes, operators.settings, population.hashes
    if not operators.crispify(settings, genes, rule, rng):
        return
    heads, following = population.chain_head, population.chain_next
    forget_experience(population.stats, population.mass, population.votes, rule)
    is_member = is_alive(population.alive, rule)
    if is_member:
        unlink_hash(hashes, heads, following, rule)
    if config.derives_sets:
        derive_sets(operators, genes, population.sets, features, rule, rng)
        index_sets(population.planes, population.indexed, population.sets, rule)
    hashes[rule] = hash_genes(genes, population.sets, rule)
    if is_member:
        link_hash(hashes, heads, following, rule)
    prepare_rule(operators, population, rule)
    population.counts[CRISPIFICATIONS] += 1
