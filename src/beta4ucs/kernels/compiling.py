"""Settings of the whole process that change while Numba compiles: one thread at a time.

Numba takes its cache folder from a global variable. And while it compiles, it allocates much and
frees little, so that searches for garbage only cost time. Both are put back in the end.
"""

import gc
import threading

import numba

LOCK = threading.RLock()  # taken before Numba's own, never while that is held


def compile_into(folder, compile_now):
    """Call `compile_now()`; what it compiles is loaded from `folder`, or else kept there."""
    with LOCK:
        folder_before, collects_garbage = numba.config.CACHE_DIR, gc.isenabled()
        try:  # no context managers: Ctrl-C could come between their end and ours
            numba.config.CACHE_DIR = str(folder)
            gc.disable()
            return compile_now()
        finally:
            numba.config.CACHE_DIR = folder_before
            if collects_garbage:
                _age_objects()
                gc.enable()


def _age_objects():
    """Let all that compilation has made count as old, or the collector would look at it next."""
    if gc.get_freeze_count() == 0:  # else somebody has set objects aside, and not for us
        gc.freeze()
        gc.unfreeze()
