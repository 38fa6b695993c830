"""Frames of polars, pyarrow and others -> frames of pandas, with words, categories and dates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from beta4ucs.errors import InputError

if TYPE_CHECKING:
    import pandas as pd


def is_pandas(X: Any) -> bool:
    """Whether it is a frame of pandas, or acts as one."""
    return hasattr(type(X), "iloc") and hasattr(X, "columns")


def is_other_frame(X: Any) -> bool:
    """Whether it is a frame of columns with names and types, but not of pandas."""
    kind = type(X)  # asking a lazy frame itself would make it work
    is_lazy = hasattr(kind, "collect") and hasattr(kind, "columns")
    is_eager = hasattr(kind, "__dataframe__") or hasattr(kind, "__arrow_c_stream__")
    if is_pandas(X) or hasattr(kind, "__array_interface__"):
        return False
    return is_lazy or (is_eager and hasattr(kind, "schema"))


def as_pandas(X: Any) -> Any:
    """Turn a frame of any kind into one of pandas; what is no frame stays as it is.

    Words stay words, categories become pandas' categories without order (with theirs where
    pyarrow says so), missing values are missing.

    Examples
    --------
    >>> import pyarrow
    >>> as_pandas(pyarrow.table({"mass": [1, None], "odor": ["foul", "none"]}))
       mass  odor
    0   1.0  foul
    1   NaN  none
    """
    if not is_other_frame(X):
        return X
    if type(X).__module__.split(".")[0] == "pyarrow":
        return X.to_pandas(date_as_object=False)
    return _through_narwhals(X)


def _through_narwhals(X: Any) -> pd.DataFrame:
    kind = f"{type(X).__module__.split('.')[0]} {type(X).__name__}"
    try:
        import narwhals.stable.v1 as nw
    except ImportError:
        raise InputError(
            f"a {kind} needs narwhals: pip install 'beta4ucs[frames]', or pass a pandas DataFrame"
        ) from None
    try:
        frame = nw.from_native(X)
    except TypeError:
        raise InputError(f"a {kind} is not a table that can be read; pass a DataFrame") from None
    if isinstance(frame, nw.LazyFrame):
        raise InputError(f"a {kind} has no rows yet: collect it first")
    import pandas as pd

    columns = {str(name): _column(frame[name], nw) for name in frame.columns}
    return pd.DataFrame(columns, index=pd.RangeIndex(len(frame)))


def _column(series: Any, nw: Any) -> Any:
    """One column, with the type that pandas has for it."""
    import numpy as np
    import pandas as pd

    dtype = series.dtype
    if dtype.is_numeric() and not dtype.is_decimal():
        if series.is_null().any():
            return np.array([np.nan if x is None else x for x in series.to_list()], np.float64)
        return series.to_numpy()
    cells = series.to_list()
    if isinstance(dtype, (nw.Categorical, nw.Enum)):
        return pd.Categorical(cells)
    if dtype == nw.Boolean:
        return pd.array(cells, dtype="boolean") if None in cells else np.array(cells, dtype=bool)
    if dtype == nw.Date or dtype == nw.Datetime:
        return pd.Series(pd.to_datetime(cells))
    return pd.Series(cells, dtype=object)
