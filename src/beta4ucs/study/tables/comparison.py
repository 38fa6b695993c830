"""Systems beside a reference: means, marks, ranks and p-values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from beta4ucs.study import statistics
from beta4ucs.study.marks import BETTER, SIMILAR, WORSE, MarkRule
from beta4ucs.study.measures import Measure, measure_of
from beta4ucs.study.tables.agreement import agreement_with
from beta4ucs.study.tables.cells import (
    cells_of,
    marks_of,
    means_of,
    printed_values,
    rank_notes,
    ranked_part,
    run_notes,
)
from beta4ucs.study.tables.kinds import SummaryTable


def summary_table(
    runs: pd.DataFrame,
    metric: str | Measure,
    datasets: Sequence[str],
    systems: Sequence[str],
    reference: str | None = None,
    *,
    title: str | None = None,
    rule: MarkRule = "wilcoxon",
    against: str | None = None,
) -> SummaryTable:
    """Compare systems in one measure: means, marks, ranks and p-values.

    Missing runs leave gaps, which the notes name; they never stop the table.

    Parameters
    ----------
    runs : pandas.DataFrame
        One row per run: columns dataset, system, seed and the metric, with shares from 0 to 1.
    metric : str or Measure
        One of `MEASURES` by its name, or one of a study's own.
    datasets, systems : sequence of str
        Rows and columns of the table, in order.
    reference : str, optional
        The system to compare the others with.
    title : str, optional
        Instead of the measure's.
    rule : {"wilcoxon", "friedman-holm"}
        How runs make marks, see `marks.run_marks`.
    against : str, optional
        One of `printed.TABLES`, to stand beside.

    Returns
    -------
    SummaryTable

    Raises
    ------
    InputError
        If a column is missing, a run is there twice, or the metric or printed table is unknown.

    Examples
    --------
    >>> runs = pd.DataFrame(
    ...     [
    ...         ("wne", name, seed, (90 + seed + (name == "FBRC")) / 100)
    ...         for name in ("FBR", "FBRC")
    ...         for seed in range(1, 7)
    ...     ],
    ...     columns=["dataset", "system", "seed", "test_accuracy"],
    ... )
    >>> table = summary_table(runs, "test_accuracy", ["wne"], ["FBR", "FBRC"], "FBRC")
    >>> table.means.loc["wne"].round(2).tolist(), table.marks.loc["wne"].tolist()
    ([93.5, 94.5], ['-', ''])
    >>> table.notes
    ('Each mean is of 6 runs.',)
    """
    measure = measure_of(metric)
    cells = cells_of(runs, measure, datasets, systems)
    means, counts = means_of(cells, datasets, systems)
    smaller = measure.smaller_is_better
    present, ranked = ranked_part(means, counts, systems)
    compared = reference if reference in present else None
    marks = marks_of(cells, datasets, systems, compared, smaller_is_better=smaller, rule=rule)
    shown = printed_values(against, datasets, systems)
    summary = _summary(ranked, marks, compared, smaller_is_better=smaller)
    notes = [*run_notes(counts, runs, measure), *rank_notes(ranked, means, present)]
    if reference is not None and compared is None:
        notes.append(_no_comparison(reference, runs, measure.name))
    return SummaryTable(
        title=title or measure.title,
        means=means,
        counts=counts,
        printed=shown,
        notes=tuple(notes),
        metric=measure.name,
        smaller_is_better=smaller,
        reference=compared,
        rule=rule,
        marks=marks,
        summary=summary,
        friedman_p=statistics.friedman_p(ranked),
        ranked=tuple(map(str, ranked.index)),
        agreement=None if against is None or shown is None
        else agreement_with(means, shown, against, smaller_is_better=smaller),
    )  # fmt: skip


def _no_comparison(reference: str, runs: pd.DataFrame, metric: str) -> str:
    """Why there is nothing to compare with."""
    lacking = f" with {metric}" if (runs["system"] == reference).any() else ""
    return f"No comparison: there are no runs of the reference '{reference}'{lacking}."


def _summary(
    ranked: pd.DataFrame, marks: pd.DataFrame, reference: str | None, *, smaller_is_better: bool
) -> pd.DataFrame:
    """The rows below the table, one line per system."""
    summary = pd.DataFrame(index=marks.columns)
    nothing = pd.Series(np.nan, index=ranked.columns)
    enough = len(ranked) > 0 and ranked.shape[1] > 1
    ranks = nothing
    if enough:
        ranks = statistics.average_ranks(ranked, smaller_is_better=smaller_is_better)
    summary["rank"] = ranks
    summary["position"] = statistics.positions(ranks)
    for name, sign in (("better", BETTER), ("worse", WORSE), ("similar", SIMILAR)):
        summary[name] = (marks == sign).sum()
    tests = pd.DataFrame({"p": nothing, "p_holm": nothing})
    if enough and reference is not None:
        tests = statistics.compare_with(reference, ranked)
    return summary.join(tests)
