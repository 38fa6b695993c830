"""Conditions in words: examples for the reader, laws for the numbers."""

import math
import re

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from beta4ucs.data.scaling import UnitScaling
from beta4ucs.rules.wording import FeatureWords

HUGE = np.finfo(np.float64).max
TINY = np.nextafter(0.0, 1.0)
unit = st.floats(-0.5, 1.5)
inner = st.floats(0.0, 1.0, exclude_min=True, exclude_max=True)
any_float = st.floats(allow_nan=False, allow_infinity=False)


def words(low, high, name="x"):
    return FeatureWords(name, UnitScaling(np.array([float(low)]), np.array([float(high)])), 0)


def unit_of(value, low, high):
    return (value - low) / (high - low)


def numbers_in(text):
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?(?:e[+-]\d+)?", text)]


ALCOHOL = (11.03, 14.83)


def alcohol(value):
    return unit_of(value, *ALCOHOL)


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (alcohol(12.1), alcohol(14.8), "alcohol in [12.1, 14.8]"),
        (alcohol(12.1234), alcohol(13.5678), "alcohol in [12.13, 13.56]"),  # inwards
        (-0.3, alcohol(12.1), "alcohol <= 12.1"),
        (0.0, alcohol(12.1), "alcohol <= 12.1"),
        (alcohol(12.1), 1.0, "alcohol >= 12.1"),
        (alcohol(12.1), 1.3, "alcohol >= 12.1"),
        (0.0, 1.0, ""),
        (-0.1, 1.1, ""),
        (alcohol(12.1234), alcohol(12.1238), "alcohol in [12.1234, 12.1238]"),
        (0.5, 0.5, "alcohol = 12.93"),
        (0.6, 0.4, "alcohol matches nothing"),
        (1.1, 1.3, "alcohol matches nothing"),
        (-0.3, -0.1, "alcohol matches nothing"),
    ],
)
def test_intervals(low, high, text):
    assert words(*ALCOHOL, "alcohol").interval(low, high) == text


@pytest.mark.parametrize(
    ("low", "peak", "high", "text"),
    [
        (alcohol(12), alcohol(12.9), alcohol(14), "alcohol about 12 to 14, best 12.9"),
        (-0.1, alcohol(12.9), alcohol(14), "alcohol about 14 or less, best 12.9"),
        (alcohol(12), alcohol(12.9), 1.2, "alcohol about 12 or more, best 12.9"),
        (-0.2, alcohol(12.9), 1.2, "alcohol preferably 12.9"),
        (alcohol(12), 1.0, 1.0, "alcohol about 12 or more, best 14.83"),
        (alcohol(12), 1.2, 1.4, "alcohol about 12 or more, best 14.83"),
        (0.0, 0.0, alcohol(12), "alcohol about 12 or less, best 11.03"),
        (alcohol(12), alcohol(12), alcohol(14), "alcohol about 12 to 14, best 12"),
        (alcohol(12), alcohol(14), alcohol(14), "alcohol about 12 to 14, best 14"),
        (alcohol(12), alcohol(12), 1.5, "alcohol about 12 or more, best 12"),
        (0.0, 0.0, 1.0, "alcohol preferably 11.03"),
        (0.0, 1.0, 1.0, "alcohol preferably 14.83"),
        (1.2, 1.3, 1.4, "alcohol matches nothing"),
    ],
)
def test_fuzzy_sets(low, peak, high, text):
    assert words(*ALCOHOL, "alcohol").fuzzy(low, peak, high) == text


def test_a_constant_column_says_whether_it_matches_at_all():
    constant = words(3.0, 3.0)
    assert constant.interval(0.2, 0.7) == ""
    assert constant.interval(0.6, 1.0) == "x matches nothing"
    assert constant.fuzzy(0.2, 0.3, 0.9) == "x about 3"
    assert constant.fuzzy(0.6, 0.7, 0.9) == "x matches nothing"


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (278, 1680, "x >= 560"),  # 3 digits of 1402
        (0, 3.0e5, "x >= 60000"),
        (-1, 1, "x >= -0.6"),
        (-0.25, 1, "x >= 0"),
        (0.0, 0.002, "x >= 0.0004"),
        (1.7e9, 1.7e9 + 1, "x >= 1700000000.2"),
        (0.0, 2e-7, "x >= 4e-08"),
        (0.0, 3e15, "x >= 6e+14"),
    ],
)
def test_numbers_have_the_size_of_the_range(low, high, text):
    assert words(low, high).interval(0.2, 1.0) == text


def test_a_bound_just_inside_the_data_is_not_printed_as_its_end():
    bit = words(0, 1, "bit")
    assert bit.interval(0.0004, 1.0) == "bit >= 0.01"  # excludes 0, so it must not say >= 0
    assert bit.interval(0.0, 0.9996) == "bit <= 0.99"
    assert words(11.034, 14.827).interval(0.9999, 1.0) == "x >= 14.8267"  # some value is left


@given(inner, inner, st.floats(-1e6, 1e6), st.floats(1e-3, 1e6))
def test_what_lies_in_the_printed_interval_matches(low, high, start, span):
    low, high = sorted((low, high))
    assume(high - low > 1e-6)
    end = start + span
    text = words(start, end).interval(low, high)
    first, last = numbers_in(text.removeprefix("x in "))
    slack = 1e-6 * span + 1e-9 * abs(start)
    true_first, true_last = start + low * span, start + high * span
    assert true_first - slack <= first < last <= true_last + slack
    assert last - first >= 0.5 * (true_last - true_first) - slack
    assert max(first - true_first, true_last - last) <= 0.0101 * span + slack


@given(unit, unit, st.integers(-1000, 1000), st.sampled_from([1, 2, 10, 100, 999]))
def test_whole_numbers_match_in_print_as_they_do_in_truth(low, high, start, span):
    low, high = sorted((low, high))
    assume(high - low > 0.05)
    feature = words(start, start + span)
    text = feature.interval(low, high)
    for value in range(start, start + span + 1, max(1, span // 10)):
        position = unit_of(value, start, start + span)
        distance = min(abs(position - low), abs(position - high)) * span
        if 0.0 < distance < 0.011 * span:
            continue  # may fall to rounding
        assert holds(text, value) == (low <= position <= high)


def holds(text, value):
    if text == "":
        return True
    if "matches nothing" in text:
        return False
    numbers = numbers_in(text)
    if "<=" in text:
        return value <= numbers[0]
    if ">=" in text:
        return value >= numbers[0]
    return numbers[0] <= value <= numbers[-1]


@given(unit, unit, unit, st.floats(-1e4, 1e4), st.floats(0.1, 1e5))
def test_texts_are_short_for_ordinary_sizes(low, peak, high, start, span):
    low, peak, high = sorted((low, peak, high))
    assume(min(1.0, high) - max(0.0, low) > 0.01)
    feature = words(start, start + span)
    for text in (feature.interval(low, high), feature.fuzzy(low, peak, high)):
        for number in re.findall(r"-?[\d.e+]*\d[\d.e+-]*", text):
            assert "e" not in number
            assert not re.search(r"\.\d*0$|\.$|^-0$", number)
            assert len(number.strip("-").replace(".", "").lstrip("0")) <= 9


@given(unit, unit, unit)
def test_only_an_interval_over_the_whole_range_says_nothing(low, peak, high):
    low, peak, high = sorted((low, peak, high))
    feature = words(5, 9)
    assert (feature.interval(low, high) == "") == (low <= 0.0 and high >= 1.0)
    assert feature.fuzzy(low, peak, high) != ""


@given(any_float, any_float, unit, unit, unit)
@example(-HUGE, HUGE, 0.1, 0.2, 0.3)
@example(0.0, TINY, 0.1, 0.2, 0.3)
@example(1.0, np.nextafter(1.0, 2.0), 0.1, 0.2, 0.3)
@example(0.0, 1.0, 0.1, 0.1, float(np.nextafter(0.1, 1.0)))
def test_no_range_is_too_strange(start, end, low, peak, high):
    low, peak, high = sorted((low, peak, high))
    feature = words(min(start, end), max(start, end))
    for text in (feature.interval(low, high), feature.fuzzy(low, peak, high)):
        assert all(map(math.isfinite, numbers_in(text)))
        assert "nan" not in text
        assert "inf" not in text


# ---- rounding moves no row across a bound --------------------------------------------------------


@st.composite
def columns(draw):
    """Numbers with few decimals, and how many."""
    decimals = draw(st.integers(0, 3))
    whole = st.integers(-(10 ** draw(st.integers(1, 5))), 10 ** draw(st.integers(1, 5)))
    values = draw(st.lists(whole, min_size=2, max_size=12, unique=True))
    return np.array(values) / 10.0**decimals, decimals


bound = st.one_of(
    unit,
    st.sampled_from([1e-84, 1e-17, 1e-12, 2e-9, 1.0 - 1e-16, 1.0 - 1e-12]),
    st.integers(0, 12),  # the place of a value of the column
    st.integers(0, 12).map(lambda i: i + 0.5),  # a bit above it
)


def place(bound, units):
    if isinstance(bound, int):
        return float(units[bound % len(units)])
    return float(np.nextafter(units[int(bound) % len(units)], 9.0)) if bound > 1.5 else bound


@given(columns(), bound, bound)
@example((np.array([0.0, 1.0]), 0), 1e-84, 0.4)
@example((np.array([5.0, 7.0]), 0), 1e-84, 2e-84)
@example((np.array([5.0, 7.0]), 0), 1e-84, 1.0)
@example((np.array([0.0, 3.0]), 2), 1e-84, 1e-12)
def test_rounding_moves_no_training_row_across_a_bound(column, low, high):
    values, decimals = column
    scaling = UnitScaling(np.array([values.min()]), np.array([values.max()]))
    units = scaling.transform(values[:, None])[:, 0]
    low, high = sorted((place(low, units), place(high, units)))
    text = FeatureWords("x", scaling, 0, decimals).interval(low, high)
    for value, position in zip(values, units, strict=True):
        assert holds(text, value) == (low <= position <= high), text


@given(st.lists(any_float, min_size=2, max_size=8, unique=True), bound, bound)
@example([0.1234567890123, 4.0], 1e-84, 1.0)
@example([0.0, -4.128682668122017e303], 1.0, 1e-84)
@example([0.0, 1.0], 1e-12, 0.5)
@example([5.0, 7.0], 1e-84, 2e-84)
def test_what_is_printed_with_few_digits_matches(values, low, high):
    scaling = UnitScaling(np.array([min(values)]), np.array([max(values)]))
    column = np.array(values)
    units = scaling.transform(column[:, None])[:, 0]
    low, high = sorted((place(low, units), place(high, units)))
    text = FeatureWords("x", scaling, 0).interval(low, high)
    for value, position in zip(column, units, strict=True):
        if holds(text, value):
            assert low <= position <= high, text
