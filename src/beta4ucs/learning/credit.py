"""Credit: how rules are judged, whatever their conditions look like (line 12 of Algorithm 1).

Two kinds: `FUZZY` weighs every match by its degree and compares classes (Fuzzy-UCS), `ACCURACY`
counts matches and hits (UCS). The trainer gets one of them as a function and a few numbers, and
never asks which it is: the function reaches compiled code as a pointer, the numbers as a part of
`Config`. A further kind of credit is one more file like these two, and an entry below.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from numba import types

from beta4ucs.kernels import compiled
from beta4ucs.kernels.pointers import Pointer, compile_function
from beta4ucs.learning import accuracy_credit, fuzzy_credit
from beta4ucs.learning.config import CONFIG_TYPE
from beta4ucs.learning.matching import CORRECT_SET_TYPE, MATCH_SET_TYPE
from beta4ucs.learning.population import population_type


class Credit(NamedTuple):
    """A kind of credit.

    Parameters
    ----------
    name : str
    update : function of (population, config, match_set, correct_set, label)
        Credits the rules of [M] with a row of class c* = `label`: exp, F, `mass` and, if it likes,
        the class of each. Averages n_C, which is in `correct_set.copies`, into cs of the rules of
        [C]. Lists the rules of [C] with exp > theta_sub and F > F_0 as `correct_set.eligible`. And
        keeps up to date what deletion reads: `deletion_votes` of the rules it has changed, and
        `fitness_sum`, the sum of F^nu. It is compiled.
    configure : function of checked hyperparameters
        Returns the last block of `Config`: where rules start, who votes, who may be merged.
    """

    name: str
    update: Callable
    configure: Callable[[Mapping[str, Any]], dict[str, Any]]


FUZZY = Credit("fuzzy", fuzzy_credit.update, fuzzy_credit.configure)
ACCURACY = Credit("accuracy", accuracy_credit.update, accuracy_credit.configure)
CREDITS = {credit.name: credit for credit in (FUZZY, ACCURACY)}


def _update_signature(is_plain: bool):
    population = population_type(is_plain=is_plain)
    return types.void(population, CONFIG_TYPE, MATCH_SET_TYPE, CORRECT_SET_TYPE, types.int64)


def update_type(is_plain: bool) -> Pointer:
    """Return the Numba type of a pointer to `update`."""
    return Pointer(_update_signature(is_plain))


@cache
def compile_update(credit: Credit, *, is_plain: bool):
    """Return the compiled `update` of a kind of credit.

    It reads nothing that only mixed rules have; but the record of a plain population has another
    type, and what takes a pointer to it is compiled for that type.
    """
    return compile_function(credit.update, _update_signature(is_plain), compiled.kernel_folder())
