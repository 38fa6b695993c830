"""A short run of every campaign; the long one is `make campaign MINUTES=30`."""

import itertools

import pytest

from campaigns import __main__ as runner
from campaigns import environments, kills, model_files

KILLED = [("fit over", "SIGKILL", k) for k in range(6)] + [
    ("fit over", "SIGTERM", 2),
    ("stream", "SIGTERM", 0.9),
    ("compact", "SIGKILL", 0),
    ("predict", "SIGINT", 0),
]


def test_model_files():
    n_cases, failing = runner.run_part(model_files, seed=11, start=0, seconds=5.0, most=150)
    assert n_cases > 10
    assert failing == []


@pytest.mark.parametrize("case", KILLED, ids=str)
def test_kills(case):
    assert kills.check(case) is None


@pytest.mark.parametrize("name", ["a full disk for answers", "8 columns", "UTF-16 streams"])
def test_environments(name):
    assert environments.check(name) is None


def test_every_renaming_is_there_with_every_signal_and_seeds_repeat():
    n_fixed = len(kills.COMMANDS) * len(kills.SIGNALS) * kills.MOST_RENAMINGS
    first = list(itertools.islice(kills.cases(3), n_fixed + 20))
    assert len(set(first[:n_fixed])) == n_fixed
    assert first == list(itertools.islice(kills.cases(3), n_fixed + 20))
    assert len(environments.ENVIRONMENTS) >= 40


class Part:
    """Fails at multiples of three, and hangs at seven."""

    @staticmethod
    def cases(seed):
        return iter(range(1, 11))

    @staticmethod
    def check(case):
        if case == 7:
            while True:
                pass
        if case == 9:
            raise KeyError(case)
        return "three" if case % 3 == 0 else None


def test_the_runner_counts_and_keeps_the_shortest(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(runner, "SECONDS_PER_CASE", 0.2)
    monkeypatch.setattr(runner, "part_of", lambda name: Part if name == "kills" else None)
    records, page = tmp_path / "runs.csv", tmp_path / "page.md"
    told = ["--records", str(records), "--failures", str(tmp_path / "f"), "--page", str(page)]
    assert runner.main(["--parts", "tables,kills", "--most", "2", *told]) == 0
    assert runner.main(["--parts", "kills", *told]) == 1  # goes on from there
    out = capsys.readouterr().out
    assert "tables: not there" in out
    assert "kills: 8 cases from 2 on, 4 failing" in out
    assert (tmp_path / "f" / "kills-1-shortest").read_text() == "3\n"
    assert (
        "| processes killed, at random and at every renaming | 10 | 200 | 4 |" in page.read_text()
    )
