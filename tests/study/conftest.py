"""Every test of studies works in its own folder, with fruit.csv and own classifiers in it."""

import sys
from pathlib import Path

import pytest

from beta4ucs.study import Store, find_study
from beta4ucs.study.runner import make_plan, run_study
from command_line import apples_and_lemons

SYSTEMS = """
[systems.Beta]
class = "Beta4UCSClassifier"

[systems.Boxes]
class = "UCSClassifier"

[systems.Tree]
class = "sklearn.tree.DecisionTreeClassifier"
"""

OWN_MODELS = '''
import time

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.tree import DecisionTreeClassifier


class Majority(ClassifierMixin, BaseEstimator):
    """The most frequent class; keeps what it was given."""

    seen = []

    def fit(self, X, y):
        self.answer_ = np.bincount(y).argmax()
        Majority.seen.append((X, y))
        return self

    def predict(self, X):
        return np.full(len(X), self.answer_)


class Slow(Majority):
    def __init__(self, seconds=0.2, random_state=None):
        self.seconds, self.random_state = seconds, random_state

    def fit(self, X, y):
        time.sleep(self.seconds)
        return super().fit(X, y)


class Failing(Majority):
    def fit(self, X, y):
        raise RuntimeError("no\\n  luck")


class FailingOnce(Majority):
    is_first = True

    def fit(self, X, y):
        if FailingOnce.is_first:
            FailingOnce.is_first = False
            raise RuntimeError("not today")
        return super().fit(X, y)


class InColumns(DecisionTreeClassifier):
    """Answers in a column, as some libraries give them."""

    def predict(self, X):
        return super().predict(X)[:, None]


class WithoutParameters:
    def fit(self, X, y):
        return self

    def predict(self, X):
        return np.zeros(len(X))


a_number = 3
'''


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for variable in ("BETA4UCS_DATA", "BETA4UCS_DEBUG", "BETA4UCS_RESULTS"):
        monkeypatch.delenv(variable, raising=False)
    apples_and_lemons().to_csv("fruit.csv", index=False)
    Path("own_models.py").write_text(OWN_MODELS)
    monkeypatch.syspath_prepend(tmp_path)
    yield
    sys.modules.pop("own_models", None)


@pytest.fixture
def declared():
    """Write a file with one study; values of its keys are given as TOML."""

    def declare(more="", *, file="my.toml", name="mine", **keys):
        usual = {"datasets": '["fruit.csv"]', "systems": '["Beta"]', "epochs": "2", "seeds": "2"}
        lines = [f"{key} = {value}" for key, value in (usual | keys).items() if value is not None]
        Path(file).write_text("\n".join([more, SYSTEMS, f"[studies.{name}]", *lines, ""]))
        return file

    return declare


@pytest.fixture
def recorded():
    """Carry out a study in this process; returns its records in the order they were made."""

    def run(study, folder="results", **options):
        store = Store(folder)
        known = set(store.records())
        plan = make_plan(find_study(study), store, **options)
        run_study(plan, store)
        return [one for key, one in store.records().items() if key not in known]

    return run
