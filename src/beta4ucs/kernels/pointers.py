"""Compiled functions as arguments of kernels.

A signature says `Pointer(signature)` where a kernel takes a function from `compile_function`.
Where Numba's internals allow it, the function is passed as one address, see
`numba_internals/pointers.py`.
"""

from functools import cache

from beta4ucs.kernels.compiled import compile_cached, is_compiled, kernel_folder
from beta4ucs.kernels.toolset import tools

Pointer = tools.Pointer


def compile_function(function, signature, folder):
    """Compile `function` for `signature`, or load it from `folder`; return what kernels take.

    Python may call it, too. Returns the function itself when compilation is off.
    """
    if not is_compiled():
        return function
    dispatcher = compile_cached(function, signature, folder)
    return tools.as_argument(dispatcher, signature, _compile_shared_entry)


@cache
def _compile_shared_entry(function, signature):
    return compile_cached(function, signature, kernel_folder(), is_entry=True)
