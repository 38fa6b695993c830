"""How far training is: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from beta4ucs.training.progress import Callback, Progress

SECONDS_BETWEEN = 1.0  # two measurements of the accuracy, or two plain lines


class AccuracyNow:
    """The training accuracy, measured at most once a second: training must not wait for it."""

    def __init__(self) -> None:
        self._value, self._measured_at = math.nan, -math.inf

    def of(self, progress: Progress) -> float:
        """The accuracy of this moment, or of one not long ago."""
        is_due = progress.seconds - self._measured_at >= SECONDS_BETWEEN
        if progress.train_accuracy is not None:
            self._value = progress.train_accuracy
        elif is_due or progress.iteration == progress.n_iterations:
            self._value, self._measured_at = progress.estimate_accuracy(), progress.seconds
        return self._value


@contextmanager
def progress_display(*, quiet: bool) -> Iterator[list[Callback]]:
    """Give the callbacks that show the progress of `fit` on standard error."""
    if quiet:
        yield []
    elif sys.stderr.isatty():
        with _Bar() as bar:
            yield [bar.show]
    else:
        yield [_EpochLines().show]


class _EpochLines:
    def __init__(self) -> None:
        self._accuracy, self._last = AccuracyNow(), -math.inf

    def show(self, progress: Progress) -> None:
        is_last = progress.iteration == progress.n_iterations
        if progress.seconds - self._last < SECONDS_BETWEEN and not is_last:
            return
        self._last = progress.seconds
        print(
            f"epoch {progress.epoch}/{progress.n_epochs}, "
            f"training accuracy {self._accuracy.of(progress):.1%}, "
            f"{progress.rules:,} rules, {progress.seconds:.1f} s",
            file=sys.stderr,
            flush=True,
        )


class _Bar:
    """Appears with the first report: what is said before, about compiling, stands above it."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Display

        self._accuracy = AccuracyNow()
        self._display = Display(
            TextColumn("epoch {task.fields[epoch]}"),
            BarColumn(bar_width=None),
            TextColumn("{task.fields[accuracy]} right"),
            TextColumn("{task.fields[rules]:,} rules"),
            TimeRemainingColumn(compact=True, elapsed_when_finished=True),
            TextColumn("{task.fields[what_time]}"),
            console=Console(stderr=True),
            expand=True,
        )

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *error: object) -> None:
        self._display.stop()

    def show(self, progress: Progress) -> None:
        fields: dict[str, Any] = {
            "completed": progress.iteration,
            "epoch": f"{progress.epoch}/{progress.n_epochs}",
            "accuracy": f"{self._accuracy.of(progress):.1%}",
            "rules": progress.rules,
            "what_time": "left" if progress.iteration < progress.n_iterations else "",
        }
        if not self._display.tasks:
            self._display.add_task("", total=progress.n_iterations, **fields)
            self._display.start()
        self._display.update(self._display.tasks[0].id, **fields)
