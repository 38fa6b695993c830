"""Docstrings of classes that share most of their parameters, written once."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields
from typing import Any


def completed_by(source: type) -> Callable[[Any], Any]:
    """Decorate a dataclass: what it shares with `source` is added to its docstring."""

    def complete(kind: Any) -> Any:
        if kind.__doc__ is None or source.__doc__ is None:  # python -OO
            return kind
        parameters = {field.name for field in fields(kind)}
        for title in ("Parameters", "Attributes"):
            section = _section(kind.__doc__, title)
            known = _entries(kind.__doc__, title)
            missing = "".join(
                entry
                for name, entry in _entries(source.__doc__, title).items()
                if name not in known and (title == "Attributes" or name in parameters)
            )
            kind.__doc__ = kind.__doc__.replace(section, section + missing)
        return kind

    return complete


def _section(text: str, title: str) -> str:
    """The lines under a title of a docstring."""
    found = re.search(rf"    {title}\n    -+\n((?:(?:    .*)?\n)*?)(?=\n    \w.*\n    ---)", text)
    assert found is not None
    return found.group(1)


def _entries(text: str, title: str) -> dict[str, str]:
    """The entries of a section by name."""
    entries = re.finditer(r"    (\w+) : .*\n(?:        .*\n)+", _section(text, title))
    return {entry.group(1): entry.group(0) for entry in entries}
