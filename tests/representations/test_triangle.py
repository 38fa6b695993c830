"""Triangles with free corners: values, operators and laws."""

import ast
import math
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from beta4ucs.data.scaling import UnitScaling
from beta4ucs.kernels.random import new_stream, uniform
from beta4ucs.learning.dispatch import PADDING, buffer_size, operators_of
from beta4ucs.representations.triangle import Triangle
from beta4ucs.rules.wording import FeatureWords

PATIENT = settings(deadline=None)  # the first call compiles
SEEDS = st.integers(0, 2**64 - 1)
INPUTS = st.one_of(st.sampled_from([0.0, 0.5, 1.0]), st.floats(0.0, 1.0))
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


@st.composite
def rules_and_rows(draw):
    """The genes of a rule, and a row of which every value is in its support or missing."""
    rule = draw(st.lists(genes(), min_size=1, max_size=6))
    row = []
    for gene in rule:
        low, high = max(-1.0, gene[0]), min(2.0, gene[2])
        inside = [st.just(math.nan), st.just(float(gene[1]))]
        row.append(draw(st.one_of(*inside, *([st.floats(low, high)] if low <= high else []))))
    return np.array(rule), np.array(row)


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
@given(rules_and_rows())
def test_degree_is_the_product_of_memberships(case):
    rule, row = case
    product = 1.0
    for gene, x in zip(rule, row, strict=True):
        if not math.isnan(x):
            product *= Triangle().membership(gene, x)
    assert Triangle().degree(rule, row) == product


def batch_degrees(representation, rules, row, chosen, *, compiled):
    """Degrees of the chosen rules by `degrees`, from work space that holds nothing of use."""
    n_features = rules.shape[1]
    packed = np.full((len(rules), representation.packed_width(n_features)), math.nan)
    for rule in range(len(rules)):
        representation.pack(rules, rule, packed)
    out = np.full(len(chosen) + PADDING, math.nan)
    buffer = np.full(buffer_size(n_features), math.nan)
    n_fuzzy = np.array(
        [sum(not representation.is_crisp(gene) for gene in rule) for rule in rules], dtype=np.int64
    )
    arguments = (rules, packed, n_fuzzy, row, chosen, len(chosen), buffer, out)
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
    expected = [float(Triangle().degree(rule, row))]
    found = batch_degrees(Triangle(), rule[np.newaxis], row, np.array([0]), compiled=compiled)
    assert found == expected


@pytest.mark.parametrize("n_features", [1, 4, 30, 3000])
def test_degrees_of_many_rules_equal_degree_to_the_last_bit(n_features):
    """Any order, repetition and missing values; some genes are flagged."""
    generator = np.random.default_rng(n_features)
    shape = (6000 // n_features + 5, n_features)
    rules = generator.random((*shape, 3)) * [-1.0, 1.0, 1.0] + [0.0, 0.0, 1.0]
    rules[generator.random(shape) < 0.2] = FLAGGED
    row = generator.random(n_features)
    row[1::5] = math.nan
    chosen = generator.integers(0, len(rules), len(rules) + 7)
    expected = [float(Triangle().degree(rules[rule], row)) for rule in chosen]
    assert batch_degrees(Triangle(), rules, row, chosen, compiled=True) == expected
    assert n_features == 3000 or len(set(expected)) > len(chosen) / 4


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
    rng, twin, before = new_stream(seed), new_stream(seed), gene.tolist()
    Triangle(mutation_step=step).mutate(gene, rng)
    assert gene.tolist() == [corner + uniform(twin, -step, step) for corner in before]
    assert rng[0] == twin[0]


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
    gene, rng = FLAGGED.copy(), new_stream(seed)
    representation = Triangle(flagged_dont_care=True, relative_mutation=is_relative)
    for _ in range(5):
        representation.mutate(gene, rng)
        representation.repair(gene)
    assert representation.is_crisp(gene)
    assert [representation.membership(gene, x) for x in (0.0, 0.3, 1.0)] == [1.0, 1.0, 1.0]


@PATIENT
@given(st.lists(CORNERS, min_size=3, max_size=3))
@example([0.5, 0.5, 0.5])
@example([0.5, 0.5099, 0.5])
@example([0.9, 0.1, 0.5])
@example([0.3, -math.inf, math.inf])
def test_repair_sorts_widens_and_is_idempotent(numbers):
    gene = np.array(numbers)
    Triangle().repair(gene)
    expected = sorted(numbers)
    if expected[2] - expected[0] < 0.01:
        expected = [expected[0] - 0.025, expected[1], expected[2] + 0.025]
    assert gene.tolist() == expected
    again = gene.copy()
    Triangle().repair(again)
    assert again.tolist() == gene.tolist()


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


def words_of(numbers, low=0.0, high=100.0):
    """Description by a representation on a feature named "size"."""
    feature = FeatureWords("size", UnitScaling(np.array([low]), np.array([high])), 0)
    return Triangle().describe(np.array(numbers, dtype=float), feature)


@pytest.mark.parametrize(
    ("gene", "expected"),
    [
        ([0.2, 0.4, 0.7], "size is about 40 (20 .. 70)"),
        ([-0.5, 0.4, 1.5], "size is about 40"),
        ([0.2, 1.0, 1.5], "size is high (above 20)"),
        ([-0.5, -0.1, 0.5], "size is low (below 50)"),
        ([-math.inf, 0.4, math.inf], ""),
        ([-math.inf, 0.4, 0.7], "size <= 40 (less so <= 70)"),
        ([0.2, 0.4, math.inf], "size >= 40 (less so >= 20)"),
        ([1.2, 1.3, 1.4], "size matches nothing"),
    ],
)
def test_description(gene, expected):
    assert words_of(gene) == expected


# ------------------------------------------------------------------ without compilation

A_FEW_CALLS = """
import numpy as np
from beta4ucs.kernels.random import new_stream
from beta4ucs.learning.dispatch import PADDING, buffer_size, operators_of
from beta4ucs.representations.triangle import Triangle

numbers = []
for representation in (
    Triangle(),
    Triangle(flagged_dont_care=True),
    Triangle(relative_mutation=True, flagged_dont_care=True),
):
    operators = operators_of(representation)
    settings, rng = operators.settings, new_stream(7)
    genes = np.zeros((12, 3, 3))
    packed, support = np.zeros((12, representation.packed_width(3))), np.zeros((12, 2, 3))
    row = np.array([0.25, np.nan, 0.75])
    fuzzy = np.zeros(12, dtype=np.int64)
    for rule in range(12):
        operators.cover(settings, genes, rule, row, 0.1, rng)
        operators.mutate(settings, genes, rule, 0.5, rng)
        if rule % 2:
            operators.crossover(settings, genes, rule, rule - 1, False, rng)
    for rule in range(12):
        fuzzy[rule] = operators.prepare(settings, genes, rule, support, np.zeros(12), packed)
    row = np.array([0.4, np.nan, 0.5])
    holds = (support[:, 0] <= row) & (row <= support[:, 1])
    rules = np.flatnonzero((holds | np.isnan(row)).all(axis=1))
    degrees = np.zeros(len(rules) + PADDING)
    operators.degrees(
        settings, genes, packed, fuzzy, row, rules, len(rules), np.zeros(buffer_size(3)), degrees
    )
    general = [
        operators.is_more_general(settings, genes, rule, other)
        for rule in range(12)
        for other in range(12)
    ]
    for values in (genes, packed, support, fuzzy, degrees[: len(rules)], general, rng):
        numbers.append([float(value).hex() for value in np.ravel(values)])
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
    assert len(set(compiled["numbers"][4])) > 2  # degrees
