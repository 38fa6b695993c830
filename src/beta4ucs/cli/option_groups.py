"""How options are declared: as defaults of a command's arguments, or in groups of their own.

A group is a dataclass with an option per field. A command takes it as one argument, and gets it
with all values read and checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from inspect import Parameter, signature
from typing import Annotated, Any, Self, get_type_hints

import typer

DECLARED = "option"  # the key in the metadata of a field


@dataclass(frozen=True)
class Declared:
    """What was declared of an option; `read` gets its name and the text that was typed."""

    help: str
    metavar: str | None
    names: tuple[str, ...] = ()
    unless: str = ""
    section: str | None = None
    read: Callable[[str, str], Any] | None = None
    is_argument: bool = False


def option(
    default: Any,
    help: str,
    metavar: str | None = None,
    *,
    names: tuple[str, ...] = (),
    unless: str = "",
    section: str | None = None,
    read: Callable[[str, str], Any] | None = None,
) -> Any:
    """Declare an option.

    Parameters
    ----------
    default : object
        Its value if it is not typed; a function gives one each time; MISSING if it must be typed.
    help, metavar : str
        As the help shows them.
    names : tuple of str
        Flags, if not just that of the field; a bool has no flag to turn it off unless named.
    unless : str
        What the help says of the default; the default itself, if it is empty.
    section : str, optional
        The section of the help.
    read : function, optional
        Turns name and text into the value, or raises `UsageError`. Without it Typer reads it.
    """
    declared = Declared(help, metavar, names, unless, section, read)
    kind = "default_factory" if callable(default) else "default"
    return field(metadata={DECLARED: declared}, **{kind: default})


def argument(help: str, metavar: str, default: Any = MISSING) -> Any:
    """Declare an argument, which has no flag; without a default it must be typed."""
    return field(default=default, metadata={DECLARED: Declared(help, metavar, is_argument=True)})


class OptionGroup:
    """Base of dataclasses whose fields are options; plain fields keep their defaults."""

    @classmethod
    def options(cls) -> list[Parameter]:
        """The options of the group, as Typer wants them."""
        hints = get_type_hints(cls)
        declared = [one for one in fields(cls) if DECLARED in one.metadata]  # type: ignore[arg-type]
        return [_parameter(one.name, hints[one.name], one) for one in declared]

    @classmethod
    def from_typed(cls, typed: Mapping[str, Any]) -> Self:
        """Make the group of what Typer has parsed; None is an option that was not typed."""
        declared = {one.name: one for one in fields(cls)}  # type: ignore[arg-type]
        given = {name: value for name, value in typed.items() if value is not None}
        return cls(**{name: _value(declared[name], name, value) for name, value in given.items()})


def with_groups(command: Callable[..., int]) -> Callable[..., int]:
    """Make a function that Typer can call: each argument that is a group becomes its options."""
    arguments = signature(command, eval_str=True).parameters.values()
    options = {one.name: _options_of(one) for one in arguments}

    def parsed(**typed: Any) -> int:
        values = {}
        for one in arguments:
            if _is_group(one):
                own = {option.name: typed[option.name] for option in options[one.name]}
                values[one.name] = one.annotation.from_typed(own)
            else:
                values[one.name] = _value(one.default, one.name, typed[one.name])
        return command(**values)

    parsed.__name__, parsed.__doc__ = command.__name__, command.__doc__
    flat = [option for own in options.values() for option in own]
    parsed.__signature__ = signature(command).replace(parameters=flat)  # type: ignore[attr-defined]
    return parsed


def _is_group(one: Parameter) -> bool:
    return isinstance(one.annotation, type) and issubclass(one.annotation, OptionGroup)


def _options_of(one: Parameter) -> list[Parameter]:
    if _is_group(one):
        own: list[Parameter] = one.annotation.options()
        return own
    return [_parameter(one.name, one.annotation, one.default)]


def _parameter(name: str, kind: Any, one: Field[Any]) -> Parameter:
    """What Typer sees of an option: text, if it is read here."""
    declared: Declared = one.metadata[DECLARED]
    default = None if one.default is MISSING else one.default
    if declared.read is not None:
        kind = str if default is not None else str | None
        default = default if default is None else str(default)
    is_required = one.default is MISSING and one.default_factory is MISSING
    return Parameter(
        name,
        Parameter.KEYWORD_ONLY,
        default=Parameter.empty if is_required else default,
        annotation=Annotated[kind, _info(name, kind, declared, is_required)],
    )


def _info(name: str, kind: Any, declared: Declared, is_required: bool) -> Any:
    words: dict[str, Any] = {"help": declared.help, "metavar": declared.metavar}
    if declared.is_argument:
        return typer.Argument(show_default=False, **words)
    names = declared.names or ((f"--{name.replace('_', '-')}",) if kind is bool else ())
    shown = declared.unless or not is_required
    return typer.Option(*names, show_default=shown, rich_help_panel=declared.section, **words)


def _value(one: Field[Any], name: str, typed: Any) -> Any:
    if typed is None:
        return None if one.default_factory is MISSING else one.default_factory()
    read = one.metadata[DECLARED].read
    return typed if read is None else read(name, typed)
