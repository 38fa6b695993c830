"""Triangles with free corners: values, operators and laws."""

import math

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from beta4ucs.kernels.random import new_stream, uniform
from beta4ucs.representations.triangle import Triangle
from representation_cases import (
    INPUTS,
    PATIENT,
    SEEDS,
    degrees_both_ways,
    many_rules,
    moved_in_order,
    mutated,
    mutated_often,
    product_of_memberships,
    repaired_twice,
    rules_and_rows,
    words_of,
)

CORNERS = st.one_of(
    st.sampled_from([-0.5, 0.0, 0.1, 0.25, 0.5, 0.75, 1.0, 1.5]),
    st.floats(-1.1, 2.1).map(lambda corner: round(corner, 12)),  # no flank of 1e-300
)
FLAGGED = np.array([-math.inf, 0.3, math.inf])


@st.composite
def genes(draw):
    """A gene as the operators may leave it; sometimes with what crossover takes from a flag."""
    gene = np.array(sorted(draw(st.lists(CORNERS, min_size=3, max_size=3))))
    assume(gene[2] - gene[0] >= 0.01)
    infinite = draw(st.sampled_from([(), (), (), (0,), (2,), (0, 2)]))
    for corner in infinite:
        gene[corner] = FLAGGED[corner]
    return gene


def places(gene):
    """Corners, what is next to them, and anything in [0, 1]."""
    finite = [float(corner) for corner in gene if math.isfinite(corner)]
    near = [math.nextafter(corner, side) for corner in finite for side in (-9.0, 9.0)]
    return st.one_of(st.sampled_from(finite + near), st.floats(0.0, 1.0))


def inside(gene):
    """The peak, and what else is in the support."""
    low, high = max(-1.0, gene[0]), min(2.0, gene[2])
    return st.one_of(st.just(float(gene[1])), *([st.floats(low, high)] if low <= high else []))


def formula(gene, x):
    """SPEC D5; a corner at infinity makes its side 1."""
    left, peak, right = gene.tolist()
    if x == peak:
        return 1.0
    if x < peak:
        rise = 1.0 if left == -math.inf else (x - left) / (peak - left) if x > left else 0.0
        return rise
    return 1.0 if right == math.inf else (right - x) / (right - peak) if x < right else 0.0


# ------------------------------------------------------------------ membership


@PATIENT
@given(st.data())
def test_membership_equals_the_formula(data):
    gene = data.draw(genes())
    x = data.draw(places(gene))
    membership = Triangle().membership(gene, x)
    assert membership == pytest.approx(formula(gene, x), abs=1e-15, rel=1e-14)
    assert 0.0 <= membership <= 1.0
    low, high = Triangle().support(gene)
    assert low <= x <= high or membership == 0.0


@pytest.mark.parametrize(
    ("gene", "at_left", "at_right"),
    [
        ([0.25, 0.5, 0.75], 0.0, 0.0),
        ([0.25, 0.25, 0.75], 1.0, 0.0),
        ([0.25, 0.75, 0.75], 0.0, 1.0),
    ],
)
def test_membership_at_the_ends(gene, at_left, at_right):
    gene = np.array(gene)
    assert Triangle().membership(gene, 0.25) == at_left
    assert Triangle().membership(gene, 0.75) == at_right
    assert Triangle().membership(gene, math.nextafter(0.25, 0.0)) == 0.0
    assert Triangle().membership(gene, math.nextafter(0.75, 1.0)) == 0.0


# ------------------------------------------------------------------ degree


@PATIENT
@given(rules_and_rows(genes(), inside))
def test_degree_is_the_product_of_memberships(case):
    assert Triangle().degree(*case) == product_of_memberships(Triangle(), *case)


@PATIENT
@pytest.mark.parametrize("compiled", [True, False])
@given(rules_and_rows(genes(), inside))
def test_degrees_equal_degree_to_the_last_bit(compiled, case):
    rules, row = case[0][np.newaxis], case[1]
    found, expected = degrees_both_ways(Triangle(), rules, row, [0], compiled=compiled)
    assert found == expected


def draw_genes(generator, shape):
    """Some are flagged."""
    genes = generator.random((*shape, 3)) * [-1.0, 1.0, 1.0] + [0.0, 0.0, 1.0]
    genes[generator.random(shape) < 0.2] = FLAGGED
    return genes


@pytest.mark.parametrize("n_features", [1, 4, 30, 3000])
def test_degrees_of_many_rules_equal_degree_to_the_last_bit(n_features):
    found, expected = degrees_both_ways(Triangle(), *many_rules(n_features, draw_genes))
    assert found == expected
    assert n_features == 3000 or len(set(expected)) > len(expected) / 4


# ------------------------------------------------------------------ covering


@PATIENT
@given(INPUTS, SEEDS)
def test_a_covering_gene_peaks_at_its_input(x, seed):
    gene, rng, twin = np.full(3, math.nan), new_stream(seed), new_stream(seed)
    Triangle().cover(gene, x, rng)
    left = uniform(twin, -0.5, x)
    assert gene.tolist() == [left, x, uniform(twin, x, 1.5)]
    assert rng[0] == twin[0]
    assert Triangle().membership(gene, x) == 1.0


@pytest.mark.parametrize(("x", "peak"), [(0.0, 0.0), (0.3, 0.3), (math.nan, 0.5)])
@pytest.mark.parametrize("is_flagged", [False, True])
def test_a_gene_that_covers_anything_is_the_widest(x, peak, is_flagged):
    gene, rng = np.full(3, math.nan), new_stream(3)
    representation = Triangle(flagged_dont_care=is_flagged)
    representation.cover_any(gene, x, rng)
    expected = [-math.inf, peak, math.inf] if is_flagged else [-0.5, peak, 1.5]
    assert gene.tolist() == expected
    assert int(rng[0]) == 3  # no draw
    assert representation.membership(gene, peak) == 1.0
    assert representation.is_crisp(gene) == is_flagged


# ------------------------------------------------------------------ mutation and repair


@PATIENT
@given(genes(), SEEDS, st.sampled_from([0.1, 0.0, 2.0]))
def test_additive_mutation_moves_every_corner_in_order(gene, seed, step):
    found = mutated(Triangle(mutation_step=step, relative_mutation=False), gene, seed)
    assert found == moved_in_order(gene, step, seed)


@PATIENT
@given(genes(), SEEDS, st.sampled_from([0.1, 0.0, 1.0]))
def test_relative_mutation_draws_peak_left_and_right(gene, seed, step):
    """Within shares of the flanks; what is infinite stays, after as many draws."""
    rng, twin = new_stream(seed), new_stream(seed)
    left, peak, right = gene.tolist()
    rise = peak - left if math.isfinite(left) else 0.0
    fall = right - peak if math.isfinite(right) else 0.0
    Triangle(mutation_step=step, relative_mutation=True).mutate(gene, rng)
    assert gene[1] == uniform(twin, peak - rise * step, peak + fall * step)
    for corner, old, flank in ((0, left, rise), (2, right, fall)):
        drawn = uniform(twin, old - flank * step / 2, old + flank * step / 2)
        assert gene[corner] == (drawn if math.isfinite(old) else old)
    assert rng[0] == twin[0]
    Triangle().repair(gene)
    assert gene[0] <= gene[1] <= gene[2]


@PATIENT
@given(SEEDS, st.booleans())
def test_mutation_leaves_a_flagged_dont_care_one(seed, is_relative):
    representation = Triangle(flagged_dont_care=True, relative_mutation=is_relative)
    gene = mutated_often(representation, FLAGGED, seed)
    assert representation.is_crisp(gene)
    assert [representation.membership(gene, x) for x in (0.0, 0.3, 1.0)] == [1.0, 1.0, 1.0]


@PATIENT
@given(st.lists(CORNERS, min_size=3, max_size=3))
@example([0.5, 0.5, 0.5])
@example([0.5, 0.5099, 0.5])
@example([0.9, 0.1, 0.5])
@example([0.3, -math.inf, math.inf])
def test_repair_sorts_widens_and_is_idempotent(numbers):
    expected = sorted(numbers)
    if expected[2] - expected[0] < 0.01:
        expected = [expected[0] - 0.025, expected[1], expected[2] + 0.025]
    assert repaired_twice(Triangle(), numbers) == [expected] * 2


# ------------------------------------------------------------------ generality

SHARES = st.floats(0.0, 1.0)


@PATIENT
@given(genes(), st.sampled_from([0.0, 0.001, 0.1]))
def test_generality_is_reflexive(gene, tolerance):
    assert Triangle(peak_tolerance=tolerance).is_more_general(gene, gene.copy())


@PATIENT
@given(st.data(), genes(), genes(), st.sampled_from([0.001, 0.1, 1.0]))
def test_a_more_general_gene_is_wider_and_nearly_as_high_everywhere(data, gene, other, tolerance):
    """Both are concave: the other is exceeded but for the share that the peaks may differ."""
    if data.draw(st.booleans()):  # make it likely
        other[1] = min(max(gene[1] + data.draw(st.floats(-2e-3, 2e-3)), other[0]), other[2])
    if Triangle(peak_tolerance=tolerance).is_more_general(gene, other):
        assert gene[0] <= other[0] <= other[2] <= gene[2]
        for x in data.draw(st.lists(st.one_of(places(gene), places(other)), max_size=5)):
            high, low = formula(gene, x), formula(other, x)
            assert high >= (1.0 - tolerance) * low - 1e-12


@PATIENT
@given(genes(), SHARES, SHARES)
def test_moving_corners_inwards_makes_a_gene_less_general(gene, left_share, right_share):
    assume(np.all(np.isfinite(gene)))
    left, peak, right = gene.tolist()
    inner = [
        min(left + left_share * (peak - left), peak),
        peak,
        max(right - right_share * (right - peak), peak),
    ]
    inner = np.array([max(left, inner[0]), peak, min(right, inner[2])])
    assert Triangle().is_more_general(gene, inner)
    is_same = inner.tolist() == gene.tolist()
    assert Triangle().is_more_general(inner, gene) == is_same


@pytest.mark.parametrize(
    ("gene", "other", "expected"),
    [
        ([0.0, 0.5, 1.0], [0.1, 0.5, 0.9], True),
        ([0.1, 0.5, 0.9], [0.0, 0.5, 1.0], False),
        ([0.0, 0.5, 1.0], [0.1, 0.5049, 0.9], True),  # 0.0098 of the right flank
        ([0.0, 0.5, 1.0], [0.1, 0.5051, 0.9], False),
        ([0.0, 0.5, 1.0], [0.1, 0.4951, 0.9], True),
        ([0.0, 0.5, 1.0], [0.1, 0.4949, 0.9], False),
        ([0.0, 0.5, 2.0], [0.1, 0.5149, 0.9], True),  # the right flank is longer
        (FLAGGED, [-0.5, 0.9, 1.5], True),
        ([-0.5, 0.3, 1.5], FLAGGED, False),
        (FLAGGED, [-math.inf, 0.8, math.inf], True),
        ([-math.inf, 0.5, 1.0], [0.0, 0.1, 1.0], True),  # 1 up to its peak
        ([-math.inf, 0.5, 1.0], [0.0, 0.6, 1.0], False),
    ],
)
def test_generality_by_example(gene, other, expected):
    gene, other = np.array(gene, dtype=float), np.array(other, dtype=float)
    assert Triangle(peak_tolerance=0.01).is_more_general(gene, other) == expected


# ------------------------------------------------------------------ words


@pytest.mark.parametrize(
    ("gene", "expected"),
    [
        ([0.2, 0.4, 0.7], "size about 30 to 55, best 40"),
        ([-0.5, 0.4, 1.5], "size about 95 or less, best 40"),
        ([0.2, 1.0, 1.5], "size about 60 or more, best 100"),
        ([-0.5, -0.1, 0.5], "size about 20 or less, best 0"),
        ([-math.inf, 0.4, math.inf], ""),
        ([-math.inf, 0.4, 0.7], "size about 55 or less, best 40 or less"),
        ([0.2, 0.4, math.inf], "size about 30 or more, best 40 or more"),
        ([1.2, 1.3, 1.4], "size matches nothing"),
    ],
)
def test_description(gene, expected):
    assert words_of(Triangle(), gene) == expected
