"""Rules with a limited number of conditions, for tables with many columns.

With hundreds of columns a rule that asks about two thirds of them matches the row it was made for
and no other. Urbanowicz and Moore (ExSTraCS 2.0, 2015) limit how many a rule may ask about; so
does this, with mutation that adds, drops and changes whole conditions.
"""

import math

from beta4ucs.kernels.bits import BIT
from beta4ucs.kernels.compiled import kernel
from beta4ucs.kernels.random import below, random
from beta4ucs.learning.dispatch import COVER_GENE, KEEP_GENE, MUTATE_GENE, OPEN_GENE
from beta4ucs.learning.value_sets import cover_set, mutate_set, open_set

DRAWS = 20  # per feature: weights that leave hardly any feature end the search for one more


@kernel
def choose_features(features, most, dont_care, rng):
    """Choose 1 .. most features by their weights; write 0 for them, 1 for the others."""
    n_features = dont_care.shape[0]
    for feature in range(n_features):
        dont_care[feature] = 1.0
    missing = 1 + below(rng, most)
    for _ in range(DRAWS * most):
        feature = draw_feature(features.reach, rng)
        if dont_care[feature] > 0.0:
            dont_care[feature] = 0.0
            missing -= 1
        if missing == 0:
            break


@kernel
def draw_feature(reach, rng):
    """Draw a feature by its weight."""
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
def mutate_within_limit(
    operators, genes, sets, asked, features, most, rule, x, alike, rng
):  # fmt: skip
    """Drop, change and add conditions, then drop what is beyond the limit.

    A condition changes with the mutation rate, half of the time by being dropped. As many are
    added as there would be changes in a full rule, on features drawn by their weights.
    """
    rate = features.gene_rates[features.rates.shape[0]]
    n = 0
    for feature in range(features.rates.shape[0]):
        if is_asked(asked, rule, feature):
            deed = KEEP_GENE
            if random(rng) < rate:
                deed = OPEN_GENE if random(rng) < 0.5 else MUTATE_GENE
            n += 1
            if change(operators, genes, sets, features, rule, feature, deed, x, alike, rng):
                asked[rule, feature >> 6] ^= BIT[feature & 63]
                n -= 1
    left = rate * most
    while left > 0.0:
        if random(rng) < left:
            feature = draw_feature(features.reach, rng)
            if n < most and not is_asked(asked, rule, feature):
                is_open = change(
                    operators, genes, sets, features, rule, feature, COVER_GENE, x, alike, rng
                )
                if not is_open:
                    asked[rule, feature >> 6] |= BIT[feature & 63]
                    n += 1
        left -= 1.0
    while n > most:
        place = below(rng, n)
        feature = 0
        while not is_asked(asked, rule, feature) or place > 0:
            place -= is_asked(asked, rule, feature)
            feature += 1
        change(operators, genes, sets, features, rule, feature, OPEN_GENE, x, alike, rng)
        asked[rule, feature >> 6] ^= BIT[feature & 63]
        n -= 1


@kernel
def is_asked(asked, rule, feature):
    """Tell whether the rule has, or may have, a condition on the feature."""
    return asked[rule, feature >> 6] & BIT[feature & 63] != 0


@kernel
def note_asked(asked, rule, dont_care):
    """Write down which features a covering rule asks about."""
    for word in range(asked.shape[1]):
        asked[rule, word] = 0
    for feature in range(dont_care.shape[0]):
        if dont_care[feature] < 1.0:
            asked[rule, feature >> 6] |= BIT[feature & 63]


@kernel
def copy_asked(asked, first, second, target):
    """Let the target ask about what one of the two rules asks about."""
    if asked is None:
        return
    for word in range(asked.shape[1]):
        asked[target, word] = asked[first, word] | asked[second, word]


@kernel
def change(operators, genes, sets, features, rule, feature, deed, x, alike, rng):
    """Open, cover or mutate the condition on a feature, or keep it; tell whether it is open."""
    i = features.set_of[feature]
    is_open = True
    if i < 0 or features.is_numeric[i] != 0:
        if deed == OPEN_GENE:
            is_open = open_gene(operators, genes, rule, feature, alike)
        else:
            operators.change_gene(operators.settings, genes, rule, feature, deed, x[feature], rng)
            is_open = settle_gene(operators, genes, rule, feature, alike)
    if i >= 0:
        n_values = features.n_values[i]
        if deed == OPEN_GENE:
            sets[rule, i] = open_set(n_values)
        elif deed == COVER_GENE:
            code = int(x[features.set_of.shape[0] + i])
            sets[rule, i] = cover_set(code, n_values, rng)
        elif deed == MUTATE_GENE:
            sets[rule, i] = mutate_set(sets[rule, i], n_values, rng)
        is_open = is_open and sets[rule, i] == open_set(n_values)
    return is_open


@kernel
def settle_gene(operators, genes, rule, feature, alike):
    """Tell whether the gene is open; if so, write it as all open genes are."""
    is_open = operators.change_gene(operators.settings, genes, rule, feature, KEEP_GENE, 0.0, alike)
    if is_open:
        open_gene(operators, genes, rule, feature, alike)
    return is_open


@kernel
def open_gene(operators, genes, rule, feature, alike):
    """Write the don't care, always the same one; tell whether it is open, as it should be."""
    alike[0] = 0
    return operators.change_gene(
        operators.settings, genes, rule, feature, OPEN_GENE, math.nan, alike
    )
