"""What our pipelines change about compiled code: nothing that anyone can tell."""

import math

import numpy as np
import pytest
from numba.core.errors import TypingError

from beta4ucs.kernels.compiled import open_kernel


@open_kernel
def largest_of(one, other):
    return max(one, other)


@open_kernel
def smallest_of(one, other):
    return min(one, other)


@open_kernel
def of_three(one, other, third):
    return min(one, other, third) + max(one, other, third) + max((one, other))


@open_kernel
def whole(number):
    return int(number)


@open_kernel
def twice_renamed(number):
    largest = max
    return largest(number, 1.0) + largest(number, 2.0, 3.0)


@open_kernel
def own_max(number):
    max = number + 1
    return max


NUMBERS = [0.0, -0.0, 1.5, -1.5, math.inf, -math.inf]


@pytest.mark.parametrize("one", NUMBERS)
@pytest.mark.parametrize("other", NUMBERS)
def test_the_larger_and_the_smaller_of_two_are_as_in_python(one, other):
    for ours, python in ((largest_of, max), (smallest_of, min)):
        result, expected = ours(one, other), python(one, other)
        assert result == expected
        assert math.copysign(1, result) == math.copysign(1, expected)


def test_kinds_of_numbers_may_differ():
    assert largest_of(2, 1.5) == 2.0
    assert smallest_of(2, 1.5) == 1.5
    assert largest_of(2, 7) == 7
    assert isinstance(largest_of(2, 7), int)
    assert smallest_of(np.int8(-3), 4) == -3


def test_more_than_two_and_tuples_are_left_to_numba():
    assert of_three(3.0, 1.0, 2.0) == 1.0 + 3.0 + 3.0


@pytest.mark.parametrize("number", [2.9, -2.9, 0.0, True, 7])
def test_int_cuts_towards_zero(number):
    assert whole(number) == int(number)
    assert isinstance(whole(number), int)


def test_what_is_not_a_number_is_a_matter_of_types():
    with pytest.raises((TypingError, TypeError)):
        largest_of((1.0, 2.0), 3.0)


def test_a_name_of_ones_own_is_not_mistaken():
    assert own_max(4.0) == 5.0


def test_a_function_under_another_name():
    assert twice_renamed(0.5) == 1.0 + 3.0
