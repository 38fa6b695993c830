"""A file to a parsed document: bounded before it is parsed, rules one at a time.

Python needs twenty times as much memory for a list of nothing as its text. So no field is parsed
before its lists are counted, and no more than one rule is held as Python's lists and numbers.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from beta4ucs.errors import InputError
from beta4ucs.model_file.checks import require_different

LARGEST_TEXT = 1 << 30  # bytes, unpacked
LARGEST_FIELD = 1 << 26  # characters of a field other than the rules
MOST_LISTS = 1 << 20  # lists and objects in such a field
DEEPEST = 40  # lists and objects in one another
PACKED = b"\x1f\x8b"  # what a gzip file begins with
PIECE = 1 << 20  # bytes that are unpacked at a time
SPACE = re.compile(r"[ \t\n\r]*")
TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}]', re.DOTALL)
RULES_LAST = re.compile(r"\][ \t\n\r]*\}[ \t\n\r]*\Z")
TAIL = 200  # characters at the end of a file in which RULES_LAST is looked for


class UnreadableFileError(InputError):
    """There is no such file, or it is not one of text; the sentence names it."""


def read_document(path: str | os.PathLike[str]) -> Any:
    """Return what a file holds; `rules`, if they are a list, as `RuleTexts`."""
    return _Parser(_read_text(path)).document()


class RuleTexts:
    """The rules of a document, parsed when they are asked for."""

    def __init__(self, parser: _Parser, start: int, end: int) -> None:
        self._parser, self._start, self._end = parser, start, end

    def parsed(self, longest: int) -> Iterator[Any]:
        """Yield rule by rule; one of more characters than `longest` is refused."""
        parser, at, count = self._parser, self._parser.skip(self._start + 1), 0
        while at < self._end - 1:
            if count:
                at = parser.skip(parser.expect(",", at))
            rule, at = parser.value(at, longest, f"rules[{count}]")
            at, count = parser.skip(at), count + 1
            yield rule
        if at != self._end - 1:
            parser.fail("Expecting ',' delimiter", at)


class _Parser:
    """JSON whose outermost object is parsed field by field."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._decode = json.JSONDecoder(
            object_pairs_hook=_unique_fields, parse_constant=_refuse
        ).raw_decode

    def document(self) -> Any:
        at = self.skip(0)
        if self.text[at : at + 1] != "{":  # not a model: anything small is parsed to say so
            value, end = self._field(at, "the file")
        else:
            value, end = self._fields(at)
        if self.skip(end) != len(self.text):
            self.fail("Extra data", self.skip(end))
        return value

    def _fields(self, at: int) -> tuple[dict[str, Any], int]:
        pairs: list[tuple[str, Any]] = []
        at = self.skip(at + 1)
        while self.text[at : at + 1] != "}":
            if pairs:
                at = self.skip(self.expect(",", at))
            if self.text[at : at + 1] != '"':
                self.fail("Expecting property name enclosed in double quotes", at)
            name, at = self._decode(self.text, at)
            at = self.skip(self.expect(":", self.skip(at)))
            value, at = self._rules(at) if name == "rules" else self._field(at, name)
            pairs.append((name, value))
            at = self.skip(at)
        return _unique_fields(pairs), at + 1

    def _rules(self, at: int) -> tuple[Any, int]:
        if self.text[at : at + 1] != "[":
            return self._field(at, "rules", LARGEST_TEXT)
        tail_start = max(0, len(self.text) - TAIL)
        last = RULES_LAST.search(self.text[tail_start:])
        end = self._end_of(at, None, "rules") if last is None else tail_start + last.start() + 1
        return RuleTexts(self, at, end), end

    def _field(self, at: int, name: str, longest: int = LARGEST_FIELD) -> tuple[Any, int]:
        if self.text[at : at + 1] in ("[", "{"):
            end = self._end_of(at, MOST_LISTS, name)
            if end - at > longest:
                raise InputError(f"{name!r:.60} is longer than {longest:,} characters")
        value: tuple[Any, int] = self._decode(self.text, at)
        return value

    def _end_of(self, at: int, most_lists: int | None, name: str) -> int:
        """Find where a list or object ends, without parsing it."""
        depth = n_lists = 0
        for token in TOKEN.finditer(self.text, at):
            sign = token.group()[0]
            if sign in "[{":
                depth, n_lists = depth + 1, n_lists + 1
                if depth > DEEPEST:
                    raise InputError(f"{name!r:.60} is nested too deeply")
                if most_lists is not None and n_lists > most_lists:
                    raise InputError(f"{name!r:.60} holds more than {most_lists:,} lists")
            elif sign in "]}":
                depth -= 1
                if depth == 0:
                    return token.end()
        self.fail("Expecting value", len(self.text))

    def value(self, at: int, longest: int, where: str) -> tuple[Any, int]:
        """Parse a value of so many characters at most; return it and its end."""
        piece = self.text[at : at + longest]
        try:
            value, length = self._decode(piece)
        except json.JSONDecodeError as error:
            if at + len(piece) < len(self.text) and error.pos >= len(piece) - 1:
                raise InputError(f"{where} is longer than a rule of this model can be") from None
            self.fail(error.msg, at + error.pos)
        return value, at + length

    def skip(self, at: int) -> int:
        """Pass over white space."""
        match = SPACE.match(self.text, at)
        return at if match is None else match.end()

    def expect(self, sign: str, at: int) -> int:
        """Pass over a sign."""
        if self.text[at : at + 1] != sign:
            self.fail(f"Expecting '{sign}' delimiter", at)
        return at + 1

    def fail(self, what: str, at: int) -> NoReturn:
        """Say that this is no JSON."""
        raise json.JSONDecodeError(what, self.text, min(at, len(self.text)))


def _read_text(path: str | os.PathLike[str]) -> str:
    file = Path(path)
    try:
        if not file.is_file():
            state = "is not a file" if file.exists() else "does not exist"
            raise UnreadableFileError(f"model file '{path}' {state}")
        if file.stat().st_size > LARGEST_TEXT:
            raise UnreadableFileError(
                f"model file '{path}' is larger than {LARGEST_TEXT >> 20} MiB"
            )
        with file.open("rb") as raw:
            is_packed = raw.read(len(PACKED)) == PACKED
            raw.seek(0)
            return (_unpacked(raw, path) if is_packed else raw.read()).decode("utf-8")
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise UnreadableFileError(f"model file '{path}' is damaged ({error})") from None
    except OSError as error:
        raise UnreadableFileError(
            f"cannot read model file '{path}': {error.strerror or error}"
        ) from None
    except UnicodeDecodeError:
        raise UnreadableFileError(
            f"model file '{path}' is damaged or not JSON (not UTF-8 text)"
        ) from None


def _unpacked(raw: Any, path: str | os.PathLike[str]) -> bytes:
    pieces, size = [], 0
    with gzip.open(raw) as file:
        while piece := file.read(PIECE):
            pieces.append(piece)
            size += len(piece)
            if size > LARGEST_TEXT:
                raise UnreadableFileError(
                    f"model file '{path}' is larger than {LARGEST_TEXT >> 20} MiB, unpacked"
                )
    return b"".join(pieces)


def _unique_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        require_different((name for name, _ in pairs), "an object")
    return fields


def _refuse(constant: str) -> NoReturn:
    raise InputError(f"it holds {constant}, which is not a number")
