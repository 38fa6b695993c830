"""Symmetric bells: values against scipy, operators and laws."""

import ast
import math
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm

from beta4ucs.data.scaling import UnitScaling
from beta4ucs.kernels.random import new_stream, random, uniform
from beta4ucs.learning.dispatch import PADDING, buffer_size, operators_of
from beta4ucs.representations.bell import Bell
from beta4ucs.rules.wording import FeatureWords

PATIENT = settings(deadline=None)  # the first call compiles
SEEDS = st.integers(0, 2**64 - 1)
INPUTS = st.one_of(st.sampled_from([0.0, 0.5, 1.0]), st.floats(0.0, 1.0))
FLAGGED = np.array([0.3, math.inf])
SPREADS = st.one_of(st.sampled_from([1e-3, 0.25, math.inf]), st.floats(1e-3, 2.0))


@st.composite
def genes(draw):
    """A gene as the operators may leave it, flagged don't cares among them."""
    return np.array([draw(st.floats(-0.6, 1.6)), draw(SPREADS)])


@st.composite
def rules_and_rows(draw):
    """The genes of a rule, and a row with missing values."""
    rule = draw(st.lists(genes(), min_size=1, max_size=6))
    row = [draw(st.one_of(st.just(math.nan), INPUTS)) for _ in rule]
    return np.array(rule), np.array(row)


# ------------------------------------------------------------------ membership


@PATIENT
@given(genes(), INPUTS)
def test_membership_is_the_normal_density_over_its_peak(gene, x):
    membership = Bell().membership(gene, x)
    centre, spread = gene.tolist()
    normal = norm(centre, spread)
    expected = 1.0 if spread == math.inf else normal.pdf(x) / normal.pdf(centre)
    assert membership == pytest.approx(expected, abs=1e-12)
    assert 0.0 <= membership <= 1.0


@PATIENT
@given(genes())
def test_a_bell_has_no_end(gene):
    assert Bell().support(gene) == (0.0, 1.0)


def test_membership_one_spread_from_the_centre():
    assert Bell().membership(np.array([0.5, 0.25]), 0.75) == pytest.approx(math.exp(-0.5))


# ------------------------------------------------------------------ degree


@PATIENT
@given(rules_and_rows())
def test_degree_is_the_product_of_memberships(case):
    rule, row = case
    product = 1.0
    for gene, x in zip(rule, row, strict=True):
        if not math.isnan(x):
            product *= Bell().membership(gene, x)
    degree = Bell().degree(rule, row)
    assert degree == pytest.approx(product, rel=1e-9, abs=1e-300)
    assert 0.0 <= degree <= 1.0


def test_a_row_without_values_matches_fully():
    rule = np.array([[0.5, 0.1], [2.0, 0.1]])
    assert Bell().degree(rule, np.array([math.nan, math.nan])) == 1.0


def test_a_degree_too_small_for_a_number_is_faint_or_no_match():
    rule = np.array([[0.0, 0.01]])
    sometimes = Bell(always_matches=False)
    assert sometimes.degree(rule, np.array([0.37])) == Bell().degree(rule, np.array([0.37])) > 0.0
    assert sometimes.degree(rule, np.array([0.38])) == 0.0
    assert 0.0 < Bell().degree(rule, np.array([0.38])) <= 1e-300


def batch_degrees(representation, rules, row, chosen, *, compiled):
    """Degrees of the chosen rules by `degrees`, from work space that holds nothing of use."""
    n_features = rules.shape[1]
    packed = np.full((len(rules), representation.packed_width(n_features)), math.nan)
    for rule in range(len(rules)):
        representation.pack(rules, rule, packed)
    out = np.full(len(chosen) + PADDING, math.nan)
    buffer = np.full(buffer_size(n_features), math.nan)
    n_fuzzy = np.array(
        [sum(not representation.is_crisp(gene) for gene in rule) for rule in rules], dtype=np.int64
    )
    arguments = (rules, packed, n_fuzzy, row, chosen, len(chosen), buffer, out)
    if compiled:
        operators = operators_of(representation)
        operators.degrees(operators.settings, *arguments)
    else:
        representation.degrees(*arguments)
    return out[: len(chosen)].tolist()


@PATIENT
@pytest.mark.parametrize("compiled", [True, False])
@given(rules_and_rows())
def test_degrees_equal_degree_to_the_last_bit(compiled, case):
    rule, row = case
    expected = [float(Bell().degree(rule, row))]
    found = batch_degrees(Bell(), rule[np.newaxis], row, np.array([0]), compiled=compiled)
    assert found == expected


@pytest.mark.parametrize("n_features", [1, 4, 13, 30, 3000])
@pytest.mark.parametrize("n_rules", [1, 2, 3, 4, 5, 8, 9, 801])
def test_degrees_of_many_rules_equal_degree_to_the_last_bit(n_features, n_rules):
    """Any order, repetition and missing values; some genes are flagged."""
    generator = np.random.default_rng(n_features)
    shape = (6000 // n_features + 5, n_features)
    spread = np.where(generator.random(shape) < 0.2, math.inf, 0.1 + generator.random(shape))
    rules = np.stack([generator.random(shape), spread], axis=2)
    row = generator.random(n_features)
    row[1::5] = math.nan
    chosen = generator.integers(0, len(rules), n_rules)
    expected = [float(Bell().degree(rules[rule], row)) for rule in chosen]
    assert batch_degrees(Bell(), rules, row, chosen, compiled=True) == expected
    assert n_features == 3000 or n_rules < 801 or len(set(expected)) > 100


# ------------------------------------------------------------------ covering


@PATIENT
@given(INPUTS, SEEDS, st.sampled_from([0.25, 1.0, 0.01]))
def test_a_covering_gene_is_centred_on_its_input(x, seed, initial_spread):
    gene, rng, twin = np.full(2, math.nan), new_stream(seed), new_stream(seed)
    Bell(initial_spread=initial_spread).cover(gene, x, rng)
    assert gene.tolist() == [x, initial_spread * (1.0 - random(twin))]
    assert rng[0] == twin[0]
    assert 0.0 < gene[1] <= initial_spread
    assert Bell().membership(gene, x) == 1.0


@pytest.mark.parametrize(("x", "centre"), [(0.0, 0.0), (0.3, 0.3), (math.nan, 0.5)])
@pytest.mark.parametrize("is_flagged", [False, True])
def test_a_gene_that_covers_anything_is_wide(x, centre, is_flagged):
    gene, rng = np.full(2, math.nan), new_stream(3)
    representation = Bell(dont_care_spread=0.7, flagged_dont_care=is_flagged)
    representation.cover_any(gene, x, rng)
    assert gene.tolist() == [centre, math.inf if is_flagged else 0.7]
    assert int(rng[0]) == 3  # no draw
    assert representation.is_crisp(gene) == is_flagged


# ------------------------------------------------------------------ mutation and repair


@PATIENT
@given(genes(), SEEDS, st.sampled_from([0.1, 0.0, 2.0]))
def test_mutation_moves_centre_and_spread_in_order(gene, seed, step):
    rng, twin, before = new_stream(seed), new_stream(seed), gene.tolist()
    Bell(mutation_step=step).mutate(gene, rng)
    assert gene.tolist() == [number + uniform(twin, -step, step) for number in before]
    assert rng[0] == twin[0]


@PATIENT
@given(SEEDS)
def test_mutation_leaves_a_flagged_dont_care_one(seed):
    gene, rng = FLAGGED.copy(), new_stream(seed)
    representation = Bell(flagged_dont_care=True)
    for _ in range(5):
        representation.mutate(gene, rng)
        representation.repair(gene)
    assert representation.is_crisp(gene)
    assert [representation.membership(gene, x) for x in (0.0, 0.3, 1.0)] == [1.0, 1.0, 1.0]


@pytest.mark.parametrize(
    ("spread", "expected"), [(0.3, 0.3), (-0.3, 0.3), (0.0, 1e-3), (-1e-4, 1e-3), (math.inf,) * 2]
)
def test_repair_keeps_the_spread_positive_and_is_idempotent(spread, expected):
    gene = np.array([0.4, spread])
    for _ in range(2):
        Bell().repair(gene)
        assert gene.tolist() == [0.4, expected]


# ------------------------------------------------------------------ generality


@PATIENT
@given(genes(), st.sampled_from([0.0, 0.01]))
def test_generality_is_reflexive(gene, tolerance):
    assert Bell(subsumption_tolerance=tolerance).is_more_general(gene, gene.copy())


@PATIENT
@given(genes(), genes(), INPUTS)
def test_with_the_same_centre_the_more_general_gene_is_nowhere_lower(gene, other, x):
    other[0] = gene[0]
    is_more_general = Bell(subsumption_tolerance=0.0).is_more_general(gene, other)
    assert is_more_general == (gene[1] >= other[1])
    if is_more_general:
        assert Bell().membership(gene, x) >= Bell().membership(other, x) - 1e-15


@pytest.mark.parametrize(
    ("gene", "other", "expected"),
    [
        ([0.5, 0.2], [0.5, 0.1], True),
        ([0.5, 0.1], [0.5, 0.2], False),
        ([0.5, 0.2], [0.509, 0.1], True),
        ([0.5, 0.2], [0.491, 0.1], True),
        ([0.5, 0.2], [0.511, 0.1], False),
        (FLAGGED, [0.9, 0.2], True),
        (FLAGGED, [0.9, math.inf], True),
        ([0.3, 0.2], FLAGGED, False),
        (FLAGGED, FLAGGED, True),
    ],
)
def test_generality_by_example(gene, other, expected):
    assert Bell().is_more_general(np.array(gene), np.array(other)) == expected


# ------------------------------------------------------------------ words


def words_of(numbers, low=0.0, high=100.0):
    """Description by a representation on a feature named "size"."""
    feature = FeatureWords("size", UnitScaling(np.array([low]), np.array([high])), 0)
    return Bell().describe(np.array(numbers, dtype=float), feature)


@pytest.mark.parametrize(
    ("gene", "expected"),
    [
        ([0.5, 0.1], "size is about 50 (30 .. 70)"),
        ([0.5, 0.25], "size is about 50"),
        ([0.9, 0.1], "size is about 90 (above 70)"),
        ([1.1, 0.1], "size is high (above 90)"),
        ([-0.1, 0.2], "size is low (below 30)"),
        ([1.6, 0.1], "size is high (above 100)"),  # beside the data: it matches, if little
        ([-0.6, 0.1], "size is low (below 0)"),
        ([0.5, math.inf], ""),
    ],
)
def test_description(gene, expected):
    assert words_of(gene) == expected


def test_description_of_a_feature_with_a_single_value():
    assert words_of([0.9, 0.1], low=5.0, high=5.0) == ""


# ------------------------------------------------------------------ without compilation

A_FEW_CALLS = """
import numpy as np
from beta4ucs.kernels.random import new_stream
from beta4ucs.learning.dispatch import PADDING, buffer_size, operators_of
from beta4ucs.representations.bell import Bell

numbers = []
for representation in (Bell(), Bell(flagged_dont_care=True)):
    operators = operators_of(representation)
    settings, rng = operators.settings, new_stream(7)
    genes = np.zeros((12, 3, 2))
    packed, support = np.zeros((12, representation.packed_width(3))), np.zeros((12, 2, 3))
    row = np.array([0.25, np.nan, 0.75])
    fuzzy = np.zeros(12, dtype=np.int64)
    for rule in range(12):
        operators.cover(settings, genes, rule, row, 0.1, rng)
        operators.mutate(settings, genes, rule, 0.5, rng)
        if rule % 2:
            operators.crossover(settings, genes, rule, rule - 1, False, rng)
    for rule in range(12):
        fuzzy[rule] = operators.prepare(settings, genes, rule, support, np.zeros(12), packed)
    row = np.array([0.4, np.nan, 0.5])
    holds = (support[:, 0] <= row) & (row <= support[:, 1])
    rules = np.flatnonzero((holds | np.isnan(row)).all(axis=1))
    degrees = np.zeros(len(rules) + PADDING)
    operators.degrees(
        settings, genes, packed, fuzzy, row, rules, len(rules), np.zeros(buffer_size(3)), degrees
    )
    general = [
        operators.is_more_general(settings, genes, rule, other)
        for rule in range(12)
        for other in range(12)
    ]
    for values in (genes, packed, support, fuzzy, degrees[: len(rules)], general, rng):
        numbers.append([float(value).hex() for value in np.ravel(values)])
"""


def test_without_compilation_the_numbers_are_the_same():
    compiled = {}
    exec(A_FEW_CALLS, compiled)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", A_FEW_CALLS + "print(repr(numbers))"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert ast.literal_eval(done.stdout) == compiled["numbers"]
    assert len(set(compiled["numbers"][4])) > 2  # degrees
