"""Marks of the article's tables: better, worse or neither, by runs paired by seed."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import stats

from beta4ucs.study.signed_ranks import wilcoxon_p, without_noise
from beta4ucs.study.statistics import friedman_p, holm, require

BETTER, WORSE, SIMILAR = "+", "-", "~"
MarkRule = Literal["wilcoxon", "friedman-holm"]

SIGNIFICANT = 0.05


def mark(differences: npt.ArrayLike, p: float, *, smaller_is_better: bool = False) -> str:
    """Say what a test found: '+' better, '-' worse, '~' neither at the 5 % level.

    Parameters
    ----------
    differences : array-like
        Paired, this one less the other.
    p : float
        The p-value of their test.
    smaller_is_better : bool, default False
        For times and numbers of rules.

    Returns
    -------
    str
        The direction is that of the rank sums, which the p-value is about.

    Examples
    --------
    >>> mark([3, -1, 2], 0.04), mark([3, -1, 2], 0.04, smaller_is_better=True), mark([3, 2], 0.5)
    ('+', '-', '~')
    """
    rounded = without_noise(differences)
    direction = float(stats.rankdata(np.abs(rounded)) @ np.sign(rounded))
    if not p < SIGNIFICANT or direction == 0:
        return SIMILAR
    return BETTER if (direction < 0) == smaller_is_better else WORSE


def run_marks(
    runs: pd.DataFrame,
    reference: str,
    *,
    smaller_is_better: bool = False,
    rule: MarkRule = "wilcoxon",
) -> pd.Series:
    """Mark the systems on one data set against a reference, by runs paired by seed.

    Parameters
    ----------
    runs : pandas.DataFrame
        One row per seed and one column per system; NaN where a run is missing.
    reference : str
        The column that the others are compared with.
    smaller_is_better : bool, default False
        For times and numbers of rules.
    rule : {"wilcoxon", "friedman-holm"}
        "wilcoxon" is what the article's tables follow: p < 0.05 in the signed-rank test over the
        seeds that both have, not adjusted. "friedman-holm" is what its text says: only if the
        Friedman test over all systems finds p < 0.05, on the seeds that all have, and then with
        p-values adjusted after Holm; two systems need no Friedman test.

    Returns
    -------
    pandas.Series
        '+', '-' or '~' for each system; empty for the reference and where no seed is shared.

    Examples
    --------
    >>> runs = pd.DataFrame({"A": range(6), "B": range(2, 8), "C": [0, 2, 1, 4, 3, 5]})
    >>> run_marks(runs, "A").tolist()
    ['', '+', '~']
    """
    require(runs, reference)
    names = runs.columns.drop(reference)
    if rule == "friedman-holm":
        runs = runs.dropna(axis=1, how="all").dropna().reindex(columns=runs.columns)
    differences = {name: (runs[name] - runs[reference]).dropna() for name in names}
    p = pd.Series(
        {name: wilcoxon_p(some, approximate_ties=True) for name, some in differences.items()},
        dtype=float,
    )
    if rule == "friedman-holm":
        overall = friedman_p(runs.dropna(axis=1))
        p = holm(p).where(p.isna() | np.isnan(overall) | (overall < SIGNIFICANT), 1.0)
    marks = pd.Series("", index=runs.columns, dtype=object)
    for name, some in differences.items():
        if len(some):
            marks[name] = mark(some, p[name], smaller_is_better=smaller_is_better)
    return marks
