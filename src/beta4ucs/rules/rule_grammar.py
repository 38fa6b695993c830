"""The parts of a rule's text: conditions between IF and THEN, joined by AND, and a class."""

from __future__ import annotations

import json
import re
from typing import NamedTuple, NoReturn

from beta4ucs.errors import InputError

WORD = re.compile(r"\s(AND|THEN)\s", re.IGNORECASE)
NUMBERS = re.compile(r"\s\s+[\[(][^\n]*[\])]\s*$")  # what is printed behind a rule


class Piece(NamedTuple):
    """A part of the text of a rule, and where it begins there, counted from 1."""

    text: str
    at: int

    @property
    def value(self) -> str:
        """The text without its quotes."""
        return str(json.loads(self.text)) if self.text.startswith('"') else self.text

    def refuse(self, what: str) -> NoReturn:
        """Say what is wrong, and where."""
        raise InputError(f"'{self.text}' at character {self.at}: {what}")


class RuleParts(NamedTuple):
    """Conditions and class of a rule."""

    conditions: tuple[Piece, ...]
    label: Piece


def split_rule(text: str) -> RuleParts:
    """Split the text of a rule; what stands in quotes, braces and brackets stays together.

    Examples
    --------
    >>> parts = split_rule("IF age >= 60 AND (smoker = yes or unknown) THEN high")
    >>> [piece.text for piece in parts.conditions], parts.label
    (['age >= 60', 'smoker = yes or unknown'], Piece(text='high', at=49))
    """
    text = without_numbers(text)
    start = re.match(r"\s*IF\s", text, re.IGNORECASE)
    if start is None:
        raise InputError(f"a rule begins with IF, got {text[:40]!r}")
    pieces: list[tuple[str, Piece]] = []
    begin, word = start.end(), "IF"
    for found in _joints(text, start.end()):
        pieces.append((word, _piece(text, begin, found.start())))
        begin, word = found.end(), found[1].upper()
        if word == "THEN":
            break
    if word != "THEN":
        raise InputError(f"a rule ends with THEN and a class, got {text[-40:]!r}")
    label = _piece(text, begin, len(text))
    conditions = tuple(piece for _, piece in pieces if piece.text.lower() != "anything")
    return RuleParts(conditions, label)


def without_numbers(text: str) -> str:
    """Leave out what is printed behind a rule: two spaces, then brackets to the end of the line.

    Examples
    --------
    >>> without_numbers(
    ...     "IF age >= 60 THEN high 70 %, low 30 %  (weight 0.41, covers 9 training rows)"
    ... )
    'IF age >= 60 THEN high 70 %, low 30 %'
    """
    found = NUMBERS.search(text)
    return text if found is None else text[: found.start()]


def _joints(text: str, begin: int) -> list[re.Match[str]]:
    """AND and THEN that stand outside of quotes, braces and brackets."""
    inside = _protected(text)
    return [one for one in WORD.finditer(text, begin - 1) if not inside[one.start(1)]]


def _protected(text: str) -> list[bool]:
    depth, is_quoted, marks, skip = 0, False, [], False
    for sign in text:
        marks.append(is_quoted or depth > 0)
        if skip:
            skip = False
        elif is_quoted and sign == "\\":
            skip = True
        elif sign == '"':
            is_quoted = not is_quoted
        elif not is_quoted and sign in "{[":
            depth += 1
        elif not is_quoted and sign in "}]":
            depth = max(0, depth - 1)
    return marks


def _piece(text: str, begin: int, end: int) -> Piece:
    said = text[begin:end]
    begin += len(said) - len(said.lstrip())
    said = said.strip()
    if said.startswith("(") and said.endswith(")"):
        said, begin = said[1:-1].strip(), begin + 1
    if not said:
        raise InputError(f"there is nothing at character {begin + 1} of the rule {text[:60]!r}")
    return Piece(said, begin + 1)
