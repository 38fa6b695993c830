"""Jobs under a limit of time: those that began are done, and somebody hears how far it is."""

import time
from functools import partial

import pytest

from beta4ucs.evolved_rules.jobs import Workers


def slowly(number):
    time.sleep(0.02)
    return number


@pytest.mark.parametrize("n_jobs", [None, 2])
def test_results_come_in_order(n_jobs):
    jobs = [partial(slowly, number) for number in range(5)]
    assert Workers(n_jobs).run(jobs, "jobs") == list(range(5))
    assert Workers(n_jobs, max_time=60.0).run(jobs, "jobs") == list(range(5))


@pytest.mark.parametrize("least", [1, 4])
def test_no_job_begins_after_the_time(least):
    jobs = [partial(slowly, number) for number in range(50)]
    results = Workers(1, max_time=0.05).run(jobs, "jobs", least=least)
    assert results == list(range(len(results)))
    assert least <= len(results) < 50


def test_somebody_hears_how_far_it_is(monkeypatch):
    monkeypatch.setattr("beta4ucs.evolved_rules.jobs.SECONDS_BETWEEN", 0.0)
    heard = []
    Workers(1, tell=heard.append).run([partial(slowly, number) for number in range(3)], "lists")
    assert heard == ["1 of 3 lists, about 1 s left", "2 of 3 lists, about 1 s left"]
