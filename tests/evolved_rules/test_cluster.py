"""Populations on a real Dask cluster: the same model, also if a worker dies."""

import os
import signal
import threading
import time

import joblib
import numpy as np
import pytest
from sklearn.datasets import make_classification

from beta4ucs import EvolvedRulesClassifier
from beta4ucs.cli import run
from beta4ucs.data import load

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def cluster():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        yield cluster


def table():
    return make_classification(1500, 8, n_informative=5, random_state=3)


def fitted(X, y):
    return EvolvedRulesClassifier(n_populations=6, random_state=5, n_jobs=-1).fit(X, y)


def kill_one_worker(cluster, seconds, is_dead):
    time.sleep(seconds)
    nanny = next(iter(cluster.workers.values()))
    os.kill(nanny.pid, signal.SIGKILL)
    is_dead.set()


@pytest.mark.slow
def test_a_cluster_gives_the_same_model_also_if_a_worker_dies(cluster):
    X, y = table()
    alone = EvolvedRulesClassifier(n_populations=6, random_state=5).fit(X, y).predict_proba(X)
    with distributed.Client(cluster), joblib.parallel_config("dask"):
        together = fitted(X, y).predict_proba(X)
        is_dead = threading.Event()
        killer = threading.Thread(target=kill_one_worker, args=(cluster, 0.5, is_dead))
        killer.start()
        bereft = fitted(X, y).predict_proba(X)
        assert is_dead.is_set()  # before learning ended
        killer.join()
    np.testing.assert_array_equal(together, alone)
    np.testing.assert_array_equal(bereft, alone)


@pytest.mark.slow
def test_the_command_line_uses_a_cluster(cluster, tmp_path, capsys):
    path = tmp_path / "wine.parquet"
    wine = load("wine")
    wine.to_frame().assign(kind=wine.labels()).to_parquet(path)
    for name, more in (("here", []), ("there", ["--cluster", cluster.scheduler_address])):
        told = ["fit", str(path), "--passes", "--seed", "1", "--populations", "2", "-q", *more]
        assert run([*told, "--out", str(tmp_path / name)]) == 0, capsys.readouterr().err
    here, there = (tmp_path / name / "rules.csv" for name in ("here", "there"))
    assert here.read_bytes() == there.read_bytes()


@pytest.mark.parametrize("flag", ["--cluster", "--scheduler"])
def test_only_populations_are_spread_over_a_cluster(capsys, flag):
    assert run(["fit", "wine", "--system", "ucs", flag, "tcp://localhost:1"]) == 2
    assert "--cluster goes with --system evolved-rules" in capsys.readouterr().err
