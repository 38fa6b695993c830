"""A small table with expert knowledge in it, and models of all kinds."""

import numpy as np
import pandas as pd
import pytest

from beta4ucs import Beta4UCSClassifier, EvolvedRulesClassifier, UCSClassifier


@pytest.fixture(scope="session")
def patients():
    """Age and smoking raise the risk; dose is missing here and there."""
    rng = np.random.default_rng(3)
    n = 160
    frame = pd.DataFrame(
        {
            "age": rng.integers(20, 90, n),
            "smoker": rng.choice(["yes", "no"], n),
            "dose": np.where(rng.random(n) < 0.2, np.nan, rng.integers(1, 9, n)),
        }
    )
    chance = 1 / (1 + np.exp(-(frame["age"] - 60) / 8 - 2 * (frame["smoker"] == "yes")))
    return frame, np.where(rng.random(n) < chance, "high", "low")


def learn(kind, patients):
    X, y = patients
    told = {"n_epochs": 3, "max_rules": 80, "random_state": 1}
    if kind is EvolvedRulesClassifier:
        told = {"n_populations": 1, "size": 12, "random_state": 1}
    return kind(**told).fit(X[:120], y[:120])


@pytest.fixture(scope="session")
def evolved(patients):
    return learn(EvolvedRulesClassifier, patients)


@pytest.fixture(scope="session", params=[EvolvedRulesClassifier, Beta4UCSClassifier, UCSClassifier])
def model(request, patients):
    return learn(request.param, patients)
