"""Carrying out what is missing, however often it is interrupted."""

import json
import os
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import pytest

from beta4ucs.errors import InputError
from beta4ucs.study import Store, find_study
from beta4ucs.study.runner import make_plan, run_study
from beta4ucs.study.selection import select
from beta4ucs.study.store import export
from command_line import PROGRAM, assert_one_sentence

MODEL = '[systems.{}]\nclass = "own_models.{}"\n'
SLOW = MODEL.format("Slow", "Slow")
RESULTS = Path("results/runs.jsonl")


def n_lines():
    """How many runs are recorded; a piece of a line counts for nothing."""
    return RESULTS.read_bytes().count(b"\n") if RESULTS.exists() else 0


def exported(file, folder):
    """The bytes of an export without times."""
    path = Path(f"{folder}.csv")
    selection = select(find_study(file), Store(folder).records().values())
    assert selection.n_missing == 0
    export([*selection.records, *selection.failed], path, with_times=False)
    return path.read_bytes()


# ------------------------------------------------------------------ plans


def test_a_plan_counts_what_there_is_to_do(declared, recorded):
    file = declared(systems='["Tree", "Boxes"]', datasets='["fruit.csv", "wne"]', seeds="2")
    store = Store("results")
    plan = make_plan(find_study(file), store)
    assert len(plan.runs) == len(plan.missing) == 8
    assert set(plan.seconds) == {run.key for run in plan.missing}
    assert all(seconds > 0 for seconds in plan.seconds.values())
    assert not Path("results").exists()
    recorded(declared(systems='["Tree"]', datasets='["fruit.csv", "wne"]', seeds="1"))
    assert len(make_plan(find_study(declared(systems='["Tree", "Boxes"]')), store).missing) == 3


def test_the_longest_run_is_the_first(declared):
    keys = {"systems": '["Boxes", "Beta"]', "datasets": '["fruit.csv", "mux", "wne"]'}
    plan = make_plan(find_study(declared(**keys, seeds="1", epochs="50")), Store("results"))
    seconds = [plan.seconds[run.key] for run in plan.missing]
    assert seconds == sorted(seconds, reverse=True)
    assert [run.dataset for run in plan.missing] == ["mux", "mux", "wne", "wne", "fruit", "fruit"]


def test_estimates_learn_from_records(declared):
    file = declared(systems='["Tree"]', seeds="2")
    store = Store("results")
    plan = make_plan(find_study(file), store)
    run_study(plan, store)
    for record in store.records().values():
        store.append(record | {"cpu_seconds": 100.0})
    more = find_study(declared(systems='["Tree"]', seeds="3"))
    assert list(make_plan(more, store).seconds.values()) == pytest.approx([100.0])
    other = find_study(declared(systems='["Tree"]', seeds="1", datasets='["wne"]'))
    (seconds,) = make_plan(other, store).seconds.values()
    assert seconds == pytest.approx(100 * 178 / 60)


def test_two_names_for_one_system_are_one_run(declared):
    more = '[systems.Baum]\nclass = "sklearn.tree.DecisionTreeClassifier"'
    plan = make_plan(find_study(declared(more, systems='["Tree", "Baum"]')), Store("results"))
    assert len(plan.missing) == 2


def test_everything_is_checked_before_anything_runs(declared, recorded):
    Path("bad.csv").write_text("x,kind\n1,a\n2,a\n")
    with pytest.raises(InputError, match="single class"):
        recorded(declared(datasets='["fruit.csv", "bad.csv"]'))
    more = '[systems.Odd]\nclass = "sklearn.svm.SVC"\nparameters = { kernle = "rbf" }'
    with pytest.raises(InputError, match="kernle"):
        recorded(declared(more, systems='["Tree", "Odd"]'))
    assert not RESULTS.exists()


# ------------------------------------------------------------------ records


def test_nothing_is_run_twice(declared, recorded):
    file = declared(systems='["Tree", "Beta"]')
    assert len(recorded(file)) == 4
    before = RESULTS.read_bytes()
    assert recorded(file) == []
    assert RESULTS.read_bytes() == before


def test_more_seeds_systems_and_data_only_add(declared, recorded):
    recorded(declared(systems='["Tree"]'))
    assert len(recorded(declared(systems='["Tree"]', seeds="3"))) == 1
    assert len(recorded(declared(systems='["Tree", "Boxes"]', seeds="3"))) == 3
    assert len(recorded(declared(systems='["Tree"]', seeds="3", datasets='["wne"]'))) == 3


def test_changed_data_make_new_runs(declared, recorded):
    file = declared(systems='["Tree"]')
    first = recorded(file)
    text = Path("fruit.csv").read_text()
    Path("fruit.csv").write_text(text.replace("\n", "\r\n"))  # another file, the same data
    assert recorded(file) == []
    Path("fruit.csv").write_text(text.replace("apple", "lemon", 1))
    second = recorded(file)
    assert len(second) == 2
    assert len(Store("results").records()) == 4  # what was recorded stays
    assert {one["data_sha256"] for one in first}.isdisjoint(
        one["data_sha256"] for one in second
    )  # fmt: skip


def test_failures_do_not_stop_the_rest_and_are_not_repeated(declared, recorded):
    file = declared(MODEL.format("Bad", "Failing"), systems='["Bad", "Tree"]')
    errors = [record["error"] for record in recorded(file)]
    assert sorted(errors, key=str) == [None, None, *["RuntimeError: no luck"] * 2]
    assert recorded(file) == []
    plan = make_plan(find_study(file), Store("results"))
    assert [one["error"] for one in plan.failed] == ["RuntimeError: no luck"] * 2
    again = make_plan(find_study(file), Store("results"), retry_failed=True)
    assert [run.system.name for run in again.missing] == ["Bad", "Bad"]
    assert run_study(again, Store("results")) == 2
    assert n_lines() == 6


def test_a_failure_that_is_mended_is_forgotten(declared, recorded):
    assert import_module("own_models").FailingOnce.is_first
    file = declared(MODEL.format("Moody", "FailingOnce"), systems='["Moody"]', seeds="1")
    assert recorded(file)[0]["error"] == "RuntimeError: not today"
    recorded(file, retry_failed=True)
    plan = make_plan(find_study(file), Store("results"), retry_failed=True)
    assert plan.missing == plan.failed == ()
    assert next(iter(Store("results").records().values()))["error"] is None


# ------------------------------------------------------------------ interruptions


def start(file, *options):
    """Start a command in a process group of its own."""
    return subprocess.Popen(
        [*PROGRAM, "study", "run", file, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # a shell that starts the tests in the background would have it ignored
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def wait_for_records(process, n):
    end = time.monotonic() + 90
    while n_lines() < n:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture
def long_study(declared):
    """Eight slow runs from elsewhere, eight quick ones with rules."""
    more = SLOW + "parameters = { seconds = 0.25 }"
    return declared(more, systems='["Slow", "Boxes"]', seeds="8")


def test_killed_and_resumed_it_yields_the_same_bytes(long_study):
    process = start(long_study, "--jobs", "2")
    wait_for_records(process, 3)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=60)
    finished = [json.loads(line)["key"] for line in RESULTS.read_text().splitlines()]
    assert 3 <= len(finished) < 16
    with RESULTS.open("a") as file:
        file.write('{"key": "cut off in the mid')

    store = Store("results")
    plan = make_plan(find_study(long_study), store)
    assert {run.key for run in plan.missing} == {run.key for run in plan.runs} - set(finished)
    run_study(plan, store)
    keys = [json.loads(line)["key"] for line in RESULTS.read_text().splitlines() if '"}' in line]
    assert len(keys) == len(set(keys)) == 16
    assert keys[: len(finished)] == finished

    undisturbed = Store("undisturbed")
    run_study(make_plan(find_study(long_study), undisturbed), undisturbed)
    assert exported(long_study, "results") == exported(long_study, "undisturbed")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_finished(long_study, jobs):
    process = start(long_study, "--jobs", jobs)
    wait_for_records(process, 2)
    os.killpg(process.pid, signal.SIGINT)
    pressed = time.monotonic()
    _, error = process.communicate(timeout=60)
    assert time.monotonic() - pressed < 15
    assert process.returncode == 130
    ours = [line for line in error.splitlines(keepends=True) if " done, " not in line]
    assert_one_sentence("".join(ours))
    assert "interrupted; " in ours[0]
    assert "the same command resumes" in ours[0]
    records = Store("results").records()
    assert len(records) == n_lines() >= 2
    assert {record["error"] for record in records.values()} == {None}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_in_a_rule_learner_leaves_no_half_run(declared, jobs):
    file = declared(datasets='["mux"]', epochs="20_000")
    process = start(file, "--jobs", jobs)
    assert process.stdout.readline().startswith("2 runs")
    time.sleep(4)
    os.killpg(process.pid, signal.SIGINT)
    _, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert_one_sentence(error)
    assert n_lines() == 0


def test_a_worker_that_is_killed_is_told_and_costs_nothing_that_is_finished(declared):
    Path("deadly.py").write_text(
        "import os\nfrom own_models import Majority\n\n\nclass Deadly(Majority):\n"
        "    def fit(self, X, y):\n        os._exit(9)\n"
    )
    more = '[systems.Deadly]\nclass = "deadly.Deadly"'
    file = declared(more, systems='["Tree", "Deadly"]', seeds="2")
    store = Store("results")
    with pytest.raises(InputError, match="a worker process was killed") as caught:
        run_study(make_plan(find_study(file), store), store, n_jobs=2)
    assert "the same command resumes from there" in str(caught.value)
    assert {record["error"] for record in store.records().values()} <= {None}


PARENT = """
import os, subprocess, sys, time
code = (
    "import time; from beta4ucs.study.runner import _become_worker; "
    f"_become_worker({os.getpid()}); print('at work', flush=True); time.sleep(600)"
)
worker = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
worker.stdout.readline()
print(worker.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_workers_end_when_their_parent_is_killed():
    """It could not tell them: without a look at who is there, they would go on for hours."""
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE)
    worker = int(parent.stdout.readline())
    os.kill(worker, signal.SIGINT)  # Ctrl-C goes to all, and is the parent's business
    time.sleep(0.2)
    assert is_alive(worker)
    parent.kill()
    parent.wait()
    end = time.monotonic() + 60.0
    while is_alive(worker) and time.monotonic() < end:
        time.sleep(0.1)
    assert not is_alive(worker)


def is_alive(process):
    """Whether a process runs; one that has ended and was not waited for does not."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0]
    except FileNotFoundError:
        return False
    return state not in "ZX"
