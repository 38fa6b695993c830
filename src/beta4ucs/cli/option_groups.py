"""Groups of options: a dataclass declares them once, and commands take it as one argument."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from inspect import Parameter, signature
from typing import Annotated, Any, Self, get_type_hints

from typer.models import ParameterInfo


@dataclass(frozen=True)
class ReadBy:
    """Marks an option that Typer takes as text; `read` turns the text into a checked value."""

    read: Callable[[str], Any]


class OptionGroup:
    """Base of dataclasses whose fields are options.

    A field whose type carries a `typer.Option` or `typer.Argument` is one; other fields keep their
    defaults. An option that is not typed has the default of its field.
    """

    @classmethod
    def options(cls) -> list[Parameter]:
        """The options of the group, as Typer wants them."""
        hints = get_type_hints(cls, include_extras=True)
        declared = [(field.name, hints[field.name], field) for field in fields(cls)]  # type: ignore[arg-type]
        return [
            _parameter(name, hint, _default_of(field))
            for name, hint, field in declared
            if _marks(hint, ParameterInfo)
        ]

    @classmethod
    def from_typed(cls, typed: Mapping[str, Any]) -> Self:
        """Make the group of what Typer has parsed; None is an option that was not typed."""
        hints = get_type_hints(cls, include_extras=True)
        return cls(
            **{
                name: _value(hints[name], value)
                for name, value in typed.items()
                if value is not None
            }
        )


def with_groups(command: Callable[..., int]) -> Callable[..., int]:
    """Make a function that Typer can call: each argument that is a group becomes its options."""
    arguments = signature(command, eval_str=True).parameters.values()
    options = {argument.name: _options_of(argument) for argument in arguments}

    def parsed(**typed: Any) -> int:
        values = {}
        for argument in arguments:
            if _is_group(argument):
                own = {option.name: typed[option.name] for option in options[argument.name]}
                values[argument.name] = argument.annotation.from_typed(own)
            else:
                values[argument.name] = _value(argument.annotation, typed[argument.name])
        return command(**values)

    parsed.__name__, parsed.__doc__ = command.__name__, command.__doc__
    flat = [option for own in options.values() for option in own]
    parsed.__signature__ = signature(command).replace(parameters=flat)  # type: ignore[attr-defined]
    return parsed


def _is_group(argument: Parameter) -> bool:
    kind = argument.annotation
    return isinstance(kind, type) and issubclass(kind, OptionGroup)


def _options_of(argument: Parameter) -> list[Parameter]:
    if _is_group(argument):
        own: list[Parameter] = argument.annotation.options()
        return own
    return [_parameter(argument.name, argument.annotation, argument.default)]


def _parameter(name: str, hint: Any, default: Any) -> Parameter:
    if _marks(hint, ReadBy):
        text = str | None if default is None else str
        hint = Annotated[text, _marks(hint, ParameterInfo)[0]]
        default = default if default in (None, Parameter.empty) else str(default)
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=hint)


def _default_of(field: Any) -> Any:
    if field.default_factory is not MISSING:
        return None  # known only when the command runs
    return Parameter.empty if field.default is MISSING else field.default


def _value(hint: Any, typed: Any) -> Any:
    readers = _marks(hint, ReadBy)
    return readers[0].read(typed) if readers and typed is not None else typed


def _marks(hint: Any, kind: type) -> list[Any]:
    return [mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, kind)]
