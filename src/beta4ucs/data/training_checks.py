"""Whether something can be learned from a table, and what in it may surprise."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from beta4ucs.data.categories import text_columns, warnings_about_names
from beta4ucs.data.tables import Table
from beta4ucs.errors import InputError, quoted

MANY_CLASSES = 20  # of numbers: perhaps another column was meant


def check_training_table(table: Table) -> list[str]:
    """Refuse a table nothing can be learned from.

    Parameters
    ----------
    table : Table
        Rows with their classes.

    Returns
    -------
    list of str
        Warnings about what can be learned from but surprises: features without values, words
        that are names, classes with a single row, numbers that are hardly classes.

    Raises
    ------
    InputError
        If there is no class column, no feature, fewer than two rows or two classes, or if the
        class column holds fractions.

    Examples
    --------
    >>> X = np.array([[1.0], [2.0], [3.0]])
    >>> check_training_table(Table(X, np.array(["a", "a", "b"]), ("mass",), "kind", "fruit"))
    ["class 'b' has a single row: it can be learned or tested but not both"]
    """
    y = table.labels()
    if table.n_features == 0:
        raise InputError(f"'{table.name}' has no feature besides the class column")
    if table.n_rows < 2:
        rows = "1 row" if table.n_rows else "no rows"
        raise InputError(f"'{table.name}' has {rows}; learning needs at least 2")
    classes, counts = np.unique(y, return_counts=True)
    if np.issubdtype(y.dtype, np.floating) and not np.all(y == np.rint(y)):
        raise InputError(
            f"class column '{table.target_name}' of '{table.name}' holds {len(classes)} different "
            f"numbers such as {y[y != np.rint(y)][0]:g}; classes are names or whole numbers: "
            f"choose another target{_perhaps(table)} or put the numbers into groups first"
        )
    if len(classes) < 2:
        raise InputError(
            f"class column '{table.target_name}' of '{table.name}' holds a single class "
            f"('{classes[0]}'); learning needs at least 2"
        )
    return _warnings(table, classes, classes[counts == 1])


def _perhaps(table: Table) -> str:
    """Name the one column of words: many files have the class in front."""
    words = text_columns(table.frame)
    return f" (is it '{words[0]}'?)" if len(words) == 1 else ""


def _warnings(table: Table, classes: np.ndarray, single: np.ndarray) -> list[str]:
    empty = all_missing_columns(table)
    warnings = [*table.notes, *warnings_about_names(table.frame)]
    if len(classes) > MANY_CLASSES and classes.dtype.kind in "iuf" and _perhaps(table):
        warnings.append(
            f"class column '{table.target_name}' holds {len(classes)} different numbers: is it the "
            f"right one? '{text_columns(table.frame)[0]}' holds words"
        )
    warnings += warnings_about_empty(empty)
    if len(single) == 1:
        warnings.append(
            f"class '{single[0]}' has a single row: it can be learned or tested but not both"
        )
    elif len(single):
        warnings.append(
            f"classes {quoted(single)} have a single row each: they can be learned or tested "
            "but not both"
        )
    return warnings


def all_missing_columns(table: Table) -> tuple[str, ...]:
    """Names of the features that have no value in any row.

    Examples
    --------
    >>> X = np.array([[1.0, np.nan], [2.0, np.nan]])
    >>> all_missing_columns(Table(X, None, ("mass", "age"), None, "fruit"))
    ('age',)
    """
    empty = np.isnan(table.X).all(axis=0)
    return tuple(name for name, none in zip(table.feature_names, empty, strict=True) if none)


def warnings_about_empty(names: Sequence[str]) -> list[str]:
    """Say of columns without values that they are of no use; nothing if there are none.

    Examples
    --------
    >>> warnings_about_empty(["age"])
    ["column 'age' has no value in any row: no rule can use it"]
    """
    if len(names) == 1:
        return [f"column '{names[0]}' has no value in any row: no rule can use it"]
    many = f"columns {quoted(names)} have no value in any row: no rule can use them"
    return [many] if names else []
