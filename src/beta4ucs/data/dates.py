"""Columns of dates -> numbers that rules can ask about: year, month, weekday, days, hour."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from beta4ucs.data.columns import is_missing
from beta4ucs.errors import InputError, quoted

if TYPE_CHECKING:
    import pandas as pd

PARTS = ("year", "month", "weekday", "days", "hour")
_TIME = r"(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?"
_YEAR_FIRST = re.compile(rf"\d{{4}}([-/])\d\d?\1\d\d?{_TIME}")
_DAY_FIRST = re.compile(rf"\d\d?\.\d\d?\.\d{{4}}{_TIME}")
# Day and month cannot be told apart in these.
EITHER_WAY = re.compile(r"\d\d?([/-])\d\d?\1(?:\d{4}|\d\d)")


def date_parts(frame: Any, columns: Sequence[str] | None = None) -> Any:
    """Replace columns of dates by numbers.

    A column `when` becomes `when.year`, `when.month`, `when.weekday` (1 is Monday, 7 Sunday),
    `when.days` (whole days since 1970-01-01) and, if some time is not midnight, `when.hour`.

    Parameters
    ----------
    frame : DataFrame
        Of pandas, polars or pyarrow.
    columns : sequence of str, optional
        The columns of dates; by default all of a date type, and those of text in which every cell
        is a date such as 2024-05-31, 2024/05/31, 31.05.2024 or 2024-05-31 14:30.

    Returns
    -------
    pandas.DataFrame
        The parts stand where the dates were.

    Examples
    --------
    >>> import pandas as pd
    >>> date_parts(pd.DataFrame({"mass": [5], "when": ["2024-05-31"]}))
       mass  when.year  when.month  when.weekday  when.days
    0     5       2024           5             5      19874
    """
    import pandas as pd

    from beta4ucs.data.frames import as_pandas

    frame = as_pandas(frame)
    dates = date_columns(frame) if columns is None else list(columns)
    pieces = [parts_of(frame[name]) if name in dates else frame[[name]] for name in frame.columns]
    return pd.concat(pieces, axis=1) if pieces else frame


def date_columns(frame: pd.DataFrame, but: Collection[str] = ()) -> list[str]:
    """Names of the columns that hold dates, by type or as text, apart from those named."""
    names = [str(name) for name in frame.columns]
    found = [holds_dates(frame.iloc[:, place]) for place in range(len(names))]
    return [name for name, is_date in zip(names, found, strict=True) if is_date and name not in but]


def holds_dates(column: pd.Series) -> bool:
    """Whether a column holds dates, and nothing else besides missing values."""
    from pandas.api import types

    dtype = column.dtype
    if types.is_datetime64_any_dtype(dtype):
        return True
    if types.is_numeric_dtype(dtype) or dtype.name == "category" or types.is_bool_dtype(dtype):
        return False
    found = False
    for cell in column:
        if is_missing(cell):
            continue
        if not _is_date(cell):
            return False
        found = True
    return found


def _is_date(cell: Any) -> bool:
    if isinstance(cell, str):
        text = cell.strip()
        if not (_YEAR_FIRST.fullmatch(text) or _DAY_FIRST.fullmatch(text)):
            return False
        return _parsed(text) is not None
    return hasattr(cell, "year") and hasattr(cell, "month") and hasattr(cell, "isocalendar")


def _parsed(text: str) -> Any:
    """A date with its wall clock; None if there is no such day."""
    import pandas as pd

    try:
        moment = pd.Timestamp(re.sub(r"^(\d\d?)\.(\d\d?)\.(\d{4})", r"\3-\2-\1", text))
    except ValueError:
        return None
    return moment.tz_localize(None)


def parts_of(column: pd.Series) -> pd.DataFrame:
    """The parts of a column of dates, as numbers."""
    import pandas as pd

    name = str(column.name)
    if pd.api.types.is_datetime64_any_dtype(column.dtype):
        moments = column.dt.tz_localize(None) if column.dt.tz is not None else column
    else:
        cells = [None if is_missing(cell) else _moment(cell, name) for cell in column]
        moments = pd.Series(cells, index=column.index, dtype="datetime64[us]")
    days = (moments.dt.normalize() - pd.Timestamp("1970-01-01")).dt.days
    parts = {"year": moments.dt.year, "month": moments.dt.month}
    parts |= {"weekday": moments.dt.day_of_week + 1, "days": days}
    if (moments.dropna() != moments.dropna().dt.normalize()).any():
        parts["hour"] = moments.dt.hour
    return pd.DataFrame({f"{name}.{part}": numbers for part, numbers in parts.items()})


def _moment(cell: Any, name: str) -> Any:
    import pandas as pd

    moment = _parsed(cell.strip()) if isinstance(cell, str) else pd.Timestamp(cell)
    if moment is None or (isinstance(cell, str) and not _is_date(cell)):
        raise InputError(
            f"column '{name}' holds {cell!r} where a date such as 2024-05-31 is expected"
        )
    return moment.tz_localize(None)


def note_of_dates(names: Sequence[str]) -> list[str]:
    """Say what became of columns of dates; nothing if there are none."""
    if not names:
        return []
    who = f"column {quoted(names)} holds" if len(names) == 1 else f"columns {quoted(names)} hold"
    return [
        f"{who} dates: year, month, weekday (1 is Monday), days since 1970-01-01 and the hour, if "
        "there are times, become features"
    ]


def wanted_parts(frame: pd.DataFrame, features: Sequence[str]) -> pd.DataFrame:
    """Replace the columns whose parts are among the features; all others stay."""
    import pandas as pd

    names = [str(name) for name in frame.columns]
    wanted = {
        name: parts
        for name in names
        if name not in features
        and (parts := [f"{name}.{part}" for part in PARTS if f"{name}.{part}" in features])
    }
    if not wanted or any(part in names for parts in wanted.values() for part in parts):
        return frame
    pieces = []
    for place, name in enumerate(names):
        piece = frame.iloc[:, [place]]
        if name in wanted:
            hours = {f"{name}.hour": 0}  # which a table without times does not have
            whole = parts_of(piece.iloc[:, 0])
            piece = whole.assign(**{h: v for h, v in hours.items() if h not in whole})[wanted[name]]
        pieces.append(piece)
    return pd.concat(pieces, axis=1)
