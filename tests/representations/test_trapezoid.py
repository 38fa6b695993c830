"""Trapezoids: values, operators and laws; the overlap of shapes against quadrature."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from beta4ucs.kernels.random import new_stream, random
from beta4ucs.representations.overlap import areas
from beta4ucs.representations.trapezoid import Trapezoid
from representation_cases import (
    INPUTS,
    PATIENT,
    SEEDS,
    degrees_both_ways,
    many_rules,
    moved_in_order,
    mutated,
    product_of_memberships,
    repaired_twice,
    rules_and_rows,
    words_of,
)

# Repeated numbers make vertical flanks, corners of two genes that coincide, and empty plateaus.
CORNERS = st.one_of(
    st.sampled_from([-0.5, 0.0, 0.1, 0.25, 0.4, 0.5, 0.75, 1.0, 1.5]),
    st.floats(-1.1, 2.1).map(lambda corner: round(corner, 12)),  # no flank of 1e-300
)
SHARES = st.floats(0.0, 1.0)


@st.composite
def genes(draw):
    """A gene as covering, crossover, mutation and repair may leave it."""
    gene = np.array(sorted(draw(st.lists(CORNERS, min_size=4, max_size=4))))
    assume(gene[3] - gene[0] >= 0.005)
    return gene


def places(shape):
    """Corners, what is next to them, and anything in [0, 1]."""
    near = [math.nextafter(corner, side) for corner in shape for side in (-9.0, 9.0)]
    return st.one_of(st.sampled_from([*map(float, shape), *near]), st.floats(0.0, 1.0))


def inside(gene):
    """The corners, and what else is in the support."""
    return st.one_of(st.floats(gene[0], gene[3]), st.sampled_from(list(gene)))


def formula(shape, x):
    """SPEC D6 with exact fractions."""
    left, top_left, top_right, right = map(Fraction, map(float, shape))
    x = Fraction(float(x))
    if x < left or x > right:
        return 0.0
    if x < top_left:
        return float((x - left) / (top_left - left))
    if x > top_right:
        return float((right - x) / (right - top_right))
    return 1.0


# ------------------------------------------------------------------ membership


@PATIENT
@given(st.data())
def test_membership_equals_the_formula(data):
    gene = data.draw(genes())
    x = data.draw(places(gene))
    membership = Trapezoid().membership(gene, x)
    assert membership == pytest.approx(formula(gene, x), abs=1e-15, rel=1e-14)
    assert 0.0 <= membership <= 1.0
    low, high = Trapezoid().support(gene)
    assert low <= x <= high or membership == 0.0
    assert not gene[1] <= x <= gene[2] or membership == 1.0


@pytest.mark.parametrize(
    ("gene", "at_left", "at_right"),
    [
        ([0.25, 0.25, 0.75, 0.75], 1.0, 1.0),
        ([0.25, 0.5, 0.75, 0.75], 0.0, 1.0),
        ([0.25, 0.25, 0.5, 0.75], 1.0, 0.0),
        ([0.25, 0.5, 0.5, 0.75], 0.0, 0.0),
        ([0.25, 0.75, 0.75, 0.75], 0.0, 1.0),
    ],
)
def test_membership_at_the_ends(gene, at_left, at_right):
    gene = np.array(gene)
    assert Trapezoid().membership(gene, 0.25) == at_left
    assert Trapezoid().membership(gene, 0.75) == at_right
    assert Trapezoid().membership(gene, math.nextafter(0.25, 0.0)) == 0.0
    assert Trapezoid().membership(gene, math.nextafter(0.75, 1.0)) == 0.0


@pytest.mark.parametrize("width", [5e-324, 1e-310, 1e-300, 1e-250])
def test_a_flank_too_narrow_for_numbers_is_a_vertical_one(width):
    gene = np.array([0.0, width, 0.5, 1.0])
    assert Trapezoid().membership(gene, width) == 1.0
    assert Trapezoid().membership(gene, 0.0) in (0.0, 1.0)


# ------------------------------------------------------------------ degree


@PATIENT
@given(rules_and_rows(genes(), inside))
def test_degree_is_the_product_of_memberships(case):
    assert Trapezoid().degree(*case) == product_of_memberships(Trapezoid(), *case)


@PATIENT
@given(rules_and_rows(genes(), inside), st.data())
def test_one_value_outside_its_support_makes_the_degree_zero(case, data):
    rule, row = case
    feature = data.draw(st.integers(0, len(row) - 1))
    row[feature] = data.draw(
        st.sampled_from([np.nextafter(rule[feature, 0], -9.0), np.nextafter(rule[feature, 3], 9.0)])
    )
    assert Trapezoid().degree(rule, row) == 0.0


@PATIENT
@pytest.mark.parametrize("compiled", [True, False])
@given(rules_and_rows(genes(), inside))
def test_degrees_equal_degree_to_the_last_bit(compiled, case):
    rules, row = case[0][np.newaxis], case[1]
    found, expected = degrees_both_ways(Trapezoid(), rules, row, [0], compiled=compiled)
    assert found == expected


def draw_genes(generator, shape):
    """Some are crisp."""
    genes = generator.random((*shape, 4)) * [-1.0, 0.9, 0.9, 1.0] + [0.0, 0.0, 0.0, 1.0]
    genes = np.sort(genes, axis=2)
    is_crisp = generator.random(shape) < 0.3
    genes[is_crisp] = genes[is_crisp][:, [0, 0, 3, 3]]
    return genes


@pytest.mark.parametrize("n_features", [1, 4, 30, 3000])
def test_degrees_of_many_rules_equal_degree_to_the_last_bit(n_features):
    found, expected = degrees_both_ways(Trapezoid(), *many_rules(n_features, draw_genes))
    assert found == expected
    assert n_features == 3000 or len(set(expected)) > len(expected) / 4


# ------------------------------------------------------------------ covering


@PATIENT
@given(INPUTS, SEEDS, st.sampled_from([1.0, 0.1, 1e-6]))
def test_a_covering_gene_has_its_input_on_the_plateau(x, seed, cover_range):
    gene, rng, twin = np.full(4, math.nan), new_stream(seed), new_stream(seed)
    Trapezoid(cover_range=cover_range).cover(gene, x, rng)
    draws = [random(twin) * cover_range for _ in range(4)]
    assert gene[:2].tolist() == sorted(x - draw for draw in draws[:2])
    assert gene[2:].tolist() == sorted(x + draw for draw in draws[2:])
    assert rng[0] == twin[0]
    assert Trapezoid().membership(gene, x) == 1.0


@pytest.mark.parametrize("x", [0.0, 0.3, math.nan])
def test_a_gene_that_covers_anything_is_the_unit_interval(x):
    gene, rng = np.full(4, math.nan), new_stream(3)
    Trapezoid().cover_any(gene, x, rng)
    assert gene.tolist() == [0.0, 0.0, 1.0, 1.0]
    assert int(rng[0]) == 3  # no draw
    assert Trapezoid().is_crisp(gene)


# ------------------------------------------------------------------ mutation and repair


@PATIENT
@given(genes(), SEEDS, st.sampled_from([0.1, 0.0, 2.0]))
def test_mutation_moves_every_corner_in_order(gene, seed, step):
    found = mutated(Trapezoid(mutation_step=step), gene, seed)
    assert found == moved_in_order(gene, step, seed)


@PATIENT
@given(st.lists(CORNERS, min_size=4, max_size=4))
@example([0.5, 0.5, 0.5, 0.5])
@example([0.5, 0.5049, 0.5, 0.5])
@example([0.9, 0.1, 0.5, 0.3])
def test_repair_sorts_widens_and_is_idempotent(numbers):
    expected = sorted(numbers)
    if expected[3] - expected[0] < 0.005:
        expected = [expected[0] - 0.0025, *expected[1:3], expected[3] + 0.0025]
    assert repaired_twice(Trapezoid(), numbers) == [expected] * 2
    assert expected[3] > expected[0]


# ------------------------------------------------------------------ generality


def heights(shape, places):
    """Membership at many places at once."""
    left, top_left, top_right, right = shape
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        rising = (places - left) / (top_left - left)
        falling = (right - places) / (right - top_right)
    result = np.where(places < top_left, rising, np.where(places > top_right, falling, 1.0))
    return np.where((places < left) | (places > right), 0.0, result)


def pieces(shape, other):
    """Ends of the pieces of [0, 1] on which both shapes are straight."""
    inner = {float(corner) for corner in (*shape, *other) if 0.0 < corner < 1.0}
    return sorted({0.0, 1.0, *inner})


def quadrature(shape, other, n=4001):
    """Areas within [0, 1] of the other and of what both have in common, by trapezoidal sums."""
    area = common = 0.0
    for start, end in itertools.pairwise(pieces(shape, other)):
        inner = start + (end - start) * (np.arange(n) + 0.5) / n  # misses vertical flanks
        high, low = heights(shape, inner), heights(other, inner)
        area += low.mean() * (end - start)
        common += np.minimum(high, low).mean() * (end - start)
    return area, common


@PATIENT
@given(genes(), genes())
@example(np.array([0.0, 0.0, 1.0, 1.0]), np.array([-0.5, 0.25, 0.5, 1.5]))
@example(np.array([0.25, 0.5, 0.5, 0.75]), np.array([0.25, 0.25, 0.75, 0.75]))
def test_the_areas_are_those_of_quadrature(gene, other):
    area, outside = areas(tuple(gene.tolist()), tuple(other.tolist()))
    expected, common = quadrature(gene, other)
    assert area == pytest.approx(expected, abs=1e-6)
    assert area - outside == pytest.approx(common, abs=1e-6)
    assert 0.0 <= outside <= area * (1.0 + 1e-12)


@PATIENT
@given(genes(), genes(), st.sampled_from([0.0, 0.3, 0.7, 0.95]))
def test_generality_below_a_threshold_of_one_compares_areas(gene, other, threshold):
    area, common = quadrature(gene, other)
    assume(abs(common - threshold * area) > 1e-5 or threshold == 0.0)
    is_wider = has_wider_support(gene, other)
    found = Trapezoid(overlap_threshold=threshold).is_more_general(gene, other)
    assert found == (is_wider and common >= threshold * area)


def has_wider_support(gene, other):
    is_wider = max(0.0, gene[0]) <= max(0.0, other[0])
    return is_wider and min(1.0, gene[3]) >= min(1.0, other[3])


@PATIENT
@given(genes(), genes(), st.lists(SHARES, max_size=5))
def test_generality_is_dominance_everywhere(gene, other, shares):
    """At corners, next to them, and in between; where it is denied, a place shows why."""
    found = Trapezoid().is_more_general(gene, other)
    ends = np.array(pieces(gene, other))
    probes = [ends, np.nextafter(ends, -9.0), np.nextafter(ends, 9.0)]
    probes += [ends[:-1] + share * np.diff(ends) for share in (1e-9, *shares, 1.0 - 1e-9)]
    probes = np.concatenate(probes)
    probes = probes[(probes >= 0.0) & (probes <= 1.0)]
    gap = max(formula(other, x) - formula(gene, x) for x in probes.tolist())
    if found:
        assert gap <= 1.001e-7
        assert has_wider_support(gene, other)
    elif has_wider_support(gene, other):
        assert gap > 0.0 or np.diff(ends).min() < 1e-9  # no number in between shows it


@PATIENT
@given(genes(), st.lists(SHARES, min_size=4, max_size=4))
def test_a_gene_within_another_is_less_general(gene, shares):
    """Outer corners moved inwards and the plateau cut: nowhere higher."""
    left, top_left, top_right, right = gene.tolist()
    first, last = sorted(top_left + share * (top_right - top_left) for share in shares[:2])
    start = left + shares[2] * (first - left)
    end = right - shares[3] * (right - last)
    inner = np.array([max(left, start), first, last, min(right, end)])
    assume(np.all(np.diff(inner) >= 0.0))
    assert Trapezoid().is_more_general(gene, inner)


@PATIENT
@given(genes(), st.sampled_from([0.0, 0.5, 1.0 - 1e-15, 1.0]))
def test_generality_is_reflexive(gene, threshold):
    assert Trapezoid(overlap_threshold=threshold).is_more_general(gene, gene.copy())


@pytest.mark.parametrize(
    ("gene", "other", "expected"),
    [
        ([0.0, 0.0, 1.0, 1.0], [-0.5, 0.2, 0.3, 1.5], True),
        ([0.0, 0.0, 1.0, 1.0], [-0.5, -0.5, 1.5, 1.5], True),  # equal within [0, 1]
        ([0.1, 0.1, 0.9, 0.9], [0.2, 0.3, 0.4, 0.5], True),
        ([0.1, 0.2, 0.9, 0.9], [0.1, 0.1, 0.9, 0.9], False),  # a slope under a vertical flank
        ([0.1, 0.1, 0.9, 0.9], [0.1, 0.2, 0.9, 0.9], True),
        ([0.1, 0.5, 0.5, 0.9], [0.1, 0.5, 0.5, 0.9], True),
        ([0.1, 0.5, 0.5, 0.9], [0.1, 0.4, 0.5, 0.9], False),
        ([0.1, 0.4, 0.6, 0.9], [0.2, 0.5, 0.5, 0.8], True),
        ([0.1, 0.8, 0.8, 0.9], [0.2, 0.3, 0.3, 0.8], False),
        ([0.0, 0.5, 1.0, 1.0], [-0.5, -0.5, 0.0, 0.0], False),  # 1 at 0 only
        ([0.0, 0.0, 1.0, 1.0], [-0.5, -0.5, 0.0, 0.0], True),
        ([0.0, 0.0, 0.5, 1.0], [1.0, 1.0, 1.5, 1.5], False),  # 1 at 1 only
        ([0.0, 0.0, 1.0, 1.0], [1.0, 1.0, 1.5, 1.5], True),
        ([0.2, 0.2, 0.8, 0.8], [0.2 - 1e-12, 0.2, 0.8, 0.8], False),  # support, no tolerance
    ],
)
def test_generality_by_example(gene, other, expected):
    assert Trapezoid().is_more_general(np.array(gene), np.array(other)) == expected


# ------------------------------------------------------------------ crisp genes


@PATIENT
@given(genes())
def test_a_crisp_gene_is_one_on_its_support(gene):
    is_crisp = Trapezoid().is_crisp(gene)
    assert is_crisp == (gene[0] == gene[1] and gene[2] == gene[3])
    ends = [Trapezoid().membership(gene, end) for end in Trapezoid().support(gene)]
    assert is_crisp == (ends == [1.0, 1.0])


# ------------------------------------------------------------------ words


@pytest.mark.parametrize(
    ("gene", "expected"),
    [
        ([0, 0, 1, 1], ""),
        ([-0.5, -0.1, 1.1, 1.2], ""),
        ([0.2, 0.2, 0.5, 0.5], "size in [20, 50]"),
        ([0.1, 0.2, 0.5, 0.6], "size about 15 to 55, best 20 to 50"),
        ([-0.1, 0.2, 0.5, 1.6], "size about 5 or more, best 20 to 50"),
        ([-0.1, -0.1, 0.5, 0.6], "size about 55 or less, best 50 or less"),
        ([-0.2, -0.1, 0.5, 1.5], "size preferably 50 or less"),
        ([0.3, 0.5, 1.1, 1.2], "size about 40 or more, best 50 or more"),
        ([-0.3, -0.2, 0.5, 0.5], "size <= 50"),
        ([0.2, 0.4, 0.4, 0.7], "size about 30 to 55, best 40"),
        ([0.2, 1.1, 1.3, 1.7], "size about 65 or more, best 100"),
        ([-0.4, -0.3, -0.1, 0.7], "size about 30 or less, best 0"),
        ([1.1, 1.2, 1.3, 1.4], "size matches nothing"),
        ([1.1, 1.1, 1.3, 1.3], "size matches nothing"),
    ],
)
def test_description(gene, expected):
    assert words_of(Trapezoid(), gene) == expected


@pytest.mark.parametrize(
    ("right", "expected"),
    [
        (0.6, "size about 5"),
        (15.0, ""),
        (0.501, "size hardly matches anything"),
        (0.45, "size matches nothing"),
    ],
)
def test_description_of_a_feature_with_a_single_value(right, expected):
    assert words_of(Trapezoid(), [0.1, 0.2, 0.4, right], low=5.0, high=5.0) == expected
