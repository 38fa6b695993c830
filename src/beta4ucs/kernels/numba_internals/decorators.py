"""How kernels become compiled with the pipelines of this folder."""

from functools import cached_property

import numba
from numba.core.registry import CPUDispatcher

from beta4ucs.kernels.numba_internals.call_types import with_remembered_call_types
from beta4ucs.kernels.numba_internals.pipelines import EntryCompiler, InnerCompiler
from beta4ucs.kernels.plain_numba import OPTIONS as PUBLIC_OPTIONS

# Without reference counts: kernels allocate nothing.
_OPTIONS = {**PUBLIC_OPTIONS, "_nrt": False}
# Called from other kernels only: without the wrappers for callers in Python and C.
_INNER = {**_OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
kernel = numba.njit(**_INNER, pipeline_class=InnerCompiler)
merged_kernel = numba.njit(**_INNER, pipeline_class=InnerCompiler, forceinline=True)
inlined_kernel = numba.njit(**_INNER, pipeline_class=InnerCompiler, inline="always")


class _OpenDispatcher(CPUDispatcher):
    """A kernel for other kernels, with a twin that is compiled when Python calls it."""

    @cached_property
    def _twin(self):
        options = {**_OPTIONS, "no_cfunc_wrapper": True, "pipeline_class": EntryCompiler}
        return numba.njit(**options)(self.py_func)

    def __call__(self, *args):
        return self._twin(*args)


def open_kernel(function):
    """Compile a function that Python calls too, as methods of representations do uncompiled."""
    options = {"nopython": True, **_INNER}
    return _OpenDispatcher(function, targetoptions=options, pipeline_class=InnerCompiler)


def compile_for(signature, function, *, is_entry, cache=True):
    """Compile now; an entry is called from Python, others have no wrapper for that."""
    options = {**_OPTIONS, "no_cfunc_wrapper": True, "no_cpython_wrapper": not is_entry}
    decorate = numba.njit(signature, cache=cache, pipeline_class=EntryCompiler, **options)
    return with_remembered_call_types(lambda: decorate(function))


def try_to_compile(signature, function):
    """Compile with Numba's usual pipeline, for its error messages; nothing is kept."""
    numba.njit(signature, _nrt=False)(function)
