"""Rectangles and triangles side by side: values, operators and laws."""

import ast
import math
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beta4ucs.data.scaling import UnitScaling
from beta4ucs.kernels.random import new_stream, random, uniform
from beta4ucs.learning.dispatch import PADDING, buffer_size, operators_of
from beta4ucs.representations.rectangle_or_triangle import RectangleOrTriangle
from beta4ucs.rules.wording import FeatureWords

PATIENT = settings(deadline=None)  # the first call compiles
SEEDS = st.integers(0, 2**64 - 1)
INPUTS = st.one_of(st.sampled_from([0.0, 0.5, 1.0]), st.floats(0.0, 1.0))
CENTRES = st.one_of(st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.floats(-0.6, 1.6))
SPREADS = st.one_of(st.sampled_from([0.005, 0.25, 0.5, 1.0]), st.floats(0.005, 1.5))
DONT_CARE = np.array([0.5, 0.5, 0.0])


@st.composite
def genes(draw):
    """A gene as covering, crossover, mutation and repair may leave it."""
    return np.array([draw(CENTRES), draw(SPREADS), float(draw(st.booleans()))])


def ends(gene):
    return gene[0] - gene[1], gene[0] + gene[1]


def places(gene):
    """Ends and centre, what is next to them, and anything in [0, 1]."""
    special = [*ends(gene), gene[0]]
    near = [math.nextafter(place, side) for place in special for side in (-9.0, 9.0)]
    return st.one_of(st.sampled_from([*map(float, special), *near]), st.floats(0.0, 1.0))


@st.composite
def rules_and_rows(draw):
    """The genes of a rule, and a row of which every value is in its support or missing."""
    rule = draw(st.lists(genes(), min_size=1, max_size=6))
    row = [
        draw(st.one_of(st.just(math.nan), st.floats(*ends(gene)), st.sampled_from(ends(gene))))
        for gene in rule
    ]
    return np.array(rule), np.array(row, dtype=float)


def formula(gene, x):
    """SPEC D8."""
    low, high = ends(gene)
    if gene[2] == 0.0 or x == gene[0]:
        return 1.0 if low <= x <= high else 0.0
    if x < gene[0]:
        return max(0.0, (x - low) / (gene[0] - low))
    return max(0.0, (high - x) / (high - gene[0]))


# ------------------------------------------------------------------ membership


@PATIENT
@given(st.data())
def test_membership_equals_the_formula(data):
    gene = data.draw(genes())
    x = data.draw(places(gene))
    membership = RectangleOrTriangle().membership(gene, x)
    assert membership == pytest.approx(formula(gene, x), abs=1e-15, rel=1e-14)
    assert 0.0 <= membership <= 1.0
    low, high = RectangleOrTriangle().support(gene)
    assert (low, high) == ends(gene)
    assert low <= x <= high or membership == 0.0


@PATIENT
@given(genes())
def test_a_crisp_gene_is_one_on_its_support(gene):
    is_crisp = RectangleOrTriangle().is_crisp(gene)
    assert is_crisp == (gene[2] == 0.0)
    at_ends = [RectangleOrTriangle().membership(gene, end) for end in ends(gene)]
    assert at_ends == ([1.0, 1.0] if is_crisp else [0.0, 0.0])
    assert RectangleOrTriangle().membership(gene, gene[0]) == 1.0


# ------------------------------------------------------------------ degree


@PATIENT
@given(rules_and_rows())
def test_degree_is_the_product_of_memberships(case):
    rule, row = case
    product = 1.0
    for gene, x in zip(rule, row, strict=True):
        if not math.isnan(x):
            product *= RectangleOrTriangle().membership(gene, x)
    assert RectangleOrTriangle().degree(rule, row) == product


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
    expected = [float(RectangleOrTriangle().degree(rule, row))]
    found = batch_degrees(
        RectangleOrTriangle(), rule[np.newaxis], row, np.array([0]), compiled=compiled
    )
    assert found == expected


@pytest.mark.parametrize("n_features", [1, 4, 30, 3000])
def test_degrees_of_many_rules_equal_degree_to_the_last_bit(n_features):
    """Any order, repetition and missing values."""
    generator = np.random.default_rng(n_features)
    shape = (6000 // n_features + 5, n_features)
    centre, spread = generator.random(shape), 1.0 + generator.random(shape)
    is_triangle = generator.integers(0, 2, shape).astype(float)
    rules = np.stack([centre, spread, is_triangle], axis=2)
    row = generator.random(n_features)
    row[1::5] = math.nan
    chosen = generator.integers(0, len(rules), len(rules) + 7)
    expected = [float(RectangleOrTriangle().degree(rules[rule], row)) for rule in chosen]
    assert batch_degrees(RectangleOrTriangle(), rules, row, chosen, compiled=True) == expected
    assert n_features == 3000 or len(set(expected)) > len(chosen) / 4


# ------------------------------------------------------------------ covering


@PATIENT
@given(INPUTS, SEEDS, st.sampled_from([1.0, 0.1, 0.005]))
def test_a_covering_gene_is_centred_on_its_input(x, seed, cover_range):
    gene, rng, twin = np.full(3, math.nan), new_stream(seed), new_stream(seed)
    RectangleOrTriangle(cover_range=cover_range).cover(gene, x, rng)
    spread = uniform(twin, 0.005, cover_range)
    assert gene.tolist() == [x, spread, 1.0 if random(twin) < 0.5 else 0.0]
    assert rng[0] == twin[0]
    assert RectangleOrTriangle().membership(gene, x) == 1.0


@pytest.mark.parametrize("x", [0.0, 0.3, math.nan])
def test_a_gene_that_covers_anything_is_the_unit_interval(x):
    gene, rng = np.full(3, math.nan), new_stream(3)
    RectangleOrTriangle().cover_any(gene, x, rng)
    assert gene.tolist() == DONT_CARE.tolist()
    assert int(rng[0]) == 3  # no draw
    assert RectangleOrTriangle().support(gene) == (0.0, 1.0)


# ------------------------------------------------------------------ mutation and repair


@PATIENT
@given(genes(), SEEDS, st.sampled_from([0.0, 0.04, 0.5, 1.0]))
def test_place_and_shape_vary_separately(gene, seed, rate):
    rng, twin, before = new_stream(seed), new_stream(seed), gene.tolist()
    RectangleOrTriangle(mutation_step=0.1).vary(gene, rate, rng)
    if random(twin) < rate:
        before[0] += uniform(twin, -0.1, 0.1)
        before[1] += uniform(twin, -0.1, 0.1)
    if random(twin) < rate:
        before[2] = 1.0 - before[2]
    assert gene.tolist() == before
    assert rng[0] == twin[0]


@PATIENT
@given(genes(), SEEDS, st.sampled_from([0.1, 0.0, 2.0]))
def test_mutation_moves_centre_and_spread_only(gene, seed, step):
    rng, twin, before = new_stream(seed), new_stream(seed), gene.tolist()
    RectangleOrTriangle(mutation_step=step).mutate(gene, rng)
    assert gene[:2].tolist() == [number + uniform(twin, -step, step) for number in before[:2]]
    assert gene[2] == before[2]


def test_rules_are_varied_by_the_rate_of_the_representation():
    """The compiled operator of rules draws like `vary`, gene by gene, and repairs."""
    representation = RectangleOrTriangle(mutation_step=0.6)
    operators = operators_of(representation)
    rule = np.array([[0.5, 0.2, 0.0], [0.1, 0.005, 1.0], DONT_CARE, [1.2, 0.7, 1.0]])
    rng, twin, expected = new_stream(11), new_stream(11), rule.copy()
    operators.mutate(operators.settings, rule[np.newaxis], 0, 0.6, rng)
    for gene in expected:
        representation.vary(gene, 0.6, twin)
        representation.repair(gene)
    assert rule.tolist() == expected.tolist()
    assert rng[0] == twin[0]
    assert rule[:, 1].min() >= 0.005


@pytest.mark.parametrize(
    ("spread", "expected"), [(0.3, 0.3), (-0.3, 0.3), (0.0, 0.005), (-0.001, 0.005)]
)
def test_repair_keeps_the_spread_positive_and_is_idempotent(spread, expected):
    gene = np.array([0.4, spread, 1.0])
    for _ in range(2):
        RectangleOrTriangle().repair(gene)
        assert gene.tolist() == [0.4, expected, 1.0]


# ------------------------------------------------------------------ generality


@PATIENT
@given(genes(), st.sampled_from([0.0, 0.5, 1.0]))
def test_generality_is_reflexive(gene, threshold):
    assert RectangleOrTriangle(overlap_threshold=threshold).is_more_general(gene, gene.copy())


@PATIENT
@given(st.data(), genes(), genes())
def test_a_more_general_gene_is_nowhere_lower(data, gene, other):
    """Within [0, 1]; and the other way round on a grid: what is nowhere lower is more general."""
    low, high = (max(0.0, ends(gene)[0]), min(1.0, ends(gene)[1]))
    is_wider = low <= max(0.0, ends(other)[0]) and high >= min(1.0, ends(other)[1])
    if RectangleOrTriangle().is_more_general(gene, other):
        assert is_wider
        inside = st.one_of(places(gene), places(other)).filter(lambda x: 0.0 <= x <= 1.0)
        for x in data.draw(st.lists(inside, max_size=6)):
            assert formula(gene, x) >= formula(other, x) - 1.001e-7
    elif is_wider and all(abs(a - b) > 1e-6 for a in ends(gene) for b in (*ends(other), gene[0])):
        grid = [*np.linspace(0.0, 1.0, 2001), gene[0], other[0], *ends(gene), *ends(other)]
        gap = max(formula(other, x) - formula(gene, x) for x in grid if 0.0 <= x <= 1.0)
        assert gap > 0.0


@pytest.mark.parametrize("threshold", [0.2, 0.5, 0.74, 0.76, 0.9])
def test_a_triangle_in_a_rectangle_shares_half_of_its_area(threshold):
    """And a rectangle of half the width has three quarters of its area in the triangle."""
    representation = RectangleOrTriangle(overlap_threshold=threshold)
    triangle, rectangle = np.array([0.5, 0.25, 1.0]), np.array([0.5, 0.25, 0.0])
    assert representation.is_more_general(rectangle, triangle)
    assert representation.is_more_general(triangle, rectangle) == (threshold <= 0.5)
    narrow = np.array([0.5, 0.125, 0.0])
    assert representation.is_more_general(triangle, narrow) == (threshold <= 0.75)


@pytest.mark.parametrize(
    ("gene", "other", "expected"),
    [
        (DONT_CARE, [0.3, 2.0, 1.0], True),
        (DONT_CARE, [0.5, 0.6, 0.0], True),  # equal within [0, 1]
        ([0.5, 0.3, 0.0], [0.5, 0.3, 1.0], True),
        ([0.5, 0.3, 1.0], [0.5, 0.3, 0.0], False),
        ([0.5, 0.3, 1.0], [0.5, 0.2, 1.0], True),
        ([0.5, 0.3, 1.0], [0.51, 0.2, 1.0], False),  # peaks differ
        ([1.5, 1.6, 1.0], [1.4, 0.9, 1.0], True),  # peaks differ outside of [0, 1]
        ([0.5, 0.3, 0.0], [0.7, 0.05, 1.0], True),
        ([0.5, 0.3, 0.0], [0.7, 0.15, 1.0], False),
    ],
)
def test_generality_by_example(gene, other, expected):
    gene, other = np.array(gene, dtype=float), np.array(other, dtype=float)
    assert RectangleOrTriangle().is_more_general(gene, other) == expected


# ------------------------------------------------------------------ words


def words_of(numbers, low=0.0, high=100.0):
    """Description by a representation on a feature named "size"."""
    feature = FeatureWords("size", UnitScaling(np.array([low]), np.array([high])), 0)
    return RectangleOrTriangle().describe(np.array(numbers, dtype=float), feature)


@pytest.mark.parametrize(
    ("gene", "expected"),
    [
        ([0.5, 0.5, 0.0], ""),
        ([0.5, 0.2, 0.0], "size in [30, 70]"),
        ([0.2, 0.5, 0.0], "size <= 70"),
        ([0.5, 0.2, 1.0], "size is about 50 (30 .. 70)"),
        ([0.5, 0.5, 1.0], "size is about 50"),
        ([1.1, 0.5, 1.0], "size is high (above 60)"),
        ([1.5, 0.2, 0.0], "size matches nothing"),
    ],
)
def test_description(gene, expected):
    assert words_of(gene) == expected


# ------------------------------------------------------------------ without compilation

A_FEW_CALLS = """
import numpy as np
from beta4ucs.kernels.random import new_stream
from beta4ucs.learning.dispatch import PADDING, buffer_size, operators_of
from beta4ucs.representations.rectangle_or_triangle import RectangleOrTriangle

numbers = []
for representation in (RectangleOrTriangle(), RectangleOrTriangle(overlap_threshold=0.5)):
    operators = operators_of(representation)
    settings, rng = operators.settings, new_stream(7)
    genes = np.zeros((12, 3, 3))
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
