"""Which rules are meant: numbers, truth values, a function of a rule, or a part of a rule set."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np

from beta4ucs.errors import InputError
from beta4ucs.rules import Rule, RuleSet

WAYS = (
    "the numbers of rules (Rule.index), a rule or several, a part of rules_ such as "
    "model.rules_.for_class('a'), a function of a rule, or a truth value for each rule"
)


def places_of(rules: RuleSet, wanted: Any, name: str) -> np.ndarray:
    """Return the places of the rules that are meant, in rising order.

    Parameters
    ----------
    rules : RuleSet
        All rules of a model.
    wanted : object
        Which of them.
    name : str
        What the parameter is called, for messages.
    """
    if isinstance(wanted, RuleSet):
        return np.unique(_own_places(rules, wanted, name))
    if callable(wanted):
        return rules.where(wanted).population_rows
    if isinstance(wanted, (Integral, Rule)) and not isinstance(wanted, bool):
        wanted = [wanted]
    if isinstance(wanted, (str, bytes)) or not hasattr(wanted, "__iter__"):
        raise InputError(f"{name} takes {WAYS}; got {wanted!r}")
    given = list(wanted)
    if given and all(isinstance(one, (bool, np.bool_)) for one in given):
        return rules.where(np.array(given, dtype=bool)).population_rows
    return np.unique(np.array([_place_of(rules, one, name) for one in given], dtype=np.int64))


def _place_of(rules: RuleSet, one: Any, name: str) -> int:
    if isinstance(one, Rule):
        if not 0 <= one.index < len(rules) or rules[one.index] != one:
            raise InputError(f"{name} names a rule that the model does not have: {one.text}")
        return one.index
    if not isinstance(one, Integral) or isinstance(one, bool):
        raise InputError(f"{name} takes {WAYS}; got {one!r}")
    place = int(one)
    if not 0 <= place < len(rules):
        raise InputError(f"{name} names rule {one}; rules are numbered from 0 to {len(rules) - 1}")
    return place


def _own_places(rules: RuleSet, part: RuleSet, name: str) -> np.ndarray:
    places = part.population_rows
    if len(places) and (
        places.max() >= len(rules)
        or not np.array_equal(rules.arrays.genes[places], part.arrays.genes, equal_nan=True)
    ):
        raise InputError(f"{name} is a part of the rules of another model")
    return places
