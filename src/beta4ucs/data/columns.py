"""One column of a table -> numbers for a feature."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from beta4ucs.errors import InputError, quoted

if TYPE_CHECKING:
    import pandas as pd

# Compared without case and surrounding blanks.
MISSING_MARKERS = frozenset({"", "?", "na", "n/a", "nan", "null"})
DECIMAL_COMMA = r"\s*[-+]?\d*,\d+\s*"


class NotNumbersError(InputError):
    """Columns that hold something other than numbers; `columns` tells in how many rows each."""

    def __init__(self, message: str, columns: dict[str, int]) -> None:
        super().__init__(message)
        self.columns = columns


def is_missing(cell: Any) -> bool:
    """Whether a cell stands for "not known"."""
    if isinstance(cell, str):
        return cell.strip().casefold() in MISSING_MARKERS
    # NaN and NaT differ from themselves; pandas' NA refuses the comparison
    return cell is None or type(cell).__name__ == "NAType" or bool(np.all(cell != cell))


def parse_number(cell: Any) -> float | None:
    """The number in a cell, NaN for a missing one, None for anything else."""
    if is_missing(cell):
        return float("nan")
    is_text = isinstance(cell, str)
    if is_text and "_" in cell:  # Python reads 1_000 as a number, people and pandas do not
        return None
    if not is_text and not isinstance(cell, (Real, np.bool_)) and type(cell).__name__ != "Decimal":
        return None
    try:
        return float(cell)
    except ValueError:
        return None
    except OverflowError:
        return float("inf")


def check_distinct(names: Sequence[str]) -> None:
    """Refuse a table in which a name could mean two columns."""
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        plural = "s appear" if len(twice) > 1 else " appears"
        raise InputError(
            f"the column name{plural} more than once: {quoted(twice)}; give every column its own"
        )


def features_from_frame(
    frame: pd.DataFrame, n_before: int = 0
) -> tuple[np.ndarray, tuple[str, ...]]:
    """Turn the columns of a DataFrame into numbers.

    Numbers and booleans are taken as they are, text columns if their cells are numbers or
    missing markers (`?`, empty, NA, N/A, NaN, null, in any case).

    Parameters
    ----------
    frame : pandas.DataFrame
        Feature columns only.
    n_before : int
        Rows of the table that come before these, by which messages count.

    Returns
    -------
    X : ndarray of shape (n_rows, n_columns)
        float64, NaN where a value is missing.
    feature_names : tuple of str
        The names of the columns.

    Raises
    ------
    InputError
        If a column holds text, dates, complex or infinite numbers, or two have one name.

    Examples
    --------
    >>> import pandas as pd
    >>> features_from_frame(pd.DataFrame({"mass": [1, 2], "grade": ["3", "?"]}))
    (array([[ 1.,  3.],
           [ 2., nan]]), ('mass', 'grade'))
    >>> features_from_frame(pd.DataFrame({"odor": ["foul", "none"]}))
    Traceback (most recent call last):
        ...
    beta4ucs.data.columns.NotNumbersError: column 'odor' holds text in 2 rows ('foul' in row 1)
    where numbers are expected: put numbers in its place or drop the column
    """
    names = tuple(str(name) for name in frame.columns)
    check_distinct(names)
    X = np.empty(frame.shape, dtype=np.float64)
    refused: dict[str, tuple[np.ndarray, Any]] = {}
    for j, name in enumerate(names):
        column = frame.iloc[:, j]
        X[:, j], not_numbers = _numbers_of(column)
        if len(not_numbers):
            refused[name] = not_numbers, column.iloc[not_numbers[0]]
    if refused:
        counts = {name: len(rows) for name, (rows, _) in refused.items()}
        raise NotNumbersError(_refusal(refused, n_before), counts)
    _check_finite(X, names, n_before)
    return X, names


def _numbers_of(column: pd.Series) -> tuple[np.ndarray, np.ndarray]:
    """Values of a column, and the rows that hold no number."""
    from pandas.api import types

    dtype = column.dtype
    if getattr(dtype, "categories", None) is not None and dtype.name == "category":
        return _numbers_of(column.astype(object))
    if types.is_numeric_dtype(dtype) and not types.is_complex_dtype(dtype):
        return column.to_numpy(dtype=np.float64, na_value=np.nan), np.empty(0, dtype=np.intp)
    numbers = [parse_number(cell) for cell in column]
    not_numbers = np.flatnonzero([number is None for number in numbers])
    return np.array([0.0 if n is None else n for n in numbers], dtype=np.float64), not_numbers


def _refusal(refused: dict[str, tuple[np.ndarray, Any]], n_before: int) -> str:
    """What to say about columns that are no numbers; the first one gives the example."""
    name, (rows, cell) = next(iter(refused.items()))
    kind, advice = _kind_and_advice(cell)
    example = f"{str(cell)!r} in row {n_before + rows[0] + 1:,}"
    it = "the column" if len(refused) == 1 else "the columns"
    if len(refused) > 1:
        who = f"columns {quoted(refused)} hold {kind} ({example} of '{name}')"
    elif len(rows) > 1:
        who = f"column '{name}' holds {kind} in {len(rows)} rows ({example})"
    else:
        who = f"column '{name}' holds {kind} ({example})"
    return f"{who} where numbers are expected: {advice} or drop {it}"


def _kind_and_advice(cell: Any) -> tuple[str, str]:
    if isinstance(cell, str):
        if re.fullmatch(DECIMAL_COMMA, cell):
            return "text", "write decimals with a point, read the file with decimal ','"
        return "text", "put numbers in its place"
    if isinstance(cell, (complex, np.complexfloating)):
        return "complex numbers", "split them into two columns"
    if hasattr(cell, "year") or hasattr(cell, "total_seconds"):
        return "dates or times", "turn them into numbers, as beta4ucs.data.date_parts does,"
    return f"values of type {type(cell).__name__}", "put numbers in their place"


def _check_finite(X: np.ndarray, names: Sequence[str], n_before: int) -> None:
    rows, columns = np.nonzero(np.isinf(X))
    if len(rows):
        first = int(np.lexsort((rows, columns))[0])
        more = f" (one of {len(rows)} in the table)" if len(rows) > 1 else ""
        raise InputError(
            f"column '{names[columns[first]]}' holds an infinite value in row "
            f"{n_before + rows[first] + 1:,}{more}; replace it by a number or leave it empty"
        )
