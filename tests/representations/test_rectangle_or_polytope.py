"""Rectangle or polytope: what the number per rule decides."""

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
from beta4ucs.kernels.random import new_stream
from beta4ucs.learning.dispatch import PADDING, buffer_size, operators_of
from beta4ucs.representations.contract import find
from beta4ucs.representations.curved_polytope import CurvedPolytope
from beta4ucs.representations.rectangle_or_polytope import RectangleOrPolytope
from beta4ucs.rules.wording import FeatureWords
from oracle import Stream

PATIENT = settings(deadline=None)  # the first call compiles
SEEDS = st.integers(0, 2**64 - 1)
INPUTS = st.one_of(st.sampled_from([0.0, 0.5, 1.0]), st.floats(0.0, 1.0))
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
@given(rules(), SEEDS)
def test_support_contains_what_matches(rule, seed):
    representation = RectangleOrPolytope()
    for row in rows_near(rule, np.random.default_rng(seed), 10):
        if representation.degree(rule, row):
            for gene, x in zip(rule[:-1], row, strict=True):
                low, high = representation.support(gene)
                assert math.isnan(x) or low <= x <= high


@PATIENT
@pytest.mark.parametrize("compiled", [True, False])
@given(st.data(), SEEDS)
def test_degrees_equal_degree_within_the_support(compiled, data, seed):
    representation = RectangleOrPolytope()
    chosen = np.array([data.draw(rules(n_features=3)) for _ in range(4)])
    packed, out = np.full((4, representation.packed_width(3)), math.nan), np.zeros(4 + PADDING)
    for rule in range(4):
        representation.pack(chosen, rule, packed)
    n_fuzzy = np.any(chosen[:, :3] > 1.0, axis=2).sum(axis=1)
    supports = np.array([[representation.support(gene) for gene in rule[:3]] for rule in chosen])
    for row in rows_near(chosen[0], np.random.default_rng(seed), 5):
        holds = (supports[:, :, 0] <= row) & (row <= supports[:, :, 1]) | np.isnan(row)
        asked = np.flatnonzero(holds.all(axis=1) & (n_fuzzy > 0))
        buffer = np.full(buffer_size(3), math.nan)
        arguments = (chosen, packed, n_fuzzy, row, asked, len(asked), buffer, out)
        if compiled:
            operators = operators_of(representation)
            operators.degrees(operators.settings, *arguments)
        else:
            representation.degrees(*arguments)
        expected = [representation.degree(chosen[rule], row) for rule in asked]
        assert out[: len(asked)].tolist() == expected
        others = [
            representation.degree(chosen[rule], row) for rule in range(4) if not holds[rule].all()
        ]
        assert not any(others)


# ------------------------------------------------------------------ covering and mutation


@PATIENT
@given(st.lists(st.one_of(INPUTS, st.just(math.nan)), min_size=1, max_size=6), SEEDS)
def test_a_covering_rule_matches_its_own_input(row, seed):
    operators, rng = operators_of(RectangleOrPolytope()), new_stream(seed)
    row = np.array(row)
    genes = np.zeros((1, len(row) + 1, 2))
    operators.cover(operators.settings, genes, 0, row, 0.3, rng)
    assert RectangleOrPolytope().degree(genes[0], row) == 1.0
    assert 0.0 <= genes[0, -1, 0] < 1.0


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
        for gene, its in zip(rule[:-1], other[:-1], strict=True):
            low, high = representation.support(gene)
            least, most = representation.support(its)
            assert low <= least
            assert most <= high


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
    words = FeatureWords("x", UnitScaling(np.array([0.0]), np.array([10.0])), 0)
    representation = RectangleOrPolytope()
    assert representation.describe(np.array([1.0, 2.0]), words) == "x is low (below 3)"
    assert representation.describe(np.array([1.0, 1.0]), words) == ""
    assert representation.describe_rule(np.array([BOX, 0.0])) == ""
    assert "all" in representation.describe_rule(np.array([PRODUCT, 0.0]))


# ------------------------------------------------------------------ compiled or not

A_FEW_CALLS = """
import numpy as np
from beta4ucs.kernels.random import new_stream
from beta4ucs.learning.dispatch import PADDING, buffer_size, operators_of
from beta4ucs.representations.rectangle_or_polytope import RectangleOrPolytope

operators, rng = operators_of(RectangleOrPolytope()), new_stream(7)
settings = operators.settings
row = np.array([0.3, 0.0, 0.8, 1.0])
genes, support = np.zeros((16, 5, 2)), np.zeros((16, 2, 4))
packed, fuzzy = np.zeros((16, 32)), np.zeros(16, dtype=np.int64)
for rule in range(16):
    operators.cover(settings, genes, rule, row, 0.3, rng)
    operators.mutate(settings, genes, rule, 0.3, rng)
    if rule % 2:
        operators.crossover(settings, genes, rule, rule - 1, False, rng)
for rule in range(16):
    fuzzy[rule] = operators.prepare(settings, genes, rule, support, np.zeros(16), packed)
degrees = np.zeros(16 + PADDING)
for row in (np.array([0.3, 0.1, np.nan, 1.0]), np.array([0.4, 0.05, 0.8, 0.95])):
    operators.degrees(
        settings, genes, packed, fuzzy, row, np.arange(16), 16, np.zeros(buffer_size(4)), degrees
    )
general = [
    operators.is_more_general(settings, genes, rule, other)
    for rule in range(16)
    for other in range(16)
]
numbers = [
    [float(value).hex() for value in np.ravel(values)]
    for values in (genes, packed, support, fuzzy, degrees[:16], general, rng)
]
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
    assert len(set(compiled["numbers"][5])) == 2  # generality: both answers occur
