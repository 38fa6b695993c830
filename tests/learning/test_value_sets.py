"""Sets of values as bits: what the kernels do, against plain Python sets."""

import numba
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from beta4ucs.kernels.random import new_stream
from beta4ucs.learning import value_sets
from beta4ucs.learning.features import MOST_VALUES
from beta4ucs.learning.system import new_features
from oracle import Stream
from oracle_tables import Part, as_bits, holds

LAW = settings(deadline=None)  # the first call compiles
SIZES = st.one_of(st.integers(1, 6), st.just(MOST_VALUES))
SEEDS = st.integers(0, 2**64 - 1)


# Kernels have no door for Python.
@numba.njit
def open_set(n_values):
    return value_sets.open_set(n_values)


@numba.njit
def closed_set(values, n_values):
    return value_sets.closed_set(values, n_values)


@numba.njit
def cover_set(code, n_values, rng):
    return value_sets.cover_set(code, n_values, rng)


@numba.njit
def mutate_set(values, n_values, rng):
    return value_sets.mutate_set(values, n_values, rng)


@numba.njit
def cross_sets(sets, features, swaps_whole, rng):
    value_sets.cross_sets(sets, 0, 1, features, swaps_whole, rng)


@numba.njit
def contains_sets(sets, rule, other):
    return value_sets.contains_sets(sets, rule, other)


@numba.njit
def index_sets(planes, indexed, sets, rule):
    value_sets.index_sets(planes, indexed, sets, rule)


@numba.njit
def exclude_by_sets(planes, codes, bits):
    value_sets.exclude_by_sets(planes, codes, bits, bits.shape[0])


@numba.njit
def mark_holders(planes, sets, features, subsumer, bits):
    value_sets.mark_holders(planes, sets, features, subsumer, bits)


def as_set(bits):
    return frozenset(value for value in range(64) if int(bits) >> value & 1)


def part(n_values):
    return Part(0, n_values, is_numeric=False)


@st.composite
def parts_and_sets(draw, n_sets=1):
    """A column, and sets as rules have them."""
    column = part(draw(SIZES))
    named = st.frozensets(st.integers(0, column.n_values - 1), min_size=1)
    sets = st.one_of(named.map(column.tidy), st.just(column.everything))
    return column, [draw(sets) for _ in range(n_sets)]


@LAW
@given(SIZES, st.integers(0, 2**62 - 1))
def test_a_set_is_open_if_it_has_every_named_value(n_values, bits):
    values = as_set(bits & (2 ** (n_values + 1) - 1))
    assert as_set(closed_set(as_bits(values), n_values)) == part(n_values).tidy(values)
    assert as_set(open_set(n_values)) == part(n_values).everything
    assert open_set(n_values) > 0  # also with the most values there may be


@LAW
@given(SIZES, SEEDS, st.data())
def test_covering_holds_the_code(n_values, seed, data):
    code = data.draw(st.integers(-1, n_values))
    rng, stream = new_stream(seed), Stream(seed)
    values = as_set(cover_set(code, n_values, rng))
    assert holds(values, code)
    assert values == part(n_values).tidy(values)
    assert values == part(n_values).cover(code, stream)
    assert int(rng[0]) == stream.state
    if not 0 <= code < n_values:
        assert values == part(n_values).everything


def test_covering_draws_small_and_large_sets():
    sizes = [len(as_set(cover_set(3, 10, new_stream(seed)))) for seed in range(300)]
    assert min(sizes) == 1
    assert max(sizes) >= 9
    assert len(set(sizes)) > 5


@LAW
@given(parts_and_sets(), SEEDS)
def test_mutation_leaves_no_set_empty(case, seed):
    column, (values,) = case
    rng, stream = new_stream(seed), Stream(seed)
    after = as_set(mutate_set(as_bits(values), column.n_values, rng))
    assert after
    assert after == column.tidy(after)
    assert after == column.mutate(values, stream)
    assert int(rng[0]) == stream.state


def test_mutation_reaches_every_set():
    values, seen, rng = 1, set(), new_stream(5)
    for _ in range(2000):
        values = mutate_set(values, 4, rng)
        seen.add(values)
    assert seen == {*range(1, 15), 31}


@LAW
@given(parts_and_sets(n_sets=2), SEEDS, st.booleans())
def test_crossover_makes_children_of_both(case, seed, swaps_whole):
    column, (one, other) = case
    features = new_features(1, 0.3, 0.1, [0], [column.n_values], [0])
    sets, rng = np.array([[as_bits(one)], [as_bits(other)]]), new_stream(seed)
    cross_sets(sets, features, swaps_whole, rng)
    first, second = map(as_set, sets[:, 0])
    stream = Stream(seed)
    assert (first, second) == column.cross(one, other, stream.bits(), swaps_whole=swaps_whole)
    assert int(rng[0]) == stream.state
    for child in (first, second):
        assert child
        assert child == column.tidy(child)
    named = set(range(column.n_values))
    assert first & second & named == one & other & named
    assert (first | second) & named == (one | other) & named
    if swaps_whole:
        assert {first, second} == {one, other}


@st.composite
def populations(draw):
    """Columns, sets of many rules in two generations, and who was replaced between them."""
    columns = [part(n) for n in draw(st.lists(SIZES, min_size=1, max_size=3))]
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n_rules = draw(st.sampled_from([1, 63, 64, 130]))

    def generation():
        chances = rng.choice([0.1, 0.5, 1.0], (n_rules, len(columns)))
        return [
            [
                column.tidy(
                    frozenset(np.flatnonzero(rng.random(column.n_values) < chance).tolist())
                    | {int(rng.integers(column.n_values))}
                )
                for column, chance in zip(columns, row, strict=True)
            ]
            for row in chances
        ]

    return columns, generation(), generation(), rng.random(n_rules) < 0.5


@LAW
@given(populations(), st.data())
def test_the_index_finds_what_a_search_finds(population, data):
    columns, before, after, is_replaced = population
    n_rules, words = len(before), -(-len(before) // 64)
    planes = np.zeros((len(columns), MOST_VALUES + 1, words), dtype=np.int64)
    indexed = np.zeros((n_rules, len(columns)), dtype=np.int64)
    rules = [list(rule) for rule in before]
    sets = np.array([[as_bits(values) for values in rule] for rule in rules])
    for rule in range(n_rules):
        index_sets(planes, indexed, sets, rule)
    for rule in np.flatnonzero(is_replaced):
        rules[rule] = after[rule]
        sets[rule] = [as_bits(values) for values in after[rule]]
        index_sets(planes, indexed, sets, rule)

    codes = [data.draw(st.integers(-1, column.n_values)) for column in columns]
    bits = np.full(words, -1, dtype=np.int64)
    exclude_by_sets(planes, np.array(codes, dtype=float), bits)
    assert found(bits, n_rules) == [
        rule for rule, values in enumerate(rules) if all(map(holds, values, codes))
    ]

    n_sets, n_values = len(columns), [column.n_values for column in columns]
    features = new_features(n_sets, 0.3, 0.1, range(n_sets), n_values, [0] * n_sets)
    subsumer = data.draw(st.integers(0, n_rules - 1))
    bits = np.zeros(words, dtype=np.int64)
    mark_holders(planes, sets, features, subsumer, bits)
    contained = [
        rule
        for rule, values in enumerate(rules)
        if all(map(frozenset.issuperset, rules[subsumer], values))
    ]
    assert found(~bits, n_rules) == contained
    assert contained == [rule for rule in range(n_rules) if contains_sets(sets, subsumer, rule)]


def found(bits, n_rules):
    flags = np.unpackbits(bits.view(np.uint8), bitorder="little")
    return np.flatnonzero(flags[:n_rules]).tolist()


# ------------------------------------------------------------------ rates of features


def test_rates_without_weights():
    features = new_features(3, 0.33, 0.04)
    assert features.dont_care.tolist() == [0.33] * 3
    assert features.gene_rates.tolist() == [0.04] * 4
    assert features.rates.tolist() == [0.04] * 3
    assert features.reach.tolist() == [1.0, 2.0, 3.0]
    assert features.set_of.tolist() == [-1, -1, -1]


def test_rates_follow_weights_and_stay_within_0_and_1():
    features = new_features(4, 0.4, 0.5, [1, 3], [5, 2], [0, 1], weights=[1.0, 6.0, 0.0, 1.0])
    np.testing.assert_allclose(features.dont_care, [0.7, 0.0, 1.0, 0.7])
    np.testing.assert_allclose(features.rates, [0.25, 1.0, 0.0, 0.25])
    # the second is a category: it has no number to mutate
    np.testing.assert_allclose(features.gene_rates, [0.25, 0.0, 0.0, 0.25, 0.5])
    np.testing.assert_allclose(features.reach, [0.5, 3.5, 3.5, 4.0])
    assert features.set_of.tolist() == [-1, 0, -1, 1]
