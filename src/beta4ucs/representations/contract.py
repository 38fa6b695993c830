"""What a representation defines, and the registry that checks it.

A representation is a named tuple of its hyperparameters whose methods work on one *gene*: the few
numbers that make the condition of one rule on one feature. The trainer, inference and the rule
texts ask only these methods, so a new representation is one file. All but `describe` and
`packed_width` are compiled: scalar arithmetic, indexing, no Python objects.
"""

import inspect
from typing import Any

from beta4ucs.errors import InputError

# method -> its arguments after self
REQUIRED: dict[str, tuple[str, ...]] = {
    "support": ("gene",),  # (low, high): membership is 0 outside
    "membership": ("gene", "x"),  # in [0, 1]
    "cover": ("gene", "x", "rng"),  # write a gene with membership(x) == 1
    "cover_any": ("gene", "x", "rng"),  # write the "don't care"; x may be NaN
    "mutate": ("gene", "rng"),  # change the gene; repair follows
    "repair": ("gene",),  # after crossover and mutation; idempotent
    "is_more_general": ("gene", "other"),  # reflexive; implies that the support contains other's
    "describe": ("gene", "feature"),  # text in original units; "" for a don't care
}
OPTIONAL: dict[str, tuple[str, ...]] = {
    "is_crisp": ("gene",),  # membership is 0 or 1 everywhere
    "make_crisp": ("gene",),  # the crisp gene with the same support
    "degree": ("genes", "x"),  # of a whole rule; default: product of memberships
    "degrees": ("genes", "packed", "n_fuzzy", "x", "rules", "n", "buffer", "out"),  # of n rules
    "pack": ("genes", "rule", "packed"),  # what `degrees` wants precomputed per rule
    "packed_width": ("n_features",),  # numbers per rule that `pack` writes
}

_registry: dict[str, type] = {}
_aliases: dict[str, str] = {}


def register(representation: type) -> type:
    """Check a representation class and make it known by its name and aliases.

    Use it as a class decorator.
    """
    check(representation)
    name = representation.name  # type: ignore[attr-defined]
    _registry[name] = representation
    for alias in (name, *getattr(representation, "aliases", ())):
        _aliases[alias.lower()] = name
    return representation


def check(representation: type) -> None:
    """Raise InputError that names what is missing or wrong in a representation class."""
    title = getattr(representation, "__name__", repr(representation))
    if not (isinstance(representation, type) and hasattr(representation, "_fields")):
        raise InputError(f"representation {title} must be a typing.NamedTuple class")
    for attribute, kind in (("name", str), ("genes", tuple)):
        if not isinstance(getattr(representation, attribute, None), kind):
            raise InputError(
                f"representation {title} needs a class attribute {attribute!r} ({kind.__name__})"
            )
    missing = [method for method in REQUIRED if not callable(getattr(representation, method, None))]
    if missing:
        raise InputError(f"representation {title} lacks the operator {', '.join(missing)}")
    for method, expected in (REQUIRED | OPTIONAL).items():
        function = getattr(representation, method, None)
        if function is not None:
            _check_arguments(title, method, function, expected)
    for one, other in (("is_crisp", "make_crisp"), ("pack", "packed_width"), ("degrees", "degree")):
        if hasattr(representation, one) and not hasattr(representation, other):
            raise InputError(f"representation {title} defines {one} and so needs {other}")
    _check_fields(title, representation)


def _check_arguments(title: str, method: str, function: Any, expected: tuple[str, ...]) -> None:
    found = tuple(inspect.signature(function).parameters)
    if len(found) != len(expected) + 1:
        wanted = ", ".join(("self", *expected))
        raise InputError(
            f"operator {method} of representation {title} must take ({wanted}), "
            f"got ({', '.join(found)})"
        )


def _check_fields(title: str, representation: Any) -> None:
    for field in representation._fields:
        default = representation._field_defaults.get(field)
        if isinstance(default, bool) or not isinstance(default, (int, float)):
            raise InputError(
                f"hyperparameter {field} of representation {title} needs a number as default, "
                f"got {default!r}"
            )


def names() -> list[str]:
    """Names of the known representations."""
    return sorted(_registry)


def find(representation: Any) -> Any:
    """Return the representation instance for a name, an alias or an instance."""
    if isinstance(representation, str):
        name = _aliases.get(representation.lower())
        if name is None:
            raise InputError(
                f"representation must be one of {', '.join(names())}, got {representation!r}"
            )
        return _registry[name]()
    if isinstance(representation, type):
        check(representation)
        return representation()
    check(type(representation))
    return representation
