"""The command `stream`: answer each row, judge the answer, learn from the row."""

from __future__ import annotations

import csv
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from beta4ucs.cli.inputs import TableSource
from beta4ucs.cli.learner import Learner
from beta4ucs.cli.messages import INTERRUPTED, UsageError, say
from beta4ucs.cli.output_file import check_can_be_written
from beta4ucs.data.batches import Batch, Batches, FrameSource, open_source
from beta4ucs.data.tables import warnings_about_empty
from beta4ucs.errors import InputError, did_you_mean, quoted
from beta4ucs.estimators.rule_learner import RuleLearner
from beta4ucs.training.interruption import Interruption

HEADER = f"{'rows':>11}  {'accuracy':>8}  {'overall':>7}  {'balanced':>8}  {'rules':>6}  µs a row"


@dataclass(frozen=True)
class Plan:
    """How to learn and what to write; all checked but the classes."""

    learner: Learner
    classes: str | None  # as typed
    window: int
    seed: int
    out: Path | None
    csv: Path | None
    overwrite: bool
    class_weight: str | dict[str, float] | None = None  # classes as typed
    feature_weights: str | None = None

    def __post_init__(self) -> None:
        if self.overwrite and self.out is None and self.csv is None:
            raise UsageError("--overwrite goes with --out or --csv")


@dataclass(frozen=True)
class Window:
    """A line of the result; accuracies from 0 to 1, microseconds without reading the file."""

    rows: int  # so far
    accuracy: float
    overall_accuracy: float
    balanced_accuracy: float
    overall_balanced_accuracy: float
    rules: int
    microseconds: float

    def __str__(self) -> str:
        return (
            f"{self.rows:>11,}  {self.accuracy:>8.1%}  {self.overall_accuracy:>7.1%}  "
            f"{self.balanced_accuracy:>8.1%}  {self.rules:>6,}  {self.microseconds:>8,.1f}"
        )


class Judge:
    """Counts right answers by class, of the window and of all rows."""

    def __init__(self, classes: Sequence[Any], window: int) -> None:
        self.classes, self._size = np.array(classes), window
        self._before = np.zeros((2, len(classes)), dtype=np.int64)  # rows, and right answers
        self._now = self._before.copy()
        self._seconds = 0.0

    def take(
        self, truth: np.ndarray, answers: np.ndarray, rules: int, seconds: float
    ) -> Iterator[Window]:
        """Count a batch; gives the windows that it fills."""
        codes, is_right = np.searchsorted(self.classes, truth), truth == answers
        start = 0
        while start < len(codes):
            rows = slice(start, start + self._size - int(self._now[0].sum()))
            n_classes = len(self.classes)
            self._now[0] += np.bincount(codes[rows], minlength=n_classes)
            self._now[1] += np.bincount(codes[rows][is_right[rows]], minlength=n_classes)
            self._seconds += seconds * len(codes[rows]) / len(codes)
            if self._now[0].sum() == self._size:
                yield self.window(rules)
                self._before, self._now = self._before + self._now, np.zeros_like(self._now)
                self._seconds = 0.0
            start = rows.stop

    @property
    def n_rows(self) -> int:
        """Rows so far."""
        return int(self._before[0].sum() + self._now[0].sum())

    @property
    def is_window_open(self) -> bool:
        """Whether rows have come since the last full window."""
        return bool(self._now[0].sum())

    def window(self, rules: int) -> Window:
        """Judge the rows of the window so far, and all rows."""
        overall = self._before + self._now
        n_now = int(self._now[0].sum())
        return Window(
            rows=int(overall[0].sum()),
            accuracy=float(self._now[1].sum() / n_now),
            overall_accuracy=float(overall[1].sum() / overall[0].sum()),
            balanced_accuracy=_mean_of_classes(self._now),
            overall_balanced_accuracy=_mean_of_classes(overall),
            rules=rules,
            microseconds=1e6 * self._seconds / n_now,
        )


def _mean_of_classes(counts: np.ndarray) -> float:
    rows, right = counts[:, counts[0] > 0]
    return float(np.mean(right / rows))


def follow(source: TableSource, size: int, plan: Plan, *, quiet: bool) -> int:
    """Follow a table to its end, or to Ctrl-C; returns the exit code."""
    for path in (plan.out, plan.csv):  # before any work: can the result be written?
        if path is not None:
            check_can_be_written(path.expanduser(), overwrite=plan.overwrite)
    batches = _open(source, size)
    classes = _classes_of(batches, plan.classes, quiet=quiet)
    weights = _weights_of_classes(plan.class_weight, classes)
    plan.learner.estimator().partial_fit([[0.0], [1.0]], [0, 1], classes=[0, 1])  # compiles
    model: RuleLearner = plan.learner.estimator(
        class_weight=weights, feature_weights=plan.feature_weights, random_state=plan.seed
    )
    judge = Judge(classes, plan.window)
    empty = list(batches.feature_names)
    with (
        _output(plan.csv, quiet=quiet) as output,
        Interruption() as interruption,
        interruption.on_hold(),
    ):
        try:
            for batch in batches.rows(classes):
                _learn(model, batch, batches.target_name, judge, output)
                empty = [name for name in empty if batch.X[name].isna().all()]
                if interruption.is_requested:
                    break
        except InputError as error:
            if plan.out is not None and hasattr(model, "encoding_"):
                model.save(plan.out.expanduser())
                raise InputError(f"{error}; '{plan.out}' has what was learned before") from None
            raise
        if judge.is_window_open:
            output.show(judge.window(model.n_rules_))
        if plan.out is not None:
            model.save(plan.out.expanduser())
    for warning in warnings_about_empty(empty) if judge.n_rows else ():
        say(warning)
    if not quiet:
        print(f"\nseed {plan.seed}")
        written = [str(path) for path in (plan.out, plan.csv) if path is not None]
        if written:
            print(f"Written to {' and '.join(written)}")
    if interruption.is_requested:
        kept = f"; '{plan.out}' has what was learned" if plan.out is not None else ""
        say(f"the stream was interrupted after {judge.n_rows:,} rows{kept}")
        return INTERRUPTED
    return 0


def _learn(
    model: RuleLearner, batch: Batch, target_name: str, judge: Judge, output: Output
) -> None:
    truth = pd.Series(batch.y, name=target_name)
    start = time.perf_counter()
    answers = model.answer_and_learn(batch.X, truth, judge.classes, batch.weights)
    seconds = time.perf_counter() - start
    rules = int(model.history_["rules"][-1])
    for window in judge.take(batch.y, answers, rules, seconds):
        output.show(window)
    if judge.is_window_open:
        output.show_last(judge.window(rules))


# ---------------------------------------------------------------------- what comes in


def _open(source: TableSource, size: int) -> Batches:
    if not source.is_file:  # a data set by name is small
        table = source.read()
        frame = table.to_frame().assign(**{str(table.target_name): table.labels()})
        return Batches(FrameSource(frame, table.name, size), categorical=source.categorical)
    cells = open_source(
        source.data,
        size,
        header="auto" if source.header is None else source.header,
        separator=source.separator,
    )
    return Batches(
        cells,
        target=source.target,
        categorical=source.categorical,
        weight_column=source.weight_column,
    )


def _classes_of(batches: Batches, typed: str | None, *, quiet: bool) -> list[Any]:
    if typed is None:
        classes = batches.classes()
        if not quiet:
            say(
                f"{len(classes)} classes were found by reading column '{batches.target_name}' "
                f"first: {quoted(map(str, classes))}"
            )
        return classes
    words = {word.strip() for word in typed.split(",")}
    if "" in words or len(words) < 2:
        raise UsageError(f"--classes must name two or more with commas between, got {typed!r}")
    try:
        return sorted(int(word) for word in words)
    except ValueError:
        return sorted(words)


def _weights_of_classes(
    given: str | dict[str, float] | None, classes: Sequence[Any]
) -> str | dict[Any, float] | None:
    """Find the classes that were typed; a class 1 is typed as 1."""
    if not isinstance(given, dict):
        return given
    known = {str(label): label for label in classes}
    for label in given:
        if label not in known:
            hint = did_you_mean(label, known)
            raise UsageError(f"--class-weight names '{label}', which is no class{hint}")
    return {known[label]: weight for label, weight in given.items()}


# ---------------------------------------------------------------------- what comes out


class Output:
    """Lines on standard output and in a file, and one that is written over on a terminal."""

    def __init__(self, writer: Any, *, quiet: bool) -> None:
        self._writer, self._quiet = writer, quiet
        self._is_live = not quiet and sys.stdout.isatty()

    def show(self, window: Window) -> None:
        """Write a window for good."""
        if self._writer is not None:
            self._writer(window)
        if not self._quiet:
            print(f"\r{window}" if self._is_live else window, flush=True)

    def show_last(self, window: Window) -> None:
        """Show the window so far, on a terminal."""
        if self._is_live:
            print(f"\r{window}", end="", flush=True)


@contextmanager
def _output(path: Path | None, *, quiet: bool) -> Iterator[Output]:
    if not quiet:
        print(HEADER, flush=True)
    if path is None:
        yield Output(None, quiet=quiet)
        return
    with path.expanduser().open("w", newline="", encoding="utf-8") as file:
        names = [field.name for field in fields(Window)]
        rows = csv.DictWriter(file, names, lineterminator="\n")
        rows.writeheader()

        def write(window: Window) -> None:
            rows.writerow({name: getattr(window, name) for name in names})
            file.flush()

        yield Output(write, quiet=quiet)
