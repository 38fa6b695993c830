"""Which tools compile the kernels: `numba_internals`, or its twin `plain_numba`.

The twin is used where the internals are not what they were in the releases of Numba known so far,
and where the environment variable BETA4UCS_PLAIN_NUMBA is set to 1. Models are the same; the first
compilation takes longer. Each set of tools has a cache folder of its own.
"""

import os
from textwrap import shorten

import numba

from beta4ucs.errors import InputError
from beta4ucs.kernels import plain_numba
from beta4ucs.kernels.cache_folder import folder_of_kernels

PLAIN_VARIABLE = "BETA4UCS_PLAIN_NUMBA"
OLDEST_NUMBA = (0, 63)
LONGEST_REASON = 160  # characters: some errors of Numba fill a page
FOLDER, PLAIN_FOLDER = "kernels", "plain-kernels"
PASSED = "internals-passed"  # file that says that the self-check need not be repeated


def is_compiled() -> bool:
    """Whether kernels are compiled; ``NUMBA_DISABLE_JIT=1`` runs them as plain Python."""
    return not numba.config.DISABLE_JIT


def refuse_old_numba(version: str) -> None:
    """Raise an error for a release of Numba that cannot compile the kernels."""
    if tuple(int(part) for part in version.split(".")[:2]) < OLDEST_NUMBA:
        oldest = ".".join(map(str, OLDEST_NUMBA))
        raise InputError(
            f"Numba {oldest} or newer is needed, and this is Numba {version}; "
            "'pip install --upgrade numba' brings a newer one"
        )


def choose_tools():
    """Return the tools, the name of their cache folder, and why they are plain if not by choice."""
    if not is_compiled() or os.environ.get(PLAIN_VARIABLE, "0") not in ("", "0"):
        return plain_numba, PLAIN_FOLDER, ""
    try:
        return _checked_internals(), FOLDER, ""
    except (OSError, MemoryError):  # no fault of Numba's
        raise
    except Exception as error:  # whatever a change inside Numba leads to; the reason is told
        reason = shorten(f"{type(error).__name__}: {error}", LONGEST_REASON, placeholder="...")
        return plain_numba, PLAIN_FOLDER, reason


def _checked_internals():
    """Return the tools that use internals, once these have shown that they work."""
    from beta4ucs.kernels import numba_internals

    folder = folder_of_kernels(FOLDER)
    passed = folder / PASSED
    if not passed.exists():
        from beta4ucs.kernels.numba_internals.self_check import check

        check(folder)
        passed.touch()
    return numba_internals


refuse_old_numba(numba.__version__)
tools, folder_name, why_plain = choose_tools()
