"""Every test of the command line works in its own folder, with fruit.csv in it."""

import math

import pytest

from beta4ucs import Beta4UCSClassifier, EvolvedRulesClassifier
from beta4ucs.cli import run
from command_line import QUICK, apples_and_lemons


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BETA4UCS_DATA", raising=False)
    monkeypatch.delenv("BETA4UCS_DEBUG", raising=False)
    apples_and_lemons().to_csv("fruit.csv", index=False)


@pytest.fixture(autouse=True, scope="session")
def compiled():
    """Kernels in the cache: what is said while they are compiled is no matter of these tests."""
    for plain_or_mixed in ([[0.0], [1.0]], [[0.0], [math.nan]]):
        Beta4UCSClassifier(n_epochs=1).fit(plain_or_mixed, [0, 1]).predict([[0.5]])
    rows = [[place / 40.0] for place in range(40)]
    EvolvedRulesClassifier(n_populations=1).fit(rows, [0] * 20 + [1] * 20).predict(rows)


@pytest.fixture(scope="session")
def trained(tmp_path_factory):
    """The folder of a run on fruit.csv."""
    folder = tmp_path_factory.mktemp("trained")
    apples_and_lemons().to_csv(folder / "fruit.csv", index=False)
    assert run(["fit", str(folder / "fruit.csv"), *QUICK, "--quiet", "--out", f"{folder}/m"]) == 0
    return folder / "m"


@pytest.fixture
def said(capsys):
    """Run a command; returns exit code, standard output and standard error."""

    def say(*arguments):
        capsys.readouterr()
        code = run([str(word) for word in arguments])
        return code, *capsys.readouterr()

    return say
