"""Small models of every representation and every estimator, learned from incomplete rows."""

import numpy as np
import pandas as pd
import pytest

from beta4ucs import Beta4UCSClassifier, FuzzyUCSClassifier, UCSClassifier
from beta4ucs.representations import contract

NAMES = ["mass", "width", "age", "<img src=x onerror=alert(1)>"]
CRISP = [name for name in contract.names() if getattr(contract.kind_of(name), "matches_crisply", 0)]
KINDS = (
    ("beta4-ucs", "beta4"),
    *(("fuzzy-ucs", name) for name in contract.names()),
    *(("ucs", name) for name in CRISP),
)


def fruit(n_rows=150, seed=0):
    """Rows in units of their own, an eighth of the values missing, and classes of three kinds."""
    rng = np.random.default_rng(seed)
    units = rng.random((n_rows, 4))
    label = np.digitize(units[:, 0] + 0.2 * units[:, 1], [0.45, 0.75])
    X = pd.DataFrame(units * [120, 5, 30, 1] + [80, 3, 0, -2], columns=NAMES)
    X["age"] = X["age"].round()
    return X.mask(rng.random(X.shape) < 0.125), np.array(["apple", "<b>pear", "quince"])[label]


def learned(system, representation, **params):
    X, y = fruit()
    params = {"n_epochs": 20, "max_rules": 300, "random_state": 4, **params}
    if system == "beta4-ucs":
        model = Beta4UCSClassifier(voting_threshold=3, **params)
    elif system == "fuzzy-ucs":
        model = FuzzyUCSClassifier(representation=representation, voting_threshold=3, **params)
    else:
        model = UCSClassifier(representation=representation, **params)
    return model.fit(X, y)


@pytest.fixture(scope="session")
def models():
    """Each model is learned when it is first asked for."""
    known = {}

    def model_of(kind):
        if kind not in known:
            known[kind] = learned(*kind)
        return known[kind]

    return model_of


@pytest.fixture(params=KINDS, ids="/".join)
def kind(request):
    return request.param


@pytest.fixture
def model(models, kind):
    return models(kind)


@pytest.fixture
def beta4(models):
    return models(KINDS[0])
