"""Hyperellipsoids: operators and laws."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beta4ucs.kernels.arithmetic import log
from beta4ucs.kernels.random import new_stream
from beta4ucs.representations.contract import find
from beta4ucs.representations.hyperellipsoid import Hyperellipsoid
from oracle import Stream
from representation_cases import (
    INPUTS,
    PATIENT,
    SEEDS,
    degrees_both_ways,
    repaired_twice,
    supports_contain,
    words_of,
)

THRESHOLDS = st.sampled_from([0.7, 0.05, 0.999])
SPREADS = st.one_of(st.sampled_from([0.005, 1.0]), st.floats(0.005, 5.0))
GENES = st.tuples(INPUTS, SPREADS).map(np.array)
WITH_DONT_CARES = st.tuples(INPUTS, st.one_of(SPREADS, st.just(math.inf))).map(np.array)
REACH = math.sqrt(-2.0 * math.log(0.7))


@st.composite
def nearby_rules_and_rows(draw, n_rules=1):
    """Genes of rules, and a row near the centres of the first, with missing values."""
    n = draw(st.integers(1, 9))
    rules = [[draw(WITH_DONT_CARES) for _ in range(n)] for _ in range(n_rules)]
    row = []
    for centre, spread in rules[0]:
        shift = draw(st.floats(-1.0, 1.0)) * min(1.0, spread) * REACH
        near = min(1.0, max(0.0, centre + shift / math.sqrt(n)))
        row.append(draw(st.sampled_from([near, near, centre, math.nan])))
    return np.array(rules), np.array(row)


def squared_distance(rule, row):
    terms = ((x - centre) / spread for (centre, spread), x in zip(rule, row, strict=True))
    return sum(z * z for z in terms if z == z)


def test_names():
    assert find("Hyperellipsoids") == Hyperellipsoid()
    assert Hyperellipsoid.matches_crisply


# ------------------------------------------------------------------ matching


@PATIENT
@given(WITH_DONT_CARES, INPUTS)
def test_membership_is_a_bell(gene, x):
    membership = Hyperellipsoid().membership(gene, x)
    expected = math.exp(-(((x - gene[0]) / gene[1]) ** 2) / 2)
    assert membership == pytest.approx(expected, abs=1e-14)
    assert 0.0 <= membership <= 1.0


@PATIENT
@given(nearby_rules_and_rows(), THRESHOLDS)
def test_a_rule_matches_where_the_kernel_exceeds_the_threshold(case, threshold):
    (rule,), row = case
    kernel = math.exp(-squared_distance(rule, row) / 2)
    degree = Hyperellipsoid(matching_threshold=threshold).degree(rule, row)
    assert degree in (0.0, 1.0)
    assert degree == float(kernel > threshold) or kernel == pytest.approx(threshold, rel=1e-12)


@PATIENT
@given(WITH_DONT_CARES, st.floats(-1.0, 1.0), THRESHOLDS)
def test_support_contains_what_matches(gene, share, threshold):
    representation = Hyperellipsoid(matching_threshold=threshold)
    low, high = representation.support(gene)
    reach = math.sqrt(-2.0 * math.log(threshold))
    for x in (share, gene[0] + share * 5.0, gene[0] + reach * gene[1], gene[0] - reach * gene[1]):
        for nearby in (x, math.nextafter(x, -9.0), math.nextafter(x, 9.0)):
            if abs(nearby) < math.inf and representation.degree(
                gene[np.newaxis], np.array([nearby])
            ):
                assert low <= nearby <= high
    if gene[1] < math.inf:
        assert high - gene[0] == pytest.approx(reach * gene[1], abs=1e-11)


@PATIENT
@pytest.mark.parametrize("compiled", [True, False])
@given(nearby_rules_and_rows(n_rules=3), THRESHOLDS)
def test_degrees_equal_degree(compiled, case, threshold):
    rules, row = case
    representation = Hyperellipsoid(matching_threshold=threshold)
    found, expected = degrees_both_ways(representation, rules, row, range(3), compiled=compiled)
    assert found == expected


@pytest.mark.parametrize("n_features", [1, 3, 4, 5, 34])
def test_degrees_on_the_surface_equal_degree(n_features):
    """Rows as close to the surface as rounding allows: the sums must be the same to the bit."""
    generator, representation = np.random.default_rng(n_features), Hyperellipsoid()
    limit, answers = -2.0 * log(0.7), []
    for _ in range(300):
        rule = np.stack([generator.random(n_features), 0.1 + generator.random(n_features)], axis=1)
        way = generator.normal(size=n_features)
        row = rule[:, 0] + way * rule[:, 1] * math.sqrt(limit / (way @ way))
        row[generator.random(n_features) < 0.1] = math.nan
        found, expected = degrees_both_ways(representation, rule[np.newaxis], row, [0])
        assert found == expected
        answers += expected
    assert 20 < sum(answers) < 299


# ------------------------------------------------------------------ covering, mutation, repair


@PATIENT
@given(INPUTS, SEEDS, st.sampled_from([1.0, 0.1, 0.005]))
def test_covering_puts_the_centre_at_its_input(x, seed, cover_range):
    gene, rng, stream = np.full(2, math.nan), new_stream(seed), Stream(seed)
    Hyperellipsoid(cover_range=cover_range).cover(gene, x, rng)
    assert gene.tolist() == [x, stream.uniform(0.005, cover_range)]
    assert int(rng[0]) == stream.state
    assert Hyperellipsoid().membership(gene, x) == 1.0
    assert Hyperellipsoid().degree(gene[np.newaxis], np.array([x])) == 1.0


@pytest.mark.parametrize(("x", "centre"), [(0.0, 0.0), (0.4, 0.4), (math.nan, 0.5)])
@pytest.mark.parametrize("is_flagged", [True, False])
def test_a_dont_care_is_wide_or_flagged(x, centre, is_flagged):
    gene, rng = np.full(2, math.nan), new_stream(3)
    representation = Hyperellipsoid(cover_range=0.8, flagged_dont_care=is_flagged)
    representation.cover_any(gene, x, rng)
    assert gene.tolist() == [centre, math.inf if is_flagged else 0.8]
    assert int(rng[0]) == 3  # no draw
    assert representation.is_crisp(gene) == is_flagged
    if is_flagged:
        representation.mutate(gene, rng)
        representation.repair(gene)
        assert gene.tolist() == [centre, math.inf]
        assert representation.membership(gene, 0.0) == representation.membership(gene, 1.0) == 1.0


@PATIENT
@given(GENES, SEEDS, THRESHOLDS)
def test_mutation_stays_within_the_extent(gene, seed, threshold):
    (centre, spread), rng, stream = gene.tolist(), new_stream(seed), Stream(seed)
    Hyperellipsoid(matching_threshold=threshold).mutate(gene, rng)
    move, growth = stream.uniform(-1.0, 1.0), stream.uniform(-0.5, 0.5)
    extent = spread * math.sqrt(-2.0 * math.log(threshold))
    assert gene[0] == pytest.approx(min(1.0, max(0.0, centre + move * extent)), abs=1e-14)
    assert gene[1] == spread * (1.0 + growth)
    assert int(rng[0]) == stream.state


@PATIENT
@given(st.floats(-3.0, 3.0), st.one_of(st.floats(-3.0, 3.0), st.just(math.inf)))
def test_repair_bounds_centre_and_spread_and_is_idempotent(centre, spread):
    expected = [min(1.0, max(0.0, centre)), max(0.005, abs(spread))]
    assert repaired_twice(Hyperellipsoid(), [centre, spread]) == [expected] * 2


# ------------------------------------------------------------------ generality


@PATIENT
@given(st.lists(WITH_DONT_CARES, min_size=1, max_size=6), THRESHOLDS)
def test_generality_is_reflexive(rule, threshold):
    representation = Hyperellipsoid(matching_threshold=threshold)
    assert representation.rule_is_more_general(np.array(rule), np.array(rule))


@st.composite
def nested_rules(draw):
    """A rule and one that is mostly smaller and shifted a little."""
    rule = draw(st.lists(WITH_DONT_CARES, min_size=1, max_size=4))
    other = [
        [
            min(1.0, max(0.0, centre + draw(st.floats(-0.3, 0.3)) * min(1.0, spread))),
            draw(st.sampled_from([0.2, 0.5, 0.8, 1.0, 1.1])) * min(3.0, spread),
        ]
        for centre, spread in rule
    ]
    return np.array(rule), np.array(other)


@PATIENT
@given(nested_rules(), THRESHOLDS)
def test_generality_asks_for_the_ends_of_the_axes(case, threshold):
    rule, other = case
    representation = Hyperellipsoid(matching_threshold=threshold)
    limit = -2.0 * math.log(threshold)
    ends = []
    for feature, (centre, spread) in enumerate(other):
        for side in (-1.0, 1.0):
            ends.append(other[:, 0].copy())
            ends[-1][feature] = centre + side * spread * math.sqrt(limit)
    farthest = max(squared_distance(rule, end) for end in ends)
    found = representation.rule_is_more_general(rule, other)
    assert found == (farthest <= limit) or farthest == pytest.approx(limit, rel=1e-7)
    assert not found or supports_contain(representation, rule, other)


def test_only_a_flagged_dont_care_contains_one():
    dont_care, wide = np.array([[0.5, math.inf]]), np.array([[0.5, 1000.0]])
    assert Hyperellipsoid().rule_is_more_general(dont_care, wide)
    assert not Hyperellipsoid().rule_is_more_general(wide, dont_care)


# ------------------------------------------------------------------ words


@pytest.mark.parametrize(
    ("gene", "expected"),
    [
        ([0.5, 0.1 / REACH], "size about 4 to 6, best 5"),
        ([0.0, 0.1 / REACH], "size about 1 or less, best 0"),
        ([1.0, 0.1 / REACH], "size about 9 or more, best 10"),
        ([0.5, math.inf], ""),
    ],
)
def test_words(gene, expected):
    assert words_of(Hyperellipsoid(), gene, high=10.0) == expected
