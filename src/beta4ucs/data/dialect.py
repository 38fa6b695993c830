"""How a text file is written, told from its first rows: what parts cells, and is there a header."""

from __future__ import annotations

import csv
import io
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import Any, NamedTuple

from beta4ucs.data.columns import DECIMAL_COMMA, is_missing, parse_number
from beta4ucs.errors import InputError

WHITESPACE = r"\s+"
SEPARATORS = (",", ";", "\t", "|", ":")  # the first of equals wins
SAMPLE_ROWS = 200  # rows looked at
RIVAL = 0.9  # of the best score: then another separator would do as well
SURE = 1.5  # evidence for or against a header that needs no words
_DATE_OR_TIME = re.compile(r"[\d./T -]*\d\d?:\d\d(?::\d\d)?(?:\.\d+)?|\d+([-./])\d+\1\d+")


class Guess(NamedTuple):
    """What was decided, and a sentence about it where it is not clear."""

    value: Any
    doubt: str = ""


def numbered_rows(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Line number and stripped cells of every row that is not blank."""
    lines: Iterator[str] = io.StringIO(text)
    if separator == WHITESPACE:
        lines = (re.sub(r"[ \t]+", " ", line.strip(" \t")) for line in lines)
    delimiter = " " if separator == WHITESPACE else separator
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True)
    try:
        for cells in reader:
            if cells and not (len(cells) == 1 and not cells[0].strip()):
                yield reader.line_num, [cell.strip() for cell in cells]
    except csv.Error as error:
        raise InputError(f"line {reader.line_num} cannot be read as a table: {error}") from None


def most_common(widths: Counter[int]) -> tuple[int, int]:
    """The most common number of cells, and how many rows have it."""
    return widths.most_common(1)[0] if widths else (0, 0)


# ---------------------------------------------------------------------- separator


def find_separator(text: str, decimal: str = ".") -> Guess:
    """The separator that cuts most lines into the same number of sensible cells.

    A cell is sensible if it is a number, a date, a time, or words without another separator.
    White space comes last: it also stands inside names and around other separators.
    """
    head = "\n".join(islice(text.split("\n"), SAMPLE_ROWS))
    scores = {}
    for separator in SEPARATORS:
        if separator != decimal and (score := _score(head, separator)) is not None:
            scores[separator] = score
    best = max(scores, key=lambda sign: (round(scores[sign][0], 3), scores[sign][1]), default="")
    blank = _score(head, WHITESPACE) if best in ("", "|", ":") else None
    if blank is not None and (not best or blank[0] >= scores[best][0]):
        return Guess(WHITESPACE)
    if not best:
        return Guess(",")
    rivals = [s for s in scores if s != best and scores[s][0] >= RIVAL * scores[best][0] > 0.0]
    if not rivals:
        return Guess(best)
    return Guess(
        best, f"rows were cut at {best!r}, {rivals[0]!r} would do as well: --separator decides"
    )


def _score(head: str, separator: str) -> tuple[float, int] | None:
    """How regular and sensible the cells are, and how many a row has; None if they are not."""
    rows = [cells for _, cells in numbered_rows(head, separator)]
    width, n_regular = most_common(Counter(map(len, rows)))
    if width < 2 or 2 * n_regular < len(rows):
        return None
    cells = [cell for row in rows if len(row) == width for cell in row]
    is_odd = separator in "|:"  # stands inside of cells rather than between them
    sensible = sum(_is_sensible(cell, is_strict=is_odd) for cell in cells) / len(cells)
    return n_regular / len(rows) * sensible, width


def _is_sensible(cell: str, *, is_strict: bool) -> bool:
    if parse_number(cell) is not None or re.fullmatch(DECIMAL_COMMA, cell):
        return True
    if _DATE_OR_TIME.fullmatch(cell):
        return not is_strict or " " not in cell
    if is_strict and any(parse_number(part) is not None for part in cell.split()):
        return False
    return not any(separator in cell for separator in SEPARATORS)


# ---------------------------------------------------------------------- header


def find_header(rows: list[list[str]]) -> Guess:
    """Whether the first row names the columns.

    Every column speaks for or against it: a word above numbers is a name, a word that is met again
    below is a value, and so is a number among numbers. Numbers that are counted up, as years or
    places are, may be names. Where columns say nothing, a row without numbers and missing values
    is a header if its cells differ.
    """
    rows = [[_with_point(cell) for cell in row] for row in rows]
    if all(row[-1] == "" for row in rows):  # a separator at the end of every line
        rows = [row[:-1] or row for row in rows]
    first, later = rows[0], rows[1:]
    if first[0] == "" and (len(first) > 2 or counts_rows([row[0] for row in later])):
        first, later = first[1:], [row[1:] for row in later]  # above an index
    evidence = _evidence(first, later)
    if evidence == 0.0:
        has_values = any(parse_number(cell) is not None for cell in first)
        return Guess(not has_values and len(set(first)) == len(first))
    shown = ", ".join(first[:3]) + (", ..." if len(first) > 3 else "")
    what = "names of the columns" if evidence > 0.0 else "values"
    doubt = f"the first row ({shown}) was taken as {what}: --header or --no-header decides"
    return Guess(evidence > 0.0, "" if abs(evidence) >= SURE else doubt)


def _with_point(cell: str) -> str:
    return cell.replace(",", ".") if re.fullmatch(DECIMAL_COMMA, cell) else cell


def looks_like_header(rows: list[list[str]]) -> bool:
    """Whether the first row names the columns."""
    return bool(find_header(rows).value)


def counts_rows(cells: Sequence[Any]) -> bool:
    """Whether a column holds nothing but row numbers, from 0 or from 1."""
    numbers = [str(cell) for cell in cells]
    return any(numbers == [str(i + start) for i in range(len(cells))] for start in (0, 1))


def _evidence(first: list[str], later: list[list[str]]) -> float:
    """Positive for a header, negative for a row of values, 0 if nothing tells."""
    total = against = 0.0
    counted = (
        len(later) > 0 and _is_counted_up(first) and not any(_is_counted_up(row) for row in later)
    )
    for place, cell in enumerate(first):
        column = [row[place] for row in later if place < len(row) and not is_missing(row[place])]
        if is_missing(cell) or not column:
            continue
        number = parse_number(cell)
        if number is None:
            total += _of_word(cell, column)
        elif not counted:
            against += _of_number(number, column)
    return total + max(against, -4.0) + (2.0 if counted else 0.0)


def _of_word(cell: str, column: list[str]) -> float:
    """What a word says that stands above a column."""
    n_numbers = sum(parse_number(other) is not None for other in column)
    if 2 * n_numbers > len(column):
        return 3.0
    if cell in column:
        return -3.0
    counts = Counter(column)
    n_single = sum(count == 1 for count in counts.values())
    # as a value it would be one of those that come up once
    return min(3.0, math.log((len(column) + 1) / (n_single + 1))) if len(column) > 2 else 0.0


def _of_number(number: float, column: list[str]) -> float:
    """What a number says that stands above a column."""
    numbers = [value for other in column if (value := parse_number(other)) is not None]
    if 2 * len(numbers) <= len(column):
        return 1.0  # a number above words
    is_inside = min(numbers) <= number <= max(numbers)
    return -2.0 if is_inside or not number.is_integer() or len(numbers) < 3 else -0.5


def _is_counted_up(row: list[str]) -> bool:
    """Whether the numbers in a row are whole and follow each other in equal steps."""
    numbers = [value for cell in row if (value := parse_number(cell)) is not None]
    if any(math.isnan(number) or not number.is_integer() for number in numbers):
        return False
    steps = {after - before for before, after in pairwise(numbers)}
    are_years = len(numbers) > 1 and all(1800 <= number <= 2100 for number in numbers)
    return len(steps) == 1 and 0.0 not in steps and (len(numbers) > 2 or are_years)
