"""What a table holds."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from beta4ucs.study.marks import MarkRule
from beta4ucs.study.signed_ranks import without_noise


@dataclass(frozen=True, eq=False)
class ValueTable:
    """Means of runs by data set.

    Attributes
    ----------
    title : str
        What is shown, with its unit.
    means : pandas.DataFrame
        One row per data set and one column per system (or another quantity); NaN without runs.
    counts : pandas.DataFrame
        Numbers of runs behind `means`.
    printed : pandas.DataFrame or None
        The article's values in the same layout, NaN where it prints none.
    notes : tuple of str
        What a reader must know: numbers of runs, gaps.
    """

    title: str
    means: pd.DataFrame
    counts: pd.DataFrame
    printed: pd.DataFrame | None
    notes: tuple[str, ...]

    @property
    def differences(self) -> pd.DataFrame | None:
        """`means` less `printed`."""
        return None if self.printed is None else self.means - self.printed

    @property
    def averages(self) -> pd.Series:
        """Means over the data sets that have all columns."""
        return self.means.dropna().mean()


@dataclass(frozen=True, eq=False)
class SummaryTable(ValueTable):
    """A comparison of systems in one measure, as the article prints it.

    Attributes
    ----------
    metric : str
        The column of the runs.
    smaller_is_better : bool
        Whether the best value is the smallest.
    reference : str or None
        The system that the others are compared with.
    rule : {"wilcoxon", "friedman-holm"}
        How runs made the marks.
    marks : pandas.DataFrame
        Laid out as `means`: '+' better than the reference, '-' worse, '~' neither; empty for the
        reference and where runs are missing.
    summary : pandas.DataFrame
        One row per system; columns rank, position, better, worse, similar, p, p_holm.
    friedman_p : float
        Friedman test over the ranked data sets.
    ranked : tuple of str
        The data sets that ranks and p-values are of: all systems that have runs have some there.
    agreement : Agreement or None
        How near the article is, if `printed` is known.
    """

    metric: str
    smaller_is_better: bool
    reference: str | None
    rule: MarkRule
    marks: pd.DataFrame
    summary: pd.DataFrame
    friedman_p: float
    ranked: tuple[str, ...]
    agreement: Agreement | None

    @property
    def roles(self) -> pd.DataFrame:
        """Laid out as `means`: "best" or "worst" of the row, all of those that are equal, or ""."""
        largest = not self.smaller_is_better
        roles = pd.DataFrame("", self.means.index, self.means.columns)
        roles = roles.mask(extremes(self.means, largest=largest), "best")
        return roles.mask(extremes(self.means, largest=not largest), "worst")


@dataclass(frozen=True, eq=False)
class Agreement:
    """Our means beside the article's.

    Attributes
    ----------
    n_cells : int
        Means that both have.
    mean_difference, mean_absolute_difference : float
        Over those, ours less the article's.
    n_datasets, n_same_best : int
        Data sets where both have all systems; those of them where the best system is the same.
    ranks : pandas.DataFrame
        One row per system: `printed` and `ours`, both over the same data sets. Over all data sets
        and systems of the article, `printed` is the rank that stands there.
    friedman_p : str
        What the article prints of the Friedman test over data sets; empty if nothing.
    """

    n_cells: int
    mean_difference: float
    mean_absolute_difference: float
    n_datasets: int
    n_same_best: int
    ranks: pd.DataFrame
    friedman_p: str = ""


@dataclass(frozen=True, eq=False)
class PairwiseTable:
    """Each system against each other.

    Attributes
    ----------
    title : str
        What is compared.
    systems : tuple of str
        In order of the matrix.
    pairs : pandas.DataFrame
        A row a pair; `p` over data sets, and how `row` does against `column`: `mark` over data
        sets; `better`, `worse` and `similar`, numbers of data sets by runs.
    printed : pandas.DataFrame or None
        The article's pairs, as text.
    notes : tuple of str
        What a reader must know.
    """

    title: str
    systems: tuple[str, ...]
    pairs: pd.DataFrame
    printed: pd.DataFrame | None
    notes: tuple[str, ...]


def extremes(means: pd.DataFrame, *, largest: bool) -> pd.DataFrame:
    """For each cell whether it is the end of its row."""
    values = pd.DataFrame(without_noise(means), index=means.index, columns=means.columns)
    end = values.max(axis=1) if largest else values.min(axis=1)
    differ = values.max(axis=1) > values.min(axis=1)  # among equals none is best
    return values.eq(end, axis=0) & differ.to_numpy()[:, None]
