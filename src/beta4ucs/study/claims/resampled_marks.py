"""How many significant differences other seeds would give: a bootstrap of the runs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import stats

from beta4ucs.study.claims.evidence import RESAMPLES, Grid, interval
from beta4ucs.study.marks import SIGNIFICANT
from beta4ucs.study.signed_ranks import without_noise


def interval_of_marks(
    grid: Grid, system: str, others: Sequence[str], ours: int
) -> tuple[float, float]:
    """Interval of the number of cases in which another is significantly above a system.

    A seed that is drawn twice counts as two runs, so resamples have more significant differences
    than the runs. Therefore only their spread is used: it is laid about our own number.
    """
    counts = np.zeros(RESAMPLES)
    n_seeds = grid.values.shape[2]
    rng = np.random.default_rng(0)
    for runs in grid.values:
        drawn = rng.integers(n_seeds, size=(RESAMPLES, n_seeds))
        for other in others:
            differences = runs[grid.place(other)] - runs[grid.place(system)]
            counts += are_above_zero(without_noise(differences)[drawn])
    low, high = interval(counts - counts.mean())
    n_cases = len(grid.datasets) * len(others)
    return max(0.0, ours + low), min(float(n_cases), ours + high)


def are_above_zero(differences: np.ndarray) -> np.ndarray:
    """Which rows lie significantly above zero: Wilcoxon's test, normal approximation with ties."""
    sizes = np.abs(differences)
    ranks = stats.rankdata(np.where(sizes > 0, sizes, np.inf), axis=1)
    signed = ranks * np.sign(differences)
    spread = np.sqrt((signed**2).sum(axis=1))
    return signed.sum(axis=1) - 1.0 > stats.norm.isf(SIGNIFICANT / 2) * spread
