"""Independent pieces of work, in threads or wherever joblib is told to run them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import joblib

Result = TypeVar("Result")


def run_jobs(jobs: Iterable[Callable[[], Result]], n_jobs: int | None) -> list[Result]:
    """Call functions without arguments, several at once; return their results in order.

    What a job needs travels inside of it, as `functools.partial` packs it. Arrays among arguments
    would be handed to one worker of a Dask cluster to share, and be lost with it.
    """
    parallel = joblib.Parallel(n_jobs=n_jobs, prefer="threads")
    return list(parallel(joblib.delayed(job)() for job in jobs))
