"""Rectangles and triangles side by side: values, operators and laws."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beta4ucs.kernels.random import new_stream, random, uniform
from beta4ucs.representations.rectangle_or_triangle import RectangleOrTriangle
from representation_cases import (
    INPUTS,
    PATIENT,
    SEEDS,
    degrees_both_ways,
    many_rules,
    product_of_memberships,
    repaired_twice,
    rules_and_rows,
    words_of,
)

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


def inside(gene):
    """The ends of the support, and what is between."""
    return st.one_of(st.floats(*ends(gene)), st.sampled_from(ends(gene)))


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
@given(rules_and_rows(genes(), inside))
def test_degree_is_the_product_of_memberships(case):
    representation = RectangleOrTriangle()
    assert representation.degree(*case) == product_of_memberships(representation, *case)


@PATIENT
@pytest.mark.parametrize("compiled", [True, False])
@given(rules_and_rows(genes(), inside))
def test_degrees_equal_degree_to_the_last_bit(compiled, case):
    rules, row = case[0][np.newaxis], case[1]
    found, expected = degrees_both_ways(RectangleOrTriangle(), rules, row, [0], compiled=compiled)
    assert found == expected


def draw_genes(generator, shape):
    centre, spread = generator.random(shape), 1.0 + generator.random(shape)
    is_triangle = generator.integers(0, 2, shape).astype(float)
    return np.stack([centre, spread, is_triangle], axis=2)


@pytest.mark.parametrize("n_features", [1, 4, 30, 3000])
def test_degrees_of_many_rules_equal_degree_to_the_last_bit(n_features):
    found, expected = degrees_both_ways(RectangleOrTriangle(), *many_rules(n_features, draw_genes))
    assert found == expected
    assert n_features == 3000 or len(set(expected)) > len(expected) / 4


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


@pytest.mark.parametrize(
    ("spread", "expected"), [(0.3, 0.3), (-0.3, 0.3), (0.0, 0.005), (-0.001, 0.005)]
)
def test_repair_keeps_the_spread_positive_and_is_idempotent(spread, expected):
    found = repaired_twice(RectangleOrTriangle(), [0.4, spread, 1.0])
    assert found == [[0.4, expected, 1.0]] * 2


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


@pytest.mark.parametrize(
    ("gene", "expected"),
    [
        ([0.5, 0.5, 0.0], ""),
        ([0.5, 0.2, 0.0], "size in [30, 70]"),
        ([0.2, 0.5, 0.0], "size <= 70"),
        ([0.5, 0.2, 1.0], "size about 40 to 60, best 50"),
        ([0.5, 0.5, 1.0], "size about 25 to 75, best 50"),
        ([1.1, 0.5, 1.0], "size about 85 or more, best 100"),
        ([1.5, 0.2, 0.0], "size matches nothing"),
    ],
)
def test_description(gene, expected):
    assert words_of(RectangleOrTriangle(), gene) == expected
