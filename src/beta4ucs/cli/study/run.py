"""The command `study run`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from beta4ucs.cli.messages import INTERRUPTED, names_data_dir, say
from beta4ucs.cli.study.progress import duration, study_display
from beta4ucs.study import Store, find_study
from beta4ucs.study.records import Record
from beta4ucs.study.runner import Plan, make_plan, run_study

SOME_FAILED = 1
MOST_FAILURES = 5  # told one by one

Part = tuple[Sequence[str] | None, Sequence[str] | None, Sequence[int] | None]


@dataclass(frozen=True)
class Workplace:
    """Where records and data are, and who works."""

    results: Path
    data_dir: Path | None
    jobs: int
    cluster: str | None

    @property
    def n_workers(self) -> int:
        """How many runs go on at a time; on a cluster, that is for Dask to say."""
        import joblib

        return max(1, int(joblib.effective_n_jobs(self.jobs)))


def run(
    name: str, part: Part, place: Workplace, *, dry_run: bool, retry_failed: bool, quiet: bool
) -> int:
    """Carry out what has no record; returns the exit code."""
    study = find_study(name).narrowed(*part)
    store = Store(place.results)
    with names_data_dir():
        plan = make_plan(study, store, place.data_dir, retry_failed=retry_failed)
    if not quiet or dry_run:
        print(_announcement(plan, place))
    if dry_run:
        return 0
    start, n_done = time.monotonic(), 0
    failures: list[Record] = []

    with study_display(plan, place.n_workers, quiet=quiet) as show:

        def tell(record: Record) -> None:
            nonlocal n_done
            n_done += 1
            if record["error"] is not None:
                failures.append(record)
            show(record)

        try:
            run_study(plan, store, n_jobs=place.jobs, cluster=place.cluster, tell=tell)
        except KeyboardInterrupt:
            more = "1 more run is" if n_done == 1 else f"{n_done:,} more runs are"
            say(f"interrupted; {more} recorded, and the same command goes on")
            return INTERRUPTED
    if not quiet and n_done:
        spent = duration(time.monotonic() - start)
        print(f"{n_done:,} runs in {spent}; records in {place.results}")
        print(f"Next: beta4ucs study table {name}")
    _tell_failures([*plan.failed, *failures])
    return SOME_FAILED if failures else 0


def _announcement(plan: Plan, place: Workplace) -> str:
    n_runs, n_missing = len(plan.runs), len(plan.missing)
    done = f"{n_runs:,} runs, {n_runs - n_missing:,} of them recorded"
    if not n_missing:
        return f"{done}: nothing to do"
    seconds = sum(plan.seconds.values())
    if place.cluster is not None:
        return (
            f"{done}; {n_missing:,} to do, about {duration(seconds)} of CPU time, "
            f"on {place.cluster}"
        )
    longest = max(plan.seconds.values())
    wall = duration(max(longest, seconds / place.n_workers))
    return f"{done}; {n_missing:,} to do, about {wall} with {place.n_workers} at a time"


def _tell_failures(records: Sequence[Record]) -> None:
    for record in records[:MOST_FAILURES]:
        say(f"{record['dataset']} {record['system']} seed {record['seed']}: {record['error']}")
    if records:
        if len(records) == 1:
            say("1 run has failed and is recorded so; --retry-failed runs it again")
        else:
            many = f"{len(records)} runs have failed and are recorded so"
            say(f"{many}; --retry-failed runs them again")
