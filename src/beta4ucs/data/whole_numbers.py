"""Columns of whole numbers with few values, which may be names rather than amounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from beta4ucs.data.columns import NotNumbersError, features_from_frame
from beta4ucs.errors import quoted

if TYPE_CHECKING:
    import pandas as pd

LEAST_VALUES, MOST_VALUES = 3, 12  # two values are said as such anyway; more are amounts
ROWS_PER_VALUE = 5  # on average
AUTO_INTEGERS = "auto-integers"  # what takes all such columns for categories


def few_whole_numbers(frame: pd.DataFrame) -> list[str]:
    """Return the names of columns that hold whole numbers with few different values.

    Examples
    --------
    >>> import pandas as pd
    >>> few_whole_numbers(pd.DataFrame({"zone": [1, 2, 3] * 10, "sex": [0, 1] * 15}))
    ['zone']
    """
    return [str(name) for name in frame.columns if _has_few(frame[name])]


def hints_about_codes(frame: pd.DataFrame) -> list[str]:
    """Say in one sentence which columns may be codes, and how to have them as categories."""
    names = few_whole_numbers(frame)
    if not names:
        return []
    who = f"column {quoted(names)} holds" if len(names) == 1 else f"columns {quoted(names)} hold"
    return [
        f"{who} whole numbers with few values; if these are names rather than amounts, try "
        f"--categorical with their names, or --categorical {AUTO_INTEGERS}"
    ]


def _has_few(column: pd.Series) -> bool:
    if column.dtype.name in ("category", "bool"):
        return False
    try:
        numbers = features_from_frame(column.to_frame())[0][:, 0]
    except NotNumbersError:
        return False
    known = numbers[~np.isnan(numbers)]
    if not len(known) or not np.all(np.rint(known) == known):
        return False
    n_values = len(np.unique(known))
    return LEAST_VALUES <= n_values <= MOST_VALUES and len(known) >= ROWS_PER_VALUE * n_values
