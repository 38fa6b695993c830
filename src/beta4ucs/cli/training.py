"""The command `fit`: read, split, learn, test, show, write."""

from __future__ import annotations

import time
import warnings
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from beta4ucs.cli.inputs import TableSource
from beta4ucs.cli.learner import Learner
from beta4ucs.cli.messages import INTERRUPTED, UsageError, say
from beta4ucs.cli.output_folder import Draft, output_folder
from beta4ucs.cli.progress import progress_display
from beta4ucs.cli.report import Scores, print_report
from beta4ucs.cli.run_files import write_run
from beta4ucs.cli.splitting import check_split, split
from beta4ucs.data import Table, check_training_table
from beta4ucs.errors import did_you_mean
from beta4ucs.estimators.rule_learner import RuleLearner


@dataclass(frozen=True)
class Settings:
    """How to learn and what to do with the result; all checked."""

    learner: Learner
    test_size: float
    stratify: bool
    seed: int
    out: Path | None
    overwrite: bool
    top: int
    jobs: int
    class_weight: str | dict[str, float] | None = None  # classes as they are typed
    feature_weights: str | None = None

    def __post_init__(self) -> None:
        if self.overwrite and self.out is None:
            raise UsageError("--overwrite goes with --out")

    @property
    def parameters(self) -> dict[str, Any]:
        """Hyperparameters by name; a run that is written down has its accuracies in it."""
        weights = {"class_weight": self.class_weight, "feature_weights": self.feature_weights}
        return {
            "track_accuracy": self.out is not None,
            **self.learner.all_parameters,
            **{name: value for name, value in weights.items() if value is not None},
        }


@dataclass(frozen=True)
class Run:
    """Everything that is known when a run is over; `seconds` by what they were spent on."""

    source: TableSource
    settings: Settings
    table: Table
    learned: np.ndarray
    tested: np.ndarray
    model: RuleLearner
    scores: Scores
    started: float
    seconds: dict[str, float]


def train(source: TableSource, settings: Settings, *, quiet: bool) -> int:
    """Learn from a table; returns the exit code."""
    with ExitStack() as stack:
        draft: Draft | None = None
        if settings.out is not None:  # before any work: can the result be written?
            draft = stack.enter_context(output_folder(settings.out, overwrite=settings.overwrite))
        run = _run(source, settings, quiet=quiet)
        try:
            written = _write(run, draft) if draft is not None else ""
        finally:  # one of the two should reach the user, whatever happens to the other
            if not quiet:
                print_report(run)
    if written and not quiet:
        print(f"\n{written}")
    return INTERRUPTED if run.model.interrupted_ else 0


def _write(run: Run, draft: Draft) -> str:
    names = write_run(run, draft.folder)
    draft.publish()
    return f"Written to {draft.path}: {', '.join(names)}"


def _run(source: TableSource, settings: Settings, *, quiet: bool) -> Run:
    started, clock = time.time(), time.perf_counter()
    table = source.read()
    for warning in check_training_table(table):
        say(warning)
    learned, tested = split(table, settings.test_size, settings.seed, stratify=settings.stratify)
    check_split(table, learned, tested)
    loaded = time.perf_counter()
    _warm_up(settings.learner)
    model = _learn(table, learned, tested, settings, quiet=quiet)
    trained = time.perf_counter()
    scores = Scores.of(model, rows_of(table, learned), rows_of(table, tested))
    seconds = {
        "reading": loaded - clock,
        "preparation": trained - loaded - model.fit_seconds_,
        "training": model.fit_seconds_,
        "testing": time.perf_counter() - trained,
    }
    return Run(source, settings, table, learned, tested, model, scores, started, seconds)


def _warm_up(learner: Learner) -> None:
    """Load the kernels, or compile them, before the clock of the training starts."""
    first = learner.estimator(n_epochs=1, early_stopping=False)
    first.fit([[0.0], [1.0]], [0, 1]).predict([[0.5]])


def rows_of(table: Table, rows: np.ndarray) -> tuple[pd.DataFrame, pd.Series]:
    """Some rows of a table, with the names of its columns."""
    X = table.to_frame().iloc[rows].reset_index(drop=True)
    return X, pd.Series(table.labels()[rows], name=table.target_name)


def _learn(
    table: Table, learned: np.ndarray, tested: np.ndarray, settings: Settings, *, quiet: bool
) -> RuleLearner:
    tracks = settings.parameters["track_accuracy"]
    test_rows = None
    if tracks and len(tested):
        test_rows = rows_of(table, tested)
    weights = None if table.weights is None else table.weights[learned]
    classes = _weights_of_classes(settings.class_weight, table, learned)
    with progress_display(quiet=quiet) as show, warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always", UserWarning)
        model: RuleLearner = settings.learner.estimator(
            track_accuracy=tracks,
            class_weight=classes,
            feature_weights=settings.feature_weights,
            random_state=settings.seed,
            n_jobs=settings.jobs,
            callbacks=show,
        )
        model.fit(*rows_of(table, learned), sample_weight=weights, eval_set=test_rows)
    for warning in heard:
        if issubclass(warning.category, UserWarning):
            say(warning.message)
    return model


def _weights_of_classes(
    given: str | dict[str, float] | None, table: Table, learned: np.ndarray
) -> str | dict[Any, float] | None:
    """Find the classes that were typed; a class 1 is typed as 1."""
    if not isinstance(given, dict):
        return given
    known = {str(label): label for label in table.classes}
    for label in given:
        if label not in known:
            hint = did_you_mean(label, known)
            raise UsageError(f"--class-weight names '{label}', which is no class{hint}")
    there = set(table.labels()[learned].tolist())
    return {known[k]: weight for k, weight in given.items() if known[k] in there}
