"""Parameters that are not hyperparameters: representations, callbacks, threads, seeds."""

from __future__ import annotations

import secrets
from numbers import Integral
from typing import Any

import numpy as np

from beta4ucs.errors import InputError, quoted

LARGEST_SEED = 2**64 - 1


def representation_from(given: Any, *, must_match_crisply: bool = False) -> Any:
    """Return the checked representation for a name, a class or an instance."""
    from beta4ucs.representations import contract  # brings Numba: only when it is needed

    if not isinstance(given, (str, type)) and not hasattr(type(given), "_fields"):
        raise InputError(
            "representation must be a name, a representation class or an instance of one, "
            f"got {given!r}"
        )
    representation = contract.find(given)
    if must_match_crisply and not getattr(representation, "matches_crisply", False):
        fitting = [
            name
            for name in contract.names()
            if getattr(contract.kind_of(name), "matches_crisply", False)
        ]
        raise InputError(
            f"UCS needs a representation that matches fully or not at all, such as "
            f"{quoted(fitting)}; '{representation.name}' matches by degrees: use Fuzzy-UCS"
        )
    return representation


def callback_list(callbacks: Any) -> list[Any]:
    """Return the callbacks as a list, or raise `InputError`."""
    given = [] if callbacks is None else [callbacks] if callable(callbacks) else callbacks
    if not isinstance(given, (list, tuple)) or not all(callable(one) for one in given):
        raise InputError(f"callbacks must be a function or a list of functions, got {callbacks!r}")
    return list(given)


def check_n_jobs(n_jobs: Any) -> None:
    """Raise `InputError` unless `n_jobs` can be a number of threads."""
    if n_jobs is not None and not (is_whole(n_jobs) and n_jobs != 0):
        raise InputError(f"n_jobs must be None or a whole number other than 0, got {n_jobs!r}")


def seed_from(random_state: Any) -> int:
    """Return the seed that `random_state` is, or that it draws."""
    if random_state is None:
        return secrets.randbits(64)
    if isinstance(random_state, (np.random.RandomState, np.random.Generator)):
        return int.from_bytes(random_state.bytes(8), "little")
    if is_whole(random_state) and 0 <= random_state <= LARGEST_SEED:
        return int(random_state)
    raise InputError(
        "random_state must be None, a whole number in [0, 2**64 - 1] or a numpy random generator, "
        f"got {random_state!r}"
    )


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number; truth values are none."""
    return isinstance(value, Integral) and not isinstance(value, bool)
