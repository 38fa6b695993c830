"""The command `study run`: carry out what has no record yet."""

import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from beta4ucs.cli import options
from beta4ucs.cli.messages import INTERRUPTED, names_data_dir, say
from beta4ucs.cli.option_groups import OptionGroup, option
from beta4ucs.cli.option_values import jobs_from
from beta4ucs.cli.study import options as study_options
from beta4ucs.cli.study.options import StudyPart, results_folder
from beta4ucs.cli.study.progress import duration, study_display

if TYPE_CHECKING:
    from beta4ucs.study import Store
    from beta4ucs.study.records import Record
    from beta4ucs.study.runner import Plan

SOME_FAILED = 1
MOST_FAILURES = 5  # told one by one


@dataclass(frozen=True)
class Workplace(OptionGroup):
    """Who works, and where records and data are."""

    jobs: int = option(
        -1, "Runs at a time on this machine; -1 for one per core.", "<int>", read=jobs_from
    )
    cluster: str | None = options.cluster()
    results: Path = study_options.results()
    data_dir: Path | None = options.data_dir()

    @property
    def n_workers(self) -> int:
        """How many runs go on at a time; on a cluster, that is for Dask to say."""
        import joblib

        return max(1, int(joblib.effective_n_jobs(self.jobs)))


def run(
    *,
    study: str = study_options.study(),
    part: StudyPart,
    place: Workplace,
    dry_run: bool = option(False, "Only show what there is to do, and how long it will take."),
    retry_failed: bool = option(False, "Repeat runs that failed."),
    quiet: bool = options.quiet(),
) -> int:
    """Run what has no record yet in a study.

    Each run is recorded as soon as it ends. Whatever stops the command, running it again resumes
    it: nothing that is finished is lost or repeated.
    """
    from beta4ucs.study import Store
    from beta4ucs.study.runner import make_plan

    wanted, store = part.of_study(study), Store(place.results)
    with names_data_dir():
        plan = make_plan(wanted, store, place.data_dir, retry_failed=retry_failed)
    if not quiet or dry_run:
        print(_announcement(plan, place))
    if dry_run:
        return 0
    start = time.monotonic()
    done, is_interrupted = _carry_out(plan, store, place, quiet=quiet)
    if is_interrupted:
        more = "1 more run is" if len(done) == 1 else f"{len(done):,} more runs are"
        say(f"interrupted; {more} recorded; the same command resumes")
        return INTERRUPTED
    if not quiet and done:
        spent = duration(time.monotonic() - start)
        print(f"{len(done):,} runs in {spent}; records in {place.results}")
        print(f"Next: beta4ucs study table {shlex.quote(study)}{_where(place.results)}")
    failures = [record for record in done if record["error"] is not None]
    _tell_failures([*plan.failed, *failures])
    return SOME_FAILED if failures else 0


def _where(folder: Path) -> str:
    """The option that names the folder of the records, if it has to be named."""
    return "" if folder == results_folder() else f" --results {shlex.quote(str(folder))}"


def _carry_out(
    plan: "Plan", store: "Store", place: Workplace, *, quiet: bool
) -> "tuple[list[Record], bool]":
    """Run what is missing; returns the new records, and whether Ctrl-C came before the end."""
    from beta4ucs.study.runner import run_study

    done: list[Record] = []
    with study_display(plan, place.n_workers, quiet=quiet) as show:

        def tell(record: "Record") -> None:
            done.append(record)
            show(record)

        try:
            run_study(plan, store, n_jobs=place.jobs, cluster=place.cluster, tell=tell)
        except KeyboardInterrupt:
            return done, True
    return done, False


def _announcement(plan: "Plan", place: Workplace) -> str:
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


def _tell_failures(records: "Sequence[Record]") -> None:
    for record in records[:MOST_FAILURES]:
        say(f"{record['dataset']} {record['system']} seed {record['seed']}: {record['error']}")
    if records:
        if len(records) == 1:
            say("1 run failed, which is recorded; --retry-failed runs it again")
        else:
            many = f"{len(records)} runs failed, which is recorded"
            say(f"{many}; --retry-failed runs them again")
