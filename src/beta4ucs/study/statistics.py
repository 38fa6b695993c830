"""The article's statistics over data sets, and intervals; tests are scipy's and statsmodels'."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import stats

from beta4ucs.errors import InputError, quoted
from beta4ucs.study.signed_ranks import wilcoxon_p, without_noise

try:
    from statsmodels.stats.multitest import multipletests
except ImportError:
    raise InputError("tables need statsmodels: pip install 'beta4ucs[study]'") from None

__all__ = [
    "average_ranks",
    "compare_with",
    "friedman_p",
    "holm",
    "mean_interval",
    "pairwise_p",
    "positions",
]


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
    require(means, reference)
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


def require(frame: pd.DataFrame, reference: str) -> None:
    """Raise `InputError` unless a frame has the column that others are compared with."""
    if reference not in frame.columns:
        names: Sequence[str] = [str(name) for name in frame.columns]
        raise InputError(f"the reference '{reference}' is not one of {quoted(names)}")
