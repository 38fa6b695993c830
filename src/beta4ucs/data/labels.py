"""A column of a table -> class labels."""

from __future__ import annotations

from collections.abc import Callable
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

import numpy as np

from beta4ucs.data.columns import is_missing
from beta4ucs.data.spelling import labels_from_text
from beta4ucs.errors import InputError

if TYPE_CHECKING:
    import pandas as pd


def labels_from_series(
    column: pd.Series,
    *,
    source: str,
    place: Callable[[int], str] | None = None,
    is_written: bool = False,
) -> np.ndarray:
    """Class labels of a column: booleans, whole numbers, fractions or text, in that order.

    Parameters
    ----------
    column : pandas.Series
        One label a row.
    source : str
        What to call the table in a message.
    place : callable, optional
        Says where a row (counted from 0) is; "row 3" by default.
    is_written : bool
        Whether text is what stands in a text file, where numbers are text too.
    """
    cells = [cell.strip() if isinstance(cell, str) else cell for cell in column]
    unknown = [row for row, cell in enumerate(cells) if is_missing(cell)]
    if unknown:
        where = place(unknown[0]) if place else f"row {unknown[0] + 1}"
        more = f" (one of {len(unknown)} such rows)" if len(unknown) > 1 else ""
        raise InputError(
            f"{where} of {source} has no class label in column '{column.name}'{more}; "
            "fill it in or remove the row"
        )
    if is_written and all(isinstance(cell, str) for cell in cells):
        return labels_from_text(cells)
    return _labels(cells)


def _labels(cells: list[Any]) -> np.ndarray:
    if all(isinstance(cell, (bool, np.bool_)) for cell in cells):
        return np.array(cells, dtype=bool)
    # a bool among numbers or text is just another word
    if all(isinstance(c, Real) and not isinstance(c, (bool, np.bool_)) for c in cells):
        whole = all(isinstance(c, Integral) or float(c).is_integer() for c in cells)
        try:
            dtype = np.int64 if whole else np.float64
            return np.array([int(c) if whole else float(c) for c in cells], dtype=dtype)
        except OverflowError:  # a name made of very many digits
            pass
    return np.array([str(cell) for cell in cells], dtype=np.str_)
