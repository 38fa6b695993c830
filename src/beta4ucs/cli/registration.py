"""How a function becomes a command: options from its groups, help in sections, errors in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer

from beta4ucs.cli.grouped_help import GroupedCommand, with_all_help
from beta4ucs.cli.messages import speaks
from beta4ucs.cli.option_groups import with_groups


def new_app(name: str, help: str, epilog: str, **more: Any) -> typer.Typer:
    """Make a program, or a group of commands of one, that looks like the others."""
    return typer.Typer(
        name=name,
        help=help,
        epilog=epilog,
        no_args_is_help=True,
        rich_markup_mode=None,
        context_settings={"max_content_width": 100, "help_option_names": ["--help", "-h"]},
        **more,
    )


def register(app: typer.Typer, command: Callable[..., int], name: str | None = None) -> None:
    """Add a command that returns its exit code, by default under the name of the function."""
    parsed = speaks(with_groups(command))
    shown_first: frozenset[str] = getattr(command, "shown_first", frozenset())
    if shown_first:
        parsed = with_all_help(parsed)
    app.command(name, cls=type("Command", (GroupedCommand,), {"shown_first": shown_first}))(parsed)
