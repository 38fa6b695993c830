"""Hyperrectangles with unordered bounds: operators and laws."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beta4ucs.kernels.random import new_stream
from beta4ucs.representations.contract import find
from beta4ucs.representations.hyperrectangle import Hyperrectangle
from oracle import Stream
from representation_cases import (
    INPUTS,
    PATIENT,
    SEEDS,
    batch_degrees,
    repaired_twice,
    words_of,
)

GENES = st.tuples(INPUTS, INPUTS).map(np.array)


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
    expected = [min(1.0, max(0.0, bound)) for bound in (first, second)]
    assert repaired_twice(Hyperrectangle(), [first, second]) == [expected] * 2


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
    genes = np.random.default_rng(1).random((300, 3, 2))
    row = np.array([0.5, math.nan, 0.4])
    found = batch_degrees(Hyperrectangle(), genes, row, np.arange(300), compiled=True)
    low, high = genes.min(axis=2), genes.max(axis=2)
    expected = (((low <= row) & (row <= high)) | np.isnan(row)).all(axis=1)
    assert found == expected.astype(float).tolist()
    assert 0 < expected.sum() < 300


@pytest.mark.parametrize(
    ("gene", "expected"),
    [
        ([0.2, 0.6], "size in [2, 6]"),
        ([0.6, 0.2], "size in [2, 6]"),
        ([0.6, 0.0], "size <= 6"),
        ([1.0, 0.6], "size >= 6"),
        ([1.0, 0.0], ""),
    ],
)
def test_words(gene, expected):
    assert words_of(Hyperrectangle(), gene, high=10.0) == expected
