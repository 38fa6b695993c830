"""Checks of values that came out of a JSON file; each names the place where something is wrong."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from beta4ucs.errors import InputError, did_you_mean, quoted

LARGEST_COUNT = (1 << 53) - 1  # every JSON reader keeps whole numbers up to here exact
LARGEST_SEED = (1 << 64) - 1
DEEPEST = 20  # levels of nesting in free values
LONGEST_SHOWN = 60  # characters of a value in a message


def as_object(value: Any, where: str, fields: Sequence[str]) -> dict[str, Any]:
    """Return an object that has exactly the given fields."""
    if type(value) is not dict:
        raise InputError(f"{where} must be an object, got {shown(value)}")
    if value.keys() != set(fields):
        missing = [field for field in fields if field not in value]
        if missing:
            raise InputError(f"{where} lacks {quoted(missing)}")
        unknown = next(field for field in value if field not in fields)
        hint = did_you_mean(unknown, fields)
        raise InputError(f"{where} has an unknown field {shown(unknown)}{hint}")
    return value


def as_list(value: Any, where: str, length: int | None = None) -> list[Any]:
    """Return a list, of the given length if there is one."""
    if type(value) is not list:
        raise InputError(f"{where} must be a list, got {shown(value)}")
    if length is not None and len(value) != length:
        raise InputError(f"{where} must have length {length}, got {len(value)}")
    return value


def as_text(value: Any, where: str) -> str:
    """Return a text that can be written in UTF-8."""
    if type(value) is not str:
        raise InputError(f"{where} must be text, got {shown(value)}")
    if not value.isascii() and value.encode("utf-8", "replace").decode() != value:
        raise InputError(f"{where} holds half a character, got {shown(value)}")
    return value


def as_names(value: Any, where: str, length: int) -> tuple[str, ...]:
    """Return so many texts, all different."""
    names = [as_text(name, f"{where}[{i}]") for i, name in enumerate(as_list(value, where, length))]
    require_different(names, where)
    return tuple(names)


def as_count(value: Any, where: str, low: int = 0, high: int = LARGEST_COUNT) -> int:
    """Return a whole number within bounds."""
    if type(value) is not int:
        raise InputError(f"{where} must be a whole number, got {shown(value)}")
    if not low <= value <= high:
        raise InputError(f"{where} must be in [{low}, {high}], got {shown(value)}")
    return value


def as_number(value: Any, where: str, low: float = -math.inf, high: float = math.inf) -> float:
    """Return a finite number within bounds; other languages write 1.0 as 1."""
    number = float(as_numbers([value], where, 1)[0])
    if number < low:
        raise InputError(f"{where} must be at least {low:g}, got {shown(value)}")
    if number > high:
        raise InputError(f"{where} must be at most {high:g}, got {shown(value)}")
    return number


def as_numbers(value: Any, where: str, length: int | None = None) -> np.ndarray:
    """Return a list of finite numbers as a float array."""
    values = as_list(value, where, length)
    if not set(map(type, values)) <= {float, int}:
        wrong = next(v for v in values if type(v) not in (float, int))
        raise InputError(f"{where} must hold numbers only, got {shown(wrong)}")
    try:
        numbers = np.array(values, dtype=np.float64)
    except OverflowError:
        raise InputError(f"{where} holds a number that is too large") from None
    if not np.isfinite(numbers).all():
        raise InputError(f"{where} holds a number that is not finite")
    return numbers


def as_plain(value: Any, where: str, depth: int = 0) -> Any:
    """Return a value that JSON keeps as it is: None, boolean, number, text, list or object."""
    if depth > DEEPEST:
        raise InputError(f"{where} is nested too deeply")
    if value is None or type(value) is bool:
        return value
    if type(value) is int:
        return as_count(value, where, -LARGEST_SEED, LARGEST_SEED)
    if type(value) is float:
        return as_number(value, where)
    if type(value) is list:
        return [as_plain(item, f"{where}[{i}]", depth + 1) for i, item in enumerate(value)]
    if type(value) is dict:
        return {
            as_text(key, f"a name in {where}"): as_plain(item, place(where, key), depth + 1)
            for key, item in value.items()
        }
    if type(value) is str:
        return as_text(value, where)
    raise InputError(
        f"{where} must be a number, text, boolean, list, dict or None, got {shown(value)}"
    )


def require_different(values: Iterable[Any], where: str) -> None:
    """Refuse a list in which something stands twice."""
    seen = set()
    for value in values:
        if value in seen:
            raise InputError(f"{where} holds {shown(value)} twice")
        seen.add(value)


def place(where: str, name: Any) -> str:
    """Say where a named value stands, in one line whatever the name."""
    return f"{where}.{name}" if str(name).isidentifier() else f"{where}[{shown(name)}]"


def shown(value: Any) -> str:
    """Say a wrong value briefly."""
    if type(value) is list:
        return f"a list of {len(value)}"
    if type(value) is dict:
        return "an object"
    if type(value) is int and value.bit_length() > 100:
        return "a whole number of more than 30 digits"
    try:
        text = json.dumps(value)
    except (TypeError, ValueError):
        text = " ".join(repr(value).split())
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."
