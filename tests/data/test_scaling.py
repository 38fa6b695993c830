"""Laws of the way into [0, 1] and back."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from beta4ucs.data.scaling import UnitScaling

finite = st.floats(allow_nan=False, allow_infinity=False)
cells = st.one_of(finite, st.just(np.nan))
tables = arrays(np.float64, array_shapes(min_dims=2, max_dims=2, max_side=6), elements=cells)
HUGE = np.finfo(np.float64).max
TINY = np.nextafter(0.0, 1.0)


def column(*values):
    return np.array(values, dtype=np.float64)[:, None]


@given(tables)
def test_everything_lands_in_the_unit_interval_and_gaps_stay(X):
    units = UnitScaling.fit(X).transform(X)
    assert np.array_equal(np.isnan(units), np.isnan(X))
    known = units[~np.isnan(units)]
    assert np.all((known >= 0.0) & (known <= 1.0))


@given(tables)
def test_the_ends_are_exact_and_constants_are_one_half(X):
    low, high = scaling = UnitScaling.fit(X)
    units = scaling.transform(X)
    ranged = low < high
    assert np.all(units[(low == X) & ranged] == 0.0)
    assert np.all(units[(high == X) & ranged] == 1.0)
    assert np.all(units[~np.isnan(X) & (low == high)] == 0.5)


@given(st.lists(finite, min_size=2, max_size=5), st.lists(finite, min_size=2, max_size=8))
def test_transform_keeps_the_order_of_unseen_values(training, unseen):
    scaling = UnitScaling.fit(column(*training))
    units = scaling.transform(column(*sorted(unseen)))[:, 0]
    assert np.all(np.diff(units) >= 0.0)


@given(st.lists(finite, min_size=2, max_size=6))
def test_round_trip_from_original_units(values):
    scaling = UnitScaling.fit(column(*values))
    largest = max(abs(value) for value in values)
    for value, unit in zip(values, scaling.transform(column(*values))[:, 0], strict=True):
        back = scaling.to_units(0, unit)
        assert abs(back / 4 - value / 4) <= largest * 2.0**-51 + 4 * TINY


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.floats(0.0, 1.0))
def test_round_trip_from_the_unit_scale(low, width, unit):
    scaling = UnitScaling.fit(column(low, low + width))
    back = scaling.transform(column(scaling.to_units(0, unit)))[0, 0]
    assert back == pytest.approx(unit, abs=1e-6)


@given(finite, finite, st.lists(st.floats(-2.0, 3.0), min_size=2, max_size=6))
def test_to_units_keeps_the_order_and_meets_the_ends(a, b, units):
    assume(a != b)
    scaling = UnitScaling.fit(column(a, b))
    original = [scaling.to_units(0, unit) for unit in sorted(units)]
    assert all(first <= second for first, second in pairwise(original))
    assert scaling.to_units(0, 0.0) == min(a, b)
    assert scaling.to_units(0, 1.0) == max(a, b)


@pytest.mark.parametrize(
    ("low", "middle", "high"),
    [(-HUGE, 0.0, HUGE), (-HUGE, -HUGE / 2, 0.0), (0.0, TINY, 2 * TINY), (1e-310, 2e-310, 3e-310)],
)
def test_ranges_at_the_limits_of_floats(low, middle, high):
    scaling = UnitScaling.fit(column(low, high))
    assert scaling.transform(column(low, middle, high))[:, 0] == pytest.approx([0.0, 0.5, 1.0])
    assert scaling.to_units(0, 0.5) == pytest.approx(middle)


def test_unseen_values_are_clipped():
    scaling = UnitScaling.fit(column(10.0, 20.0))
    assert scaling.transform(column(-HUGE, 9.9, 20.1, np.inf))[:, 0].tolist() == [0, 0, 1, 1]


def test_a_constant_column_answers_one_half_for_every_value_and_its_constant_back():
    scaling = UnitScaling.fit(column(7.0, np.nan, 7.0))
    assert np.array_equal(
        scaling.transform(column(7.0, -1.0, 99.0, np.nan))[:, 0],
        [0.5, 0.5, 0.5, np.nan],
        equal_nan=True,
    )
    assert scaling.to_units(0, 0.2) == 7.0


def test_a_column_without_values_has_the_range_zero_and_no_warning(recwarn):
    scaling = UnitScaling.fit(column(np.nan, np.nan))
    assert (scaling.low[0], scaling.high[0]) == (0.0, 0.0)
    assert scaling.transform(column(3.0))[0, 0] == 0.5
    assert not recwarn


def test_values_outside_the_unit_interval_continue_the_line():
    scaling = UnitScaling.fit(column(10.0, 20.0))
    assert scaling.to_units(0, -0.5) == 5.0
    assert scaling.to_units(0, 1.5) == 25.0


@pytest.mark.parametrize("order", ["C", "F"])
def test_the_result_is_a_fresh_writable_c_array(order):
    X = np.array([[1, 2], [3, 4]], dtype=np.float64, order=order)
    before = X.copy()
    X.setflags(write=False)
    units = UnitScaling.fit(X).transform(X)
    assert units.dtype == np.float64
    assert units.flags.c_contiguous
    assert units.flags.writeable
    assert not np.shares_memory(units, X)
    assert np.array_equal(X, before)


def test_whole_numbers_and_single_precision_are_taken():
    assert UnitScaling.fit(np.array([[1], [3]])).transform(np.array([[2]]))[0, 0] == 0.5
    assert UnitScaling.fit(np.float32([[1], [3]])).transform(np.float32([[2]]))[0, 0] == 0.5
