"""Hyperrectangles with unordered bounds: operators and laws."""

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
from beta4ucs.representations.hyperrectangle import Hyperrectangle
from beta4ucs.rules.wording import FeatureWords
from oracle import Stream

PATIENT = settings(deadline=None)  # the first call compiles
SEEDS = st.integers(0, 2**64 - 1)
INPUTS = st.one_of(st.sampled_from([0.0, 0.5, 1.0]), st.floats(0.0, 1.0))
GENES = st.tuples(INPUTS, INPUTS).map(np.array)

X_WORDS = FeatureWords("x", UnitScaling(np.array([0.0]), np.array([10.0])), 0)


def test_names():
    assert find("Hyperrectangles") == find("ubr") == Hyperrectangle()
    assert Hyperrectangle.matches_crisply


@PATIENT
@given(GENES, INPUTS)
def test_membership_is_one_in_the_closed_interval(gene, x):
    low, high = sorted(gene.tolist())
    assert Hyperrectangle().membership(gene, x) == float(low <= x <= high)
    assert Hyperrectangle().support(gene) == (low, high)
    assert Hyperrectangle().is_crisp(gene)


@PATIENT
@given(INPUTS, SEEDS, st.sampled_from([1.0, 0.2, 0.005]))
def test_covering_draws_both_ends_and_their_order(x, seed, cover_range):
    gene, rng, stream = np.full(2, math.nan), new_stream(seed), Stream(seed)
    Hyperrectangle(cover_range=cover_range).cover(gene, x, rng)
    low = max(0.0, x - stream.random() * cover_range)
    high = min(1.0, x + stream.random() * cover_range)
    assert gene.tolist() == ([low, high] if stream.random() < 0.5 else [high, low])
    assert int(rng[0]) == stream.state
    assert Hyperrectangle().membership(gene, x) == 1.0


@pytest.mark.parametrize("x", [0.0, 0.4, math.nan])
def test_a_dont_care_is_the_unit_interval_in_either_order(x):
    found = set()
    for seed in range(20):
        gene, rng, stream = np.full(2, math.nan), new_stream(seed), Stream(seed)
        Hyperrectangle().cover_any(gene, x, rng)
        assert gene.tolist() == ([0.0, 1.0] if stream.random() < 0.5 else [1.0, 0.0])
        assert int(rng[0]) == stream.state
        found.add(tuple(gene.tolist()))
    assert len(found) == 2


@PATIENT
@given(GENES, SEEDS, st.sampled_from([0.1, 0.0, 2.0]))
def test_mutation_moves_both_bounds_within_the_unit_interval(gene, seed, step):
    before, rng, stream = gene.tolist(), new_stream(seed), Stream(seed)
    Hyperrectangle(mutation_step=step).mutate(gene, rng)
    expected = [min(1.0, max(0.0, bound + stream.uniform(-step, step))) for bound in before]
    assert gene.tolist() == expected
    assert int(rng[0]) == stream.state


@PATIENT
@given(st.floats(-3.0, 3.0), st.floats(-3.0, 3.0))
def test_repair_clips_and_is_idempotent(first, second):
    gene = np.array([first, second])
    Hyperrectangle().repair(gene)
    assert gene.tolist() == [min(1.0, max(0.0, bound)) for bound in (first, second)]
    again = gene.copy()
    Hyperrectangle().repair(again)
    assert again.tolist() == gene.tolist()


@PATIENT
@given(GENES, GENES, st.lists(INPUTS, min_size=1))
def test_generality_is_inclusion(gene, other, places):
    representation = Hyperrectangle()
    assert representation.is_more_general(gene, gene[::-1].copy())
    ends = other.tolist()
    contains = all(representation.membership(gene, end) for end in ends)
    assert representation.is_more_general(gene, other) == contains
    if contains:
        for x in places:
            assert representation.membership(gene, x) >= representation.membership(other, x)


def test_degrees_are_products_of_memberships():
    generator, operators = np.random.default_rng(1), operators_of(Hyperrectangle())
    genes = generator.random((300, 3, 2))
    row = np.array([0.5, math.nan, 0.4])
    out = np.full(300 + PADDING, math.nan)
    packed, fuzzy = np.zeros((300, 1)), np.zeros(300, dtype=np.int64)
    rules, buffer = np.arange(300), np.zeros(buffer_size(3))
    operators.degrees(operators.settings, genes, packed, fuzzy, row, rules, 300, buffer, out)
    low, high = genes.min(axis=2), genes.max(axis=2)
    expected = (((low <= row) & (row <= high)) | np.isnan(row)).all(axis=1)
    assert out[:300].tolist() == expected.astype(float).tolist()
    assert 0 < expected.sum() < 300


@pytest.mark.parametrize(
    ("gene", "expected"),
    [
        ([0.2, 0.6], "x in [2, 6]"),
        ([0.6, 0.2], "x in [2, 6]"),
        ([0.6, 0.0], "x <= 6"),
        ([1.0, 0.6], "x >= 6"),
        ([1.0, 0.0], ""),
    ],
)
def test_words(gene, expected):
    assert Hyperrectangle().describe(np.array(gene), X_WORDS) == expected


# ------------------------------------------------------------------ compiled or not

A_FEW_CALLS = """
import numpy as np
from beta4ucs.kernels.random import new_stream
from beta4ucs.learning.dispatch import PADDING, buffer_size, operators_of
from beta4ucs.representations.hyperrectangle import Hyperrectangle

operators, rng = operators_of(Hyperrectangle()), new_stream(7)
settings = operators.settings
row = np.array([0.3, 0.0, 0.8, 1.0])
genes, support = np.zeros((16, 4, 2)), np.zeros((16, 2, 4))
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
