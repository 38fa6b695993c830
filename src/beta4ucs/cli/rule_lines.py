"""Rules on a terminal: numbered, in lines of its width."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Sequence
from textwrap import fill
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from beta4ucs.rules import Rule

PLAIN_WIDTH = 80  # where there is no terminal
WIDEST = 120  # longer lines are hard to read


def line_width() -> int:
    """Width of the lines to print."""
    if not sys.stdout.isatty():
        return PLAIN_WIDTH
    return min(shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns, WIDEST)


def print_rules(
    rules: Iterable[Rule],
    width: int | None = None,
    *,
    notes: Sequence[Sequence[str]] = (),
    with_numbers: bool = True,
) -> None:
    """Print numbered rules, lines broken between conditions, each with its notes below."""
    width = width or line_width()
    for number, rule in enumerate(rules, start=1):
        print()
        for line in rule_lines(rule, number, width, with_numbers=with_numbers):
            print(line)
        for note in notes[number - 1] if notes else ():
            print(fill(note, width, initial_indent=" " * 5, subsequent_indent=" " * 8))


def rule_lines(rule: Rule, number: int, width: int, *, with_numbers: bool = True) -> list[str]:
    """Lay out a rule in lines of at most `width` characters, if its conditions are not longer."""
    from beta4ucs.rules.rule import side_by_side  # numpy comes with it, help must not wait for it

    conditions = side_by_side(rule.conditions) or ["anything"]
    lead = ["IF", *["AND"] * (len(conditions) - 1)]
    pieces = [f"{word} {text}" for word, text in zip(lead, conditions, strict=True)]
    indent = " " * 5
    lines = [f"{number:>3}. {pieces[0]}"]
    for piece in pieces[1:]:
        _append(lines, piece, indent + "   ", width)
    lines.append(f"{indent}THEN {rule.consequent}")
    if with_numbers:
        numbers = str(rule)[len(rule.text) :].strip()
        _append(lines, f" {numbers}", indent + "   ", width)
    return lines


def _append(lines: list[str], piece: str, indent: str, width: int) -> None:
    if len(lines[-1]) + 1 + len(piece) <= width:
        lines[-1] += f" {piece}"
    else:
        lines.append(indent + piece.strip())
