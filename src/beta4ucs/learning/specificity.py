"""Rules with a limited number of conditions, for tables with many columns.

With hundreds of columns a rule that asks about two thirds of them matches the row it was made for
and no other. Urbanowicz and Moore (ExSTraCS 2.0, 2015) limit how many a rule may ask about; so
does this, with mutation that adds, drops and changes whole conditions.

A feature that a rule does not ask about has an *open* gene, a don't care, and an open set if it has
one. `asked` holds a bit per rule and feature: set where the rule has a condition, or may have one.

    feature          0      1      2    3    4    5
    condition        .   0.2-0.4   .    .   red   .     two conditions
    asked            0      1      0    0    1    0

Without it every mutation would have to ask hundreds of genes whether they are open. It is None for
plain rules; kernels that would not compile without it get it as an argument of its own, and begin
by asking.
"""

import math

from beta4ucs.kernels.bits import BIT
from beta4ucs.kernels.compiled import kernel
from beta4ucs.kernels.random import below, random
from beta4ucs.learning.rule_operators import COVER_GENE, KEEP_GENE, MUTATE_GENE, OPEN_GENE
from beta4ucs.learning.value_sets import cover_set, mutate_set, open_set

DRAWS = 20  # per feature: weights that leave hardly any feature end the search for one more


@kernel
def choose_features(system, asked, dont_care, rule, rng):
    """Choose what a covering rule asks about: 1 to `max_conditions` features, by their weights.

    Writes 0 into `dont_care` for them and 1 for the others, and the same into the rule's `asked`.
    A feature that is drawn twice counts once.
    """
    if asked is None:
        return
    most = system.config.max_conditions
    for feature in range(dont_care.shape[0]):
        dont_care[feature] = 1.0
    for word in range(asked.shape[1]):
        asked[rule, word] = 0
    missing = 1 + below(rng, most)
    for _ in range(DRAWS * most):
        feature = draw_feature(system.features.reach, rng)
        if dont_care[feature] > 0.0:
            dont_care[feature] = 0.0
            asked[rule, feature >> 6] |= BIT[feature & 63]
            missing -= 1
        if missing == 0:
            break


@kernel
def draw_feature(reach, rng):
    """Draw a feature by its weight: bisect for the first summed weight beyond a random point."""
    draw = random(rng) * reach[-1]
    low = 0
    high = reach.shape[0] - 1
    while low < high:
        middle = (low + high) // 2
        if draw < reach[middle]:
            high = middle
        else:
            low = middle + 1
    return low


@kernel
def mutate_within_limit(system, population, asked, sample, rule, rng):
    """Drop, change and add conditions, then drop what is beyond the limit.

    A condition changes with the mutation rate, half of the time by being dropped. As many are
    added as there would be changes in a full rule, on features drawn by their weights; they are
    made to match the sample, as covering does. After crossover a child may ask about what either
    parent asks about, and have more conditions than allowed.
    """
    if asked is None:
        return
    features, most = system.features, system.config.max_conditions
    rate = features.gene_rates[features.rates.shape[0]]
    n = 0
    for feature in range(features.rates.shape[0]):
        if is_asked(asked, rule, feature):
            # A condition that is kept is looked at, too: crossover may have opened it.
            action = KEEP_GENE
            if random(rng) < rate:
                action = OPEN_GENE if random(rng) < 0.5 else MUTATE_GENE
            n += 1
            if change_condition(system, population, sample, rule, feature, action, rng):
                asked[rule, feature >> 6] ^= BIT[feature & 63]
                n -= 1
    n = add_conditions(system, population, asked, sample, rule, n, rng)
    while n > most:
        feature = draw_asked(asked, rule, n, rng)
        change_condition(system, population, sample, rule, feature, OPEN_GENE, rng)
        asked[rule, feature >> 6] ^= BIT[feature & 63]
        n -= 1


@kernel
def add_conditions(system, population, asked, sample, rule, n, rng):
    """Add conditions to a rule that has n of them, as long as there is room; return their number.

    The expected number of attempts is p_mut * max_conditions: its whole part for certain, and one
    more with the chance of the rest.
    """
    features, most = system.features, system.config.max_conditions
    left = features.gene_rates[features.rates.shape[0]] * most
    while left > 0.0:
        if random(rng) < left:
            feature = draw_feature(features.reach, rng)
            is_new = n < most and not is_asked(asked, rule, feature)
            if is_new and not change_condition(
                system, population, sample, rule, feature, COVER_GENE, rng
            ):
                asked[rule, feature >> 6] |= BIT[feature & 63]
                n += 1
        left -= 1.0
    return n


@kernel
def draw_asked(asked, rule, n, rng):
    """Draw one of the n features that the rule asks about, each with the same chance."""
    place = below(rng, n)
    feature = 0
    while not is_asked(asked, rule, feature) or place > 0:
        place -= is_asked(asked, rule, feature)
        feature += 1
    return feature


@kernel
def is_asked(asked, rule, feature):
    """Tell whether the rule has, or may have, a condition on the feature.

    It may have none: bits are not cleared when crossover opens a gene, but by the mutation after.
    """
    return asked[rule, feature >> 6] & BIT[feature & 63] != 0


@kernel
def change_condition(system, population, sample, rule, feature, action, rng):
    """Open, cover or mutate the condition on a feature, or keep it; tell whether it is open.

    `action` is one of those that `change_gene` of `rule_operators.py` knows; for sets it is done
    here. A category has a set and no gene to speak of, a number a gene and perhaps a set; the
    condition is open if all that there is is open.
    """
    operators, features = system.operators, system.features
    genes, sets = population.genes, population.sets
    i = features.set_of[feature]
    is_open = True
    if i < 0 or features.is_numeric[i] != 0:  # a number
        if action == OPEN_GENE:
            is_open = open_gene(system, genes, rule, feature)
        else:
            x = sample.x[feature]
            operators.change_gene(operators.settings, genes, rule, feature, action, x, rng)
            is_open = settle_gene(system, genes, rule, feature)
    if i >= 0:
        n_values = features.n_values[i]
        if action == OPEN_GENE:
            sets[rule, i] = open_set(n_values)
        elif action == COVER_GENE:
            sets[rule, i] = cover_set(int(sample.codes[i]), n_values, rng)
        elif action == MUTATE_GENE:
            sets[rule, i] = mutate_set(sets[rule, i], n_values, rng)
        is_open = is_open and sets[rule, i] == open_set(n_values)
    return is_open


@kernel
def settle_gene(system, genes, rule, feature):
    """Tell whether the gene is open; if so, write it as all open genes are.

    Mutation can widen an interval to the whole range. From then on the rule asks nothing there.
    """
    operators = system.operators
    is_open = operators.change_gene(
        operators.settings, genes, rule, feature, KEEP_GENE, 0.0, system.fixed_stream
    )
    if is_open:
        open_gene(system, genes, rule, feature)
    return is_open


@kernel
def open_gene(system, genes, rule, feature):
    """Write the don't care, always the same one; tell whether it is open, as it should be.

    A representation may draw its don't care at random. The stream that it draws from is set back
    first, so that equal rules have equal genes.
    """
    operators, stream = system.operators, system.fixed_stream
    stream[0] = 0
    return operators.change_gene(
        operators.settings, genes, rule, feature, OPEN_GENE, math.nan, stream
    )
