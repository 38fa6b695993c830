"""Crispification: pull accurate rules back to plain intervals (line 14 of Algorithm 1, SPEC C.6).

A rule that is accurate and experienced with a fuzzy condition may be as good with a crisp one,
which is easier to read and quicker to match. One gene at a time becomes crisp, and the rule has
to earn exp > theta_sub again before the next. If it turns out worse for that, its fitness says
so, and subsumption and deletion do the rest.
"""

from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.lifecycle import hash_genes, link_hash, unlink_hash
from beta4ucs.learning.population import CRISPIFICATIONS, forget_experience, is_alive
from beta4ucs.learning.support_index import prepare_rule
from beta4ucs.learning.value_sets import derive_sets, index_sets


@kernel
def crispify_correct_set(system, population, correct_set, rng):
    """Crispify the rules of [C] with exp > theta_sub and F > F_0 that still have a fuzzy gene.

    That is the condition for subsumers, so credit has listed these rules already; those that were
    subsumed a moment ago are off the list.
    """
    for i in range(correct_set.n_eligible[0]):
        rule = correct_set.eligible[i]
        if population.fuzzy_genes[rule] > 0:
            crispify(system, population, rule, rng)


@kernel
def crispify(system, population, rule, rng):
    """Make one fuzzy gene crisp, drawn at random; then exp = 0 and cm = 0.

    The support stays as it was: a gene becomes the interval that it had. So the support index need
    not change, only what depends on the genes themselves. A rule that deletion has just removed
    (SPEC E16) is in no chain.
    """
    operators = system.operators
    if not operators.crispify(operators.settings, population.genes, rule, rng):
        return
    forget_experience(population, rule)
    is_member = is_alive(population.alive, rule)
    if is_member:
        unlink_hash(population, rule)
    derive_sets(system, population.genes, population.sets, rule, rng)
    index_sets(population.planes, population.indexed, population.sets, rule)
    population.hashes[rule] = hash_genes(population.genes, population.sets, rule)
    if is_member:
        link_hash(population, rule)
    prepare_rule(operators, population, rule)
    population.counts[CRISPIFICATIONS] += 1
