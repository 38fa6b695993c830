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

from collections.abc import Collection, Mapping
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import numpy as np
from numba import from_dtype, types

from beta4ucs.kernels.references import Reference

LINE_BYTES = 64  # a cache line
HUGE_BLOCK_BYTES = 1 << 22  # NumPy asks for huge pages only for blocks of this size and larger

_SCALARS = {int: types.int64, float: types.float64, bool: types.boolean}


class Layout(NamedTuple):
    """Element type and axes of an array; an axis is a length, or the name of one."""

    dtype: type
    axes: tuple[int | str, ...]


def floats(*axes: int | str) -> Layout:
    """Declare an array of 64-bit floats."""
    return Layout(np.float64, axes)


def ints(*axes: int | str) -> Layout:
    """Declare an array of 64-bit integers, which also serve as words of 64 bits."""
    return Layout(np.int64, axes)


def short_ints(*axes: int | str) -> Layout:
    """Declare an array of 8-bit integers."""
    return Layout(np.int8, axes)


def streams(*axes: int | str) -> Layout:
    """Declare an array of random streams, see `kernels/random.py`."""
    return Layout(np.uint64, axes)


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
    for name, hint in get_type_hints(kind, include_extras=True).items():
        if name not in kinds:
            kinds[name] = _field_type(hint)
    return Reference(types.NamedTuple([kinds[name] for name in kind._fields], kind))


def _field_type(hint: Any) -> Any:
    layout = _layout(hint)
    if layout is not None:
        return types.Array(from_dtype(np.dtype(layout.dtype)), len(layout.axes), "C")
    return _SCALARS[hint] if hint in _SCALARS else record_type(hint)


def _layout(hint: Any) -> Layout | None:
    if get_origin(hint) is not Annotated:
        return None
    return next(extra for extra in get_args(hint) if isinstance(extra, Layout))


def allocate(
    kind: Any, lengths: Mapping[str, int], absent: Collection[str] = (), least_bytes: int = 0
) -> Any:
    """Return a record whose arrays are all zero, and lie in one block of at least `least_bytes`.

    Parameters
    ----------
    kind : subclass of NamedTuple
        Its fields are declared arrays, or further records with such fields.
    lengths : mapping
        How long each named axis is.
    absent : names of fields
        Those that are to be None.
    least_bytes : int
        `HUGE_BLOCK_BYTES` makes addresses quicker to look up where much memory is read at random.
    """
    values: dict[str, Any] = dict.fromkeys(absent)
    shapes: dict[str, tuple[type, tuple[int, ...]]] = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        layout = _layout(hint)
        if layout is None:
            values[name] = allocate(hint, lengths)
        elif name not in values:
            axes = (lengths[axis] if isinstance(axis, str) else axis for axis in layout.axes)
            shapes[name] = layout.dtype, tuple(axes)
    values |= _zeros_together(shapes, least_bytes)
    return kind(**values)


def _zeros_together(
    shapes: Mapping[str, tuple[type, tuple[int, ...]]], least_bytes: int
) -> dict[str, np.ndarray]:
    """Allocate arrays of zeros in one block, each from the start of a cache line."""
    sizes = {name: _n_bytes(dtype, shape) for name, (dtype, shape) in shapes.items()}
    spans = {name: -(-size // LINE_BYTES) * LINE_BYTES for name, size in sizes.items()}
    block = np.zeros(max(sum(spans.values()) + LINE_BYTES, least_bytes), dtype=np.uint8)
    start = -block.ctypes.data % LINE_BYTES
    arrays: dict[str, np.ndarray] = {}
    for name, (dtype, shape) in shapes.items():
        arrays[name] = block[start : start + sizes[name]].view(dtype).reshape(shape)
        start += spans[name]
    return arrays


def _n_bytes(dtype: type, shape: tuple[int, ...]) -> int:
    return int(np.prod(shape)) * np.dtype(dtype).itemsize
