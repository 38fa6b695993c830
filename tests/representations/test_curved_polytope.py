"""Curved polytopes: operators and laws, intervals against scipy."""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.special import xlog1py, xlogy

from beta4ucs.kernels.arithmetic import log
from beta4ucs.kernels.random import new_stream
from beta4ucs.representations.contract import find
from beta4ucs.representations.curved_polytope import CurvedPolytope, ends
from oracle import Stream
from representation_cases import (
    PATIENT,
    SEEDS,
    degrees_both_ways,
    moved_in_order,
    mutated,
    repaired_twice,
    supports_contain,
    words_of,
)

INPUTS = st.one_of(
    st.sampled_from([0.0, 1e-15, 0.5, 1.0 - 1e-15, 1.0]), st.floats(0.0, 1.0, allow_subnormal=False)
)
THRESHOLDS = st.sampled_from([0.7, 0.05, 0.999])
SHAPES = st.one_of(
    st.sampled_from([1.0, math.nextafter(1.0, 2.0), 1.001, 2.0, 1e6]),
    st.floats(1.0, 30.0),
    st.floats(-3.0, 6.0).map(lambda size: 1.0 + 10.0**size),
)
GENES = st.tuples(SHAPES, SHAPES).map(np.array)
DONT_CARE = np.array([1.0, 1.0])


@st.composite
def nearby_rules_and_rows(draw, n_rules=1):
    """Genes of rules, and a row near the modes of the first, with missing values."""
    n = draw(st.integers(1, 6))
    rules = [[draw(GENES) for _ in range(n)] for _ in range(n_rules)]
    row = []
    for gene in rules[0]:
        left, right = gene - 1.0
        mode = left / (left + right) if left + right > 0.0 else 0.5
        spread = math.sqrt(mode * (1.0 - mode) / (left + right + 1.0) / n)
        near = min(1.0, max(0.0, mode + draw(st.floats(-1.5, 1.5)) * spread))
        row.append(draw(st.sampled_from([near, near, mode, 0.0, 1.0, math.nan])))
    return np.array(rules), np.array(row)


def log_formula(gene, x):
    """SPEC D3."""
    left, right = gene - 1.0
    if left + right == 0.0:
        return 0.0
    mode = left / (left + right)
    peak = xlogy(left, mode) + xlogy(right, right / (left + right))
    return float(xlogy(left, x) + xlog1py(right, -x) - peak)


def matches(representation, gene, x):
    return representation.degree(gene[np.newaxis], np.array([x])) == 1.0


def test_names():
    assert find("CurvedPolytopes") == find("curved-polytope") == CurvedPolytope()
    assert CurvedPolytope.matches_crisply


# ------------------------------------------------------------------ matching


@PATIENT
@given(GENES, INPUTS)
@example(np.array([1.0, 5.0]), 1.0)
@example(np.array([1.0, 5.0]), 0.0)
@example(np.array([1e6, 1e6]), 0.5)
@example(np.array([math.nextafter(1.0, 2.0), 2.0]), 0.0)
def test_membership_equals_the_formula(gene, x):
    membership = CurvedPolytope().membership(gene, x)
    assert 0.0 <= membership <= 1.0
    assert membership == pytest.approx(math.exp(min(0.0, log_formula(gene, x))), abs=1e-8)


@pytest.mark.parametrize(("gene", "at_0", "at_1"), [((1, 3), 1, 0), ((3, 1), 0, 1), ((1, 1), 1, 1)])
def test_slopes_and_the_dont_care_at_the_ends(gene, at_0, at_1):
    gene = np.array(gene, dtype=float)
    assert CurvedPolytope().membership(gene, 0.0) == at_0
    assert CurvedPolytope().membership(gene, 1.0) == at_1
    assert CurvedPolytope().is_crisp(gene) == (at_0 == at_1)


@PATIENT
@given(nearby_rules_and_rows(), THRESHOLDS)
def test_a_rule_matches_where_the_product_exceeds_the_threshold(case, threshold):
    (rule,), row = case
    known = ~np.isnan(row)
    total = sum(log_formula(gene, x) for gene, x in zip(rule[known], row[known], strict=True))
    degree = CurvedPolytope(matching_threshold=threshold).degree(rule, row)
    assert degree == float(total > math.log(threshold)) or total == pytest.approx(
        math.log(threshold), abs=1e-8
    )


@PATIENT
@pytest.mark.parametrize("compiled", [True, False])
@given(nearby_rules_and_rows(n_rules=3), THRESHOLDS)
def test_degrees_equal_degree(compiled, case, threshold):
    rules, row = case
    representation = CurvedPolytope(matching_threshold=threshold)
    found, expected = degrees_both_ways(representation, rules, row, range(3), compiled=compiled)
    assert found == expected


@pytest.mark.parametrize("n_features", [1, 4, 30, 3000])
def test_degrees_of_many_rules_on_the_surface_equal_degree(n_features):
    """More terms than the buffer holds; thresholds so close that sums must agree to the bit."""
    generator = np.random.default_rng(n_features)
    n_rules = 6000 // n_features + 5
    modes = 0.2 + 0.6 * generator.random(n_features)
    row = modes + 0.1 / math.sqrt(n_features)
    row[generator.random(n_features) < 0.2] = math.nan
    row[0] = modes[0] + 0.05
    left = 4.0 * generator.random((n_rules, n_features))
    left[generator.random(left.shape) < 0.3] = 0.0
    right = left * (1.0 - modes) / modes
    rules = np.ascontiguousarray(np.stack([1.0 + left, 1.0 + right], axis=2))
    rules[0, 0] = 1.0, 2.0
    totals = np.array([log_total(rule, row) for rule in rules])
    for total in totals[:20]:
        threshold = math.exp(total)
        representation = CurvedPolytope(matching_threshold=min(0.999, threshold))
        chosen = generator.integers(0, n_rules, n_rules + 7)
        chosen[:7] = np.arange(7)
        found, expected = degrees_both_ways(representation, rules, row, chosen)
        assert found == expected
    assert len(set(totals.tolist())) > n_rules / 4


def log_total(rule, row):
    return sum(log_formula(gene, x) for gene, x in zip(rule, row, strict=True) if not math.isnan(x))


# ------------------------------------------------------------------ support


def crossing_by_scipy(gene, threshold, outside):
    """Where the kernel is the threshold between an end of [0, 1] and the mode."""
    left, right = gene - 1.0
    mode = left / (left + right)

    def excess(x):
        return max(-1e9, log_formula(gene, x)) - math.log(threshold)

    if abs(mode - outside) < 1e-9 or excess(outside) >= 0.0:
        return outside
    inside = min(1.0 - 1e-12, max(1e-12, mode))  # the formula fails next to the ends
    return brentq(excess, outside, inside, xtol=1e-15, rtol=1e-14, maxiter=1000)


@PATIENT
@given(GENES, THRESHOLDS)
@example(np.array([1.0, 1e6]), 0.7)
@example(np.array([1e6, 1.0]), 0.7)
@example(np.array([1e6, 1e6]), 0.7)
@example(np.array([1.001, 1e6]), 0.7)
@example(np.array([1.001, 1.001]), 0.7)
@example(np.array([1e6, 1.001]), 0.05)
def test_support_is_where_the_kernel_exceeds_the_threshold(gene, threshold):
    low, high = CurvedPolytope(matching_threshold=threshold).support(gene)
    if gene.tolist() == [1.0, 1.0]:
        assert (low, high) == (0.0, 1.0)
    else:
        assert low == pytest.approx(crossing_by_scipy(gene, threshold, 0.0), abs=1e-8)
        assert high == pytest.approx(crossing_by_scipy(gene, threshold, 1.0), abs=1e-8)


@PATIENT
@given(GENES, THRESHOLDS)
def test_the_kernel_at_the_ends_is_the_threshold(gene, threshold):
    limit = log(threshold)
    left, right = gene - 1.0
    low, gap = ends(gene, limit)
    assert (low == 0.0) == (left == 0.0)
    assert (gap == 0.0) == (right == 0.0)
    if low > 1e-280:
        assert log_formula(gene, low) == pytest.approx(limit, abs=1e-7)
    if gap > 1e-15:
        total = log_formula(gene[::-1], gap)
        assert total == pytest.approx(limit, abs=1e-7)


@PATIENT
@given(GENES, THRESHOLDS, INPUTS)
def test_support_contains_what_matches(gene, threshold, x):
    representation = CurvedPolytope(matching_threshold=threshold)
    low, high = representation.support(gene)
    assert 0.0 <= low < high <= 1.0
    limit = log(threshold)
    least, gap = ends(gene, limit)
    for place in (x, low, high, least, 1.0 - gap):
        for nearby in (place, math.nextafter(place, -1.0), math.nextafter(place, 2.0)):
            if 0.0 <= nearby <= 1.0 and matches(representation, gene, nearby):
                assert low <= nearby <= high


# ------------------------------------------------------------------ covering, mutation, repair


@PATIENT
@given(INPUTS, SEEDS, st.sampled_from([5.0, 1.0, 1000.0]))
@example(0.0, 1, 5.0)
@example(1.0, 1, 5.0)
@example(5e-324, 1, 5.0)
@example(1e-299, 1, 1000.0)
def test_covering_puts_the_mode_at_its_input(x, seed, initial_shape):
    gene, rng, stream = np.full(2, math.nan), new_stream(seed), Stream(seed)
    representation = CurvedPolytope(initial_shape=initial_shape)
    representation.cover(gene, x, rng)
    if x <= 1e-300:
        expected = [1.0, stream.uniform(1.0, initial_shape)]
    elif x >= 1.0:
        expected = [stream.uniform(1.0, initial_shape), 1.0]
    elif stream.random() < 0.5:
        alpha = stream.uniform(1.0, initial_shape)
        expected = [alpha, 1.0 + (alpha - 1.0) * (1.0 - x) / x]
    else:
        beta = stream.uniform(1.0, initial_shape)
        expected = [1.0 + (beta - 1.0) * x / (1.0 - x), beta]
    assert gene.tolist() == expected
    assert int(rng[0]) == stream.state
    assert representation.membership(gene, x) >= 1.0 - 1e-9
    assert matches(representation, gene, x)
    low, high = representation.support(gene)
    assert low <= x <= high


@pytest.mark.parametrize("x", [0.0, 0.4, math.nan])
def test_a_dont_care_has_both_shapes_1(x):
    gene, rng = np.full(2, math.nan), new_stream(3)
    CurvedPolytope().cover_any(gene, x, rng)
    assert gene.tolist() == [1.0, 1.0]
    assert int(rng[0]) == 3  # no draw


@PATIENT
@given(GENES, SEEDS, st.sampled_from([5.0, 0.0]))
def test_mutation_adds_and_repair_keeps_shapes_from_1(gene, seed, step):
    representation = CurvedPolytope(mutation_step=step)
    after, state = mutated(representation, gene, seed)
    assert (after, state) == moved_in_order(gene, step, seed)
    assert repaired_twice(representation, after) == [[max(1.0, shape) for shape in after]] * 2


# ------------------------------------------------------------------ generality


@PATIENT
@given(st.lists(GENES, min_size=1, max_size=6), THRESHOLDS)
def test_generality_is_reflexive(rule, threshold):
    representation = CurvedPolytope(matching_threshold=threshold)
    assert representation.rule_is_more_general(np.array(rule), np.array(rule))


MODEST = st.one_of(st.just(1.0), st.floats(1.05, 30.0))


@st.composite
def nested_rules(draw):
    """A rule and one that is mostly narrower."""
    other = draw(st.lists(st.tuples(MODEST, MODEST), min_size=1, max_size=4))
    rule = [
        [1.0 + (shape - 1.0) * share for shape in gene]
        for gene in other
        for share in [draw(st.sampled_from([0.0, 0.1, 0.5, 0.9, 1.0, 1.1]))]
    ]
    return np.array(rule), np.array(other)


@PATIENT
@given(nested_rules())
def test_generality_asks_for_mode_and_axes(case):
    rule, other = case
    representation, limit = CurvedPolytope(), math.log(0.7)
    left, right = other[:, 0] - 1.0, other[:, 1] - 1.0
    mode = np.where(left + right > 0.0, left / np.maximum(left + right, 1e-9), 0.5)
    points = [mode]
    for feature, gene in enumerate(other):
        for end in representation.support(gene):
            points.append(mode.copy())
            points[-1][feature] = end
    lowest = min(log_total(rule, point) for point in points)
    found = representation.rule_is_more_general(rule, other)
    covers_dont_care = np.any((other == 1.0).all(axis=1) & (rule > 1.0).any(axis=1))
    expected = lowest > limit and not covers_dont_care
    assert found == expected or lowest == pytest.approx(limit, abs=1e-6)
    assert not found or supports_contain(representation, rule, other)


def test_a_flatter_rule_is_more_general():
    flat, steep = np.array([[2.0, 2.0], DONT_CARE]), np.array([[6.0, 6.0], [3.0, 3.0]])
    assert CurvedPolytope().rule_is_more_general(flat, steep)
    assert not CurvedPolytope().rule_is_more_general(steep, flat)
    apart = np.array([[2.0, 1.0], DONT_CARE])
    assert not CurvedPolytope().rule_is_more_general(apart, steep)


# ------------------------------------------------------------------ words


@pytest.mark.parametrize(
    ("gene", "expected"),
    [
        ([3.0, 3.0], "size about 3 to 7, best 5"),
        ([1.0, 2.0], "size about 3 or less, best 0"),
        ([2.0, 1.0], "size about 7 or more, best 10"),
        ([1.0, 1.0], ""),
    ],
)
def test_words(gene, expected):
    assert words_of(CurvedPolytope(), gene, high=10.0) == expected


class Numbers:
    """Takes the numbers instead of saying them."""

    def near(self, low, centre, high):
        return low, centre, high


@PATIENT
@given(GENES, THRESHOLDS)
def test_words_tell_the_support(gene, threshold):
    representation = CurvedPolytope(matching_threshold=threshold)
    if gene.tolist() != [1.0, 1.0]:
        low, peak, high = representation.describe(gene, Numbers())
        assert (low, high) == pytest.approx(representation.support(gene), abs=1e-7)
        assert low <= peak <= high
