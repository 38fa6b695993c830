"""Help in plain text, options in groups: nothing is cut off on a narrow terminal.

A command with many options shows those that most people need, and all with `--help-all`.
"""

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from beta4ucs.cli.options import DATA

ALL = "--help-all"


def shows_first(*names: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Name the options that the help of a command shows; the others come with `--help-all`."""

    def remember(command: Callable[..., int]) -> Callable[..., int]:
        command.shown_first = frozenset(names)  # type: ignore[attr-defined]
        return command

    return remember


def with_all_help(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command, as Typer takes it, the option that shows all options."""

    @wraps(command)
    def run(*, help_all: bool = False, **typed: Any) -> int:
        del help_all  # its callback has done everything
        return command(**typed)

    show_all = typer.Option(ALL, help="Show all options.", is_eager=True, callback=_show_all)
    last = Parameter(
        "help_all", Parameter.KEYWORD_ONLY, default=False, annotation=Annotated[bool, show_all]
    )
    own = signature(command)
    run.__signature__ = own.replace(  # type: ignore[attr-defined]
        parameters=[*own.parameters.values(), last]
    )
    return run


def _show_all(ctx: typer.Context, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        ctx.command.shown_first = frozenset()  # type: ignore[attr-defined]
        print(ctx.get_help())
        raise typer.Exit


class GroupedCommand(TyperCommand):
    """A command whose help shows the panels of its options as sections."""

    shown_first: frozenset[str] = frozenset()  # names of options; empty shows all

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write one section for the arguments and one for each panel, as they come."""
        sections: dict[str, list[tuple[str, str]]] = {}
        n_hidden = 0
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is None:
                continue
            is_argument = parameter.param_type_name == "argument"
            if not is_argument and not self._is_shown(parameter):
                n_hidden += 1
                continue
            title = "Arguments" if is_argument else self._section_of(parameter)
            name, text = record
            # some versions of Typer escape brackets for a markup that is not used here
            sections.setdefault(title, []).append((name, text.replace("\\[", "[")))
        for title, records in sections.items():
            with formatter.section(title):
                formatter.write_dl(records)
        if n_hidden:
            formatter.write_paragraph()
            formatter.write_text(f"{n_hidden} more options: {ctx.command_path} {ALL}")

    def _section_of(self, parameter: Any) -> str:
        """The panel of an option; a dozen options need no panels but those of all commands."""
        panel = getattr(parameter, "rich_help_panel", None)
        return panel if panel and (panel == DATA or not self.shown_first) else "Options"

    def _is_shown(self, parameter: Any) -> bool:
        return not self.shown_first or parameter.name in {"help", "help_all", *self.shown_first}
