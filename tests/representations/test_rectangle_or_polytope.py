"""Rectangle or polytope: what the number per rule decides."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beta4ucs.kernels.random import new_stream
from beta4ucs.representations.contract import find
from beta4ucs.representations.curved_polytope import CurvedPolytope
from beta4ucs.representations.rectangle_or_polytope import RectangleOrPolytope
from oracle import Stream
from representation_cases import (
    PATIENT,
    SEEDS,
    degrees_both_ways,
    degrees_one_by_one,
    supports_contain,
    words_of,
)

SHAPES = st.one_of(st.just(1.0), st.floats(1.05, 30.0), st.sampled_from([1.001, 1e6]))
BOX, PRODUCT = 0.5, 0.4999
MIXINGS = st.sampled_from([BOX, PRODUCT, 0.0, 1.0])


@st.composite
def rules(draw, mixings=MIXINGS, n_features=None, shapes=SHAPES):
    """Genes of features and, in the last row, of the rule."""
    n = n_features or draw(st.integers(1, 5))
    features = [[draw(shapes), draw(shapes)] for _ in range(n)]
    return np.array([*features, [draw(mixings), 0.0]])


def rows_near(rule, generator, n):
    """Rows around the modes of a rule, on the scale of its supports, some values missing."""
    supports = np.array([RectangleOrPolytope().support(gene) for gene in rule[:-1]])
    low, high = supports.T
    shares = generator.uniform(-0.1, 1.1, (n, len(low)))
    rows = np.clip(low + shares * (high - low), 0.0, 1.0)
    rows[generator.random(rows.shape) < 0.05] = math.nan
    return rows


def test_names():
    assert find("Self-Ada-RP") == find("rectangle-or-polytope") == RectangleOrPolytope()
    assert RectangleOrPolytope.matches_crisply
    assert RectangleOrPolytope.rule_genes == ("mixing",)


# ------------------------------------------------------------------ matching


@PATIENT
@given(rules(), SEEDS, st.sampled_from([0.7, 0.2]))
def test_a_box_asks_every_kernel_and_a_polytope_their_product(rule, seed, threshold):
    representation = RectangleOrPolytope(matching_threshold=threshold)
    for row in rows_near(rule, np.random.default_rng(seed), 20):
        kernels = [
            representation.membership(gene, x)
            for gene, x in zip(rule[:-1], row, strict=True)
            if not math.isnan(x)
        ]
        value = min([1.0, *kernels]) if rule[-1, 0] >= 0.5 else math.prod(kernels)
        degree = representation.degree(rule, row)
        assert degree == float(value > threshold) or value == pytest.approx(threshold, abs=1e-5)


@PATIENT
@given(rules(mixings=st.just(PRODUCT)), SEEDS)
def test_a_polytope_matches_as_that_of_the_simple_family(rule, seed):
    for row in rows_near(rule, np.random.default_rng(seed), 10):
        expected = CurvedPolytope().degree(rule[:-1], row)
        assert RectangleOrPolytope().degree(rule, row) == expected


@PATIENT
@pytest.mark.parametrize("compiled", [True, False])
@given(st.data(), SEEDS)
def test_degrees_equal_degree_within_the_support(compiled, data, seed):
    representation = RectangleOrPolytope()
    some = np.array([data.draw(rules(n_features=3)) for _ in range(4)])
    is_fuzzy = np.any(some[:, :3] > 1.0, axis=(1, 2))
    supports = np.array([[representation.support(gene) for gene in rule[:3]] for rule in some])
    for row in rows_near(some[0], np.random.default_rng(seed), 5):
        holds = (supports[:, :, 0] <= row) & (row <= supports[:, :, 1]) | np.isnan(row)
        asked = np.flatnonzero(holds.all(axis=1) & is_fuzzy)
        found, expected = degrees_both_ways(representation, some, row, asked, compiled=compiled)
        assert found == expected
        others = np.flatnonzero(~holds.all(axis=1))
        assert not any(degrees_one_by_one(representation, some, row, others))


# ------------------------------------------------------------------ covering and mutation


@PATIENT
@given(SEEDS, st.floats(0.0, 1.0), st.sampled_from([0.5, 0.0, 1.0]))
def test_the_number_of_a_rule_is_drawn_and_moved(seed, mixing, step):
    representation = RectangleOrPolytope(mixing_step=step)
    gene, rng, stream = np.array([mixing, 0.0]), new_stream(seed), Stream(seed)
    representation.mutate_rule(gene, rng)
    assert gene.tolist() == [min(1.0, max(0.0, mixing + stream.uniform(-step, step))), 0.0]
    representation.cover_rule(gene, rng)
    assert gene.tolist() == [stream.random(), 0.0]
    assert int(rng[0]) == stream.state


# ------------------------------------------------------------------ generality


@PATIENT
@given(rules())
def test_generality_is_reflexive(rule):
    assert RectangleOrPolytope().rule_is_more_general(rule, rule.copy())


@st.composite
def nested_rules(draw):
    """A rule and one that is mostly narrower; at least one of them is a box."""
    modest = st.one_of(st.just(1.0), st.floats(1.05, 20.0))
    other = draw(rules(shapes=modest))
    rule = other.copy()
    for gene in rule[:-1]:
        gene[:] = 1.0 + (gene - 1.0) * draw(st.sampled_from([0.0, 0.05, 0.2, 0.5, 0.9, 1.1]))
    rule[-1, 0] = draw(MIXINGS) if other[-1, 0] >= 0.5 else BOX
    return rule, other


@PATIENT
@given(nested_rules(), SEEDS)
def test_generality_with_a_box_is_exact(case, seed):
    rule, other = case
    representation = RectangleOrPolytope()
    rows = [*rows_near(other, np.random.default_rng(seed), 40)]
    supports = np.array([representation.support(gene) for gene in other[:-1]])
    rows += [
        supports.mean(axis=1) + (supports.T[side] - supports.mean(axis=1)) * 0.9999999
        for side in (0, 1)
    ]
    if representation.rule_is_more_general(rule, other):
        for row in rows:
            assert representation.degree(rule, row) >= representation.degree(other, row)
        assert supports_contain(representation, rule[:-1], other[:-1])


@pytest.mark.parametrize(
    ("mixing", "other_mixing", "expected"),
    [(BOX, BOX, True), (BOX, PRODUCT, True), (PRODUCT, BOX, False), (PRODUCT, PRODUCT, True)],
)
def test_a_box_contains_the_polytope_in_it_but_not_the_other_way(mixing, other_mixing, expected):
    shapes = [[3.0, 3.0], [4.0, 2.0]]
    rule, other = np.array([*shapes, [mixing, 0.0]]), np.array([*shapes, [other_mixing, 0.0]])
    assert RectangleOrPolytope().rule_is_more_general(rule, other) == expected


def test_a_flat_polytope_contains_a_small_box():
    rule = np.array([[1.5, 1.5], [1.0, 1.0], [PRODUCT, 0.0]])
    other = np.array([[9.0, 9.0], [3.0, 2.0], [BOX, 0.0]])
    assert RectangleOrPolytope().rule_is_more_general(rule, other)
    assert not RectangleOrPolytope().rule_is_more_general(other, rule)


# ------------------------------------------------------------------ words


def test_words():
    representation = RectangleOrPolytope()
    assert words_of(representation, [1.0, 2.0], high=10.0) == "size about 3 or less, best 0"
    assert words_of(representation, [1.0, 1.0]) == ""
    assert representation.describe_rule(np.array([BOX, 0.0])) == ""
    assert "all" in representation.describe_rule(np.array([PRODUCT, 0.0]))
