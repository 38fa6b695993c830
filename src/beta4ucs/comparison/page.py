"""Two models side by side as one HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from beta4ucs.comparison.sentences import (
    answer_counts,
    change_in_accuracy,
    measure_lines,
    rule_counts,
)

if TYPE_CHECKING:
    from beta4ucs.comparison.difference import ModelDiff, RulePair
    from beta4ucs.rules import Rule

MOST_ROWS = 1000  # that the page lists
STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 2rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; }
tr { border-bottom: 1px solid #8886; }
.note { opacity: .7; }
"""


def diff_page(found: ModelDiff, title: str, names: tuple[str, str]) -> str:
    """Return the page.

    Parameters
    ----------
    found : ModelDiff
        What to show.
    title : str
        Its heading.
    names : tuple of two str
        What the models are called.
    """
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>The first is <b>{escape(names[0])}</b>, the second <b>{escape(names[1])}</b>.</p>",
        *_measures(found, names),
        *_rows(found, names),
        "<h2>Rules</h2>",
        f"<p>{escape(rule_counts(found))}. Rules are the same if they ask the same in words and "
        "speak for the same class.</p>",
        *_alone("Only in the first", found.only_first, second=False),
        *_alone("Only in the second", found.only_second, second=True),
        *_common(found),
    ]
    body = "\n".join(parts)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'\">"
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n"
        f"<body>\n{body}\n</body></html>\n"
    )


def _measures(found: ModelDiff, names: tuple[str, str]) -> list[str]:
    lines = measure_lines(found)
    if not lines:
        return []
    change = change_in_accuracy(found) or ""
    head = ("measure", names[0], names[1], "")
    return [
        "<h2>Measures</h2>",
        f"<p>{escape(change[:1].upper() + change[1:])}.</p>",
        _table(head, lines),
    ]


def _rows(found: ModelDiff, names: tuple[str, str]) -> list[str]:
    if not found.rows:
        return []
    moves = [(str(a), str(b), f"{n:,}") for a, b, n in found.moves]
    lines = [
        (
            f"{row.number:,}",
            str(row.first),
            str(row.second),
            "" if row.truth is None else str(row.truth),
        )
        for row in found.changed[:MOST_ROWS]
    ]
    left_out = len(found.changed) - len(lines)
    note = f"<p class=note>{left_out:,} more rows are not listed.</p>" if left_out else ""
    parts = ["<h2>Answers</h2>", f"<p>{escape(answer_counts(found))}.</p>"]
    if moves:
        parts.append(_table((f"from ({names[0]})", f"to ({names[1]})", "rows"), moves))
        parts.append(_table(("row", names[0], names[1], "true class"), lines))
    return [*parts, note]


def _alone(heading: str, pairs: Sequence[RulePair], *, second: bool) -> list[str]:
    if not pairs:
        return []
    lines = []
    for pair in pairs:
        rule, like = (pair.second, pair.first) if second else (pair.first, pair.second)
        near = "" if like is None or pair.overlap is None else f"{pair.overlap:.0%}: {like.text}"
        lines.append((_said(rule), _numbers(rule), near))
    head = ("rule", "vote", "overlaps most, on the rows, with")
    return [f"<h3>{heading}</h3>", _table(head, lines)]


def _common(found: ModelDiff) -> list[str]:
    if not found.common:
        return []
    lines = [
        (
            _said(pair.first),
            _numbers(pair.first),
            "the same" if pair.is_same else f"{_then(pair)}{_numbers(pair.second)}",
        )
        for pair in found.common
    ]
    return ["<h3>In both</h3>", _table(("rule", "vote in the first", "in the second"), lines)]


def _said(rule: Rule | None) -> str:
    return "" if rule is None else rule.text


def _then(pair: RulePair) -> str:
    first, second = pair.first, pair.second
    if first is None or second is None or first.consequent == second.consequent:
        return ""
    return f"THEN {second.consequent}; "


def _numbers(rule: Rule | None) -> str:
    if rule is None:
        return ""
    return ", ".join(f"{name} {value}" for name, value in rule.numbers.items())


def _table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    rows = "\n".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in line)}</tr>" for line in lines
    )
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    return f"<table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{rows}\n</tbody></table>"
