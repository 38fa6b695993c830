"""Means over seeds, ranks and critical differences of the accuracy benchmark's records.

Systems are compared on the seeds that all of them have run on a table; a table that one of them has
no record of is left out. A system that failed on a table, or took too long, ranks last on it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
import pandas as pd
from _accuracy_runs import OK, TOO_SLOW, Record
from scipy import stats

from beta4ucs.study.statistics import average_ranks, friedman_p

SIGNIFICANT = 0.05


@dataclass(frozen=True)
class Measure:
    """How a column of the records is shown, and which end of it is good."""

    title: str
    factor: float
    decimals: int
    smaller_is_better: bool = False

    def say(self, value: float) -> str:
        return "-" if math.isnan(value) else f"{self.factor * value:.{self.decimals}f}"


MEASURES = {
    "accuracy": Measure("accuracy", 100.0, 1),
    "auc": Measure("AUC", 100.0, 1),
    "log_loss": Measure("log loss", 1.0, 3, smaller_is_better=True),
    "balanced_accuracy": Measure("balanced accuracy", 100.0, 1),
    "calibration_error": Measure("calibration error", 1.0, 3, smaller_is_better=True),
    "brier": Measure("Brier", 1.0, 3, smaller_is_better=True),
    "cpu_seconds": Measure("CPU s", 1.0, 2, smaller_is_better=True),
    "rules": Measure("rules", 1.0, 0, smaller_is_better=True),
}


class Results:
    """Records that can be asked for means."""

    def __init__(self, records: Iterable[Record], seeds: Collection[int]) -> None:
        self._runs: dict[tuple[str, str], dict[int, Record]] = {}
        for record in records:
            if record.seed in seeds:
                of_pair = self._runs.setdefault((record.table, record.system), {})
                of_pair[record.seed] = record

    def has(self, system: str) -> bool:
        return any(system == known for _, known in self._runs)

    def means(self, measure: str, tables: Iterable[str], systems: Sequence[str]) -> pd.DataFrame:
        """A row for each table that all systems have run, a column for each system."""
        rows = {}
        for table in tables:
            of_systems = [self._runs.get((table, system), {}) for system in systems]
            seeds = _common_seeds(of_systems)
            if seeds is not None:
                rows[table] = [_mean(measure, of_system, seeds) for of_system in of_systems]
        return pd.DataFrame.from_dict(rows, orient="index", columns=list(systems), dtype=float)

    def n_seeds(self, tables: Iterable[str], systems: Sequence[str]) -> tuple[int, int]:
        """The fewest and the most seeds that the systems share on one of the tables."""
        shared = [
            _common_seeds([self._runs.get((table, system), {}) for system in systems])
            for table in tables
        ]
        counts = [len(seeds) for seeds in shared if seeds is not None]
        return min(counts), max(counts)


def _is_slow(of_system: dict[int, Record]) -> bool:
    return any(record.status == TOO_SLOW for record in of_system.values())


def _common_seeds(of_systems: Sequence[dict[int, Record]]) -> set[int] | None:
    """Seeds of all systems but those that took too long; None if there is nothing to compare."""
    if not of_systems or not all(of_systems):
        return None
    seeds = [set(of_system) for of_system in of_systems if not _is_slow(of_system)]
    common = set.intersection(*seeds) if seeds else set()
    return common if common or not seeds else None


def _mean(measure: str, of_system: dict[int, Record], seeds: set[int]) -> float:
    """NaN for a system that failed with one of the seeds, or took too long."""
    runs = [] if _is_slow(of_system) else [of_system[seed] for seed in sorted(seeds)]
    if not runs or any(record.status != OK for record in runs):
        return math.nan
    return fmean(getattr(record, measure) for record in runs)


def ranks(means: pd.DataFrame, measure: str) -> pd.Series:
    """Average rank of each system; failures are last."""
    smaller = MEASURES[measure].smaller_is_better
    filled = means.fillna(np.inf if smaller else -np.inf)
    return average_ranks(filled, smaller_is_better=smaller)


def critical_difference(n_systems: int, n_tables: int) -> float:
    """Nemenyi's: average ranks that differ by less are not told apart at 5 %."""
    quantile = stats.studentized_range.ppf(1 - SIGNIFICANT, n_systems, np.inf) / math.sqrt(2)
    return float(quantile * math.sqrt(n_systems * (n_systems + 1) / (6 * n_tables)))


def friedman(means: pd.DataFrame, measure: str) -> float:
    """p-value of the Friedman test; failures are last."""
    smaller = MEASURES[measure].smaller_is_better
    return friedman_p(means.fillna(np.inf if smaller else -np.inf))
