"""What the trainer does with whole rules, in terms of what a representation does with one gene.

Each function is a template: `unpack` makes the representation of its hyperparameters, `gene_mutate`
and the like are its methods, and `RULE_ROWS` tells whether the last row of genes belongs to no
feature. None of these names is known here; `dispatch.py` copies the templates with globals in which
they are.
"""

# ruff: noqa: F821

import numpy as np

from beta4ucs.kernels.random import below, next_bits, random

# What `change_gene` may do; no plain ints, for each of which Numba would compile its callers anew.
KEEP_GENE, OPEN_GENE, COVER_GENE, MUTATE_GENE = np.arange(4)


def degrees(settings, genes, packed, n_packed, x, rules, n, buffer, out):
    """Matching degrees of n rules whose support holds x, by the representation's own batch.

    Where degrees are products of powers, one logarithm over all terms of all rules is much quicker
    than a power per gene.
    """
    gene_degrees(unpack(settings), genes, packed, n_packed, x, rules, n, buffer, out)


def degrees_by_rule(settings, genes, packed, n_packed, x, rules, n, buffer, out):
    """Matching degrees of n rules, one after the other."""
    representation = unpack(settings)
    for i in range(n):
        out[i] = gene_degree(representation, genes[rules[i]], x)


def degrees_by_gene(settings, genes, packed, n_packed, x, rules, n, buffer, out):
    """Matching degrees of n rules: mu = product of mu_i(x_i), missing features left out.

    A product that has become 0 stays 0.
    """
    representation = unpack(settings)
    for i in range(n):
        product = 1.0
        for feature in range(x.shape[0]):
            if x[feature] == x[feature]:
                product *= gene_membership(representation, genes[rules[i], feature], x[feature])
                if product <= 0.0:
                    break
        out[i] = product


def cover(settings, genes, rule, x, dont_care, rng):
    """Write genes that match x, each a don't care with its probability; then the rule's.

    A feature that is missing in x tells nothing to cover: it becomes a don't care.
    """
    representation = unpack(settings)
    for feature in range(x.shape[0]):
        is_missing = x[feature] != x[feature]
        if is_missing or random(rng) < dont_care[feature]:
            gene_cover_any(representation, genes[rule, feature], x[feature], rng)
        else:
            gene_cover(representation, genes[rule, feature], x[feature], rng)
    if RULE_ROWS > 0:
        gene_cover_rule(representation, genes[rule, x.shape[0]], rng)


def crossover(settings, genes, rule, other, swaps_whole_genes, rng):
    """Swap numbers (or whole genes) between two rules, each with probability 1/2, and repair.

    One draw of 64 bits serves all numbers of a gene. The article swaps whole fuzzy sets, its
    program single numbers, and its tables come from the latter (SPEC E2).
    """
    representation = unpack(settings)
    for feature in range(genes.shape[1]):
        coins = next_bits(rng)
        for i in range(genes.shape[2]):
            # no branch: the processor cannot predict a coin
            is_swapped = coins & 1 != 0
            first, second = genes[rule, feature, i], genes[other, feature, i]
            genes[rule, feature, i] = second if is_swapped else first
            genes[other, feature, i] = first if is_swapped else second
            if not swaps_whole_genes:
                coins >>= 1
        if feature < genes.shape[1] - RULE_ROWS:
            gene_repair(representation, genes[rule, feature])
            gene_repair(representation, genes[other, feature])


def mutate(settings, genes, rule, rates, rng):
    """Mutate each gene with its probability p_mut, and repair it; the last rate is the rule's own.

    A rate of 0 keeps the gene of a category, which means nothing, as it is.
    """
    representation = unpack(settings)
    n_features = genes.shape[1] - RULE_ROWS
    for feature in range(n_features):
        if random(rng) < rates[feature]:
            gene_mutate(representation, genes[rule, feature], rng)
            gene_repair(representation, genes[rule, feature])
    if RULE_ROWS > 0 and random(rng) < rates[n_features]:
        gene_mutate_rule(representation, genes[rule, n_features], rng)


def vary(settings, genes, rule, rates, rng):
    """Mutate each gene as the representation itself uses its rate, and repair it.

    For those whose numbers mutate with chances of their own, such as a flag beside a centre.
    """
    representation = unpack(settings)
    n_features = genes.shape[1] - RULE_ROWS
    for feature in range(n_features):
        gene_vary(representation, genes[rule, feature], rates[feature], rng)
        gene_repair(representation, genes[rule, feature])
    if RULE_ROWS > 0 and random(rng) < rates[n_features]:
        gene_mutate_rule(representation, genes[rule, n_features], rng)


def compare_genes(settings, genes, rule, other):
    """Tell whether every gene is at least as general as the other rule's.

    So an equal rule is as general; that it must not subsume its equal is the trainer's business.
    """
    representation = unpack(settings)
    for feature in range(genes.shape[1] - RULE_ROWS):
        if not gene_is_more_general(representation, genes[rule, feature], genes[other, feature]):
            return False
    return True


def compare_rules(settings, genes, rule, other):
    """Tell whether the rule is at least as general as the other, by the representation's test."""
    return gene_rule_is_more_general(unpack(settings), genes[rule], genes[other])


def prepare(settings, genes, rule, support, width, packed, n_packed):
    """Write what is derived from the genes; return the number of those that are not crisp.

    The support is cut to [0, 1], where inputs lie. Its width, summed over features, is a first
    test for generality: a rule that contains another is at least as wide.
    """
    representation = unpack(settings)
    total = 0.0
    fuzzy = 0
    for feature in range(support.shape[2]):
        gene = genes[rule, feature]
        low, high = gene_support(representation, gene)
        low, high = max(0.0, low), min(1.0, high)
        support[rule, 0, feature] = low
        support[rule, 1, feature] = high
        total += high - low
        if not gene_is_crisp(representation, gene):
            fuzzy += 1
    width[rule] = total
    n_packed[rule] = gene_pack(representation, genes, rule, packed)
    return fuzzy


def crispify(settings, genes, rule, rng):
    """Make one gene crisp, chosen at random among those that are not; False if there is none.

    Counted first and then drawn, so that one random number is enough.
    """
    representation = unpack(settings)
    fuzzy = 0.0
    for feature in range(genes.shape[1]):
        if not gene_is_crisp(representation, genes[rule, feature]):
            fuzzy += 1.0
    if fuzzy == 0.0:
        return False
    chosen = below(rng, fuzzy)
    for feature in range(genes.shape[1]):
        if not gene_is_crisp(representation, genes[rule, feature]):
            if chosen == 0:
                gene_make_crisp(representation, genes[rule, feature])
                break
            chosen -= 1
    return True


def change_gene(settings, genes, rule, feature, action, x, rng):
    """Open, cover or mutate one gene, or keep it; tell whether it matches everything fully.

    A gene that does so at both ends does so everywhere: memberships have one peak or plateau. Only
    rules with sets or with limited conditions need single genes to be changed.
    """
    representation = unpack(settings)
    gene = genes[rule, feature]
    if action == OPEN_GENE or (action == COVER_GENE and x != x):
        gene_cover_any(representation, gene, x, rng)
    elif action == COVER_GENE:
        gene_cover(representation, gene, x, rng)
    elif action == MUTATE_GENE:
        gene_mutate(representation, gene, rng)
        gene_repair(representation, gene)
    is_full_below = gene_membership(representation, gene, 0.0) >= 1.0
    return is_full_below and gene_membership(representation, gene, 1.0) >= 1.0


def is_never_crisp(representation, gene):
    """Stand in where a representation does not tell crisp genes from others."""
    return False


def pack_nothing(representation, genes, rule, packed):
    """Stand in where a representation precomputes nothing."""
    return 0


def leave_rule_genes(representation, gene, rng):
    """Stand in where a representation has no genes of whole rules."""


def leave_rule(settings, genes, rule, rng):
    """Stand in for `crispify` where there is no crisp form to fall back to, or no wish to."""
    return False


def leave_gene(settings, genes, rule, feature, action, x, rng):
    """Stand in for `change_gene` where it is not called."""
    return False


STAND_INS = {"crispify": leave_rule, "change_gene": leave_gene}
