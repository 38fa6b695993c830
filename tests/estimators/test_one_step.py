"""Whoever asks an estimator that is being fitted gets the answers of its last model."""

import threading

import numpy as np
import pytest

from beta4ucs import Beta4UCSClassifier, EvolvedRulesClassifier

X = np.random.default_rng(1).random((60, 2))
FIRST = np.where(X[:, 0] > 0.5, "high", "low")
SECOND = np.where(X[:, 1] > 0.3, "one", "other")


@pytest.fixture(
    scope="module",
    params=[Beta4UCSClassifier(n_epochs=2), EvolvedRulesClassifier(n_populations=1)],
    ids=["beta4", "evolved"],
)
def model(request):
    return request.param.set_params(random_state=1).fit(X, FIRST)


def test_the_last_model_answers_until_the_next_is_learned(model, monkeypatch):
    before = model.predict(X).tolist()
    seen = []
    take = type(model)._take

    def look(self, *args):
        thread = threading.Thread(target=lambda: seen.append(model.predict(X).tolist()))
        thread.start()
        thread.join()
        take(self, *args)

    monkeypatch.setattr(type(model), "_take", look)
    wider = np.column_stack([X, X])  # also if columns and classes are others
    model.fit(wider, SECOND)
    assert seen == [before]
    assert set(model.predict(wider)) <= {"one", "other"}
    model.fit(X, FIRST)


def test_an_answer_is_of_one_model(model, monkeypatch):
    """Even if the next one comes while the rows are read."""
    other = type(model)(**model.get_params()).fit(np.column_stack([X, X]), SECOND)
    votes = type(model).votes

    def swapped(self, rows):
        found = votes(self, rows)
        model.__dict__ = other.__dict__
        return found

    own = model.__dict__
    monkeypatch.setattr(type(model), "votes", swapped)
    assert set(model.predict(X)) <= {"high", "low"}
    model.__dict__ = own
