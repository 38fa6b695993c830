"""The four-parameter beta representation: its values against scipy, its operators and laws."""

import itertools
import math
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from scipy.stats import beta as beta_distribution

from beta4ucs.kernels.random import new_stream, random
from beta4ucs.learning.dispatch import operators_of
from beta4ucs.learning.matching import PADDING, buffer_size
from beta4ucs.representations import Beta4
from oracle import Stream
from oracle_families import Beta4 as NaiveBeta4

PATIENT = settings(deadline=None)  # the first call compiles
CRISP = np.array([1.0, 1.0, 0.25, 0.75])
DONT_CARE = np.array([1.0, 1.0, 0.0, 1.0])

SHAPES = st.one_of(st.sampled_from([1.0, math.nextafter(1.0, 2.0), 1.5, 2.0]), st.floats(1.0, 60.0))
SEEDS = st.integers(0, 2**64 - 1)
INPUTS = st.one_of(st.sampled_from([0.0, 0.5, 1.0]), st.floats(0.0, 1.0))


@st.composite
def genes(draw, shapes=SHAPES):
    """A gene as covering, crossover, mutation and repair may leave it."""
    low = draw(st.one_of(st.just(0.0), st.floats(-1.1, 0.995)))
    high = low + draw(st.floats(1e-3, 2.0))
    assume(high >= 0.005)
    return np.array([draw(shapes), draw(shapes), low, high])


@st.composite
def genes_and_inputs(draw, shapes=SHAPES):
    """A gene and an x at its ends, next to them, inside, or anywhere."""
    gene = draw(genes(shapes))
    low, high = gene[2:].tolist()
    x = draw(
        st.one_of(
            st.sampled_from([low, high, math.nextafter(low, -9.0), math.nextafter(high, 9.0)]),
            st.floats(low, high, allow_subnormal=False),  # `log` takes subnormal numbers for 0
            st.floats(-1.5, 3.5, allow_subnormal=False),
        )
    )
    return gene, x


@st.composite
def rules_and_rows(draw):
    """The genes of a rule, and a row of which every value is in its support or missing."""
    rule = draw(st.lists(genes(), min_size=1, max_size=6))
    row = [
        draw(st.one_of(st.just(math.nan), st.floats(gene[2], gene[3]), st.just(float(gene[2]))))
        for gene in rule
    ]
    return np.array(rule), np.array(row)


def formula(gene, x):
    """SPEC C.1 with fifty digits."""
    alpha, beta, low, high, x = (Decimal(number) for number in (*gene.tolist(), x))
    left, right = alpha - 1, beta - 1
    if x < low or x > high:
        return 0.0
    with localcontext(prec=50):
        value = Decimal(1)
        if left:
            value *= ((x - low) / (left / (left + right) * (high - low))) ** left
        if right:
            value *= ((high - x) / (right / (left + right) * (high - low))) ** right
        return float(value)


# ------------------------------------------------------------------ membership


@PATIENT
@given(
    st.one_of(st.just(1.0), st.floats(1.001, 1e3)),
    st.one_of(st.just(1.0), st.floats(1.001, 1e3)),
    st.sampled_from([-0.7, 0.0, 0.4]),
    st.sampled_from([0.01, 0.5, 1.7]),
    st.one_of(st.sampled_from([0, 1, -1e-9, 1 + 1e-9, -3, 4]), st.floats(1e-6, 1 - 1e-6)),
)
def test_membership_is_the_density_over_its_peak(alpha, beta, low, width, share):
    """By scipy, for which an x next to an end is the end."""
    high = low + width
    x = high if share == 1 else low + share * width
    mode = low + (alpha - 1.0) / (alpha + beta - 2.0) * (high - low) if alpha + beta > 2.0 else low
    scipy_beta = beta_distribution(alpha, beta, loc=low, scale=high - low)
    expected = scipy_beta.pdf(x) / scipy_beta.pdf(min(mode, high))
    gene = np.array([alpha, beta, low, high])
    assert Beta4().membership(gene, x) == pytest.approx(expected, abs=1e-9)


@PATIENT
@given(genes_and_inputs(st.one_of(SHAPES, st.floats(1.0, 1e4))))
def test_membership_equals_the_formula(case):
    gene, x = case
    assert Beta4().membership(gene, x) == pytest.approx(formula(gene, x), abs=1e-11)


@PATIENT
@given(genes_and_inputs())
def test_membership_stays_in_the_unit_interval_and_in_the_support(case):
    gene, x = case
    low, high = Beta4().support(gene)
    membership = Beta4().membership(gene, x)
    assert 0.0 <= membership <= 1.0
    assert low <= x <= high or membership == 0.0


@pytest.mark.parametrize(
    ("alpha", "beta", "at_low", "at_high"),
    [(1.0, 1.0, 1.0, 1.0), (1.0, 2.0, 1.0, 0.0), (2.0, 1.0, 0.0, 1.0), (2.0, 2.0, 0.0, 0.0)],
)
def test_membership_at_the_ends(alpha, beta, at_low, at_high):
    gene = np.array([alpha, beta, 0.25, 0.75])
    assert Beta4().membership(gene, 0.25) == at_low
    assert Beta4().membership(gene, 0.75) == at_high
    assert Beta4().membership(gene, math.nextafter(0.25, 0.0)) == 0.0
    assert Beta4().membership(gene, math.nextafter(0.75, 1.0)) == 0.0


def test_membership_of_a_parabola():
    """alpha = beta = 2: 4 v (1 - v)."""
    gene = np.array([2.0, 2.0, 0.0, 1.0])
    for v in (0.0, 0.1, 0.5, 0.8, 1.0):
        assert Beta4().membership(gene, v) == pytest.approx(4.0 * v * (1.0 - v), abs=1e-15)


# ------------------------------------------------------------------ degree


@PATIENT
@given(rules_and_rows())
def test_degree_is_the_product_of_memberships(case):
    rule, row = case
    product = 1.0
    for gene, x in zip(rule, row, strict=True):
        if not math.isnan(x):
            product *= Beta4().membership(gene, x)
    assert Beta4().degree(rule, row) == pytest.approx(product, abs=1e-12)


@PATIENT
@given(rules_and_rows(), st.data())
def test_one_value_outside_its_support_makes_the_degree_zero(case, data):
    rule, row = case
    feature = data.draw(st.integers(0, len(row) - 1))
    row[feature] = data.draw(
        st.sampled_from([np.nextafter(rule[feature, 2], -9.0), np.nextafter(rule[feature, 3], 9.0)])
    )
    assert Beta4().degree(rule, row) == 0.0


def test_a_row_without_values_matches_fully():
    rule = np.array([[2.0, 3.0, 0.1, 0.2], CRISP])
    assert Beta4().degree(rule, np.array([math.nan, math.nan])) == 1.0


def batch_degrees(rules, row, chosen, *, compiled):
    """Degrees of the chosen rules by `degrees`, from work space that holds nothing of use."""
    representation, n_features = Beta4(), rules.shape[1]
    packed = np.full((len(rules), representation.packed_width(n_features)), math.nan)
    n_packed = np.array([representation.pack(rules, rule, packed) for rule in range(len(rules))])
    out = np.full(len(chosen) + PADDING, math.nan)
    buffer = np.full(buffer_size(n_features), math.nan)
    arguments = (rules, packed, n_packed, row, chosen, len(chosen), buffer, out)
    if compiled:
        operators = operators_of(representation)
        operators.degrees(operators.settings, *arguments)
    else:
        representation.degrees(*arguments)
    return out[: len(chosen)].tolist()


@PATIENT
@pytest.mark.parametrize("compiled", [True, False])
@given(rules_and_rows())
def test_degrees_equal_degree_to_the_last_bit(compiled, case):
    rule, row = case
    expected = [float(Beta4().degree(rule, row))]
    assert batch_degrees(rule[np.newaxis], row, np.array([0]), compiled=compiled) == expected


@pytest.mark.parametrize("n_features", [1, 4, 30, 3000])
def test_degrees_of_many_rules_equal_degree_to_the_last_bit(n_features):
    """More terms than the buffer holds at first; any order, repetition and missing values."""
    generator = np.random.default_rng(n_features)
    shape = (6000 // n_features + 5, n_features)
    shapes = np.where(generator.random((2, *shape)) < 0.3, 1.0, 1.0 + generator.random((2, *shape)))
    low, high = -generator.random(shape), 1.0 + generator.random(shape)
    rules = np.ascontiguousarray(np.moveaxis(np.array([*shapes, low, high]), 0, -1))
    row = np.where(generator.random(n_features) < 0.2, math.nan, generator.random(n_features))
    chosen = generator.integers(0, len(rules), len(rules) + 7)
    expected = [float(Beta4().degree(rules[rule], row)) for rule in chosen]
    assert batch_degrees(rules, row, chosen, compiled=True) == expected
    assert n_features == 3000 or len(set(expected)) > len(chosen) / 4


# ------------------------------------------------------------------ covering


@PATIENT
@given(INPUTS, SEEDS, st.sampled_from([1.0, 0.1, 0.005]))
def test_a_covering_gene_holds_its_own_input(x, seed, cover_range):
    gene = np.full(4, math.nan)
    Beta4(cover_range=cover_range).cover(gene, x, new_stream(seed))
    assert Beta4().membership(gene, x) == 1.0
    assert gene[:2].tolist() == [1.0, 1.0]
    assert 0.0049 < gene[3] - x < cover_range + 1e-9
    assert gene[3] - x == pytest.approx(x - gene[2])


@PATIENT
@given(INPUTS, SEEDS, st.sampled_from([1.5, 3.0, 5.0]))
def test_a_fuzzy_covering_gene_peaks_at_its_own_input(x, seed, initial_shape):
    gene = np.full(4, math.nan)
    Beta4(initial_shape=initial_shape).cover(gene, x, new_stream(seed))
    assert Beta4().membership(gene, x) >= 1.0 - 1e-12
    assert 1.0 <= gene[0] == gene[1] < initial_shape


@PATIENT
@given(INPUTS, SEEDS, st.sampled_from([1.0, 3.0]), st.sampled_from([1.0, 0.2]))
def test_covering_equals_the_naive_one(x, seed, initial_shape, cover_range):
    representation = Beta4(initial_shape=initial_shape, cover_range=cover_range)
    stream = Stream(seed)
    naive = NaiveBeta4(representation).cover_feature(x, 0.0, stream)
    rng, gene = new_stream(seed), np.full(4, math.nan)
    random(rng)  # the naive one begins with the draw that decides about a don't care
    representation.cover(gene, x, rng)
    assert gene.tolist() == naive
    assert int(rng[0]) == stream.state


@pytest.mark.parametrize("x", [0.0, 0.3, math.nan])
def test_a_gene_that_covers_anything_is_the_unit_interval(x):
    gene, rng = np.full(4, math.nan), new_stream(3)
    Beta4().cover_any(gene, x, rng)
    assert gene.tolist() == DONT_CARE.tolist()
    assert int(rng[0]) == 3  # no draw


# ------------------------------------------------------------------ mutation and repair


@PATIENT
@given(genes(), SEEDS, st.sampled_from([0.1, 0.0, 2.0]))
def test_mutation_and_repair_equal_the_naive_ones(gene, seed, step):
    representation, naive = Beta4(mutation_step=step), gene.tolist()
    rng, stream = new_stream(seed), Stream(seed)
    representation.mutate(gene, rng)
    NaiveBeta4(representation).mutate_gene(naive, stream)
    assert gene.tolist() == naive
    assert int(rng[0]) == stream.state
    representation.repair(gene)
    NaiveBeta4(Beta4()).repair_gene(naive)
    assert gene.tolist() == naive


@PATIENT
@given(genes(), SEEDS, st.sampled_from([0.1, 0.5, 2.0]))
def test_a_mutated_gene_is_a_legal_one(gene, seed, step):
    representation, before = Beta4(mutation_step=step), gene.copy()
    representation.mutate(gene, new_stream(seed))
    assert np.all(gene[:2] >= np.maximum(1.0, before[:2] * 0.5))
    assert np.all(gene[:2] <= before[:2] * 1.5)
    assert gene[2] <= 0.995
    assert gene[3] >= 0.005
    representation.repair(gene)
    assert gene[2] < gene[3]
    assert gene[2] <= 0.995
    assert gene[3] >= 0.005


@PATIENT
@given(st.floats(-1.1, 0.995), st.floats(0.005, 2.0), st.booleans())
@example(0.5, 0.5, False)
@example(0.005, 0.005, False)
@example(0.995, 0.995, False)
@example(0.7, 0.2, False)
def test_repair_orders_the_bounds_and_is_idempotent(low, high, is_empty):
    if is_empty:
        low = high = min(high, 0.995)
    gene, naive = np.array([2.0, 3.0, low, high]), [2.0, 3.0, low, high]
    Beta4().repair(gene)
    NaiveBeta4(Beta4()).repair_gene(naive)
    assert gene.tolist() == naive
    assert gene[2] < gene[3]
    assert gene[2] <= low
    assert gene[3] >= high or low > high
    again = gene.copy()
    Beta4().repair(again)
    assert again.tolist() == gene.tolist()


def test_repair_widens_an_empty_interval_within_the_unit_interval():
    for bound, expected in ((0.5, [0.475, 0.525]), (0.01, [0.0, 0.035]), (0.99, [0.965, 1.0])):
        gene = np.array([1.0, 1.0, bound, bound])
        Beta4().repair(gene)
        assert gene[2:].tolist() == pytest.approx(expected)


# ------------------------------------------------------------------ generality

SOME_GENES = [
    np.array(numbers)
    for numbers in itertools.product(
        [1.0, 1.5, 3.0], [1.0, 1.5, 4.0], [-0.4, -0.2, 0.0, 0.3], [0.5, 0.8, 1.0, 1.3]
    )
]


@pytest.mark.parametrize("tolerance", [0.0, 0.05, 1.0])
def test_generality_equals_the_naive_one_on_a_grid(tolerance):
    representation, n_more_general = Beta4(subsumption_tolerance=tolerance), 0
    judge, naive_genes = NaiveBeta4(representation), [gene.tolist() for gene in SOME_GENES]
    for gene, naive in zip(SOME_GENES, naive_genes, strict=True):
        for other, against in zip(SOME_GENES, naive_genes, strict=True):
            found = representation.is_more_general(gene, other)
            n_more_general += found
            assert found == judge.gene_is_more_general(naive, against), (naive, against)
            if found:
                assert max(0.0, gene[2]) <= max(0.0, other[2])
                assert min(1.0, gene[3]) >= min(1.0, other[3])
    assert len(SOME_GENES) * 3 < n_more_general < len(SOME_GENES) ** 2 / 2


@PATIENT
@given(genes())
def test_generality_is_reflexive(gene):
    """Within [0, 1]; an interval beside it is not more general than anything."""
    assert Beta4().is_more_general(gene, gene.copy()) == (gene[2] <= 1.0 and gene[3] >= 0.0)


@pytest.mark.parametrize(
    ("gene", "other", "expected"),
    [
        (DONT_CARE, CRISP, True),
        (CRISP, DONT_CARE, False),
        ([1, 1, 0.0, 1.0], [1, 1, -0.5, 1.5], True),  # equal within [0, 1]
        ([1, 1, 0.1, 0.9], [2, 2, 0.2, 0.8], True),
        ([2, 2, 0.1, 0.9], [1, 1, 0.2, 0.8], False),  # more peaked
        ([2, 2, 0.1, 0.9], [3, 3, 0.2, 0.8], True),
        ([3, 3, 0.1, 0.9], [2, 2, 0.2, 0.8], False),
        ([2, 2, 0.1, 0.9], [3, 3, 0.22, 0.8], True),  # peaks 0.01 apart
        ([2, 2, 0.1, 0.9], [3, 3, 0.23, 0.8], False),  # peaks 0.015 apart
        ([1, 1, 0.0, 1.0], [1, 1, 1.2, 1.4], False),  # beside [0, 1]
        ([1, 1, 0.0, 1.0], [1, 1, -0.4, -0.2], False),
    ],
)
def test_generality_by_example(gene, other, expected):
    gene, other = np.array(gene, dtype=float), np.array(other, dtype=float)
    assert Beta4(subsumption_tolerance=0.0101).is_more_general(gene, other) == expected


# ------------------------------------------------------------------ crisp genes


@PATIENT
@given(genes())
def test_a_gene_made_crisp_is_an_interval_with_the_same_support(gene):
    is_crisp = Beta4().is_crisp(gene)
    assert is_crisp == (gene[:2].tolist() == [1.0, 1.0])
    support = Beta4().support(gene)
    Beta4().make_crisp(gene)
    assert Beta4().is_crisp(gene)
    assert Beta4().support(gene) == support
    for x in (support[0], sum(support) / 2, support[1]):
        assert Beta4().membership(gene, x) == 1.0
