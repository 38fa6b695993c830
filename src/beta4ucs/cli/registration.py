"""How a function becomes a command: options from its groups, help in sections, errors in words."""

from __future__ import annotations

from collections.abc import Callable

import typer

from beta4ucs.cli.grouped_help import GroupedCommand, with_all_help
from beta4ucs.cli.messages import speaks
from beta4ucs.cli.option_groups import with_groups


def register(app: typer.Typer, command: Callable[..., int], name: str | None = None) -> None:
    """Add a command that returns its exit code, by default under the name of the function."""
    parsed = speaks(with_groups(command))
    shown_first: frozenset[str] = getattr(command, "shown_first", frozenset())
    if shown_first:
        parsed = with_all_help(parsed)
    app.command(name, cls=type("Command", (GroupedCommand,), {"shown_first": shown_first}))(parsed)
