"""Which column is the class, and which are neither class nor feature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beta4ucs.data.reading import Cells
from beta4ucs.errors import InputError, did_you_mean


def roles_of(
    weight_column: str | None, drop: Sequence[str] = (), id_column: str | None = None
) -> dict[str, str]:
    """Return the columns that are neither features nor the class, and what they are instead."""
    roles = {} if weight_column is None else {weight_column: "the weights"}
    others = [(name, "dropped") for name in drop]
    others += [] if id_column is None else [(id_column, "the id")]
    for name, role in others:
        if roles.get(name, role) != role:
            raise InputError(f"column '{name}' cannot be both {roles[name]} and {role}")
        roles[name] = role
    return roles


def target_index(
    source: str, cells: Cells, target: str | int | None, roles: Mapping[str, str]
) -> int:
    """Return the place of the class column, which must not have another role."""
    names = [str(name) for name in cells.frame.columns]
    if len(names) < 2:
        raise InputError(
            f"'{source}' has a single column ('{names[0]}'); a table needs at least one feature "
            "and a class: is its separator the right one?"
        )
    if target is None or (target == "class" and not cells.has_names):
        free = [index for index, name in enumerate(names) if name not in roles]
        if not free:
            raise InputError(f"every column of '{source}' is left out: none is the class")
        return free[-1]
    if target in names:
        return _without_role(names.index(str(target)), names, roles)
    try:
        index = int(target)  # also "-1", as it comes from a command line
    except ValueError:
        known = names if cells.has_names else [*names, "class"]
        raise InputError(
            f"'{source}' has no column '{target}'{did_you_mean(str(target), known)}"
        ) from None
    if not -len(names) <= index < len(names):
        raise InputError(
            f"'{source}' has {len(names)} columns: target must be from {-len(names)} to "
            f"{len(names) - 1} or a name, got {target}"
        )
    return _without_role(index % len(names), names, roles)


def _without_role(index: int, names: list[str], roles: Mapping[str, str]) -> int:
    if names[index] in roles:
        raise InputError(
            f"column '{names[index]}' cannot be both the class and {roles[names[index]]}"
        )
    return index
