"""What the tests of the representations share: cases, and calls as the trainer makes them."""

import math
from typing import NamedTuple

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from beta4ucs.data.scaling import UnitScaling
from beta4ucs.kernels.random import new_stream
from beta4ucs.learning.dispatch import operators_of
from beta4ucs.learning.matching import PADDING, buffer_size
from beta4ucs.representations import contract
from beta4ucs.rules.wording import FeatureWords
from oracle import Stream

PATIENT = settings(deadline=None)  # the first call compiles
SEEDS = st.integers(0, 2**64 - 1)
INPUTS = st.one_of(st.sampled_from([0.0, 0.5, 1.0]), st.floats(0.0, 1.0))


@st.composite
def rules_and_rows(draw, genes, values_of):
    """The genes of a rule, and a row of which a value is one of its gene's or missing."""
    rule = draw(st.lists(genes, min_size=1, max_size=6))
    row = [draw(st.one_of(st.just(math.nan), values_of(gene))) for gene in rule]
    return np.array(rule), np.array(row, dtype=float)


def many_rules(n_features, draw_genes, n_chosen=None):
    """More rules than blocks hold, a row, and which rules to ask: in any order, repeatedly."""
    generator = np.random.default_rng(n_features)
    rules = draw_genes(generator, (6000 // n_features + 5, n_features))
    row = generator.random(n_features)
    row[1::5] = math.nan
    return rules, row, generator.integers(0, len(rules), n_chosen or len(rules) + 7)


def new_rules(representation, n_rules, n_features):
    rows = n_features + contract.rule_rows(representation)
    return np.zeros((n_rules, rows, contract.gene_width(representation)))


# ------------------------------------------------------------------ degrees


def product_of_memberships(representation, rule, row):
    product = 1.0
    for gene, x in zip(rule, row, strict=True):
        if not math.isnan(x):
            product *= representation.membership(gene, x)
    return float(product)


def degrees_one_by_one(representation, rules, row, chosen):
    return [float(representation.degree(rules[rule], row)) for rule in chosen]


class Prepared(NamedTuple):
    """What the trainer keeps of rules beside their genes."""

    support: np.ndarray
    breadth: np.ndarray
    packed: np.ndarray
    n_packed: np.ndarray
    n_fuzzy: np.ndarray


def empty_packed(representation, n_rules, n_features):
    """Work space that holds nothing of use."""
    width = getattr(representation, "packed_width", lambda n_features: 1)(n_features)
    return np.full((n_rules, max(1, width)), math.nan)


def prepared(representation, rules, n_features):
    """By the operator that the trainer calls."""
    operators, n_rules = operators_of(representation), len(rules)
    support, breadth = np.full((n_rules, 2, n_features), math.nan), np.full(n_rules, math.nan)
    packed = empty_packed(representation, n_rules, n_features)
    n_packed = np.full(n_rules, -1)
    n_fuzzy = [
        operators.prepare(operators.settings, rules, rule, support, breadth, packed, n_packed)
        for rule in range(n_rules)
    ]
    return Prepared(support, breadth, packed, n_packed, np.array(n_fuzzy))


def packed_plainly(representation, rules, n_features):
    """By the methods of the representation: packed numbers, and how many entries."""
    packed = empty_packed(representation, len(rules), n_features)
    n_packed = [representation.pack(rules, rule, packed) for rule in range(len(rules))]
    return packed, np.array(n_packed)


def batch_degrees(representation, rules, row, chosen, *, compiled):
    """Degrees of the chosen rules at once, by the operator of the trainer or by the method."""
    n_features = len(row)
    out = np.full(len(chosen) + PADDING, math.nan)
    asked = row, chosen, len(chosen), np.full(buffer_size(n_features), math.nan), out
    if compiled:
        operators, ready = operators_of(representation), prepared(representation, rules, n_features)
        operators.degrees(operators.settings, rules, ready.packed, ready.n_packed, *asked)
    else:
        representation.degrees(rules, *packed_plainly(representation, rules, n_features), *asked)
    return out[: len(chosen)].tolist()


def degrees_both_ways(representation, rules, row, chosen, *, compiled=True):
    """Degrees of the chosen rules at once, and one by one."""
    at_once = batch_degrees(representation, rules, row, np.array(chosen), compiled=compiled)
    return at_once, degrees_one_by_one(representation, rules, row, chosen)


# ------------------------------------------------------------------ mutation and repair


def mutated(representation, gene, seed):
    """A gene after `mutate`, and the state of the stream after it."""
    after, rng = gene.copy(), new_stream(seed)
    representation.mutate(after, rng)
    return after.tolist(), int(rng[0])


def moved_in_order(gene, step, seed):
    """Every number moved by a draw of at most `step`, and the state of the stream after it."""
    stream = Stream(seed)
    return [number + stream.uniform(-step, step) for number in gene.tolist()], stream.state


def mutated_often(representation, gene, seed):
    after, rng = gene.copy(), new_stream(seed)
    for _ in range(5):
        representation.mutate(after, rng)
        representation.repair(after)
    return after


def repaired_twice(representation, numbers):
    """A gene after `repair`, and after another one."""
    gene, states = np.array(numbers, dtype=float), []
    for _ in range(2):
        representation.repair(gene)
        states.append(gene.tolist())
    return states


# ------------------------------------------------------------------ generality and words


def supports_contain(representation, genes, others):
    outer, inner = map(representation.support, genes), map(representation.support, others)
    return all(
        low <= least and most <= high
        for (low, high), (least, most) in zip(outer, inner, strict=True)
    )


def words_of(representation, numbers, low=0.0, high=100.0):
    """Description of a gene on a feature named "size"."""
    feature = FeatureWords("size", UnitScaling(np.array([low]), np.array([high])), 0)
    return representation.describe(np.array(numbers, dtype=float), feature)


# ------------------------------------------------------------------ all operators


def results_of_operators(representation):
    """Everything that the operators of the trainer write and answer in a few calls."""
    operators, rng = operators_of(representation), new_stream(7)
    settings, n_features = operators.settings, 4
    rules = new_rules(representation, 16, n_features)
    dont_care, rates = np.linspace(0.1, 0.3, n_features), np.linspace(0.3, 0.5, n_features + 1)
    for rule in range(16):
        row = np.array([0.3, 0.0, 0.8, math.nan if rule % 3 == 0 else 1.0])
        operators.cover(settings, rules, rule, row, dont_care, rng)
        operators.mutate(settings, rules, rule, rates, rng)
        if rule % 2:
            operators.crossover(settings, rules, rule, rule - 1, False, rng)
    ready, degrees = prepared(representation, rules, n_features), []
    # the others may only be asked where their support holds the row
    answers_anywhere = getattr(representation, "matches_crisply", False)
    for row in np.array([[0.3, 0.1, math.nan, 1.0], [0.4, math.nan, 0.8, 0.95]]):
        is_outside = (row < ready.support[:, 0]) | (row > ready.support[:, 1])
        asked = np.flatnonzero(~is_outside.any(axis=1) | answers_anywhere)
        degrees += batch_degrees(representation, rules, row, asked, compiled=True)
    general = [
        bool(operators.is_more_general(settings, rules, rule, other))
        for rule in range(16)
        for other in range(16)
    ]
    crisp = rules.copy()
    made_crisp = [bool(operators.crispify(settings, crisp, rule, rng)) for rule in range(16)]
    arrays = {"rules": rules, **ready._asdict(), "crisp": crisp, "rng": rng}
    arrays["degrees"] = np.array(degrees)
    numbers = {name: [float(value).hex() for value in array.flat] for name, array in arrays.items()}
    return {**numbers, "general": general, "made_crisp": made_crisp}
