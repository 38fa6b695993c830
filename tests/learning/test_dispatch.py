"""Compiled operators of different representations do not get into each other's way."""

import itertools

import pytest

from beta4ucs.kernels.compiled import is_compiled
from beta4ucs.learning.dispatch import SIGNATURES, operators_of
from beta4ucs.representations import find, names


@pytest.mark.skipif(not is_compiled(), reason="plain Python has no symbols")
@pytest.mark.parametrize("operator", SIGNATURES)
def test_operators_have_symbols_of_their_own(operator):
    """Else code that two processes compiled could share a symbol, and one be called for both."""
    compiled = {getattr(operators_of(find(name)), operator) for name in names()}
    assert len(compiled) == (len(names()) if operator != "crispify" else 2)  # others stand in
    qualnames = [function.__qualname__ for function in compiled]
    assert all(one != other for one, other in itertools.combinations(qualnames, 2))


def test_what_nobody_calls_has_a_stand_in_for_all_representations():
    spared = [operators_of(find(n), crispifies=False, changes_genes=False) for n in names()]
    assert len({operators.crispify for operators in spared}) == 1
    assert len({operators.change_gene for operators in spared}) == 1
    assert len({operators.cover for operators in spared}) == len(names())
