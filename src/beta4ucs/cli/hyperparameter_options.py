"""One flag for every row of the hyperparameter tables: names, defaults, ranges and help texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any

import typer

from beta4ucs.cli.messages import check_option
from beta4ucs.hyperparameters import (
    CONTROL,
    HYPERPARAMETERS,
    LEARNING,
    REPRESENTATION,
    Hyperparameter,
)

PANELS: Mapping[str, Mapping[str, Hyperparameter]] = {
    "Learning and voting": LEARNING,
    "Conditions of β4-UCS": REPRESENTATION,
    "Length of training and what it tells": CONTROL,
}
LEFT_OUT = {"verbose"}  # the command line has its own progress
# Not given is neither on nor off: what happens then depends on other options.
DEPENDENT = {"track_accuracy": "on with --out"}
_METAVARS = {"int": "<int>", "float": "<float>"}


def takes_hyperparameters(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command the flags; it gets what was typed, checked, as the dict `hyperparameters`."""
    shape = signature(command, eval_str=True)
    own = [par for par in shape.parameters.values() if par.name != "hyperparameters"]
    flags = [
        _flag(row, panel)
        for panel, table in PANELS.items()
        for row in table.values()
        if row.name not in LEFT_OUT
    ]

    @wraps(command)
    def parsed(**values: Any) -> int:
        given = {flag.name: values.pop(flag.name) for flag in flags}
        checked = {
            name: check_option(HYPERPARAMETERS[name], value)
            for name, value in given.items()
            if value is not None
        }
        return command(**values, hyperparameters=checked)

    parsed.__signature__ = shape.replace(  # type: ignore[attr-defined]
        parameters=[par.replace(kind=Parameter.KEYWORD_ONLY) for par in (*own, *flags)]
    )
    return parsed


def _flag(row: Hyperparameter, panel: str) -> Parameter:
    name = row.name.replace("_", "-")
    depends = row.name in DEPENDENT
    option = typer.Option(
        f"--{name}/--no-{name}" if row.kind == "bool" else f"--{name}",
        help=_help(row),
        metavar=_METAVARS.get(row.kind, "|".join(row.choices) or None),
        show_default=DEPENDENT.get(row.name, True),
        rich_help_panel=panel,
    )
    kind = bool if row.kind == "bool" else str  # `check_option` reads numbers, and says it better
    default = row.default if kind is bool else str(row.default)
    return Parameter(
        row.name,
        Parameter.KEYWORD_ONLY,
        default=None if depends else default,
        annotation=Annotated[kind | None if depends else kind, option],
    )


def _help(row: Hyperparameter) -> str:
    notes = [row.symbol] if row.symbol else []
    if row.kind in ("int", "float"):
        notes.append(row.legal)
    return f"{row.meaning} ({'; '.join(notes)})" if notes else row.meaning
