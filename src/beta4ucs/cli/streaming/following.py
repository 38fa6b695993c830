"""The course of `stream`: answer each row, judge the answer, learn from the row."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pandas as pd

from beta4ucs.cli.class_weights import weights_of_classes
from beta4ucs.cli.estimator_choice import Choice
from beta4ucs.cli.messages import INTERRUPTED, UsageError, say
from beta4ucs.cli.output_file import check_can_be_written
from beta4ucs.cli.streaming.prequential import PrequentialAccuracy
from beta4ucs.cli.streaming.settings import StreamSettings
from beta4ucs.cli.streaming.window_output import WindowOutput, window_output
from beta4ucs.cli.table_source import TableSource
from beta4ucs.data.batch_sources import FrameSource, open_source
from beta4ucs.data.batches import Batch, Batches
from beta4ucs.data.training_checks import warnings_about_empty
from beta4ucs.errors import InputError, quoted
from beta4ucs.estimators.rule_learner import RuleLearner
from beta4ucs.training.interruption import Interruption


def follow(source: TableSource, choice: Choice, settings: StreamSettings, *, quiet: bool) -> int:
    """Follow a table to its end, or to Ctrl-C; returns the exit code."""
    for path in settings.files:  # before any work: can the result be written?
        check_can_be_written(path.expanduser(), overwrite=settings.overwrite)
    batches = _open(source, settings.batch)
    for note in batches.notes:
        say(note)
    classes = _classes_of(batches, settings.classes, quiet=quiet)
    model = _estimator(choice, settings, classes)
    scores = PrequentialAccuracy(classes, settings.window)
    with (
        window_output(settings.csv, quiet=quiet, has_files=bool(settings.files)) as output,
        Interruption() as interruption,
        interruption.on_hold(),
    ):
        with _kept_on_error(model, settings.out):
            empty = _learn_all(model, batches, scores, output, interruption)
        if scores.is_window_open:
            output.show(scores.window(model.n_rules_))
        if settings.out is not None:
            model.save(settings.out.expanduser())
    for warning in warnings_about_empty(empty) if scores.n_rows else ():
        say(warning)
    output.check()
    if not quiet:
        _print_end(settings)
    if not interruption.is_requested:
        return 0
    kept = f"; '{settings.out}' has what was learned" if settings.out is not None else ""
    say(f"the stream was interrupted after {scores.n_rows:,} rows{kept}")
    return INTERRUPTED


def _estimator(choice: Choice, settings: StreamSettings, classes: list[Any]) -> RuleLearner:
    weights = weights_of_classes(settings.class_weight, classes)
    choice.estimator().partial_fit([[0.0], [1.0]], [0, 1], classes=[0, 1])  # compiles
    model: RuleLearner = choice.estimator(
        class_weight=weights, feature_weights=settings.feature_weights, random_state=settings.seed
    )
    return model


@contextmanager
def _kept_on_error(model: RuleLearner, out: Path | None) -> Iterator[None]:
    """Save what was learned before a row that cannot be read."""
    try:
        yield
    except InputError as error:
        if out is None or not hasattr(model, "encoding_"):
            raise
        model.save(out.expanduser())
        raise InputError(f"{error}; '{out}' has what was learned before") from None


def _learn_all(
    model: RuleLearner,
    batches: Batches,
    scores: PrequentialAccuracy,
    output: WindowOutput,
    interruption: Interruption,
) -> list[str]:
    """Learn batch by batch, up to Ctrl-C; returns the features that never had a value."""
    empty = list(batches.feature_names)
    for batch in batches.rows(scores.classes.tolist()):
        _learn(model, batch, batches.target_name, scores, output)
        empty = [name for name in empty if batch.X[name].isna().all()]
        if interruption.is_requested:
            break
    return empty


def _learn(
    model: RuleLearner,
    batch: Batch,
    target_name: str,
    scores: PrequentialAccuracy,
    output: WindowOutput,
) -> None:
    truth = pd.Series(batch.y, name=target_name)
    start = time.perf_counter()
    answers = model.answer_and_learn(batch.X, truth, scores.classes, batch.weights)
    seconds = time.perf_counter() - start
    rules = int(model.history_["rules"][-1])
    for window in scores.take(batch.y, answers, rules, seconds):
        output.show(window)
    if scores.is_window_open:
        output.show_last(scores.window(rules))


def _print_end(settings: StreamSettings) -> None:
    print(f"\nseed {settings.seed}")
    if settings.files:
        print(f"Written to {' and '.join(map(str, settings.files))}")


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
        decimal=source.decimal,
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
        raise UsageError(f"--classes must name two or more separated by commas, got {typed!r}")
    from beta4ucs.data.spelling import labels_from_text

    return sorted(labels_from_text(sorted(words)).tolist())
