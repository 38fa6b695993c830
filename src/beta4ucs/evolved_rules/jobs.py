"""Independent pieces of work, in threads or wherever joblib is told to run them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import joblib

Result = TypeVar("Result")
SECONDS_BETWEEN = 1.0  # two words about how far it is


class Workers:
    """Those who do the jobs: how many at once, for how long, and who hears of it.

    What a job needs travels inside of it, as `functools.partial` packs it. Arrays among arguments
    would be handed to one worker of a Dask cluster to share, and be lost with it.

    Parameters
    ----------
    n_jobs : int, optional
        Jobs at once. Results do not depend on it.
    max_time : float, optional
        Seconds from now. Later jobs are left out where it runs short, so results depend on it.
    tell : function, optional
        Hears what is being done.
    is_stopped : function, optional
        Whether no further job is to begin, as after Ctrl-C.
    """

    def __init__(
        self,
        n_jobs: int | None = None,
        max_time: float | None = None,
        tell: Callable[[str], None] | None = None,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self.n_jobs = n_jobs
        self.is_stopped = is_stopped
        self._began = time.perf_counter()
        self._max_time = math.inf if max_time is None else max_time
        self._tell = tell

    def tell(self, what: str) -> None:
        """Say what is being done."""
        if self._tell is not None:
            self._tell(what)

    def run(
        self,
        jobs: Sequence[Callable[[], Result]],
        what: str,
        *,
        until: float = 1.0,
        least: int = 1,
    ) -> list[Result]:
        """Call functions without arguments; return their results in order.

        Parameters
        ----------
        jobs : sequence of functions
        what : str
            Name of the jobs.
        until : float
            Share of the time after which no further job begins.
        least : int
            Jobs that are done in any case.
        """
        if self._tell is None and self._max_time == math.inf:
            return self._at_once(jobs, least)
        n_at_once = joblib.effective_n_jobs(self.n_jobs)
        results: list[Result] = []
        began = told = time.perf_counter()
        end = self._began + until * self._max_time
        while len(results) < len(jobs):
            is_over = time.perf_counter() >= end or self.is_stopped()
            if is_over and len(results) >= least:
                break
            results += self._at_once(jobs[len(results) : len(results) + n_at_once], n_at_once)
            now = time.perf_counter()
            if now - told >= SECONDS_BETWEEN and len(results) < len(jobs):
                needed = (now - began) * (len(jobs) - len(results)) / len(results)
                left = math.ceil(max(0.0, min(end - now, needed)))
                self.tell(f"{len(results)} of {len(jobs)} {what}, about {left} s left")
                told = now
        return results

    def _at_once(self, jobs: Sequence[Callable[[], Result]], least: int) -> list[Result]:
        parallel = joblib.Parallel(n_jobs=self.n_jobs, prefer="threads")
        return list(parallel(self._until_stopped(jobs, least)))

    def _until_stopped(self, jobs: Sequence[Callable[[], Any]], least: int) -> Iterator[Any]:
        """Hand out jobs, as joblib asks for them one by one."""
        for number, job in enumerate(jobs):
            if number >= least and self.is_stopped():
                return
            yield joblib.delayed(job)()
