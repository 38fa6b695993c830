"""What kernels need of Numba, by public means only: the twin of `numba_internals`.

It gives the same models, bit for bit, from the same sources. The first compilation takes about four
times as long, since Numba optimises each kernel anew inside every caller, and passes records field
by field. Operators of a representation may allocate arrays here, which the internals refuse.
"""

import numba
from numba import types
from numba.extending import typeof_impl

# No fast-math: it would let results depend on the machine.
OPTIONS = {"nogil": True, "error_model": "numpy"}
kernel = merged_kernel = open_kernel = numba.njit(**OPTIONS)
inlined_kernel = numba.njit(**OPTIONS, inline="always")

Pointer = types.FunctionType
_FUNCTION_TYPES: dict = {}  # of functions that kernels take


def Reference(record):  # noqa: N802 - stands for a type
    """Return the type of a named tuple as Numba itself finds it for a value."""
    if any(isinstance(kind, types.FunctionType) for kind in record.types):
        typeof_impl.register(record.instance_class, _type_with_functions)
    return _record_type(record.types, record.instance_class)


def _type_with_functions(record, context):
    """Type of a named tuple with functions: left alone, Numba gives each a type of its own."""
    kinds = [_FUNCTION_TYPES[field] if callable(field) else numba.typeof(field) for field in record]
    return _record_type(kinds, type(record))


def _record_type(kinds, cls):
    if all(kind == kinds[0] for kind in kinds):
        return types.NamedUniTuple(kinds[0], len(kinds), cls)
    return types.NamedTuple(kinds, cls)


def compile_for(signature, function, *, is_entry, cache=True):
    """Compile now; Python may call whatever Numba compiles, so `is_entry` makes no difference."""
    return numba.njit(signature, cache=cache, **OPTIONS)(function)


def as_argument(dispatcher, signature, compile_entry):
    """Return what a kernel takes where its signature says `Pointer`: the function itself."""
    _FUNCTION_TYPES[dispatcher] = Pointer(signature)
    return dispatcher


def try_to_compile(signature, function):
    """Compile for Numba's error messages; nothing is kept."""
    numba.njit(signature)(function)


@kernel
def prefetch(array, row):
    """Do nothing: only speed gains by it."""
