"""Which operator of a representation does not compile, and why, in a sentence.

Numba's own message is a page long and speaks of the function that called the operator, which the
author of a representation has never seen. So when that fails, each operator is compiled on its own,
for the types that it gets in use; the first one that fails is the one to name:

    operator mutate of representation Mine cannot be compiled (line 31 of mine.py): it makes a new
    array or list; operators may use numbers, the arrays they are given and compiled functions,
    nothing else
"""

from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.core.errors import NumbaError

from beta4ucs.errors import InputError
from beta4ucs.representations.contract import OPTIONAL, REQUIRED, UNCOMPILED

HINT = "operators may use numbers, the arrays they are given and compiled functions, nothing else"

_f1, _f2, _f3 = (types.Array(types.float64, n, "C") for n in (1, 2, 3))
_ints = types.Array(types.int64, 1, "C")
# Types of arguments by the names that the contract gives them.
_ARGUMENTS = {
    "gene": _f1,
    "other": _f1,
    "genes": _f2,
    "others": _f2,
    "x": types.float64,
    "rate": types.float64,
    "rng": types.Array(types.uint64, 1, "C"),
}
# Those whose arguments are of other types than in most operators.
_SPECIAL = {
    "degree": (_f2, _f1),
    "degrees": (_f3, _f2, _ints, _f1, _ints, types.int64, _f1, _f1),
    "pack": (_f3, types.int64, _f2),
}
# What operators return; those that are not here write into their arguments.
_RESULTS = {
    "support": types.UniTuple(types.float64, 2),
    "membership": types.float64,
    "degree": types.float64,
    "is_more_general": types.boolean,
    "rule_is_more_general": types.boolean,
    "is_crisp": types.boolean,
    "pack": types.int64,
}


def explain(kind: Any, failure: Exception) -> InputError:
    """Compile the operators one by one, and return an error that names the first that fails."""
    for name, arguments in (REQUIRED | OPTIONAL).items():
        if name in UNCOMPILED or not hasattr(kind, name):
            continue
        try:
            numba.njit(_signature(kind, name, arguments), _nrt=False)(getattr(kind, name))
        except NumbaError as error:
            return InputError(
                f"operator {name} of representation {kind.__name__} cannot be compiled"
                f"{_place(error)}: {_reason(error)}; {HINT}"
            )
    return InputError(f"representation {kind.__name__} cannot be compiled: {_reason(failure)}")


def _signature(kind: Any, name: str, arguments: tuple[str, ...]) -> Any:
    """Return the signature with which an operator is compiled, its representation first."""
    settings = numba.typeof(kind(*(0.0 for _ in kind._fields)))
    others = _SPECIAL.get(name) or tuple(_ARGUMENTS[argument] for argument in arguments)
    return _RESULTS.get(name, types.void)(settings, *others)


def _place(error: Any) -> str:
    """Say where the error is, if Numba knows."""
    place = getattr(error, "loc", None)
    return f" (line {place.line} of {Path(place.filename).name})" if place else ""


def _reason(error: Exception) -> str:
    """First line that says something, with the one it announces by a colon."""
    lines = [line.strip().removeprefix(">>> ") for line in str(error).splitlines()]
    lines = [line for line in lines if line and not line.startswith("Failed in nopython mode")]
    first = lines[0] if lines else type(error).__name__
    if first.startswith("NRT required"):  # Numba's name for what manages memory
        return "it makes a new array or list"
    return f"{first} {lines[1]}" if first.endswith(":") and len(lines) > 1 else first
