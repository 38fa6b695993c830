"""SQL as text: names, constants, and expressions that all databases read alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from beta4ucs.errors import InputError
from beta4ucs.export.reading import Listed

DOUBLE = "DOUBLE PRECISION"
MISSING = "('', '?', 'na', 'n/a', 'nan', 'null')"


def quoted(name: str) -> str:
    """Return a name as an identifier, whatever it holds."""
    if "\0" in name:
        raise InputError(f"SQL has no names with a null character: {name!r}")
    return '"' + name.replace('"', '""') + '"'


def literal(value: Any) -> str:
    """Return a value as a constant, whatever it holds."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, (int, float)):
        return repr(value) if isinstance(value, int) else number(value)
    if "\0" in str(value):
        raise InputError(f"SQL has no text with a null character: {value!r}")
    return "'" + str(value).replace("'", "''") + "'"


def number(value: float) -> str:
    """Return a double; the exponent keeps databases from taking it for a decimal number."""
    text = repr(float(value)).removesuffix(".0")
    return text if "e" in text else f"{text}e0"


def signed(value: float) -> str:
    """Return a double that may stand behind an operator."""
    return f"({number(value)})" if value < 0.0 else number(value)


class Names:
    """Names for columns of the query that no column of the table has."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = {name.casefold() for name in taken}

    def fresh(self, name: str) -> str:
        """Return the name, with as many underscores as make it new."""
        while name.casefold() in self._taken:
            name += "_"
        self._taken.add(name.casefold())
        return quoted(name)


def cleaned(column: str, values: Sequence[Any]) -> str:
    """A category without signs for missing values; truth values may be stored in any way."""
    if all(isinstance(value, bool) for value in values):
        text = f"LOWER(CAST({column} AS TEXT))"
        return (
            f"CASE WHEN {text} IN ('true', 't', '1') THEN TRUE "
            f"WHEN {text} IN ('false', 'f', '0') THEN FALSE END"
        )
    if all(isinstance(value, str) for value in values):
        return f"CASE WHEN LOWER(TRIM({column})) IN {MISSING} THEN NULL ELSE TRIM({column}) END"
    return column


def double(value: float) -> str:
    """Return a constant that a database must take for a double."""
    return f"CAST({number(value)} AS {DOUBLE})"


def with_missing(condition: str, column: str, missing: bool) -> str:
    """Return a condition that a missing value meets too, if it may."""
    return f"({condition} OR {column} IS NULL)" if missing else condition


def listed_values(column: str, ask: Listed) -> str:
    """Return whether a category has one of the listed values, or none of the excluded."""
    if ask.excluded is not None:
        values = ", ".join(map(literal, ask.excluded))
        return f"{column} NOT IN ({values})" if values else f"{column} IS NOT NULL"
    values = ", ".join(map(literal, ask.values))
    return f"{column} IN ({values})" if values else "1 = 0"


def lower_flank(u: str, left: float, rise: float, right: float, fall: float) -> str:
    """The lower of 1 and the two flanks, without those at infinity."""
    heights = []
    if left > float("-inf"):
        heights.append(f"({u} - {signed(left)}) * {number(rise)}")
    if right < float("inf"):
        heights.append(f"({number(right)} - {u}) * {number(fall)}")
    if len(heights) == 1:
        return f"CASE WHEN {heights[0]} < 1 THEN {heights[0]} ELSE 1 END"
    rising, falling = heights
    return (
        f"CASE WHEN {rising} < 1 AND {rising} <= {falling} THEN {rising} "
        f"WHEN {falling} < 1 THEN {falling} ELSE 1 END"
    )


def largest(columns: Sequence[str]) -> str:
    """The largest of several columns, in SQL that has no function for it."""
    cases = [
        f"WHEN {' AND '.join(f'{one} >= {other}' for other in columns if other != one)} THEN {one}"
        for one in columns[:-1]
    ]
    return f"CASE {' '.join(cases)} ELSE {columns[-1]} END"


def select(columns: Sequence[str], source: str, indent: str = "  ") -> str:
    """Return a query with one line per column."""
    listed = ",\n".join(f"{indent}  {column}" for column in columns)
    return f"{indent}SELECT\n{listed}\n{indent}FROM {source}"
