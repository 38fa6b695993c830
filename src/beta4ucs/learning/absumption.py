"""Absumption: make rules that prove over-general more specific, instead of deleting them.

Subsumption lets a general rule absorb specific ones; absumption is its counterpart. A rule that has
seen enough rows and is still worse than others covers rows of several classes. Liu, Browne and Xue
(GECCO 2019) specialise such a rule, so that what it has found is not lost; the article names it as
future work. It is off by default: with ``absumption_fraction=0`` learning is the article's.

    over-general    exp > theta_sub and F^nu < absumption_fraction * mean of F^nu over rules
    more specific   on one feature the condition that covering would make for the present row,
                    if it lies inside the rule's own: the rule goes on matching that row

As after crispification, the rule has to earn its experience again; F, class, cs, ts and num stay.
"""

from beta4ucs.kernels.compiled import kernel
from beta4ucs.kernels.random import below
from beta4ucs.learning.covering import write_condition
from beta4ucs.learning.lifecycle import hash_genes, link_hash, unlink_hash
from beta4ucs.learning.population import (
    EXPERIENCE,
    FITNESS,
    MACRO,
    SCRATCH,
    forget_experience,
    is_alive,
    power,
)
from beta4ucs.learning.specificity import is_asked
from beta4ucs.learning.support_index import index_support, prepare_rule
from beta4ucs.learning.value_sets import derive_sets, index_sets


@kernel
def absume_correct_set(system, population, workspace, sample, rng):
    """Specialise the over-general rules of [C].

    As in deletion, no rule is called weak while the mean fitness is not positive (SPEC E29). A rule
    that deletion has just removed (SPEC E16) is left alone.
    """
    config, stats = system.config, population.stats
    match_set, correct_set = workspace.match_set, workspace.correct_set
    mean = population.fitness_sum[0] / population.counts[MACRO]
    if mean <= 0.0:
        return
    least = config.absumption_fraction * mean
    for i in range(correct_set.size[0]):
        rule = match_set.rules[correct_set.places[i]]
        is_experienced = stats[rule, EXPERIENCE] > config.subsumption_threshold
        is_weak = power(stats[rule, FITNESS], config.fitness_power) < least
        if is_experienced and is_weak and is_alive(population.alive, rule):
            specialise(system, population, workspace.dont_care, sample, rule, rng)


@kernel
def specialise(system, population, dont_care, sample, rule, rng):
    """Take over one condition of a covering rule for the sample, drawn at random; then exp = 0.

    The covering rule is made in a scratch row. Where none of its conditions lies inside the rule's
    own, the rule stays as it is. Sets of values stay in any case, except those that follow genes.
    """
    genes, row = population.genes, population.genes.shape[0] - SCRATCH
    write_condition(system, population, dont_care, sample, row, rng)
    prepare_rule(system.operators, population, row)
    feature = draw_narrower(system.config, population, rule, row, rng)
    if feature < 0:
        return
    unlink_hash(population, rule)
    for i in range(genes.shape[2]):
        genes[rule, feature, i] = genes[row, feature, i]
    derive_sets(system, genes, population.sets, rule, rng)
    prepare_rule(system.operators, population, rule)
    index_support(population, rule)
    index_sets(population.planes, population.indexed, population.sets, rule)
    population.hashes[rule] = hash_genes(genes, population.sets, rule)
    link_hash(population, rule)
    forget_experience(population, rule)


@kernel
def draw_narrower(config, population, rule, row, rng):
    """Draw one of the features on which the row is narrower than the rule, or return -1."""
    support, asked, is_limited = population.support, population.asked, config.max_conditions > 0
    n = 0
    for feature in range(support.shape[2]):
        if is_narrower(support, rule, row, feature):
            n += may_ask(asked, is_limited, rule, feature)
    if n == 0:
        return -1
    place = below(rng, n)
    for feature in range(support.shape[2]):
        if is_narrower(support, rule, row, feature) and may_ask(asked, is_limited, rule, feature):
            if place == 0:
                return feature
            place -= 1
    return -1


@kernel
def is_narrower(support, rule, row, feature):
    """Tell whether the support of the row lies inside that of the rule, and is not the same."""
    low, high = support[rule, 0, feature], support[rule, 1, feature]
    inner_low, inner_high = support[row, 0, feature], support[row, 1, feature]
    is_inside = low <= inner_low and inner_high <= high
    return is_inside and (low < inner_low or inner_high < high)


@kernel
def may_ask(asked, is_limited, rule, feature):
    """Tell whether a condition on the feature keeps within the limit, if there is one."""
    if asked is None:
        return True
    return not is_limited or is_asked(asked, rule, feature)
