"""Tables as CSV, for other programs."""

from __future__ import annotations

import pandas as pd

from beta4ucs.study.rendering.sheets import AnyTable
from beta4ucs.study.tables import PairwiseTable, SummaryTable


def to_csv(table: AnyTable) -> str:
    """A table as CSV, one line a cell, numbers in full.

    Parameters
    ----------
    table : SummaryTable, PairwiseTable or ValueTable
        What `tables` makes.

    Returns
    -------
    str
        Columns dataset, system, mean, runs; mark and role (best, worst) of a comparison; printed
        and difference beside the article. For pairs: one line each.

    Examples
    --------
    >>> from beta4ucs.study.tables import mean_table
    >>> runs = pd.DataFrame(
    ...     {"dataset": "wne", "system": ["FBR", "FBRC"], "seed": 1, "rules": [1421, 1328]}
    ... )
    >>> table = mean_table(runs, "rules", ["wne"], ["FBR", "FBRC"])
    >>> print(to_csv(table), end="")
    dataset,system,mean,runs
    wne,FBR,1421.0,1
    wne,FBRC,1328.0,1
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
    """Ranks, counts and p-values of a comparison as CSV, one line a system.

    Parameters
    ----------
    table : SummaryTable
        What `tables.summary_table` makes.

    Returns
    -------
    str

    Examples
    --------
    >>> from beta4ucs.study.tables import summary_table
    >>> runs = pd.DataFrame(
    ...     {"dataset": "wne", "system": ["FBR", "FBRC"], "seed": 1, "rules": [1421, 1328]}
    ... )
    >>> summary = summary_table(runs, "rules", ["wne"], ["FBR", "FBRC"], "FBRC")
    >>> print(to_summary_csv(summary), end="")
    system,rank,position,better,worse,similar,p,p_holm
    FBR,2.0,2.0,0,0,1,1.0,1.0
    FBRC,1.0,1.0,0,0,0,,
    """
    summary = table.summary.rename_axis("system")
    if table.agreement is not None:
        summary = summary.join(table.agreement.ranks["printed"].rename("printed_rank"))
    return summary.to_csv(lineterminator="\n")
