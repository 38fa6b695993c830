"""Named tuples and functions that kernels receive as pointers."""

from typing import NamedTuple

import numpy as np
import pytest
from numba import types

from beta4ucs.kernels.compiled import compile_cached, is_compiled, kernel, open_kernel
from beta4ucs.kernels.pointers import Pointer, compile_function
from beta4ucs.kernels.references import Reference

pytestmark = pytest.mark.skipif(not is_compiled(), reason="plain Python has no pointers")


class Numbers(NamedTuple):
    """Something of every kind that records hold."""

    count: int
    is_open: bool
    nothing: None
    table: np.ndarray
    share: float


class Others(NamedTuple):
    """Another record with the same fields."""

    count: int
    is_open: bool
    nothing: None
    table: np.ndarray
    share: float


KINDS = (types.int64, types.boolean, types.none, types.Array(types.float64, 2, "C"), types.float64)
NUMBERS = Reference(types.NamedTuple(KINDS, Numbers))
HALVE = types.float64(types.float64, types.int64)


def sum_up(numbers):
    """Read every field, and write into the array."""
    total = numbers.share
    if numbers.is_open and numbers.nothing is None:
        for i in range(numbers.table.shape[0]):
            total += deep_sum(numbers, i)
            numbers.table[i, 0] = total
    return total


@kernel
def deep_sum(numbers, i):
    """Read fields in a kernel that another calls."""
    return numbers.table[i, 1] * numbers.count


def test_kernels_read_the_fields_of_a_tuple_behind_a_reference(tmp_path):
    compiled = compile_cached(sum_up, types.float64(NUMBERS), tmp_path, is_entry=True)
    table = np.array([[0.0, 1.0], [0.0, 2.0]])
    assert compiled(Numbers(3, True, None, table, 0.5)) == 9.5
    assert table[:, 0].tolist() == [3.5, 9.5]
    assert compiled(Numbers(3, False, None, table, 0.25)) == 0.25


def test_another_tuple_is_refused(tmp_path):
    compiled = compile_cached(sum_up, types.float64(NUMBERS), tmp_path, is_entry=True)
    with pytest.raises(TypeError, match="No matching definition"):
        compiled(Others(3, True, None, np.zeros((1, 2)), 0.5))


def test_a_field_of_another_kind_is_refused(tmp_path):
    compiled = compile_cached(sum_up, types.float64(NUMBERS), tmp_path, is_entry=True)
    with pytest.raises(TypeError, match="No matching definition"):
        compiled(Numbers(3, True, None, np.zeros((4, 2)).T, 0.5))  # not in C order


def test_a_field_that_is_not_there_is_named(tmp_path):
    def ask(numbers):
        return numbers.colour

    with pytest.raises(Exception, match="Unknown attribute 'colour'"):
        compile_cached(ask, types.float64(NUMBERS), tmp_path, is_entry=True)


def halve(value, times):
    """Halve a number some times; refuse a negative count."""
    if times < 0:
        raise ValueError("a negative count")
    for _ in range(times):
        value /= 2.0
    return value


def call_twice(function, value):
    """Call what a pointer points to."""
    return function(function(value, 1), 2)


def test_kernels_and_python_call_a_function_by_its_pointer(tmp_path):
    function = compile_function(halve, HALVE, tmp_path)
    signature = types.float64(Pointer(HALVE), types.float64)
    assert compile_cached(call_twice, signature, tmp_path, is_entry=True)(function, 8.0) == 1.0
    assert function(8.0, 2) == 2.0


def test_an_error_comes_through_a_pointer(tmp_path):
    function = compile_function(halve, HALVE, tmp_path)
    with pytest.raises(ValueError, match="a negative count"):
        function(8.0, -1)


@open_kernel
def double(value):
    """Double a number."""
    return 2.0 * value


def quadruple(value):
    """Call an open kernel."""
    return double(double(value))


def test_an_open_kernel_serves_kernels_and_python(tmp_path):
    signature = types.float64(types.float64)
    assert compile_cached(quadruple, signature, tmp_path, is_entry=True)(1.5) == 6.0
    assert double(1.5) == 3.0


def from_the_end(values, distance):
    """Count from the end, as code outside of the package may."""
    return values[-distance]


def test_indices_of_others_may_count_from_the_end(tmp_path):
    signature = types.float64(types.Array(types.float64, 1, "C"), types.int64)
    compiled = compile_cached(from_the_end, signature, tmp_path, is_entry=True)
    assert compiled(np.array([1.0, 2.0, 3.0]), 1) == 3.0


def last_of_row(table, row):
    """Count from the end by a constant, as one of our own kernels may."""
    return table[row, -1] + table[row][-2]


def test_constants_count_from_the_end_in_our_own_kernels(tmp_path, monkeypatch):
    monkeypatch.setattr(last_of_row, "__module__", compile_cached.__module__)
    signature = types.float64(types.Array(types.float64, 2, "C"), types.int64)
    compiled = compile_cached(last_of_row, signature, tmp_path, is_entry=True)
    assert compiled(np.array([[1.0, 2.0, 4.0], [8.0, 16.0, 32.0]]), 1) == 48.0
