"""Symmetric bells: values against scipy, operators and laws."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from beta4ucs.kernels.random import new_stream, random
from beta4ucs.representations.bell import Bell
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

FLAGGED = np.array([0.3, math.inf])
SPREADS = st.one_of(st.sampled_from([1e-3, 0.25, math.inf]), st.floats(1e-3, 2.0))


@st.composite
def genes(draw):
    """A gene as the operators may leave it, flagged don't cares among them."""
    return np.array([draw(st.floats(-0.6, 1.6)), draw(SPREADS)])


RULES_AND_ROWS = rules_and_rows(genes(), lambda gene: INPUTS)


# ------------------------------------------------------------------ membership


@PATIENT
@given(genes(), INPUTS)
def test_membership_is_the_normal_density_over_its_peak(gene, x):
    membership = Bell().membership(gene, x)
    centre, spread = gene.tolist()
    normal = norm(centre, spread)
    expected = 1.0 if spread == math.inf else normal.pdf(x) / normal.pdf(centre)
    assert membership == pytest.approx(expected, abs=1e-12)
    assert 0.0 <= membership <= 1.0


@PATIENT
@given(genes())
def test_a_bell_has_no_end(gene):
    assert Bell().support(gene) == (0.0, 1.0)


def test_membership_one_spread_from_the_centre():
    assert Bell().membership(np.array([0.5, 0.25]), 0.75) == pytest.approx(math.exp(-0.5))


# ------------------------------------------------------------------ degree


@PATIENT
@given(RULES_AND_ROWS)
def test_degree_is_the_product_of_memberships(case):
    degree = Bell().degree(*case)
    assert degree == pytest.approx(product_of_memberships(Bell(), *case), rel=1e-9, abs=1e-300)
    assert 0.0 <= degree <= 1.0


def test_a_degree_too_small_for_a_number_is_faint_or_no_match():
    rule = np.array([[0.0, 0.01]])
    sometimes = Bell(always_matches=False)
    assert sometimes.degree(rule, np.array([0.37])) == Bell().degree(rule, np.array([0.37])) > 0.0
    assert sometimes.degree(rule, np.array([0.38])) == 0.0
    assert 0.0 < Bell().degree(rule, np.array([0.38])) <= 1e-300


@PATIENT
@pytest.mark.parametrize("compiled", [True, False])
@given(RULES_AND_ROWS)
def test_degrees_equal_degree_to_the_last_bit(compiled, case):
    rules, row = case[0][np.newaxis], case[1]
    found, expected = degrees_both_ways(Bell(), rules, row, [0], compiled=compiled)
    assert found == expected


def draw_genes(generator, shape):
    """Some are flagged."""
    spread = np.where(generator.random(shape) < 0.2, math.inf, 0.1 + generator.random(shape))
    return np.stack([generator.random(shape), spread], axis=2)


@pytest.mark.parametrize("n_features", [1, 4, 13, 30, 3000])
@pytest.mark.parametrize("n_rules", [1, 2, 3, 4, 5, 8, 9, 801])
def test_degrees_of_many_rules_equal_degree_to_the_last_bit(n_features, n_rules):
    found, expected = degrees_both_ways(Bell(), *many_rules(n_features, draw_genes, n_rules))
    assert found == expected
    assert n_features == 3000 or n_rules < 801 or len(set(expected)) > 100


# ------------------------------------------------------------------ covering


@PATIENT
@given(INPUTS, SEEDS, st.sampled_from([0.25, 1.0, 0.01]))
def test_a_covering_gene_is_centred_on_its_input(x, seed, initial_spread):
    gene, rng, twin = np.full(2, math.nan), new_stream(seed), new_stream(seed)
    Bell(initial_spread=initial_spread).cover(gene, x, rng)
    assert gene.tolist() == [x, initial_spread * (1.0 - random(twin))]
    assert rng[0] == twin[0]
    assert 0.0 < gene[1] <= initial_spread
    assert Bell().membership(gene, x) == 1.0


@pytest.mark.parametrize(("x", "centre"), [(0.0, 0.0), (0.3, 0.3), (math.nan, 0.5)])
@pytest.mark.parametrize("is_flagged", [False, True])
def test_a_gene_that_covers_anything_is_wide(x, centre, is_flagged):
    gene, rng = np.full(2, math.nan), new_stream(3)
    representation = Bell(dont_care_spread=0.7, flagged_dont_care=is_flagged)
    representation.cover_any(gene, x, rng)
    assert gene.tolist() == [centre, math.inf if is_flagged else 0.7]
    assert int(rng[0]) == 3  # no draw
    assert representation.is_crisp(gene) == is_flagged


# ------------------------------------------------------------------ mutation and repair


@PATIENT
@given(genes(), SEEDS, st.sampled_from([0.1, 0.0, 2.0]))
def test_mutation_moves_centre_and_spread_in_order(gene, seed, step):
    found = mutated(Bell(mutation_step=step), gene, seed)
    assert found == moved_in_order(gene, step, seed)


@PATIENT
@given(SEEDS)
def test_mutation_leaves_a_flagged_dont_care_one(seed):
    representation = Bell(flagged_dont_care=True)
    gene = mutated_often(representation, FLAGGED, seed)
    assert representation.is_crisp(gene)
    assert [representation.membership(gene, x) for x in (0.0, 0.3, 1.0)] == [1.0, 1.0, 1.0]


@pytest.mark.parametrize(
    ("spread", "expected"), [(0.3, 0.3), (-0.3, 0.3), (0.0, 1e-3), (-1e-4, 1e-3), (math.inf,) * 2]
)
def test_repair_keeps_the_spread_positive_and_is_idempotent(spread, expected):
    assert repaired_twice(Bell(), [0.4, spread]) == [[0.4, expected]] * 2


# ------------------------------------------------------------------ generality


@PATIENT
@given(genes(), st.sampled_from([0.0, 0.01]))
def test_generality_is_reflexive(gene, tolerance):
    assert Bell(subsumption_tolerance=tolerance).is_more_general(gene, gene.copy())


@PATIENT
@given(genes(), genes(), INPUTS)
def test_with_the_same_centre_the_more_general_gene_is_nowhere_lower(gene, other, x):
    other[0] = gene[0]
    is_more_general = Bell(subsumption_tolerance=0.0).is_more_general(gene, other)
    assert is_more_general == (gene[1] >= other[1])
    if is_more_general:
        assert Bell().membership(gene, x) >= Bell().membership(other, x) - 1e-15


@pytest.mark.parametrize(
    ("gene", "other", "expected"),
    [
        ([0.5, 0.2], [0.5, 0.1], True),
        ([0.5, 0.1], [0.5, 0.2], False),
        ([0.5, 0.2], [0.509, 0.1], True),
        ([0.5, 0.2], [0.491, 0.1], True),
        ([0.5, 0.2], [0.511, 0.1], False),
        (FLAGGED, [0.9, 0.2], True),
        (FLAGGED, [0.9, math.inf], True),
        ([0.3, 0.2], FLAGGED, False),
        (FLAGGED, FLAGGED, True),
    ],
)
def test_generality_by_example(gene, other, expected):
    assert Bell().is_more_general(np.array(gene), np.array(other)) == expected


# ------------------------------------------------------------------ words


@pytest.mark.parametrize(
    ("gene", "expected"),
    [
        ([0.5, 0.1], "size about 39 to 61, best 50"),
        ([0.5, 0.25], "size about 21 to 79, best 50"),
        ([0.9, 0.1], "size about 79 or more, best 90"),
        ([1.1, 0.1], "size about 99 or more, best 100"),
        ([-0.1, 0.2], "size about 13 or less, best 0"),
        ([1.6, 0.1], "size hardly matches anything"),  # beside the data: it matches, if little
        ([-0.6, 0.1], "size hardly matches anything"),
        ([0.5, math.inf], ""),
    ],
)
def test_description(gene, expected):
    assert words_of(Bell(), gene) == expected


def test_description_of_a_feature_with_a_single_value():
    assert words_of(Bell(), [0.5, 0.1], low=5.0, high=5.0) == ""
    assert words_of(Bell(), [0.7, 0.1], low=5.0, high=5.0) == "size about 5"
    assert words_of(Bell(), [0.9, 0.1], low=5.0, high=5.0) == "size hardly matches anything"
