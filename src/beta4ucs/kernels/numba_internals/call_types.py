"""Numba looks up the type of an operation once, and not at each place where it stands.

For every sum of two numbers, Numba asks all that can be added, from sets to dates. That is a fifth
of the time that compilation takes. Kernels are not asked here: they have types of their own. Plain
Numba looks up each type anew and finds the same.
"""

from numba.core.compiler_lock import global_compiler_lock
from numba.core.types.functions import BaseFunction

_KNOWN: dict = {}


def with_remembered_call_types(compile_now):
    """Call `compile_now()` while Numba remembers the types that it has found.

    Numba's lock is held meanwhile: other threads must not compile with the replaced method, least
    of all for a GPU, where types may differ.
    """
    with global_compiler_lock:
        find = BaseFunction.get_call_type
        try:  # no context manager: Ctrl-C could come between its end and ours
            BaseFunction.get_call_type = _remembering(find)
            return compile_now()
        finally:
            BaseFunction.get_call_type = find


def _remembering(find):
    def remember(function, context, args, kws):
        key = function, tuple(args), tuple(kws.items())
        if key not in _KNOWN:
            _KNOWN[key] = find(function, context, args, kws)
        return _KNOWN[key]

    return remember
