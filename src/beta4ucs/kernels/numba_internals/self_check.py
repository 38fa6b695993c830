"""Whether the hooks still do what they should: a tiny entry point that goes through all of them."""

from typing import NamedTuple

import numpy as np
from numba import types

from beta4ucs.kernels.compiling import compile_into
from beta4ucs.kernels.numba_internals.decorators import (
    compile_for,
    inlined_kernel,
    kernel,
    merged_kernel,
    open_kernel,
)
from beta4ucs.kernels.numba_internals.pointers import Pointer, as_argument
from beta4ucs.kernels.numba_internals.prefetch import prefetch
from beta4ucs.kernels.numba_internals.references import Reference


class _Sample(NamedTuple):
    """A record with a field of every kind."""

    scale: float
    nothing: None
    table: np.ndarray
    root: object


_ROOT = types.float64(types.float64)
_FIELDS = (types.float64, types.none, types.Array(types.float64, 2, "C"), Pointer(_ROOT))
_SUM_UP = types.float64(Reference(types.NamedTuple(_FIELDS, _Sample)), types.int64)


def check(folder) -> None:
    """Compile into the folder, load from it, and compare results; raise an error if they differ."""
    table = np.array([[4.0, 1.0], [9.0, 2.5]])
    for _ in ("compiled", "loaded"):
        root = compile_into(folder, lambda: compile_for(_ROOT, _root, is_entry=False))
        sample = _Sample(2.0, None, table, as_argument(root, _ROOT, None))
        sum_up = compile_into(folder, lambda: compile_for(_SUM_UP, _sum_up, is_entry=True))
        _compare("a sum", sum_up(sample, 1), 2.0 * (2.0 + 1.0 + 3.0 + 2.0) + 2.5)
        _compare("an open kernel", _cut(2.5), 2.0)
        try:
            sum_up(sample._replace(table=-table), 1)
        except ValueError as error:
            _compare("an error", str(error), "a negative number")
        else:
            raise RuntimeError("a test kernel did not raise the error that it should")


def _compare(what, found, expected):
    if found != expected:
        raise RuntimeError(f"{what} in a test kernel came out as {found} instead of {expected}")


def _sum_up(sample, last):
    total = 0.0
    for row in range(sample.table.shape[0]):
        prefetch(sample.table, row)
        total = _add_row(sample, row, total)
    return total + sample.table[last, -1] if sample.nothing is None else 0.0


@inlined_kernel
def _add_row(sample, row, total):
    return total + sample.scale * (sample.root(sample.table[row, 0]) + _rest(sample.table, row))


@kernel
def _rest(table, row):
    return max(_second(table, row), 0.0)


@merged_kernel
def _second(table, row):
    return _cut(table[row, 1])


@open_kernel
def _cut(value):
    return float(int(value))


def _root(value):
    if value < 0.0:
        raise ValueError("a negative number")
    return value**0.5
