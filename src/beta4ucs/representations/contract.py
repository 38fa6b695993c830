"""What a representation defines, and the registry that checks it.

A representation is a named tuple of its hyperparameters whose methods work on one *gene*: the few
numbers that make the condition of one rule on one feature. The trainer, inference and the rule
texts ask only these methods, so a new representation is one file. All but those that `UNCOMPILED`
names are compiled: scalar arithmetic, indexing, no Python objects.

Class attributes: `name`; `genes`, names of a gene's numbers; optionally `aliases`; `rule_genes`;
`parameters`, a table of `Hyperparameter` by name; and `matches_crisply`, True if every degree is 0
or 1, which is what UCS asks for.
"""

import inspect
import math
from typing import Any

from beta4ucs.errors import InputError

# method -> its arguments after self
REQUIRED: dict[str, tuple[str, ...]] = {
    "support": ("gene",),  # (low, high): outside of it no rule with this gene matches
    "membership": ("gene", "x"),  # in [0, 1]
    "cover": ("gene", "x", "rng"),  # write a gene with membership(x) == 1
    "cover_any": ("gene", "x", "rng"),  # write the "don't care"; x may be NaN
    "mutate": ("gene", "rng"),  # change the gene; repair follows
    "repair": ("gene",),  # after crossover and mutation; idempotent
    "is_more_general": ("gene", "other"),  # reflexive; implies that the support contains other's
    "describe": ("gene", "feature"),  # text in original units; "" for a don't care
}
OPTIONAL: dict[str, tuple[str, ...]] = {
    "is_crisp": ("gene",),  # 1 on the support and 0 elsewhere, whatever the other genes are
    "make_crisp": ("gene",),  # the crisp gene with the same support
    "vary": ("gene", "rate", "rng"),  # default: mutate with probability rate; repair follows
    "degree": ("genes", "x"),  # of a whole rule; default: product of memberships
    "degrees": ("genes", "packed", "n_packed", "x", "rules", "n", "buffer", "out"),  # of n rules
    "pack": ("genes", "rule", "packed"),  # what `degrees` wants precomputed; returns n_packed
    "packed_width": ("n_features",),  # numbers per rule that `pack` writes
    # Of whole rules, instead of gene by gene; implies that every support contains the other's.
    "rule_is_more_general": ("genes", "others"),
    # With `rule_genes`, numbers that belong to the rule and not to a feature: the last row of
    # `genes`. Crossover swaps them one by one; mutate_rule is called with probability rate.
    "cover_rule": ("gene", "rng"),
    "mutate_rule": ("gene", "rng"),
    "describe_rule": ("gene",),  # text, "" if there is nothing to say
    # For streams whose ranges grow: genes of one feature (rules x numbers) move in place as their
    # inputs do, x -> slope * x + offset with 0 < slope <= 1; what is open at an end of the range
    # stays open there. Without it, values beyond the first range are taken as its ends.
    "rescale": ("genes", "slope", "offset"),
    # For learned votes, which also try conditions of their own: 1 from low to high and 0 elsewhere;
    # 0 at one end and 1 at the other, in between the share of the way to the power of exponent.
    "write_interval": ("gene", "low", "high"),
    "write_slope": ("gene", "low", "high", "exponent", "rises"),
}
UNCOMPILED = (
    "describe",
    "describe_rule",
    "packed_width",
    "rescale",
    "write_interval",
    "write_slope",
)
# definition -> what it cannot do without
COMPANIONS = {
    "make_crisp": ("is_crisp",),
    "pack": ("packed_width",),
    "degrees": ("degree",),
    "rule_genes": ("cover_rule", "mutate_rule", "describe_rule", "degree"),
    "cover_rule": ("rule_genes",),
}

_registry: dict[str, type] = {}
_aliases: dict[str, str] = {}


def register(representation: type) -> type:
    """Check a representation class and make it known by its name and aliases.

    Use it as a class decorator. Operators of a class from outside the package are tried out on a
    few sample genes.
    """
    check(representation)
    if not representation.__module__.startswith("beta4ucs."):  # ours are tried out by the tests
        from beta4ucs.representations.trial import try_out  # it imports this module

        try_out(representation)
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
    missing = [
        method for method in _required_of(representation) if not hasattr(representation, method)
    ]
    if missing:
        raise InputError(f"representation {title} lacks the operator {', '.join(missing)}")
    for method, expected in (REQUIRED | OPTIONAL).items():
        function = getattr(representation, method, None)
        if function is not None:
            _check_arguments(title, method, function, expected)
    for one, others in COMPANIONS.items():
        for other in others:
            if hasattr(representation, one) and not hasattr(representation, other):
                raise InputError(f"representation {title} defines {one} and so needs {other}")
    _check_fields(title, representation)


def _required_of(representation: type) -> list[str]:
    """Operators that the class must have; a comparison of whole rules replaces that of genes."""
    compares_rules = hasattr(representation, "rule_is_more_general")
    return [name for name in REQUIRED if not (name == "is_more_general" and compares_rules)]


def _check_arguments(title: str, method: str, function: Any, expected: tuple[str, ...]) -> None:
    if not inspect.isfunction(function):
        raise InputError(
            f"operator {method} of representation {title} must be a method, got {function!r}"
        )
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
        if not isinstance(default, (bool, int, float)):
            raise InputError(
                f"hyperparameter {field} of representation {title} needs a number as default, "
                f"got {default!r}"
            )


def names() -> list[str]:
    """Names of the known representations."""
    return sorted(_registry)


def kind_of(name: str) -> Any:
    """Return the representation class for a name or an alias."""
    known = _aliases.get(name.lower())
    if known is None:
        raise InputError(f"representation must be one of {', '.join(names())}, got {name!r}")
    return _registry[known]


def find(representation: Any) -> Any:
    """Return the representation instance for a name, an alias, a class or an instance."""
    if isinstance(representation, str):
        return kind_of(representation)()
    if isinstance(representation, type):
        check(representation)
        return representation()
    check(type(representation))
    return check_values(representation)


def check_values(representation: Any) -> Any:
    """Return the instance with checked hyperparameters; raise InputError for one out of range."""
    table = getattr(representation, "parameters", {})
    checked = {}
    for field, value in representation._asdict().items():
        if field in table:
            checked[field] = table[field].check(value)
        elif isinstance(value, (bool, int, float)) and math.isfinite(value):
            checked[field] = value
        else:
            raise InputError(
                f"{field} of representation {representation.name} must be a finite number, "
                f"got {value!r}"
            )
    return type(representation)(**checked)


def rule_rows(representation: Any) -> int:
    """Rows of a rule's genes that belong to no feature: 1 with `rule_genes`, else 0."""
    return 1 if getattr(representation, "rule_genes", ()) else 0


def gene_width(representation: Any) -> int:
    """Numbers in a row of a rule's genes."""
    return max(len(representation.genes), len(getattr(representation, "rule_genes", ())))
