"""An effect for readers: lines of a terminal, or a table of a page."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from html import escape

from beta4ucs.explanation.feature_effects import Effect
from beta4ucs.explanation.html import bar
from beta4ucs.explanation.number_text import say_share, say_value

BAR = 24  # characters of a probability of 1
LONGEST_NAME = 24


def effect_text(effect: Effect, labels: Sequence[int], rows: str = "rows", width: int = 80) -> str:
    """Lay out an effect in lines.

    Parameters
    ----------
    effect : Effect
        What to say.
    labels : sequence of int
        The places of the classes to show.
    rows : str
        What the rows are called.
    width : int
        Characters in a line.
    """
    names = [_short(effect.classes[place]) for place in labels]
    lines = [(_short(effect.feature), "rows", *names)]
    for place, value in enumerate(effect.values):
        shares = [say_share(effect.probabilities[place, label]) for label in labels]
        lines.append((_short(say_value(value)), f"{effect.counts[place]:,}", *shares))
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    table = []
    for place, cells in enumerate(lines):
        padded = "  ".join(f"{cell:>{room}}" for cell, room in zip(cells, widths, strict=True))
        shown = "" if place == 0 else _bar(effect.probabilities[place - 1, labels[0]], labels)
        table.append(f"  {padded}{shown}".rstrip())
    note = textwrap.fill(effect_note(effect, rows), width)
    return "\n\n".join([effect_title(effect, rows), note, "\n".join(table)])


def effect_title(effect: Effect, rows: str = "rows") -> str:
    """Say what it is, and of which rows."""
    return f"Effect of {effect.feature}, averaged over {effect.averaged_over(rows)}"


def effect_note(effect: Effect, rows: str = "rows") -> str:
    """Say how to read it."""
    nearest = "that are nearest to the value" if effect.is_number else "that have the value"
    missing = f" {effect.n_missing:,} have none." if effect.n_missing else ""
    return (
        f"Probabilities of the classes if all of these rows had that value of {effect.feature}; "
        f"beside it, how many of {effect.n_rows:,} {rows} there are {nearest}.{missing}"
    )


def effect_html(effect: Effect, labels: Sequence[int], rows: str = "rows") -> str:
    """Lay out an effect as a table."""
    heads = "".join(
        f'<th scope="col" class="number">{escape(str(effect.classes[place]))}</th>'
        '<td class="wide"></td>'
        for place in labels
    )
    lines = "".join(_line(effect, place, labels) for place in range(len(effect.values)))
    return (
        f"<p>{escape(effect_note(effect, rows))}</p><table class='for'><thead><tr>"
        f'<th scope="col" class="number">{escape(effect.feature)}</th>'
        f'<th scope="col" class="number">rows</th>{heads}</tr></thead>'
        f"<tbody>{lines}</tbody></table>"
    )


def _line(effect: Effect, place: int, labels: Sequence[int]) -> str:
    shares = [effect.probabilities[place, label] for label in labels]
    cells = "".join(
        f'<td class="number">{say_share(share)}</td><td class="wide">{bar(share)}</td>'
        for share in shares
    )
    return (
        f'<tr><th scope="row" class="number">{escape(say_value(effect.values[place]))}</th>'
        f'<td class="number soft">{effect.counts[place]:,}</td>{cells}</tr>'
    )


def _short(name: object) -> str:
    text = str(name)
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 3]}..."


def _bar(share: float, labels: Sequence[int]) -> str:
    """A bar where there is one class."""
    return f"  {'#' * round(BAR * share)}" if len(labels) == 1 else ""
