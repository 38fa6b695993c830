"""What records say: means, ranks and tests of a study, with intervals.

Intervals are of 95 %. That of a mean of runs is Student's; those of ranks, counts and differences
over data sets come from a bootstrap of the seeds, drawn anew for each data set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from scipy import stats

from beta4ucs.errors import InputError
from beta4ucs.study.declaration import Study
from beta4ucs.study.marks import run_marks
from beta4ucs.study.measures import Measure
from beta4ucs.study.records import Record
from beta4ucs.study.selection import Index, Selection, on_shared_seeds, select
from beta4ucs.study.signed_ranks import without_noise
from beta4ucs.study.statistics import compare_with, mean_interval
from beta4ucs.study.study_file import find_study

RESAMPLES = 500
TAILS = (0.025, 0.975)


class UnmeasuredError(InputError):
    """There are no values where a claim needs some."""


@dataclass(frozen=True, eq=False)
class Grid:
    """One measure of a study on the seeds that all systems have, as the tables show it.

    Attributes
    ----------
    measure : Measure
    datasets, systems : list of str
        Data sets without a run of some system are left out.
    values : array of shape (data sets, systems, seeds)
    """

    measure: Measure
    datasets: list[str]
    systems: list[str]
    values: np.ndarray

    @cached_property
    def means(self) -> pd.DataFrame:
        """Data sets x systems."""
        return pd.DataFrame(self.values.mean(axis=2), self.datasets, self.systems)

    @cached_property
    def resampled(self) -> np.ndarray:
        """Means of seeds drawn with replacement: resamples x data sets x systems."""
        n_datasets, _, n_seeds = self.values.shape
        rng = np.random.default_rng(0)
        shares = np.full(n_seeds, 1.0 / n_seeds)
        weights = rng.multinomial(n_seeds, shares, size=(RESAMPLES, n_datasets)) / n_seeds
        return np.einsum("bdk,dsk->bds", weights, self.values, optimize=True)

    @cached_property
    def ranks(self) -> np.ndarray:
        """Average rank of each system."""
        return self._ranks_of(self.means.to_numpy())

    @cached_property
    def resampled_ranks(self) -> np.ndarray:
        """Resamples x systems."""
        return self._ranks_of(self.resampled)

    def _ranks_of(self, means: np.ndarray) -> np.ndarray:
        """Average rank of each system; 1 is best."""
        sign = 1.0 if self.measure.smaller_is_better else -1.0
        return stats.rankdata(without_noise(sign * means), axis=-1).mean(axis=-2)

    def place(self, system: str) -> int:
        """Column of a system."""
        return self.systems.index(system)

    def run_values(self, dataset: str, system: str) -> np.ndarray:
        """The runs of a cell."""
        if dataset not in self.datasets:
            raise UnmeasuredError(
                f"not all runs on '{dataset}' have a value of {self.measure.name}"
            )
        return self.values[self.datasets.index(dataset), self.place(system)]


class Evidence:
    """Records, asked study by study.

    Parameters
    ----------
    records : iterable of dict
        As `Store.records` gives them.
    """

    def __init__(self, records: Iterable[Record]) -> None:
        self._index = Index(records)
        self._parts: dict[str, tuple[Study, Selection]] = {}
        self._grids: dict[tuple[str, str, int | None], Grid] = {}

    def part(self, study: str) -> tuple[Study, Selection]:
        """A study on the seeds that all of its systems have, and its runs."""
        if study not in self._parts:
            found = find_study(study)
            self._parts[study] = on_shared_seeds(found, select(found, self._index))
        return self._parts[study]

    def n_seeds(self, study: str) -> int:
        """How many seeds a study has on every data set, with every system; 0 if one is missing."""
        if not study:
            return 0
        narrowed, _ = self.part(study)
        is_whole = self.n_datasets(study) == len(narrowed.datasets)
        return len(narrowed.seeds) if is_whole else 0

    def n_datasets(self, study: str) -> int:
        """How many data sets have runs of all systems of a study."""
        narrowed, selection = self.part(study)
        cells = {(record["dataset"], record["system"]) for record in selection.records}
        return sum(
            all((source.name, system.name) in cells for system in narrowed.systems)
            for source in narrowed.datasets
        )

    def grid(self, study: str, metric: str, epoch: int | None = None) -> Grid:
        """One measure of a study, of the ends of its runs or after an epoch of their curves."""
        if (study, metric, epoch) not in self._grids:
            narrowed, selection = self.part(study)
            systems = [system.name for system in narrowed.systems]
            datasets = [source.name for source in narrowed.datasets]
            places = [{name: i for i, name in enumerate(names)}
                      for names in (datasets, systems, narrowed.seeds)]  # fmt: skip
            values = np.full([len(names) for names in places], np.nan)
            for record in selection.records:
                cell = record["dataset"], record["system"], record["seed"]
                place = tuple(known[name] for known, name in zip(places, cell, strict=True))
                values[place] = _value(record, metric, epoch)
            is_whole = ~np.isnan(values).any(axis=(1, 2))
            kept = [name for name, whole in zip(datasets, is_whole, strict=True) if whole]
            measure = narrowed.measure(metric)
            values = values[is_whole] * measure.factor
            self._grids[study, metric, epoch] = Grid(measure, kept, systems, values)
        return self._grids[study, metric, epoch]

    def tests(self, study: str, metric: str) -> pd.DataFrame:
        """Tests of every system against the study's reference over data sets: p and p_holm."""
        reference = self.part(study)[0].reference
        if reference is None:
            raise InputError(f"study '{study}' has no reference")
        return compare_with(reference, self.grid(study, metric).means)

    def marks(self, study: str, metric: str, reference: str, others: Sequence[str]) -> pd.DataFrame:
        """Marks of systems against a reference by the runs: data sets x systems."""
        grid = self.grid(study, metric)
        names = list(dict.fromkeys([*others, reference]))
        rows = {
            dataset: run_marks(
                pd.DataFrame({name: grid.run_values(dataset, name) for name in names}),
                reference,
                smaller_is_better=grid.measure.smaller_is_better,
            )
            for dataset in grid.datasets
        }
        return pd.DataFrame(rows).T[[name for name in names if name != reference]]

    def rank(self, study: str, metric: str, system: str) -> tuple[float, float, float]:
        """Average rank over data sets, with its interval."""
        grid = self.grid(study, metric)
        place = grid.place(system)
        return float(grid.ranks[place]), *interval(grid.resampled_ranks[:, place])

    def difference(
        self, study: str, metric: str, one: str, other: str
    ) -> tuple[float, float, float]:
        """Mean over data sets of one system less another, with its interval."""
        grid = self.grid(study, metric)
        differences = (
            grid.resampled[:, :, grid.place(one)] - grid.resampled[:, :, grid.place(other)]
        )
        ours = float((grid.means[one] - grid.means[other]).mean())
        return ours, *interval(differences.mean(axis=1))

    def mean(
        self, study: str, metric: str, dataset: str, system: str
    ) -> tuple[float, float, float]:
        """Mean of the runs of a cell, with its interval."""
        return mean_interval(self.grid(study, metric).run_values(dataset, system))


def _value(record: Record, metric: str, epoch: int | None) -> float:
    value = record.get(metric, (record.get("measured") or {}).get(metric))
    if epoch is not None:
        curve = (record.get("curves") or {}).get(metric, [])
        value = curve[epoch - 1] if len(curve) >= epoch else None
    return np.nan if value is None else float(value)


def interval(values: np.ndarray) -> tuple[float, float]:
    """The middle 95 %."""
    low, high = np.quantile(values, TAILS)
    return float(low), float(high)
