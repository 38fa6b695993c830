"""Tables on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from beta4ucs.study.rendering.sheets import AnyTable, Cell, Sheet, sheet_of

_STYLES = {"best": "bold green", "worst": "red", "": ""}
_SIGNS = {"best": "*", "worst": "!", "": " "}  # to be read without colour


def print_table(table: AnyTable, console: Console | None = None) -> None:
    """Print a table to a terminal; columns that do not fit go below, under a header of their own.

    Parameters
    ----------
    table : SummaryTable, PairwiseTable or ValueTable
        What `tables` makes.
    console : rich.console.Console, optional
        Default: standard output.
    """
    console = console or Console()
    sheet = sheet_of(table)
    console.print(Text(sheet.title, style="bold"))
    for columns in _fitting(sheet, console.width):
        console.print(_rich_table(sheet, columns))
    legend = ["* best of the row, ! worst."] if sheet.has_roles else []
    for note in (*legend, *sheet.notes):
        console.print(Text(note, style="dim"))


def _rich_table(sheet: Sheet, columns: Sequence[int]) -> Table:
    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1, 0, 0))
    for column in columns:
        side: Literal["left", "right"] = "right" if column else "left"
        grid.add_column(Text(sheet.header[column]), justify=side, no_wrap=True)
    for block in sheet.blocks:
        for row in block:
            grid.add_row(*(_rich_cell(row[column]) for column in columns))
        grid.add_section()
    return grid


def _rich_cell(cell: Cell) -> Text:
    text = Text().append(f"{cell.text}{_SIGNS[cell.role]}", style=_STYLES[cell.role])
    if cell.mark:
        text.append(f" {cell.mark}")
    if cell.detail:
        text.append(f"\n{cell.detail} ", style="dim")
    return text


def _fitting(sheet: Sheet, width: int) -> list[list[int]]:
    """Columns in groups that fit a width, the first column in each."""
    widths = [len(name) for name in sheet.header]
    for block in sheet.blocks:
        for row in block:
            lines = (_rich_cell(cell).plain.split("\n") for cell in row)
            sizes = (max(map(len, some)) for some in lines)
            widths = [max(old, new) for old, new in zip(widths, sizes, strict=True)]
    groups, used = [[0]], widths[0] + 1
    for column, size in list(enumerate(widths))[1:]:
        if used + size + 1 > width and len(groups[-1]) > 1:
            groups.append([0])
            used = widths[0] + 1
        groups[-1].append(column)
        used += size + 1
    return groups
