"""The same study on a Dask cluster: two worker processes, one of which may die."""

import json
import os
import signal
import time
from pathlib import Path

import pytest

from beta4ucs.cli import run
from beta4ucs.errors import InputError
from beta4ucs.study import Store, find_study, runner
from beta4ucs.study.runner import cluster_client, make_plan, run_study
from beta4ucs.study.selection import select
from beta4ucs.study.store import export

distributed = pytest.importorskip("distributed")

MODELS = """
import time

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin


class Slow(ClassifierMixin, BaseEstimator):
    def __init__(self, random_state=None):
        self.random_state = random_state

    def fit(self, X, y):
        time.sleep(0.3)
        self.answer_ = self.random_state % (1 + y.max())
        return self

    def predict(self, X):
        return np.full(len(X), self.answer_)


class Failing(Slow):
    def fit(self, X, y):
        raise RuntimeError("no luck")
"""
MORE = '[systems.Slow]\nclass = "cluster_models.Slow"\n'
MORE += '[systems.Bad]\nclass = "cluster_models.Failing"'


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cluster")
    (folder / "cluster_models.py").write_text(MODELS)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)  # workers know it too
        with distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            local_directory=str(folder),
        ) as workers:
            yield workers


def exported(file, folder):
    """The bytes of an export without times."""
    selection = select(find_study(file), Store(folder).records().values())
    assert selection.n_missing == 0
    export([*selection.records, *selection.failed], Path(f"{folder}.csv"), with_times=False)
    return Path(f"{folder}.csv").read_bytes()


def run_into(folder, file, **options):
    store = Store(folder)
    return run_study(make_plan(find_study(file), store), store, **options)


def test_a_cluster_yields_the_same_bytes_and_records_failures(cluster, declared):
    file = declared(
        MORE, systems='["Boxes", "Tree", "Bad"]', datasets='["fruit.csv", "wne"]', seeds="2"
    )
    assert run_into("there", file, cluster=cluster.scheduler_address) == 4
    assert run_into("here", file) == 4
    assert exported(file, "there") == exported(file, "here")
    assert b"RuntimeError: no luck" in Path("there.csv").read_bytes()


def test_a_worker_that_dies_costs_time_but_no_results(cluster, declared):
    file = declared(MORE, systems='["Slow"]', seeds="10")
    killed = []

    def kill(record):
        if not killed:
            killed.append(next(iter(cluster.workers.values())).pid)
            os.kill(killed[0], signal.SIGKILL)

    assert run_into("there", file, cluster=cluster.scheduler_address, tell=kill) == 0
    assert killed
    lines = Path("there/runs.jsonl").read_text().splitlines()
    assert len({json.loads(line)["key"] for line in lines}) == len(lines) == 10
    run_into("here", file)
    assert exported(file, "there") == exported(file, "here")


def test_the_command_takes_a_scheduler_file_and_goes_on(cluster, declared, capsys):
    identity = cluster.scheduler.identity()
    Path("scheduler.json").write_text(json.dumps(identity, default=str))
    file = declared(systems='["Tree"]', seeds="2")
    command = ["study", "run", file, "--cluster", "scheduler.json"]
    assert run([*command, "--seeds", "1"]) == 0
    assert run(command) == 0
    out, error = capsys.readouterr()
    assert "2 runs, 1 of them recorded; 1 to do" in out
    assert "on scheduler.json" in out
    assert "1 of 1 done" in error
    assert len(Store("results").records()) == 2


def complaint(address):
    start = time.monotonic()
    with pytest.raises(InputError) as caught, cluster_client(address):
        pass
    assert time.monotonic() - start < runner.SECONDS_TO_CONNECT + 15
    return str(caught.value)


@pytest.fixture
def impatience(monkeypatch):
    """Users wait ten seconds at most; a test has less time."""
    assert runner.SECONDS_TO_CONNECT <= 10
    monkeypatch.setattr(runner, "SECONDS_TO_CONNECT", 1)


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:1", "nonsense", "none.json", "http://127.0.0.1:1", "fruit.csv"]
)
@pytest.mark.usefixtures("impatience")
def test_a_wrong_address_is_told_soon(address):
    said = complaint(address)
    assert said.startswith(f"there is no Dask scheduler at '{address}'")
    assert "name one as in tcp://host:8786, or its scheduler file" in said
    assert "\n" not in said


@pytest.mark.parametrize("content", ["", "no json", "{}", "[1]", '{"address": 3}'])
def test_files_that_name_no_scheduler(content):
    Path("scheduler.json").write_text(content)
    assert "there is no Dask scheduler at 'scheduler.json'" in complaint("scheduler.json")


@pytest.mark.usefixtures("impatience")
def test_a_stale_scheduler_file_is_told_soon():
    Path("scheduler.json").write_text('{"address": "tcp://127.0.0.1:1", "type": "Scheduler"}')
    assert "there is no Dask scheduler at 'scheduler.json'" in complaint("scheduler.json")
