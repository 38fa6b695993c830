"""Rules in a notebook: a table with a small picture beside every condition.

Of a number it is the membership curve, of a category a box a value, filled if the value fits. A
dot behind them stands for an unknown value, where rules tell it from others.

Whatever comes from data is escaped. Colours are those of the page around it, light or dark, and
some that can be read on both.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import zip_longest
from typing import TYPE_CHECKING

import numpy as np

from beta4ucs.rules.membership_curve import MembershipCurve

if TYPE_CHECKING:
    from beta4ucs.rules.rule import Rule

WIDTH, HEIGHT, EDGE = 56, 18, 1.5  # of a picture, in pixels
DOT = 3.0  # radius
MANY = 12  # boxes that have room for a gap between them
# one a class, in turn: told apart by people with any colour vision, on white and on black
COLOURS = ("#3b82c4", "#d97706", "#0f9d76", "#c2528b", "#8b6fd6", "#a08514", "#d1483f", "#4c9fb5")
STYLE = """
.beta4ucs-rules{font:13px/1.45 system-ui,-apple-system,"Segoe UI",sans-serif;max-width:72rem;
overflow-x:auto}
.beta4ucs-rules p{margin:.3em 0 .6em}
.beta4ucs-rules table{border-collapse:collapse;width:100%;background:none;color:inherit;
font:inherit;border:0;margin:0}
.beta4ucs-rules th,.beta4ucs-rules td{padding:.5em .7em;text-align:left;vertical-align:top;
border:0;border-top:1px solid rgba(128,128,128,.35);background:none}
.beta4ucs-rules thead th{border-top:0;font-weight:600;opacity:.7;white-space:nowrap}
.beta4ucs-rules .number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.beta4ucs-rules .class{font-weight:600;overflow-wrap:anywhere;min-width:7em;max-width:14em;
padding-left:1.4em;position:relative}
.beta4ucs-rules .dot{position:absolute;left:.2em;top:.95em;width:.7em;height:.7em;
border-radius:50%}
.beta4ucs-rules ul{list-style:none;margin:0;padding:0;min-width:17rem;display:grid;gap:.25em 1.4em;
grid-template-columns:repeat(auto-fill,minmax(min(24rem,100%),1fr))}
.beta4ucs-rules li{display:flex;gap:.6em;align-items:center;margin:0;overflow-wrap:anywhere}
.beta4ucs-rules svg{flex:none;display:block;background:rgba(128,128,128,.1);border-radius:3px}
.beta4ucs-rules .plain{padding-left:calc(56px + .6em)}
.beta4ucs-rules .silent{opacity:.6}
"""


def rule_set_html(rules: Sequence[Rule], n_all: int, summary: str) -> str:
    """Return rules, strongest first, of `n_all` as a table."""
    note = f"; the strongest {len(rules):,}:" if len(rules) < n_all else ""
    return _page(f"{summary}{note}", rules)


def rule_html(rule: Rule) -> str:
    """Return one rule as a table."""
    return _page("", [rule])


def _page(caption: str, rules: Sequence[Rule]) -> str:
    rows = "\n".join(map(_row, rules))
    said = f"<p>{escape(caption)}</p>" if caption else ""
    head = "".join(
        f'<th scope="col"{kind}>{name}</th>'
        for name, kind in (
            ("class", ""),
            ("conditions", ""),
            *((name, ' class="number"') for name in (rules[0].numbers if rules else ())),
        )
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>\n{rows}\n</tbody></table>"
    return f'<div class="beta4ucs-rules"><style>{STYLE}</style>{said}{table if rules else ""}</div>'


def _row(rule: Rule) -> str:
    colour = COLOURS[rule.class_index % len(COLOURS)]
    silent = "" if rule.is_voting else '<div class="silent">does not vote</div>'
    dot = f'<span class="dot" style="background:{colour}"></span>'
    numbers = "".join(f'<td class="number">{text}</td>' for text in rule.numbers.values())
    return (
        f'<tr class="rule"><td class="class">{dot}{escape(rule.consequent)}{silent}</td>'
        f"<td><ul>{_conditions(rule, colour)}</ul></td>{numbers}</tr>"
    )


def _conditions(rule: Rule, colour: str) -> str:
    curves = rule.draw() if rule.draw is not None else ()
    items = []
    for condition, curve in zip_longest(rule.conditions or ("anything",), curves):
        if curve is None:
            items.append(f'<li class="plain">{escape(condition)}</li>')
        else:
            items.append(
                f"<li>{_svg(curve, condition, colour)}<span>{escape(condition)}</span></li>"
            )
    return "".join(items)


def _svg(curve: MembershipCurve, condition: str, colour: str) -> str:
    """Draw degrees from 0 to 1 over the range of the feature, or over its values."""
    end = WIDTH - EDGE
    dot = ""
    if curve.unknown is not None:
        end -= 2 * DOT + 2 * EDGE
        dot = _dot(curve.unknown, colour)
    drawn = _boxes(curve, end, colour) if curve.is_named else _line(curve, end, colour)
    return (
        f'<svg width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(condition)}">{drawn}{dot}</svg>'
    )


def _line(curve: MembershipCurve, end: float, colour: str) -> str:
    degrees = np.repeat(curve.degrees, 2) if len(curve.degrees) == 1 else curve.degrees
    across = np.linspace(EDGE, end, len(degrees))
    down = HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * np.clip(degrees, 0.0, 1.0)
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(across, down, strict=True))
    base = HEIGHT - EDGE
    area = f"{EDGE},{base} {line} {end},{base}"
    low, high = curve.values[0], curve.values[-1]
    return (
        f"<title>from {low:.6g} to {high:.6g}</title>"
        f'<polygon points="{area}" fill="{colour}" fill-opacity=".28"/>'
        f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5" '
        f'stroke-linejoin="round"/>'
    )


def _boxes(curve: MembershipCurve, end: float, colour: str) -> str:
    """A box a value, as full of colour as the value fits."""
    n = len(curve.values)
    gap = 1.5 if n <= MANY else 0.4
    width = (end - EDGE - gap * (n - 1)) / n
    boxes = []
    for i, (value, degree) in enumerate(zip(curve.values, curve.degrees, strict=True)):
        fill = f'fill="{colour}" fill-opacity="{degree:.2f}"'
        if degree <= 0.0:
            fill = 'fill="currentColor" fill-opacity=".14"'
        boxes.append(
            f'<rect x="{EDGE + i * (width + gap):.2f}" y="4" width="{width:.2f}" '
            f'height="{HEIGHT - 8}" rx="{min(1.5, width / 3):.2f}" {fill}>'
            f"<title>{escape(str(value))}: {_fit(degree)}</title></rect>"
        )
    return "".join(boxes)


def _dot(unknown: float, colour: str) -> str:
    fill = colour if unknown > 0.0 else "none"
    opacity = "" if unknown > 0.0 else ' stroke-opacity=".4"'
    return (
        f'<circle cx="{WIDTH - EDGE - DOT}" cy="{HEIGHT / 2}" r="{DOT - 0.5}" fill="{fill}" '
        f'stroke="{colour}"{opacity}><title>unknown: {_fit(unknown)}</title></circle>'
    )


def _fit(degree: float) -> str:
    return {0.0: "no", 1.0: "yes"}.get(float(degree), f"{degree:.2f}")
