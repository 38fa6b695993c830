"""Export to Markdown: the model card and the rules as a document."""

from __future__ import annotations

import re
from collections.abc import Sequence

from beta4ucs.export.card import Card
from beta4ucs.export.statements import comment

SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$&])")


def markdown_text(card: Card) -> str:
    """Return the document.

    Parameters
    ----------
    card : Card
        What to say.
    """
    parts = [f"# {escaped(card.title)}", _table(("", ""), card.facts)]
    if card.measures:
        parts += ["## Measures", _table(("measure", "value", "of"), card.measures)]
    parts += [
        "## Classes",
        _table(card.classes[0], card.classes[1:]),
        "## Limits",
        "\n".join(f"- {escaped(one)}" for one in card.limits),
        "## Features",
        _table(card.features[0], card.features[1:]),
        "## Rules",
        "All rules that match a row vote; the class with most votes is the answer.",
        _table(card.rules[0], card.rules[1:]),
    ]
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    r"""Return text that Markdown shows as it is, on one line.

    Examples
    --------
    >>> print(escaped("a|b <script> *c*"))
    a\|b \<script\> \*c\*
    """
    return SPECIAL.sub(r"\\\1", comment(text))


def _table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    rows = [_line(head), "|" + "---|" * len(head), *(_line(line) for line in lines)]
    return "\n".join(rows)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(escaped(cell) for cell in cells) + " |"
