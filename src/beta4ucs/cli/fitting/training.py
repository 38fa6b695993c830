"""The course of `fit`: read, split, learn, test, show, write."""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from beta4ucs.cli.class_weights import weights_of_classes
from beta4ucs.cli.estimator_choice import Choice
from beta4ucs.cli.fitting.passes import TableFacts, batches_of, count_rows, facts_of
from beta4ucs.cli.fitting.progress import progress_display
from beta4ucs.cli.fitting.run_files import write_run
from beta4ucs.cli.fitting.settings import FitSettings
from beta4ucs.cli.fitting.split import check_split, split
from beta4ucs.cli.fitting.summary import Scores, print_summary
from beta4ucs.cli.fitting.thresholds import check_threshold, with_threshold
from beta4ucs.cli.fitting.warnings_about import warnings_about
from beta4ucs.cli.messages import INTERRUPTED, say
from beta4ucs.cli.output_folder import Draft, output_folder
from beta4ucs.cli.rule_counts import RuleCounts
from beta4ucs.cli.table_rows import TablePart
from beta4ucs.cli.table_source import TableSource
from beta4ucs.data import Batches, Table
from beta4ucs.data.drawing import Drawn, draw_rows
from beta4ucs.data.whole_numbers import hints_about_codes
from beta4ucs.errors import InputError
from beta4ucs.estimators.one_answer import OneAnswerWarning
from beta4ucs.estimators.passes import count_all
from beta4ucs.estimators.rule_model import RuleModel
from beta4ucs.measures import measure_model
from beta4ucs.training.interruption import Interruption
from beta4ucs.training.loop import TrainingInterrupted


@dataclass(frozen=True)
class Learned:
    """A model and the rows of its table; `seconds` by what they were spent on."""

    table: Table
    learned: np.ndarray
    tested: np.ndarray
    model: RuleModel
    started: float
    seconds: dict[str, float]

    def judged(self, source: TableSource, choice: Choice, settings: FitSettings) -> FitResult:
        """Test the model and count what its rules cover."""
        start = time.perf_counter()
        learned, tested = np.sort(self.learned), np.sort(self.tested)
        scores = Scores.of(
            self.model, rows_of(self.table, self.learned), rows_of(self.table, tested)
        )
        parts = _parts(self.table, learned, tested)
        counts = RuleCounts.on(self.model.rules_, parts)
        seconds = {**self.seconds, "testing": time.perf_counter() - start}
        told = self.table, self.tested, self.model, self.started, seconds
        return FitResult(*told, source, choice, settings, scores, counts)


@dataclass(frozen=True)
class LearnedInPasses:
    """A model and the rows that were drawn for it."""

    batches: Batches
    drawn: Drawn
    model: RuleModel
    started: float
    seconds: dict[str, float]

    def judged(self, source: TableSource, choice: Choice, settings: FitSettings) -> FitResult:
        """Test the model and count what its rules cover, in a pass over all rows."""
        start = time.perf_counter()
        test = self.drawn.test
        counts, n_right = count_rows(self.model, self.batches, self.drawn)
        measured = (
            measure_model(self.model, test.to_frame(), test.labels()) if test.n_rows else None
        )
        scores = Scores(self.drawn.n_learned, n_right, measured)
        seconds = {**self.seconds, "testing": time.perf_counter() - start}
        told = facts_of(self.drawn), self.drawn.tested, self.model, self.started, seconds
        return FitResult(*told, source, choice, settings, scores, counts)


@dataclass(frozen=True)
class FitResult:
    """Everything that is known when a run is over."""

    table: Table | TableFacts
    tested: np.ndarray
    model: RuleModel
    started: float
    seconds: dict[str, float]
    source: TableSource
    choice: Choice
    settings: FitSettings
    scores: Scores
    counts: RuleCounts


def train(source: TableSource, choice: Choice, settings: FitSettings, *, quiet: bool) -> int:
    """Learn from a table; returns the exit code."""
    with ExitStack() as stack:
        draft: Draft | None = None
        if settings.out is not None:  # before any work: can the result be written?
            draft = stack.enter_context(output_folder(settings.out, overwrite=settings.overwrite))
        batches = batches_of(source, choice, settings, quiet=quiet)
        if batches is None:
            judge = _learned(source, choice, settings, quiet=quiet).judged
        else:
            judge = _learned_in_passes(batches, choice, settings, quiet=quiet).judged
        # what is learned is written, also if Ctrl-C or SIGTERM comes now
        stack.enter_context(stack.enter_context(Interruption()).on_hold())
        run = judge(source, choice, settings)
        try:
            written = _write(run, draft) if draft is not None else ""
        finally:  # one of the two should reach the user, whatever happens to the other
            if not quiet:
                print_summary(run)
    if written and not quiet:
        print(f"\n{written}")
    return INTERRUPTED if run.model.interrupted_ else 0


def _write(run: FitResult, draft: Draft) -> str:
    try:
        names = write_run(run, draft.folder)
    except OSError as error:
        reason = error.strerror or error
        raise InputError(f"results cannot be written to '{draft.path}': {reason}") from None
    draft.publish()
    return f"Written to {draft.path}: {', '.join(names)}"


def _learned(source: TableSource, choice: Choice, settings: FitSettings, *, quiet: bool) -> Learned:
    started, clock = time.time(), time.perf_counter()
    table = source.read()
    hints = [] if quiet else hints_about_codes(table.to_frame())
    for warning in (*warnings_about(table), *hints):
        say(warning)
    learned, tested = split(table, settings.test_size, settings.seed, stratify=settings.stratify)
    check_split(table, learned, tested)
    check_threshold(table, settings)
    loaded = time.perf_counter()
    _warm_up(choice)
    model = _learn(table, learned, tested, choice, settings, quiet=quiet)
    if settings.threshold is not None:
        model = with_threshold(model, table, learned, settings, quiet=quiet)
    return Learned(table, learned, tested, model, started, _seconds(clock, loaded, model))


def _learned_in_passes(
    batches: Batches, choice: Choice, settings: FitSettings, *, quiet: bool
) -> LearnedInPasses:
    started, clock = time.time(), time.perf_counter()
    drawn = draw_rows(batches, settings.seed, settings.test_size)
    for warning in warnings_about(drawn.train):
        say(warning)
    check_threshold(drawn.train, settings)
    loaded = time.perf_counter()
    _warm_up(choice)
    every, no_row = np.arange(drawn.train.n_rows), np.arange(0)
    model = _learn(drawn.train, every, no_row, choice, settings, quiet=quiet)
    if settings.threshold is not None:
        model = with_threshold(model, drawn.train, every, settings, quiet=quiet)
    count_all(model, drawn)
    return LearnedInPasses(batches, drawn, model, started, _seconds(clock, loaded, model))


def _seconds(clock: float, loaded: float, model: RuleModel) -> dict[str, float]:
    return {
        "reading": loaded - clock,
        "preparation": time.perf_counter() - loaded - model.fit_seconds_,
        "training": model.fit_seconds_,
    }


def _parts(table: Table, learned: np.ndarray, tested: np.ndarray) -> list[TablePart]:
    """Rows learned from and tested on, with their roles."""
    parts = []
    for role, places in (("train", learned), ("test", tested)):
        X, y = rows_of(table, np.sort(places))
        parts.append(TablePart(X, y.to_numpy(), np.sort(places) + 1, role))
    return parts


def _warm_up(choice: Choice) -> None:
    """Load the kernels, or compile them, before the clock of the training starts."""
    with warnings.catch_warnings():
        for kind in (TrainingInterrupted, OneAnswerWarning):
            warnings.simplefilter("ignore", kind)
        model = choice.least().fit([[0.0], [1.0]] * 10, [0, 1] * 10)
    if model.interrupted_:  # Ctrl-C was not meant for this one alone
        raise KeyboardInterrupt
    model.predict([[0.5]])


def rows_of(table: Table, rows: np.ndarray) -> tuple[pd.DataFrame, pd.Series]:
    """Some rows of a table, with the names of its columns."""
    X = table.to_frame().iloc[rows].reset_index(drop=True)
    return X, pd.Series(table.labels()[rows], name=table.target_name)


def _learn(
    table: Table,
    learned: np.ndarray,
    tested: np.ndarray,
    choice: Choice,
    settings: FitSettings,
    *,
    quiet: bool,
) -> RuleModel:
    X, y = rows_of(table, learned)
    rows: dict[str, Any] = {"X": X, "y": y, "sample_weight": None}
    if table.weights is not None:
        rows["sample_weight"] = table.weights[learned]
    told: dict[str, Any] = {
        "class_weight": _class_weight(settings, table, learned),
        "random_state": settings.seed,
        "n_jobs": settings.jobs,
    }
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always", UserWarning)
        if choice.has_epochs:
            told["track_accuracy"] = settings.parameters_of(choice)["track_accuracy"]
            if told["track_accuracy"] and len(tested):
                rows["eval_set"] = rows_of(table, tested)
            model = _train(choice, told, rows, quiet=quiet)
        else:
            if settings.cluster is not None:
                told["n_jobs"] = -1  # one per worker of the cluster
            model = _evolve(choice, told, rows, settings.cluster, quiet=quiet)
    for warning in heard:
        is_said_later = issubclass(warning.category, OneAnswerWarning) and len(tested)
        if issubclass(warning.category, UserWarning) and not is_said_later:
            say(warning.message)
    return model


def _train(choice: Choice, told: dict[str, Any], rows: dict[str, Any], *, quiet: bool) -> RuleModel:
    with progress_display(quiet=quiet) as show:
        model: RuleModel = choice.estimator(**told, callbacks=show).fit(**rows)
    return model


@contextmanager
def _on(cluster: str | None) -> Iterator[None]:
    """Let jobs run on a Dask cluster, if one is named."""
    if cluster is None:
        yield
        return
    from joblib import parallel_config

    from beta4ucs.study.runner import cluster_client

    with cluster_client(cluster), parallel_config("dask"):
        yield


def _evolve(
    choice: Choice,
    told: dict[str, Any],
    rows: dict[str, Any],
    cluster: str | None,
    *,
    quiet: bool,
) -> RuleModel:
    with redirect_stdout(sys.stderr), _on(cluster):  # standard output is for what was learned
        model: RuleModel = choice.estimator(**told, verbose=0 if quiet else 1).fit(**rows)
    return model


def _class_weight(
    settings: FitSettings, table: Table, learned: np.ndarray
) -> str | dict[Any, float] | None:
    """The weights of the classes that are left to learn from."""
    weights = weights_of_classes(settings.class_weight, table.classes)
    if not isinstance(weights, dict):
        return weights
    there = set(table.labels()[learned].tolist())
    return {label: weight for label, weight in weights.items() if label in there}
