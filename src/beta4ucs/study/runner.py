"""Carrying out what has no record yet: on the cores of this machine or on a Dask cluster."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from beta4ucs.errors import InputError
from beta4ucs.study.costs import estimates
from beta4ucs.study.declaration import Study
from beta4ucs.study.problems import LoadedProblem, load_problem
from beta4ucs.study.records import Record
from beta4ucs.study.runs import Run, carry_out
from beta4ucs.study.store import Store

SECONDS_TO_CONNECT = 10
RETRIES = 3  # of a run whose worker in a cluster died


@dataclass(frozen=True)
class Plan:
    """What a study still needs.

    Attributes
    ----------
    runs : tuple of Run
        The whole grid.
    missing : tuple of Run
        Those without a record, the longest first.
    failed : tuple of dict
        Records of this grid that hold an error.
    seconds : mapping from key to float
        About how long each missing run takes, on one core.
    problems : mapping from name to LoadedProblem
        The tables.
    """

    runs: tuple[Run, ...]
    missing: tuple[Run, ...]
    failed: tuple[Record, ...]
    seconds: Mapping[str, float]
    problems: Mapping[str, LoadedProblem]


def make_plan(
    study: Study, store: Store, data_dir: Path | None = None, *, retry_failed: bool = False
) -> Plan:
    """Check the study, load its tables, lay out the grid and leave out what is recorded."""
    study.check()
    problems = {source.name: load_problem(source, data_dir) for source in study.datasets}
    study.check_tables(problems)
    runs = grid(study, problems)
    records = store.records()
    failed = tuple(records[run.key] for run in runs if records.get(run.key, {}).get("error"))
    again = {record["key"] for record in failed} if retry_failed else set()
    by_key = {run.key: run for run in runs if run.key not in records or run.key in again}
    seconds = estimates(list(by_key.values()), problems, records.values())
    missing = sorted(by_key.values(), key=lambda run: seconds[run.key], reverse=True)
    return Plan(runs, tuple(missing), () if retry_failed else failed, seconds, problems)


def grid(study: Study, problems: Mapping[str, LoadedProblem]) -> tuple[Run, ...]:
    """All runs of a study."""
    return tuple(
        Run(study.name, name, problem.sha256, system, study.protocol, study.epochs, seed,
            study.with_curves, study.own_measures)
        for name, problem in problems.items()
        for system in study.systems
        for seed in study.seeds
    )  # fmt: skip


def run_here(plan: Plan, n_jobs: int) -> Iterator[Record]:
    """Yield records as they come, from processes on this machine."""
    import joblib
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    for system in {run.system.name: run.system for run in plan.missing}.values():
        system.load_kernels()  # compiled here, so that workers find them on the disk
    workers = joblib.Parallel(
        n_jobs=n_jobs,
        return_as="generator_unordered",
        batch_size=1,
        initializer=partial(_become_worker, os.getpid()),
    )
    calls = (joblib.delayed(carry_out)(run, plan.problems[run.dataset]) for run in plan.missing)
    records = workers(calls)
    try:
        for record in records:  # noqa: UP028 - `yield from` would let joblib warn
            yield record
    except TerminatedWorkerError:
        raise InputError(
            "a worker process was killed, perhaps for lack of memory; what is finished is "
            "recorded, and the same command resumes from there (try fewer --jobs)"
        ) from None
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what is on its way is given up, as meant
            records.close()


def _become_worker(parent: int) -> None:
    """Leave Ctrl-C, which goes to all processes, to the parent; end when it has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)  # it was killed: nobody is left to hand a record to


def run_on_cluster(plan: Plan, client: Any) -> Iterator[Record]:
    """Yield records as they come from a Dask cluster; a worker that dies costs time only."""
    from distributed import as_completed

    # As tasks, not scattered: Dask can make them again if the worker that has them dies.
    problems = {
        name: client.submit(_same, problem, key=f"problem-{problem.sha256}")
        for name, problem in plan.problems.items()
    }
    futures = {
        client.submit(
            carry_out, run, problems[run.dataset],
            key=f"run-{run.key}", priority=-place, retries=RETRIES,
        ): run
        for place, run in enumerate(plan.missing)
    }  # fmt: skip
    for future in as_completed(list(futures)):
        run = futures.pop(future)  # let go, or Dask would make it again if its worker dies later
        error = future.exception()
        if error is not None:  # not of the run, which records its own: the cluster gave it up
            raise InputError(f"the cluster could not finish {run.name} ({error!r:.200})")
        yield future.result()


def _same(problem: LoadedProblem) -> LoadedProblem:
    return problem


@contextmanager
def cluster_client(address: str) -> Iterator[Any]:
    """Connect to a Dask scheduler, by its address or by a scheduler file."""
    try:
        from distributed import Client
    except ImportError:
        raise InputError("--cluster needs Dask: install 'beta4ucs[study]'") from None
    path = Path(address).expanduser()
    try:
        if path.is_file():
            found = json.loads(path.read_text())["address"]
        elif ":" in address:
            found = address
        else:  # not a name to look up: that alone may take longer than the limit below
            raise ValueError("neither a file nor an address with a port")
        client = Client(found, timeout=SECONDS_TO_CONNECT)
    except (OSError, ValueError, TypeError, KeyError, AssertionError) as error:
        raise InputError(
            f"there is no Dask scheduler at '{address}' ({error}); name one as in "
            "tcp://host:8786, or its scheduler file"
        ) from None
    with client:
        yield client


def run_study(
    plan: Plan,
    store: Store,
    *,
    n_jobs: int = 1,
    cluster: str | None = None,
    tell: Callable[[Record], None] | None = None,
) -> int:
    """Carry out what a plan misses and record each run as it ends; returns how many failed."""
    n_failed = 0
    if not plan.missing:
        return n_failed
    for record in _results(plan, n_jobs, cluster):
        store.append(record)
        n_failed += record["error"] is not None
        if tell is not None:
            tell(record)
    return n_failed


def _results(plan: Plan, n_jobs: int, cluster: str | None) -> Iterator[Record]:
    if cluster is None:
        yield from run_here(plan, n_jobs)
        return
    with cluster_client(cluster) as client:
        yield from run_on_cluster(plan, client)
