"""Everything that relies on Numba's internals, behind one door.

Public, and used anywhere in the package, is what Numba's manual describes: `numba.njit` with the
options listed there, `numba.types`, `numba.typeof`, `numba.config`, Numba's errors, and of
`numba.extending` the decorators `intrinsic` and `typeof_impl`, whose functions write code with
llvmlite's `IRBuilder`. The rest counts as internal, even where it has not changed for years:
everything else below `numba.core`, `numba.np` and `numba.cpython`, options of `njit` that the
manual leaves out, and attributes with an underscore. Only the files of this folder may touch it.

What the hooks do, and what it is worth:

* `pipelines.py` has Numba optimise each kernel once, inside the entry point that uses it, and lets
  it assume that arrays do not overlap and that indices count from the start. About half of the
  first compilation, and faster loops.
* `call_types.py` has Numba look up the type of an operation once. A fifth of the compilation.
* `references.py` and `pointers.py` pass records and functions to kernels as single addresses.
  Less to compile wherever one kernel calls another.
* `prefetch.py` asks the processor for memory ahead of time. Faster matching.

None of them changes a result. `plain_numba.py` offers the same names with public Numba only, and
`toolset.py` chooses between the two: where an import fails here, or where `self_check.py` finds
that a hook no longer does what it should, kernels are compiled by the other, from the same sources
and to the same models, in more time.

Two of Numba's functions are replaced while it compiles for us, and put back afterwards, also after
an error or Ctrl-C. This happens only while Numba's own compiler lock is held, so that no code of
anyone else is compiled meanwhile.
"""

from beta4ucs.kernels.numba_internals.decorators import (
    compile_for,
    inlined_kernel,
    kernel,
    merged_kernel,
    open_kernel,
    try_to_compile,
)
from beta4ucs.kernels.numba_internals.pointers import Pointer, as_argument
from beta4ucs.kernels.numba_internals.prefetch import prefetch
from beta4ucs.kernels.numba_internals.references import Reference

__all__ = [
    "Pointer",
    "Reference",
    "as_argument",
    "compile_for",
    "inlined_kernel",
    "kernel",
    "merged_kernel",
    "open_kernel",
    "prefetch",
    "try_to_compile",
]
