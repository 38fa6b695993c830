"""Each system against each other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from beta4ucs.study import printed
from beta4ucs.study.marks import BETTER, SIMILAR, WORSE, MarkRule, mark
from beta4ucs.study.measures import Measure, measure_of
from beta4ucs.study.signed_ranks import wilcoxon_p
from beta4ucs.study.tables.cells import (
    cells_of,
    marks_of,
    means_of,
    rank_notes,
    ranked_part,
    run_notes,
)
from beta4ucs.study.tables.kinds import PairwiseTable


def pairwise_table(
    runs: pd.DataFrame,
    metric: str | Measure,
    datasets: Sequence[str],
    systems: Sequence[str],
    *,
    title: str | None = None,
    rule: MarkRule = "wilcoxon",
    against_paper: bool = False,
) -> PairwiseTable:
    """Compare each system with each other in one measure.

    Parameters
    ----------
    runs, metric, title : as in `summary_table`
    datasets, systems : sequence of str
        What to compare on and what to compare.
    rule : {"wilcoxon", "friedman-holm"}
        How runs make marks, see `marks.run_marks`.
    against_paper : bool, default False
        Put the article's matrix, which is of test accuracy, beside it.

    Returns
    -------
    PairwiseTable

    Examples
    --------
    >>> runs = pd.DataFrame(
    ...     [
    ...         (data, name, seed, (90 + seed + (name == "FBRC")) / 100)
    ...         for data in ("can", "wne")
    ...         for name in ("FBR", "FBRC")
    ...         for seed in range(1, 7)
    ...     ],
    ...     columns=["dataset", "system", "seed", "test_accuracy"],
    ... )
    >>> table = pairwise_table(runs, "test_accuracy", ["can", "wne"], ["FBR", "FBRC"])
    >>> table.pairs
        row column    p mark  better  worse  similar
    0  FBRC    FBR  0.5    ~       2      0        0
    """
    measure = measure_of(metric)
    cells = cells_of(runs, measure, datasets, systems)
    means, counts = means_of(cells, datasets, systems)
    smaller = measure.smaller_is_better
    present, ranked = ranked_part(means, counts, systems)
    marks = {
        # Holm counts the comparisons with all others; else later systems are enough
        column: marks_of(cells, datasets, systems if rule == "friedman-holm" else systems[place:],
                       column if column in present else None,
                       smaller_is_better=smaller, rule=rule)
        for place, column in enumerate(systems)
    }  # fmt: skip
    pairs = pd.DataFrame(
        [
            (row, column, *_test(ranked, row, column, smaller_is_better=smaller),
             *((marks[column][row] == sign).sum() for sign in (BETTER, WORSE, SIMILAR)))
            for place, row in enumerate(systems)
            for column in systems[:place]
        ],
        columns=["row", "column", "p", "mark", "better", "worse", "similar"],
    )  # fmt: skip
    shown = printed.pairs() if against_paper else None
    notes = [
        *run_notes(counts, runs, measure),
        *rank_notes(ranked, means, present),
        *_pair_notes(pairs, shown),
    ]
    return PairwiseTable(
        f"Pairwise comparison: {title or measure.title}",
        tuple(systems), pairs, shown, tuple(notes),
    )  # fmt: skip


def _test(
    ranked: pd.DataFrame, row: str, column: str, *, smaller_is_better: bool
) -> tuple[float, str]:
    """P-value and mark of one system against another over data sets."""
    if ranked.empty or not {row, column} <= set(ranked):
        return np.nan, ""
    differences = ranked[row] - ranked[column]
    p = wilcoxon_p(differences)
    return p, mark(differences, p, smaller_is_better=smaller_is_better)


def _pair_notes(pairs: pd.DataFrame, shown: pd.DataFrame | None) -> list[str]:
    if shown is None:
        return []
    both = pairs.merge(shown, on=["row", "column"], suffixes=("", "_printed"))
    same = int((both["mark"] == both["mark_printed"]).sum())
    return [f"The article has the same mark over data sets for {same} of {len(both)} pairs."]
