"""How far a study is: a live view on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from beta4ucs.study.records import Record
    from beta4ucs.study.runner import Plan

SECONDS_BETWEEN = 10.0  # two plain lines


def duration(seconds: float) -> str:
    """Write a time span as people say it.

    Examples
    --------
    >>> duration(3.2), duration(90), duration(7300)
    ('3 s', '1 min 30 s', '2 h 1 min')
    """
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


class Tally:
    """Counts runs and guesses the time left from what those that are done should have taken."""

    def __init__(self, plan: Plan, n_workers: int) -> None:
        self.total, self.done, self.failed = len(plan.missing), 0, 0
        self._n_workers, self._seconds = n_workers, plan.seconds
        self._work, self._work_done = sum(plan.seconds.values()), 0.0
        self._start = time.monotonic()

    def count(self, record: Record) -> None:
        """Take note of a run that ended."""
        self.done += 1
        self.failed += record["error"] is not None
        self._work_done += self._seconds[record["key"]]

    @property
    def running(self) -> int:
        """How many are on their way."""
        return min(self._n_workers, self.total - self.done)

    @property
    def left(self) -> float:
        """Seconds, NaN before anything is done."""
        if not self._work_done:
            return math.nan
        gone = time.monotonic() - self._start
        return gone * max(0.0, self._work / self._work_done - 1)

    def __str__(self) -> str:
        left = "" if math.isnan(self.left) else f", about {duration(self.left)} left"
        return (
            f"{self.done:,} of {self.total:,} done, {self.running} running, "
            f"{self.failed} failed{left}"
        )


@contextmanager
def study_display(plan: Plan, n_workers: int, *, quiet: bool) -> Iterator[Callable[[Record], None]]:
    """Give the function that is told of every record."""
    tally = Tally(plan, n_workers)
    if quiet or not plan.missing:
        yield tally.count
    elif sys.stderr.isatty():
        with _bar(tally) as show:
            yield show
    else:
        yield _RunLines(tally).show


class _RunLines:
    def __init__(self, tally: Tally) -> None:
        self._tally, self._last = tally, -math.inf

    def show(self, record: Record) -> None:
        self._tally.count(record)
        now = time.monotonic()
        if now - self._last >= SECONDS_BETWEEN or self._tally.done == self._tally.total:
            self._last = now
            print(f"{self._tally}; {_sentence(record)}", file=sys.stderr, flush=True)


@contextmanager
def _bar(tally: Tally) -> Iterator[Callable[[Record], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
    from rich.table import Column

    display = Progress(
        TextColumn("{task.fields[tally]}", table_column=Column(no_wrap=True, min_width=62)),
        BarColumn(bar_width=None),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        expand=True,
    )
    task: Any = display.add_task("starting", total=tally.total, tally=str(tally))

    def show(record: Record) -> None:
        tally.count(record)
        if record["error"] is not None:
            display.console.print(f"failed: {_sentence(record)}", markup=False, highlight=False)
        display.update(task, advance=1, tally=str(tally), description=_sentence(record))

    with display:
        yield show


def _sentence(record: Record) -> str:
    run = f"{record['dataset']} {record['system']} seed {record['seed']}"
    if record["error"] is not None:
        return f"{run}: {record['error']}"
    accuracy = record.get("test_accuracy")
    if accuracy is None:
        return f"{run}: {record['train_accuracy']:.1%} right in training"
    return f"{run}: {accuracy:.1%} right"
