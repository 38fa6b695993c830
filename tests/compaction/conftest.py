"""Models to compact, and vote tables written by hand."""

import numpy as np
import pytest

from beta4ucs import Beta4UCSClassifier
from beta4ucs.compaction.vote_table import VoteTable


def first_best(votes):
    return votes.argmax(axis=1)


@pytest.fixture
def made_table():
    """Make vote tables of a few rules: degrees, labels and the truth; the rest has defaults."""

    def make(degrees, label, truth, unit=None, copies=None, is_crisp=None, n_classes=2):
        degrees = np.array(degrees, dtype=np.float32)
        n_rules = len(degrees)
        given = {
            "places": np.arange(n_rules),
            "degrees": degrees,
            "label": np.array(label),
            "unit": np.ones(n_rules) if unit is None else np.array(unit, dtype=float),
            "copies": np.ones(n_rules, dtype=int) if copies is None else np.array(copies),
            "is_crisp": np.zeros(n_rules, dtype=bool) if is_crisp is None else np.array(is_crisp),
            "truth": np.array(truth),
            "votes": np.zeros((len(truth), n_classes)),
            "decide": first_best,
        }
        empty = VoteTable(**given)
        return VoteTable(**{**given, "votes": empty.votes_of(np.arange(n_rules))})

    return make


def checkerboard(n_rows=400, seed=1):
    """Two features, four fields, two classes."""
    X = np.random.default_rng(seed).random((n_rows, 2))
    return X, ((X[:, 0] > 0.5) ^ (X[:, 1] > 0.5)).astype(int)


@pytest.fixture(scope="session")
def board():
    """A model of the checkerboard, its rows and its classes."""
    X, y = checkerboard()
    return Beta4UCSClassifier(n_epochs=60, random_state=1).fit(X, y), X, y
