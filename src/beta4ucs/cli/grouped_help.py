"""Help in plain text, options in groups: nothing is cut off on a narrow terminal."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand


class GroupedCommand(TyperCommand):
    """A command whose help shows the panels of its options as sections."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write one section for the arguments and one for each panel, as they come."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                is_argument = parameter.param_type_name == "argument"
                panel = getattr(parameter, "rich_help_panel", None)
                title = panel or ("Arguments" if is_argument else "Options")
                name, text = record
                # some versions of Typer escape brackets for a markup that is not used here
                sections.setdefault(title, []).append((name, text.replace("\\[", "[")))
        for title, records in sections.items():
            with formatter.section(title):
                formatter.write_dl(records)
