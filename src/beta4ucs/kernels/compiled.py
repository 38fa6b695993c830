"""How a function becomes compiled, once per machine and process.

Here and in all other files but those of `numba_internals`, Numba is used by public means only;
`toolset.py` says with which tools.
"""

import sys
from functools import cache, partial
from pathlib import Path

import numba

from beta4ucs.kernels.cache_folder import folder_of_kernels
from beta4ucs.kernels.compiling import LOCK, compile_into
from beta4ucs.kernels.toolset import folder_name, is_compiled, tools, why_plain

__all__ = ["is_compiled"]

# Decorates a function that other kernels call.
kernel = tools.kernel
# The same for one that is small and hot: LLVM merges it into its callers.
merged_kernel = tools.merged_kernel
# Merged into its caller before types are inferred: for steps that only name a part of the caller.
inlined_kernel = tools.inlined_kernel
# For a function that Python calls too, as methods of representations do uncompiled.
open_kernel = tools.open_kernel

_COMPILED: dict = {}
_ANNOUNCED: set = set()


def compile_cached(function, signature, folder, *, is_entry=False):
    """Compile `function` for `signature`, or load it from `folder` if it was compiled before.

    An entry is called from Python; others need not have a way in from there. Returns the function
    itself when compilation is off. Threads that ask for the same get the same: code that a process
    loads twice would have two owners under one name.
    """
    if not is_compiled():
        return function
    own = function if function.__closure__ else None  # what it encloses has no name to know it by
    name = function.__module__, function.__qualname__
    key = (*name, function.__code__, own, signature, str(folder), is_entry)
    if key not in _COMPILED:
        with LOCK:
            if key not in _COMPILED:
                compile_now = partial(tools.compile_for, signature, function, is_entry=is_entry)
                _COMPILED[key] = compile_into(folder, compile_now)
    return _COMPILED[key]


def try_to_compile(function, signature):
    """Compile a function for nothing but the error that Numba may raise."""
    tools.try_to_compile(signature, function)


def announce_compilation(folder, entry: str, what: str) -> None:
    """Say once, before the wait, that `entry` is compiled now and not loaded."""
    if not is_compiled():
        return
    with LOCK:
        key = str(folder), entry
        if key not in _ANNOUNCED and not any(Path(folder).rglob(f"*{entry}*.nbi")):
            _explain_long_wait()
            _say(f"compiling {what} for this machine (once)")
        _ANNOUNCED.add(key)


@cache
def _explain_long_wait() -> None:
    if why_plain:
        _say(
            f"Numba {numba.__version__} differs inside from what beta4ucs knows ({why_plain}); "
            "compiling takes longer, models are the same"
        )


def _say(sentence: str) -> None:
    print(f"beta4ucs: {sentence}", file=sys.stderr, flush=True)


@cache
def kernel_folder(name: str = "", *more: str) -> Path:
    """Folder of the compiled kernels, or of others by name, built on them from `more` sources."""
    return folder_of_kernels(f"{folder_name}-{name}" if name else folder_name, *more)
