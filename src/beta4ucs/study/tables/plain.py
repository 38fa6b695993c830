"""Means without tests."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from beta4ucs.study.measures import Measure, measure_of
from beta4ucs.study.tables.cells import cells_of, means_of, printed_values, run_notes
from beta4ucs.study.tables.kinds import ValueTable


def mean_table(
    runs: pd.DataFrame,
    metric: str | Measure,
    datasets: Sequence[str],
    systems: Sequence[str],
    *,
    title: str | None = None,
) -> ValueTable:
    """Means of a measure without any tests, as the article has them for times.

    Parameters
    ----------
    runs : pandas.DataFrame
        One row per run, as for `summary_table`.
    metric : str or Measure
        As for `summary_table`.
    datasets, systems : sequence of str
        Rows and columns of the table, in order.
    title : str, optional
        Instead of the measure's.

    Returns
    -------
    ValueTable

    Examples
    --------
    >>> runs = pd.DataFrame(
    ...     {"dataset": "wne", "system": "FBRC", "seed": [1, 2], "cpu_seconds": [2.0, 3.0]}
    ... )
    >>> mean_table(runs, "cpu_seconds", ["wne"], ["FBRC"]).means.loc["wne", "FBRC"].item()
    2.5
    """
    measure = measure_of(metric)
    means, counts = means_of(cells_of(runs, measure, datasets, systems), datasets, systems)
    heading = title or measure.title
    return ValueTable(heading, means, counts, None, tuple(run_notes(counts, runs, measure)))


def rule_form_table(
    runs: pd.DataFrame, datasets: Sequence[str], system: str, *, against_paper: bool = False
) -> ValueTable:
    """Shares of crisp and of fuzzy rules that a system ends with.

    Parameters
    ----------
    runs : pandas.DataFrame
        One row per run: columns dataset, system, seed and crisp_share, from 0 to 1.
    datasets : sequence of str
        Rows of the table.
    system : str
        Whose rules.
    against_paper : bool, default False
        Put the article's shares, which are of FBRC, beside them.

    Returns
    -------
    ValueTable
        Columns crisp and fuzzy, in per cent.

    Examples
    --------
    >>> runs = pd.DataFrame(
    ...     {"dataset": "wne", "system": "FBRC", "seed": [1, 2], "crisp_share": [0.75, 0.65]}
    ... )
    >>> rule_form_table(runs, ["wne"], "FBRC", against_paper=True).differences.round(2)
            crisp  fuzzy
    dataset
    wne      -0.1    0.1
    """
    measure = measure_of("crisp_share")
    means, counts = means_of(cells_of(runs, measure, datasets, [system]), datasets, [system])
    forms = pd.DataFrame({"crisp": means[system], "fuzzy": 100 - means[system]})
    both = pd.DataFrame({"crisp": counts[system], "fuzzy": counts[system]})
    shown = printed_values("rule_forms" if against_paper else None, datasets, ["crisp", "fuzzy"])
    return ValueTable(
        f"Rule forms of {system} (%)",
        forms,
        both,
        shown,
        tuple(run_notes(counts, runs, measure)),
    )
