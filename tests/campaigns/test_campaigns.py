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
    found = list(runner.batches(model_files, seed=11, start=0, seconds=5.0, most=150))
    assert sum(n_cases for n_cases, _ in found) > 10
    assert [one for _, failing in found for one in failing] == []


@pytest.mark.parametrize("case", KILLED, ids=str)
def test_kills(case):
    assert kills.check(case) is None


@pytest.mark.parametrize("name", ["a full disk for answers", "8 columns", "UTF-16 streams"])
def test_environments(name):
    assert environments.check(name) is None


def test_every_renaming_is_there_with_every_signal_and_seeds_repeat():
    n_fixed = sum(kills.RENAMINGS.values()) * len(kills.SIGNALS)
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
    lines = records.read_text().splitlines()
    assert [line.split(",")[2:5] for line in lines[1:]] == [  # each is written when it is known
        ["0", "2", "0"], ["2", "1", "1"], ["3", "3", "1"], ["6", "1", "1"], ["7", "2", "1"],
        ["9", "1", "0"],
    ]  # fmt: skip
    assert (
        "| processes killed, at random and at every renaming | 10 | 260 | 4 |" in page.read_text()
    )


def test_a_killed_campaign_goes_on_and_ends_at_its_aim(tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "part_of", lambda name: Endless)
    monkeypatch.setattr(runner, "SECONDS_PER_RECORD", 0.0)
    monkeypatch.setitem(runner.AIMS, "tables", 9)
    records = tmp_path / "runs.csv"
    told = ["--parts", "tables", "--aims", "--records", str(records)]
    with pytest.raises(KeyboardInterrupt):
        runner.main(told)
    assert len(records.read_text().splitlines()) == 1 + 4
    Endless.dies_at = None
    assert runner.main(told) == 0
    assert [line.split(",")[2] for line in records.read_text().splitlines()[1:]] == list(
        "012345678"
    )
    assert runner.main(told) == 0
    assert len(records.read_text().splitlines()) == 1 + 9


class Endless:
    """Cases without end; one of them stops the program."""

    dies_at: int | None = 4
    cases = staticmethod(lambda seed: itertools.count())

    @classmethod
    def check(cls, case):
        if case == cls.dies_at:
            raise KeyboardInterrupt
