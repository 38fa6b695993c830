"""Records of arrays: named tuples whose fields say once what type and shape they have.

    class Population(NamedTuple):
        genes: Annotated[np.ndarray, floats("rows", "gene_rows", "gene_numbers")]

Everything else follows from such a declaration: `record_type` gives the Numba type that a signature
asks for, `allocate` the arrays, once it is told how long "rows" and the other axes are.

Kernels receive a record as one pointer (`kernels/references.py`), so it costs nothing to pass it
whole, and a record may be a field of another. In exchange, compiled code knows less of an array
that it reads from a record: two of them might overlap. The few loops that should run on vectors
therefore stand in kernels of their own that take their arrays one by one; Numba is told that
arguments never overlap.
"""

import math
from collections.abc import Collection, Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import numpy as np
from numba import from_dtype, types

from beta4ucs.kernels.references import Reference

LINE_BYTES = 64  # a cache line
HUGE_BLOCK_BYTES = 1 << 22  # NumPy asks for huge pages only for blocks of this size and larger

_SCALARS = {int: types.int64, float: types.float64, bool: types.boolean}


class Layout(NamedTuple):
    """Element type and axes of an array; an axis is a length, or the name of one."""

    dtype: np.dtype
    axes: tuple[int | str, ...]


def floats(*axes: int | str) -> Layout:
    """Declare an array of 64-bit floats."""
    return Layout(np.dtype(np.float64), axes)


def ints(*axes: int | str) -> Layout:
    """Declare an array of 64-bit integers, which also serve as words of 64 bits."""
    return Layout(np.dtype(np.int64), axes)


def short_ints(*axes: int | str) -> Layout:
    """Declare an array of 8-bit integers."""
    return Layout(np.dtype(np.int8), axes)


def streams(*axes: int | str) -> Layout:
    """Declare an array of random streams, see `kernels/random.py`."""
    return Layout(np.dtype(np.uint64), axes)


def record_type(kind: Any, absent: Collection[str] = (), **known: Any) -> Reference:
    """Return the Numba type of a record, passed as one pointer.

    Parameters
    ----------
    kind : subclass of NamedTuple
        Its fields are declared arrays, numbers, switches or further records.
    absent : names of fields
        Those that are None. Compilation then leaves out what a kernel does with them, provided
        that the kernel gets the field as an argument and asks whether it is None.
    **known : Numba types
        Of fields that are none of these, such as pointers to functions.
    """
    kinds = dict.fromkeys(absent, types.none) | known
    for name, field in _fields(kind).items():
        if name not in kinds:
            kinds[name] = _field_type(field)
    return Reference(types.NamedTuple([kinds[name] for name in kind._fields], kind))


def _field_type(field: Any) -> Any:
    if isinstance(field, Layout):
        return types.Array(from_dtype(field.dtype), len(field.axes), "C")
    return _SCALARS[field] if field in _SCALARS else record_type(field)


@cache
def _fields(kind: Any) -> dict[str, Any]:
    """Return what each field is: a layout, else its class. Prediction asks in every call."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: _layout(hint) or hint for name, hint in hints.items()}


def _layout(hint: Any) -> Layout | None:
    if get_origin(hint) is not Annotated:
        return None
    return next(extra for extra in get_args(hint) if isinstance(extra, Layout))


def allocate(
    kind: Any, lengths: Mapping[str, int], absent: Collection[str] = (), *, is_huge: bool = False
) -> Any:
    """Return a record whose arrays are all zero, and lie in one block.

    Parameters
    ----------
    kind : subclass of NamedTuple
        Its fields are declared arrays, or further records with such fields.
    lengths : mapping
        How long each named axis is.
    absent : names of fields
        Those that are to be None.
    is_huge : bool
        Whether the block has huge pages: where much memory is read at random, addresses are then
        quicker to look up.
    """
    values: dict[str, Any] = dict.fromkeys(absent)
    shapes: dict[str, tuple[int, ...]] = {}
    fields = _fields(kind)
    for name, field in fields.items():
        if not isinstance(field, Layout):
            values[name] = allocate(field, lengths)
        elif name not in values:
            axes = [lengths[axis] if isinstance(axis, str) else axis for axis in field.axes]
            shapes[name] = tuple(axes)
    spans = {name: _span(fields[name].dtype, shape) for name, shape in shapes.items()}
    n_bytes = sum(spans.values()) + LINE_BYTES
    n_bytes = max(n_bytes, HUGE_BLOCK_BYTES) if is_huge else n_bytes
    block = np.zeros(n_bytes, dtype=np.uint8)
    start = -block.__array_interface__["data"][0] % LINE_BYTES
    for name, shape in shapes.items():
        values[name] = np.ndarray(shape, fields[name].dtype, block, start)
        start += spans[name]
    return kind(**values)


def _span(dtype: np.dtype, shape: tuple[int, ...]) -> int:
    """Return how many bytes an array takes, in whole cache lines: each begins with one."""
    return -(-math.prod(shape) * dtype.itemsize // LINE_BYTES) * LINE_BYTES
