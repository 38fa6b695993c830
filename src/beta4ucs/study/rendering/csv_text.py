"""Tables as CSV, for other programs."""

from __future__ import annotations

import pandas as pd

from beta4ucs.study.rendering.sheets import AnyTable
from beta4ucs.study.tables import PairwiseTable, SummaryTable


def to_csv(table: AnyTable) -> str:
    """A table as CSV, one line a cell, numbers in full.

    Returns
    -------
    str
        Columns dataset, system, mean, runs; mark and role (best, worst) of a comparison; printed
        and difference beside the article. For pairs: one line each.
    """
    if isinstance(table, PairwiseTable):
        pairs = table.pairs
        if table.printed is not None:
            pairs = pairs.merge(
                table.printed, how="left", on=["row", "column"], suffixes=("", "_printed")
            )
        return pairs.to_csv(index=False, lineterminator="\n")
    columns = {"mean": table.means, "runs": table.counts}
    if isinstance(table, SummaryTable):
        columns |= {"mark": table.marks, "role": table.roles}
    if table.printed is not None and table.differences is not None:
        columns |= {"printed": table.printed, "difference": table.differences}
    return _long(columns).to_csv(index=False, lineterminator="\n")


def _long(columns: dict[str, pd.DataFrame]) -> pd.DataFrame:
    first = next(iter(columns.values()))
    rows = [
        (dataset, system, *(frame.at[dataset, system] for frame in columns.values()))
        for dataset in first.index
        for system in first.columns
    ]
    return pd.DataFrame(rows, columns=["dataset", "system", *columns])


def to_summary_csv(table: SummaryTable) -> str:
    """Ranks, counts and p-values of a comparison as CSV, one line per system.

    Parameters
    ----------
    table : SummaryTable
        What `tables.summary_table` makes.
    """
    summary = table.summary.rename_axis("system")
    if table.agreement is not None:
        summary = summary.join(table.agreement.ranks["printed"].rename("printed_rank"))
    return summary.to_csv(lineterminator="\n")
