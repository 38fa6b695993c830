"""What the figures of results ask of their tables."""

from __future__ import annotations

import pandas as pd

from beta4ucs.errors import InputError, quoted


def require(records: pd.DataFrame, *columns: str) -> None:
    """Raise InputError unless the table has rows and these columns, without gaps in them."""
    missing = [column for column in columns if column not in records]
    if missing:
        raise InputError(f"the table lacks the columns {quoted(missing)}")
    if records.empty:
        raise InputError("the table has no rows")
    gaps = [column for column in columns if records[column].isna().any()]
    if gaps:
        raise InputError(f"the table has gaps in the columns {quoted(gaps)}")


def means_by(records: pd.DataFrame, rows: str, columns: str, values: str) -> pd.DataFrame:
    """Mean of a column over the runs of each cell; every cell must have a run."""
    require(records, rows, columns, values)
    means = records.pivot_table(index=rows, columns=columns, values=values, aggfunc="mean")
    if means.isna().to_numpy().any():
        holes = [
            f"{column} / {row}" for column in means for row in means.index[means[column].isna()]
        ]
        raise InputError(f"there are no runs of {quoted(holes)}")
    return means
