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
    qualnames = [
        getattr(operators_of(find(name)), operator).py_func.__qualname__ for name in names()
    ]
    assert all(one != other for one, other in itertools.combinations(qualnames, 2))
