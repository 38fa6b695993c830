"""The article's statistics over data sets and over runs; the tests are scipy's and statsmodels'.

What is compared is rounded to ten decimals first. Accuracies are ratios, so equal ones can differ
in their last bit by the order of a sum; such noise must neither rank two systems apart nor pass
for a difference. (In the article it does at places: its ranks tell apart means that are equal.)
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import stats

from beta4ucs.errors import InputError, quoted

try:
    from statsmodels.stats.multitest import multipletests
except ImportError:
    raise InputError("tables need statsmodels: pip install 'beta4ucs[study]'") from None

__all__ = [
    "BETTER",
    "SIMILAR",
    "WORSE",
    "MarkRule",
    "average_ranks",
    "compare_with",
    "friedman_p",
    "holm",
    "mark",
    "mean_interval",
    "pairwise_p",
    "positions",
    "run_marks",
    "wilcoxon_p",
]

BETTER, WORSE, SIMILAR = "+", "-", "~"
MarkRule = Literal["wilcoxon", "friedman-holm"]

SIGNIFICANT = 0.05
NOISE_DIGITS = 10  # counts of rules up to 10^5 keep that many decimals in a float64
MOST_ENUMERATED = 15  # 2^15 signs
MOST_EXACT = 50


def without_noise(values: npt.ArrayLike) -> np.ndarray:
    """Values rounded so far that only the noise of their sums is lost."""
    return np.round(np.asarray(values, dtype=float), NOISE_DIGITS)


# ---------------------------------------------------------------------- over data sets


def average_ranks(means: pd.DataFrame, *, smaller_is_better: bool = False) -> pd.Series:
    """Rank the systems on every data set and average; 1 is best, equals share the mean rank.

    Parameters
    ----------
    means : pandas.DataFrame
        One row per data set and one column per system, without gaps.
    smaller_is_better : bool, default False
        For times and numbers of rules.

    Returns
    -------
    pandas.Series
        The average rank of each system.

    Examples
    --------
    >>> average_ranks(pd.DataFrame({"A": [90, 80], "B": [70, 80], "C": [60, 81]})).to_dict()
    {'A': 1.75, 'B': 2.25, 'C': 2.0}
    """
    values = without_noise(means if smaller_is_better else -means)
    return pd.Series(stats.rankdata(values, axis=1).mean(axis=0), index=means.columns)


def positions(ranks: pd.Series) -> pd.Series:
    """Places in the final ranking; systems of equal rank share the mean place.

    Examples
    --------
    >>> positions(pd.Series({"A": 4.72, "B": 4.72, "C": 4.08})).to_dict()
    {'A': 2.5, 'B': 2.5, 'C': 1.0}
    """
    return pd.Series(stats.rankdata(without_noise(ranks), nan_policy="omit"), index=ranks.index)


def friedman_p(values: pd.DataFrame) -> float:
    """Friedman test of whether the columns differ.

    Parameters
    ----------
    values : pandas.DataFrame
        One row per data set, or a run, and one column per system, without gaps.

    Returns
    -------
    float
        The p-value; NaN for fewer than three columns or two rows; 1 if no row tells any apart.

    Examples
    --------
    >>> frame = pd.DataFrame({"A": [1, 2, 1, 3], "B": [2, 3, 2, 4], "C": [3, 4, 3, 5]})
    >>> round(friedman_p(frame), 4)
    0.0183
    """
    if values.shape[1] < 3 or len(values) < 2:
        return np.nan
    columns = without_noise(values).T
    if (columns == columns[0]).all():
        return 1.0
    return float(stats.friedmanchisquare(*columns).pvalue)


def wilcoxon_p(differences: npt.ArrayLike, *, approximate_ties: bool = False) -> float:
    """Two-sided Wilcoxon signed-rank test of whether paired differences lie about zero.

    Differences of zero are left out, as Wilcoxon did. Up to 50 others without ties among their
    sizes, and up to 15 with ties, the p-value is exact.

    Parameters
    ----------
    differences : array-like
        One a pair.
    approximate_ties : bool, default False
        What to do about ties among more than 15. False takes the exact distribution without
        ties, with the statistic rounded towards no difference; True takes the normal
        approximation with corrections for ties and continuity. Means of data sets hardly ever
        tie, while runs on a few test rows do nearly always; the article's figures agree with
        the approximation where its own means tie.

    Returns
    -------
    float
        The p-value; 1 if all differences are zero, NaN if there are none.

    Examples
    --------
    >>> wilcoxon_p([1, 1, 2, 1, 1, 2, 0, 0])
    0.03125
    >>> wilcoxon_p([0.1 + 0.2 - 0.3, 0])
    1.0
    """
    rounded = without_noise(differences)
    if rounded.size == 0:
        return np.nan
    left = rounded[rounded != 0]
    if left.size == 0:
        return 1.0
    tied = np.unique(np.abs(left)).size < left.size
    if tied and left.size <= MOST_ENUMERATED:
        return _enumerated_p(stats.rankdata(np.abs(left)) * np.sign(left))
    approximate = left.size > MOST_EXACT or (tied and approximate_ties)
    method: Any = "asymptotic" if approximate else "exact"
    return float(stats.wilcoxon(left, method=method, correction=True).pvalue)


def _enumerated_p(signed_ranks: np.ndarray) -> float:
    """Share of all signs that ranks can have whose sum lies as far out; both sides."""
    # the same as wilcoxon(method=PermutationMethod()), which ranks anew for every choice of signs
    result = stats.permutation_test(
        (signed_ranks,),
        np.sum,
        permutation_type="samples",
        vectorized=True,
        n_resamples=2**MOST_ENUMERATED + 1,
    )
    return float(result.pvalue)


def holm(p: pd.Series) -> pd.Series:
    """Adjust p-values for their number after Holm; NaN is not counted and stays NaN.

    Examples
    --------
    >>> holm(pd.Series({"A": 0.01, "B": 0.04, "C": np.nan})).to_dict()
    {'A': 0.02, 'B': 0.04, 'C': nan}
    """
    adjusted = p.astype(float)
    known = adjusted.notna()
    if known.any():
        with _memory_set_aside():
            adjusted[known] = multipletests(adjusted[known], method="holm")[1]
    return adjusted


@contextlib.contextmanager
def _memory_set_aside() -> Iterator[None]:
    """Spare what is there a search for garbage: statsmodels makes one in every call."""
    is_ours = gc.get_freeze_count() == 0  # else somebody has done so, and not for us
    if is_ours:
        gc.freeze()
    try:
        yield
    finally:
        if is_ours:
            gc.unfreeze()


def compare_with(reference: str, means: pd.DataFrame) -> pd.DataFrame:
    """Test every system against one over data sets.

    Parameters
    ----------
    reference : str
        The column that the others are compared with.
    means : pandas.DataFrame
        One row per data set and one column per system, without gaps.

    Returns
    -------
    pandas.DataFrame
        One row per system: `p` of the Wilcoxon signed-rank test and `p_holm`, adjusted for all
        comparisons with the reference. NaN for the reference itself.

    Examples
    --------
    >>> means = pd.DataFrame({"A": range(6), "B": range(1, 7), "C": [0, 2, 1, 4, 3, 5]})
    >>> compare_with("A", means)
             p  p_holm
    A      NaN     NaN
    B  0.03125  0.0625
    C  1.00000  1.0000
    """
    _require(means, reference)
    p = pd.Series(np.nan, index=means.columns)
    for name in means.columns.drop(reference):
        p[name] = wilcoxon_p(means[name] - means[reference])
    return pd.DataFrame({"p": p, "p_holm": holm(p)})


def pairwise_p(means: pd.DataFrame) -> pd.DataFrame:
    """Test every system against every other over data sets.

    Parameters
    ----------
    means : pandas.DataFrame
        One row per data set and one column per system, without gaps.

    Returns
    -------
    pandas.DataFrame
        The symmetric matrix of p-values, not adjusted; NaN on the diagonal.

    Examples
    --------
    >>> pairwise_p(pd.DataFrame({"A": [1, 2, 3], "B": [2, 4, 6]})).loc["A"].tolist()
    [nan, 0.25]
    """
    matrix = pd.DataFrame(np.nan, index=means.columns, columns=means.columns)
    for one, other in combinations(means.columns, 2):
        p = wilcoxon_p(means[one] - means[other])
        matrix.loc[one, other] = matrix.loc[other, one] = p
    return matrix


# ---------------------------------------------------------------------- over runs


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
    _require(runs, reference)
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


def mean_interval(values: npt.ArrayLike, confidence: float = 0.95) -> tuple[float, float, float]:
    """Mean and its confidence interval after Student.

    Parameters
    ----------
    values : array-like
        One a run.
    confidence : float, default 0.95
        Chance that the interval holds the true mean.

    Returns
    -------
    mean, low, high : float
        `low` and `high` are NaN for a single value.

    Examples
    --------
    >>> [round(number, 3) for number in mean_interval([1, 2, 3, 4])]
    [2.5, 0.446, 4.554]
    """
    numbers = np.asarray(values, dtype=float)
    if numbers.size == 0:
        raise InputError("a mean needs at least one value")
    mean = float(numbers.mean())
    if numbers.size == 1:
        return mean, np.nan, np.nan
    half = float(stats.sem(numbers) * stats.t.ppf((1 + confidence) / 2, numbers.size - 1))
    return mean, mean - half, mean + half


def _require(frame: pd.DataFrame, reference: str) -> None:
    if reference not in frame.columns:
        names: Sequence[str] = [str(name) for name in frame.columns]
        raise InputError(f"the reference '{reference}' is not one of {quoted(names)}")
