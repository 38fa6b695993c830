"""A study as data: data sets x systems x seeds, and the tables that it asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from beta4ucs.errors import InputError, did_you_mean
from beta4ucs.study.measures import Measure, measure_of
from beta4ucs.study.own_measures import OwnMeasure
from beta4ucs.study.problems import DataSource, LoadedProblem
from beta4ucs.study.protocol import Protocol
from beta4ucs.study.systems import System

FORMS = ("comparison", "pairs", "means")  # with a reference, each with each, or plain


@dataclass(frozen=True)
class TableOf:
    """A table that a study asks for: a metric and where the article prints it."""

    metric: str
    form: str = "comparison"  # one of FORMS
    printed: str | None = None  # name of the article's table


@dataclass(frozen=True)
class Study:
    """A grid of runs: data sets x systems x seeds.

    Attributes
    ----------
    name, title : str
        What it is called.
    datasets : tuple of DataSource
        Where the tables are.
    systems : tuple of System
        What learns.
    protocol : Protocol
        How rows are split.
    seeds : tuple of int
        One run each; for folds, the number of the fold.
    epochs : int
        Passes over the training rows, for the rule learners.
    reference : str or None
        The system that the others are compared with.
    tables : tuple of TableOf
        What is shown.
    with_curves : bool
        Whether runs record accuracy and rules of every epoch.
    own_measures : tuple of OwnMeasure
        Measures of its file that its tables ask for.
    """

    name: str
    title: str
    datasets: tuple[DataSource, ...]
    systems: tuple[System, ...]
    protocol: Protocol
    seeds: tuple[int, ...]
    epochs: int
    reference: str | None
    tables: tuple[TableOf, ...]
    with_curves: bool = False
    own_measures: tuple[OwnMeasure, ...] = ()

    def narrowed(
        self,
        datasets: Sequence[str] | None = None,
        systems: Sequence[str] | None = None,
        seeds: Sequence[int] | None = None,
    ) -> Study:
        """Keep part of the grid; a name that is not in it raises `InputError`.

        Examples
        --------
        >>> from beta4ucs.study import find_study
        >>> small = find_study("main").narrowed(["wne"], ["FBR", "FBRC"], [1, 2, 3])
        >>> small.n_runs
        6
        """
        chosen = self.datasets if datasets is None else self._chosen_datasets(datasets)
        learners = self.systems
        if systems is not None:
            by_name = {system.name.casefold(): system for system in self.systems}
            picked = [self._pick(by_name, name, "system") for name in systems]
            learners = tuple({system.name: system for system in picked}.values())
        return replace(
            self,
            datasets=tuple(dict.fromkeys(chosen)),
            systems=learners,
            seeds=self.seeds if seeds is None else tuple(seeds),
        )

    def check(self) -> None:
        """Raise `InputError` if a class is not there or does not know one of its parameters."""
        for system in self.systems:
            system.check(f"study '{self.name}', system '{system.name}'", self.epochs)
        for measure in self.own_measures:
            measure.loaded()

    def check_tables(self, problems: Mapping[str, LoadedProblem]) -> None:
        """Raise `InputError` if a system cannot take the words of a table, or rows cannot be split.

        Parameters
        ----------
        problems : mapping from name to LoadedProblem
            The tables of `datasets`.
        """
        for problem in problems.values():
            self.protocol.check(problem.codes, problem.name)
            for system in self.systems:
                if not system.takes_categories:
                    problem.numbers(f"system '{system.name}'", system.to_take_categories)

    def measure(self, metric: str) -> Measure:
        """Find a measure by its name, one of the study's own first."""
        own = {measure.name: measure for measure in self.own_measures}
        return own.get(metric) or measure_of(metric)

    @property
    def n_runs(self) -> int:
        """How many runs the grid has."""
        return len(self.datasets) * len(self.systems) * len(self.seeds)

    def _chosen_datasets(self, names: Sequence[str]) -> list[DataSource]:
        by_name = {alias: source for source in self.datasets for alias in source.aliases}
        by_name |= {source.name.casefold(): source for source in self.datasets}
        return [self._pick(by_name, name, "data set") for name in names]

    def _pick(self, known: Mapping[str, Any], name: str, what: str) -> Any:
        if name.casefold() not in known:
            hint = did_you_mean(name, [one.name for one in known.values()])
            raise InputError(f"study '{self.name}' has no {what} '{name}'{hint}")
        return known[name.casefold()]
