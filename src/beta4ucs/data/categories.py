"""Columns of words -> categories, beside columns of numbers."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import numpy as np

from beta4ucs.data.columns import (
    DECIMAL_COMMA,
    NotNumbersError,
    check_distinct,
    features_from_frame,
    is_missing,
    parse_number,
)
from beta4ucs.data.dates import EITHER_WAY
from beta4ucs.data.encoding import MOST_VALUES, in_order, plain
from beta4ucs.data.spelling import number_in
from beta4ucs.errors import InputError, did_you_mean

if TYPE_CHECKING:
    import pandas as pd

# What looks like a number or a date to people; and what would make it one.
NEARLY_NUMBERS = {
    r"[-+]?\d+(?:[.,]\d+)?\s*%": ("percentages", "leave out the sign"),
    r"0[xX][\da-fA-F]+": ("hexadecimal numbers", "write them with ten digits"),
    r"[-+]?\d{1,3}(?:[,' ]\d{3})+(?:\.\d+)?": (
        "numbers in groups of three digits",
        "remove what separates the groups",
    ),
    r"[$€£¥]\s*\d+(?:[.,]\d+)?|\d+(?:[.,]\d+)?\s*[$€£¥]": ("amounts", "leave out the sign"),
    EITHER_WAY.pattern: ("dates that may start with day or month", "write them as 2024-05-31"),
}
STRAY = 0.1  # a smaller share of words among numbers does not make a category of the column


def typed_features(
    frame: pd.DataFrame, categorical: Collection[str] = ()
) -> tuple[np.ndarray, pd.DataFrame | None]:
    """Tell the categories of a table from its numbers.

    Categories are columns of words or truth values, of pandas' own type, and those named. A word
    that is a number counts as that number, so that files with and without other words agree;
    007 and 1.10 are words.

    Parameters
    ----------
    frame : pandas.DataFrame
        Feature columns only.
    categorical : collection of str
        Further columns that hold categories.

    Returns
    -------
    X : ndarray of shape (n_rows, n_columns)
        The numbers; for a category its values if all are numbers, else their places.
    typed : pandas.DataFrame or None
        All columns, categories with pandas' type; None if all are numbers.

    Examples
    --------
    >>> import pandas as pd
    >>> cells = pd.DataFrame({"mass": [1, 2, 3], "odor": ["none", "?", "foul"]})
    >>> X, typed = typed_features(cells)
    >>> X
    array([[ 1.,  1.],
           [ 2., nan],
           [ 3.,  0.]])
    >>> list(typed["odor"].cat.categories)
    ['foul', 'none']
    """
    import pandas as pd

    names = [str(name) for name in frame.columns]
    check_distinct(names)
    frame = frame.set_axis(names, axis=1)
    for name in categorical:
        if name not in names:
            raise InputError(f"there is no feature '{name}'{did_you_mean(name, names)}")
    categories = {
        name: as_category(frame[name])
        for name in names
        if name in categorical or is_category(frame[name])
    }
    categories = {name: values for name, values in categories.items() if len(values.categories)}
    numeric = [name for name in names if name not in categories]
    numbers = dict(zip(numeric, features_from_frame(frame[numeric])[0].T, strict=True))
    columns = [
        _numbers_of(categories[name]) if name in categories else numbers[name] for name in names
    ]
    X = np.column_stack(columns) if columns else np.empty(frame.shape)
    return X, pd.DataFrame({**numbers, **categories})[names] if categories else None


def is_category(column: pd.Series) -> bool:
    """Whether a column holds categories by its type, or words or truth values."""
    from pandas.api import types

    if column.dtype.name == "category" or types.is_bool_dtype(column.dtype):
        return True
    if types.is_numeric_dtype(column.dtype):
        return False
    cells = _different(column)
    words = [cell for cell in cells if _is_word(cell)]
    return bool(words) or (
        len(cells) > 0 and all(isinstance(cell, (bool, np.bool_)) for cell in cells)
    )


def as_category(column: pd.Series) -> pd.Categorical:
    """The values of a column as a category, sorted unless they have an order."""
    import pandas as pd

    if getattr(column.dtype, "ordered", False):
        return pd.Categorical(column).rename_categories(_value)
    codes, cells = pd.factorize(column.astype(object))
    found = [None if is_missing(cell) else _value(cell) for cell in cells]
    values = in_order({value for value in found if value is not None})
    place = {value: i for i, value in enumerate(values)}
    places = [-1 if value is None else place[value] for value in found]
    dtype: Any = pd.CategoricalDtype(values)
    return pd.Categorical.from_codes(np.array([*places, -1])[codes], dtype=dtype)


def refuse_stray_words(frame: pd.DataFrame, categorical: Collection[str] = ()) -> None:
    """Refuse columns of numbers with a few words among them, and decimals with a comma."""
    for name in frame.columns:
        column = frame[name]
        if str(name) in categorical or column.dtype.name == "category" or not is_category(column):
            continue
        known = [cell for cell in column if not is_missing(cell)]
        words = [cell for cell in known if _is_word(cell)]
        commas = bool(words) and all(re.fullmatch(DECIMAL_COMMA, word) for word in words)
        if commas or 0 < len(words) < STRAY * len(known):
            try:
                features_from_frame(column.to_frame())
            except NotNumbersError as error:
                hint = "" if commas else "; if it is a category, name it as categorical"
                raise NotNumbersError(f"{error}{hint}", error.columns) from None


def text_columns(typed: pd.DataFrame | None) -> list[str]:
    """Names of the categories without order that have words among their values."""
    if typed is None:
        return []
    return [
        str(name)
        for name, column in typed.items()
        if column.dtype.name == "category"
        and not column.cat.ordered
        and any(isinstance(value, str) for value in column.cat.categories)
    ]


def notes_about_words(typed: pd.DataFrame | None, named: Collection[str] = ()) -> list[str]:
    """Say which categories look like numbers or dates, but for those that are named as such."""
    notes = []
    for name in text_columns(typed):
        assert typed is not None
        values = [str(value) for value in typed[name].cat.categories]
        for pattern, (what, remedy) in NEARLY_NUMBERS.items():
            if name not in named and all(re.fullmatch(pattern, value) for value in values):
                notes.append(
                    f"column '{name}' holds {what} such as '{values[0]}' and is taken as a "
                    f"category: {remedy} to compare its values"
                )
    return notes


def warnings_about_names(typed: pd.DataFrame | None) -> list[str]:
    """Say which categories are rather names of rows, or free text."""
    warnings = []
    for name in text_columns(typed):
        assert typed is not None
        n_values, n_rows = typed[name].nunique(), len(typed)
        if n_values > MOST_VALUES and 2 * n_values > n_rows:
            warnings.append(
                f"column '{name}' has {n_values:,} different values in {n_rows:,} rows, as names "
                "or free text have: what rules say about it hardly holds for other rows, so "
                "better leave it out"
            )
    return warnings


def _different(column: pd.Series) -> list[Any]:
    """The different cells that are not missing; none if they cannot be compared."""
    import pandas as pd

    try:
        cells = pd.unique(column.astype(object))
    except TypeError:  # lists and the like
        return []
    return [cell for cell in cells if not is_missing(cell)]


def _is_word(cell: Any) -> bool:
    return isinstance(cell, str) and parse_number(cell) is None


def _value(cell: Any) -> Any:
    """A cell as JSON has it; text that is a number as that number."""
    number = number_in(cell) if isinstance(cell, str) else None
    return plain(cell if number is None else number)


def _numbers_of(category: pd.Categorical) -> np.ndarray:
    values = list(category.categories)
    if any(isinstance(value, str) for value in values):
        values = list(range(len(values)))
    return np.array([*map(float, values), np.nan])[category.codes]
