"""The course of `tune`: halve the candidates while folds double, then fit the best."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from beta4ucs.cli.class_weights import weights_of_classes
from beta4ucs.cli.estimator_choice import choose_estimator
from beta4ucs.cli.fitting.split import check_split, split
from beta4ucs.cli.fitting.thresholds import check_threshold
from beta4ucs.cli.fitting.training import train
from beta4ucs.cli.messages import INTERRUPTED, say
from beta4ucs.cli.run_record import MODEL_NAME
from beta4ucs.cli.table_source import TableSource
from beta4ucs.cli.validating.candidates import candidates, words_of
from beta4ucs.cli.validating.contenders import Contender
from beta4ucs.cli.validating.course import interrupted_words
from beta4ucs.cli.validating.folds import Fold, folds_of
from beta4ucs.cli.validating.records import FoldRecords
from beta4ucs.cli.validating.running import Rounds
from beta4ucs.cli.validating.tables import aligned, best_first, interval_words, mean_of, said
from beta4ucs.cli.validating.tables import words_of as measure_words
from beta4ucs.data import Table
from beta4ucs.errors import InputError

if TYPE_CHECKING:
    from beta4ucs.cli.commands.tune import SearchOptions, TuneSettings

TABLE_NAME = "tuning.csv"  # in the folder of the model


class HalvingSearch:
    """Candidates that go through more and more folds of the training rows."""

    def __init__(
        self, table: Table, who: dict[str, Contender], folds: list[Fold], measure: str
    ) -> None:
        self.table, self.who, self.folds, self.measure = table, who, folds, measure

    @property
    def stages(self) -> list[tuple[int, int]]:
        """How many candidates go through how many folds, stage by stage."""
        n_left, n_folds, found = len(self.who), 1, []
        while True:
            found.append((n_left, n_folds))
            if n_folds == len(self.folds):
                return found
            n_left, n_folds = max(2, -(-n_left // 2)), min(2 * n_folds, len(self.folds))

    def run(self, records: FoldRecords, *, quiet: bool) -> list[str]:
        """Return the names that went through all folds, the best first."""
        stages, done = self.stages, 0
        n_fits = 0
        for n_left, n_folds in stages:
            n_fits += n_left * (n_folds - done)
            done = n_folds
        rounds = Rounds(self.table, records, n_fits, quiet=quiet)
        left, done = list(self.who), 0
        for n_left, n_folds in stages:
            left = self.ranked(left, records)[:n_left] if done else left
            rounds.run([self.who[name] for name in left], self.folds[done:n_folds])
            done = n_folds
        return self.ranked(left, records)

    def ranked(self, names: list[str], records: FoldRecords) -> list[str]:
        """Names in the order of their means so far."""
        means = {name: mean_of(records.of(name), self.measure).mean for name in names}
        return best_first(means, self.measure)


def search_and_fit(
    source: TableSource,
    system: str,
    given: dict[str, Any],
    search: SearchOptions,
    settings: TuneSettings,
    *,
    quiet: bool,
) -> int:
    """Search, print the table, and fit the best; returns the exit code."""
    choose_estimator(system, None, given)  # what was typed goes together
    assert settings.out is not None
    out = settings.out.expanduser()
    _check_out(out, overwrite=settings.overwrite)
    table = source.read()
    check_threshold(table, settings)
    learned, tested = split(table, settings.test_size, settings.seed, stratify=settings.stratify)
    check_split(table, learned, tested)
    tried = candidates(
        system, given, search.candidates, settings.seed,
        measure=search.measure, weighted=settings.class_weight is not None,
    )  # fmt: skip
    who = {words_of(one): _contender(system, given, one, settings, table) for one in tried}
    folds = _folds_among(table, learned, search.folds, settings.seed)
    about = _about(source, table, system, given, settings, search)
    records = FoldRecords(out / TABLE_NAME, about, overwrite=settings.overwrite)
    course = HalvingSearch(table, who, folds, search.measure)
    try:
        finalists = course.run(records, quiet=quiet)
    except KeyboardInterrupt:
        say(interrupted_words(records))
        return INTERRUPTED
    if not quiet:
        print("\n".join(_lines(course, finalists, records, len(learned))) + "\n")
    best = dict(next(one for one in tried if words_of(one) == finalists[0]))
    weight = best.pop("class_weight", settings.class_weight)
    choice = choose_estimator(system, None, {**given, **best})
    return train(
        source, choice, replace(settings, class_weight=weight, overwrite=True), quiet=quiet
    )


def _check_out(out: Path, *, overwrite: bool) -> None:
    """Refuse a folder with a model; a folder with a search that has begun is taken up."""
    if overwrite or not out.exists():
        out.mkdir(parents=True, exist_ok=True)
        return
    held = sorted(one.name for one in out.iterdir()) if out.is_dir() else None
    if held is None:
        raise InputError(f"'{out}' is a file; --out names a folder")
    if MODEL_NAME in held or (held and TABLE_NAME not in held):
        raise InputError(
            f"the folder '{out}' is not empty; choose another or start again with --overwrite"
        )


def _contender(
    system: str, given: dict[str, Any], one: dict[str, Any], settings: TuneSettings, table: Table
) -> Contender:
    own = dict(one)
    weight = weights_of_classes(own.pop("class_weight", settings.class_weight), table.classes)
    choice = choose_estimator(system, None, {**given, **own})
    told = {"random_state": settings.seed, "n_jobs": settings.jobs, "class_weight": weight}
    return Contender(words_of(one), lambda: choice.estimator(**told))


def _folds_among(table: Table, learned: np.ndarray, n_folds: int, seed: int) -> list[Fold]:
    """Folds of the rows that are learned from, by their places in the table."""
    found = folds_of(table.labels()[learned], n_folds, 1, seed)
    return [one._replace(learned=learned[one.learned], tested=learned[one.tested]) for one in found]


def _about(
    source: TableSource, table: Table, system: str, given: dict[str, Any],
    settings: TuneSettings, search: SearchOptions,
) -> dict[str, Any]:  # fmt: skip
    return {
        "data": source.digest(table),
        "features": list(table.feature_names),
        "target": table.target_name,
        "system": system,
        "given": given,
        "test_size": settings.test_size,
        "stratify": settings.stratify,
        "seed": settings.seed,
        "class_weight": settings.class_weight,
        "folds": search.folds,
    }


def _lines(
    course: HalvingSearch, finalists: list[str], records: FoldRecords, n_rows: int
) -> list[str]:
    """All candidates, the best first: those that went through most folds, then by their mean."""
    measure = course.measure
    others = [name for name in course.who if name not in finalists]
    names = finalists + sorted(
        course.ranked(others, records), key=lambda name: -len(records.of(name))
    )
    rows = [["", measure_words(measure), "95% interval", "rules", "folds"]]
    for name in names:
        own = records.of(name)
        found = mean_of(own, measure)
        rules = np.mean([one["rules"] for one in own])
        between = interval_words(measure, found)
        rows.append([name, said(measure, found.mean), between, f"{rules:.0f}", str(len(own))])
    head = f"{len(names)} settings in cross-validation among {n_rows:,} training rows:"
    return [head, "", *aligned(rows), "", f"The best: {finalists[0]}"]
