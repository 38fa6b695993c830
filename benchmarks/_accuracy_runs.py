"""One run of the accuracy benchmark: a system learns a table in a process of its own.

The process has one core's worth of threads and a limit on its CPU time, which ends it. What comes
of a run depends on the table, the system and the seed only, never on the runs before it.
"""

from __future__ import annotations

import multiprocessing
import resource
import signal
import sys
import time
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from _common import version_of, versions
from _measures import measures
from _peers import SYSTEMS, System
from _records import append_record, read_records
from _tables import load_table, split_rows
from threadpoolctl import threadpool_limits

from beta4ucs import InputError

OK, TOO_SLOW = "ok", "too slow"  # anything else is what went wrong
NAN = float("nan")
DECIMALS = 6  # of what is recorded
EVOLVED_SOURCES = ("evolved_rules", "voting/votes.py", "estimators/evolving.py")
Key = tuple[str, str, int]


@dataclass(frozen=True)
class Record:
    """What came of one run; NaN where it failed or took too long."""

    table: str
    system: str
    seed: int
    status: str
    n_train: int
    n_test: int
    n_classes: int
    accuracy: float
    balanced_accuracy: float
    auc: float
    log_loss: float
    base_log_loss: float
    brier: float
    calibration_error: float
    cpu_seconds: float  # of fit, all threads
    wall_seconds: float  # of fit
    predict_seconds: float  # CPU
    rules: int
    mean_conditions: float
    max_conditions: int
    package: str
    kernels: str
    python: str

    @property
    def key(self) -> Key:
        return self.table, self.system, self.seed


MEASURED = (
    *("accuracy", "balanced_accuracy", "auc", "log_loss", "base_log_loss", "brier"),
    *("calibration_error", "cpu_seconds", "wall_seconds", "predict_seconds"),
)
SIZES = ("rules", "mean_conditions", "max_conditions")

# ---------------------------------------------------------------------- one run


def run(table: str, system: str, seed: int, max_seconds: int, data_dir: Path | None) -> Record:
    """Learn in a process of its own, so that a limit can end it."""
    _import_package(system)
    X, y = load_table(table, data_dir)
    classes, codes = np.unique(y, return_inverse=True)
    train, test = split_rows(y, seed)
    rows = (X.iloc[train], codes[train], X.iloc[test], codes[test])
    outcome = _in_a_process(SYSTEMS[system], rows, seed, max_seconds)
    if "status" in outcome:
        outcome |= dict.fromkeys(MEASURED, NAN) | dict.fromkeys(SIZES, 0)
    return Record(
        **{"table": table, "system": system, "seed": seed, "status": OK} | outcome,
        n_train=len(train),
        n_test=len(test),
        n_classes=len(classes),
        **_made_by(system),
    )


@cache
def _import_package(system: str) -> None:
    """Once for all runs, in the process that the others are copies of."""
    try:
        SYSTEMS[system].make(0)
    except ImportError as error:
        raise InputError(f"{system} cannot be imported: {error}") from None


def _in_a_process(system: System, rows: Any, seed: int, max_seconds: int) -> dict[str, Any]:
    context = multiprocessing.get_context("fork")  # the table is there already
    receiver, sender = context.Pipe(duplex=False)
    worker = context.Process(target=_work, args=(sender, system, rows, seed, max_seconds))
    worker.start()
    sender.close()
    try:
        return receiver.recv()
    except EOFError:  # it ended before it had an answer
        worker.join()
        if worker.exitcode in (-signal.SIGXCPU, -signal.SIGKILL):
            return {"status": TOO_SLOW}
        return {"status": f"ended with exit code {worker.exitcode}"}
    finally:
        worker.join()


def _work(sender: Connection, system: System, rows: Any, seed: int, max_seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (max_seconds, max_seconds + 10))
    warnings.simplefilter("ignore")
    try:
        outcome = learn(system, *rows, seed)
    except Exception as error:  # a failure is a result, too, and is shown as one
        outcome = {"status": " ".join(f"{type(error).__name__}: {error}".split())[:200]}
    sender.send(outcome)
    sender.close()


def learn(
    system: System,
    X: pd.DataFrame,
    codes: np.ndarray,
    X_test: pd.DataFrame,
    test_codes: np.ndarray,
    seed: int,
) -> dict[str, Any]:
    """Fit, predict, and measure, with one thread."""
    model = system.make(seed)
    with threadpool_limits(1):
        return _measured(system, model, (X, codes, X_test, test_codes), seed)


def _measured(system: System, model: Any, rows: Any, seed: int) -> dict[str, Any]:
    X, codes, X_test, test_codes = rows
    if system.is_compiled:  # compiling, or loading what is compiled, is no part of a fit
        few = np.unique(codes, return_index=True)[1]
        few = np.union1d(few, np.arange(min(40, len(codes))))
        system.make(seed).fit(X.iloc[few], codes[few]).predict_proba(X.iloc[few])
    began, began_wall = time.process_time(), time.perf_counter()
    model.fit(X, codes)
    fitted, fitted_wall = time.process_time(), time.perf_counter()
    probabilities = model.predict_proba(X_test)
    predicted = model.predict(X_test)
    if not np.isfinite(probabilities).all():
        raise ValueError("probabilities are not all numbers")
    measured = {
        **measures(probabilities, predicted, test_codes, codes),
        "cpu_seconds": fitted - began,
        "wall_seconds": fitted_wall - began_wall,
        "predict_seconds": time.process_time() - fitted,
        **dict(zip(SIZES, system.size(model), strict=True)),
    }
    return {name: round(value, DECIMALS) for name, value in measured.items()}


@cache
def _made_by(system: str) -> dict[str, str]:
    package = SYSTEMS[system].package
    package = f"{package} {version_of(package)}"
    ours = versions(*EVOLVED_SOURCES)
    kernels = ours["kernels"] if SYSTEMS[system].is_compiled else "-"
    return {"package": package, "kernels": kernels, "python": ours["python"]}


# ---------------------------------------------------------------------- many runs


def jobs(
    tables: Iterable[str], systems: Sequence[str], seeds: Sequence[int], data_dir: Path | None
) -> Iterator[Key]:
    """Seed by seed; tables with few cells first."""
    by_size = sorted(tables, key=lambda name: load_table(name, data_dir)[0].size)
    return ((table, system, seed) for seed in seeds for table in by_size for system in systems)


def run_all(
    path: Path, todo: Iterable[Key], *, max_seconds: int, data_dir: Path | None = None
) -> None:
    """Run what has no record yet; a system too slow for a table is not tried with other seeds."""
    records = read_records(path, Record)
    done = {record.key for record in records}
    slow = {record.key[:2] for record in records if record.status == TOO_SLOW}
    path.parent.mkdir(parents=True, exist_ok=True)
    for key in todo:
        table, system, _ = key
        if key in done or (table, system) in slow:
            continue
        record = run(*key, max_seconds, data_dir)
        append_record(path, record)
        if record.status == TOO_SLOW:
            slow.add((table, system))
        print(_line(record), file=sys.stderr, flush=True)


def _line(record: Record) -> str:
    what = f"{record.table}, {record.system}, seed {record.seed}: "
    if record.status != OK:
        return what + record.status
    return what + (
        f"{100 * record.accuracy:.1f} %, AUC {100 * record.auc:.1f}, "
        f"log loss {record.log_loss:.3f}, {record.cpu_seconds:.1f} s"
    )
