"""Rules in a terminal: a table whose conditions are wrapped to the width of the page."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence

from beta4ucs.rules.rule import Rule, side_by_side

PLAIN_WIDTH = 100  # where there is no terminal
NARROWEST, WIDEST = 60, 140
LONGEST_LABEL = 16  # longer ones are cut
LONGEST_CONSEQUENT = 32
GAP = "  "


def page_width() -> int:
    """Width of the terminal, within what can be read."""
    if not sys.stdout.isatty():
        return PLAIN_WIDTH
    columns = shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns
    return min(max(columns, NARROWEST), WIDEST)


def table_lines(rules: Sequence[Rule], width: int) -> list[str]:
    """Lay out rules as a table: class and numbers in columns, conditions in the rest of the line.

    A line is longer than `width` only if a single condition is.
    """
    if not rules:
        return []
    headings = ("class", *rules[0].numbers)
    cells = [_cells(rule) for rule in rules]
    widths = [max(map(len, column)) for column in zip(headings, *cells, strict=True)]
    margin = " " * (sum(widths) + len(GAP) * (len(widths) + 1))
    lines = [GAP + GAP.join([*_aligned(headings, widths), "conditions"])]
    for rule, row in zip(rules, cells, strict=True):
        first, *others = _wrapped(rule.conditions or ("anything",), width - len(margin))
        lines.append(GAP + GAP.join([*_aligned(row, widths), first]))
        lines += [margin + line for line in others]
    return lines


def _cells(rule: Rule) -> tuple[str, ...]:
    label = " ".join(rule.consequent.split())
    longest = LONGEST_CONSEQUENT if rule.shares else LONGEST_LABEL
    if len(label) > longest:
        label = label[: longest - 1] + "…"
    return label, *rule.numbers.values()


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    """The class to the left, numbers to the right."""
    label, *numbers = cells
    right = [number.rjust(width) for number, width in zip(numbers, widths[1:], strict=True)]
    return [label.ljust(widths[0]), *right]


def _wrapped(conditions: Sequence[str], width: int) -> list[str]:
    """Join conditions by AND, lines broken before it."""
    first, *others = side_by_side(conditions)
    lines = [first]
    for condition in others:
        longer = f"{lines[-1]} AND {condition}"
        if len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(f"AND {condition}")
    return lines
