"""Credit: how rules are judged, whatever their conditions look like.

Two kinds: `FUZZY` weighs every match by its degree and compares classes (Fuzzy-UCS), `ACCURACY`
counts matches and hits (UCS). The trainer gets one of them as a function and a few numbers.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from numba import types

from beta4ucs.kernels import compiled
from beta4ucs.kernels.pointers import Pointer, compile_function
from beta4ucs.learning import accuracy_credit, fuzzy_credit
from beta4ucs.learning.config import CONFIG_TYPE
from beta4ucs.learning.population import array_types


class Credit(NamedTuple):
    """A kind of credit."""

    name: str
    # Credits [M] and averages set sizes in [C]; lists who is able; returns how many are.
    update: Callable
    # The last block of `Config` for checked hyperparameters.
    configure: Callable[[Mapping[str, Any]], dict[str, Any]]


FUZZY = Credit("fuzzy", fuzzy_credit.update, fuzzy_credit.configure)
ACCURACY = Credit("accuracy", accuracy_credit.update, accuracy_credit.configure)
CREDITS = {credit.name: credit for credit in (FUZZY, ACCURACY)}

# stats, mass, labels, votes, fitness_sum, config, label, matched, degrees, correct, able, copies,
# n_matched, n_correct; copies are those of the rules of [C]
UPDATE_SIGNATURE = types.int64(
    *array_types("f2 f2 i1 f2 f1"),
    CONFIG_TYPE,
    types.int64,
    *array_types("i1 f1 i1 i1"),
    types.float64,
    types.int64,
    types.int64,
)
UPDATE_TYPE = Pointer(UPDATE_SIGNATURE)


@cache
def compile_update(credit: Credit):
    """Return the compiled `update` of a kind of credit."""
    return compile_function(credit.update, UPDATE_SIGNATURE, compiled.kernel_folder())
