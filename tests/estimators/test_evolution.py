"""How rules evolve, as one object: scikit-learn's tools, checks, files."""

import json
import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV

import beta4ucs
from beta4ucs import Beta4UCSClassifier, Evolution, FuzzyUCSClassifier, InputError, UCSClassifier
from beta4ucs.estimators.evolution import flat_parameters, nested_parameters
from beta4ucs.hyperparameters import EVOLUTION

ESTIMATORS = (Beta4UCSClassifier, UCSClassifier, FuzzyUCSClassifier)


def rows(n=60):
    X = np.random.default_rng(0).random((n, 2))
    return X, (X[:, 0] > X[:, 1]).astype(int)


@pytest.mark.parametrize("kind", ESTIMATORS)
def test_none_and_the_defaults_are_the_same(kind):
    X, y = rows()
    plain = kind(n_epochs=3, random_state=1).fit(X, y)
    told = kind(n_epochs=3, random_state=1, evolution=Evolution()).fit(X, y)
    np.testing.assert_array_equal(plain.votes(X), told.votes(X))


@pytest.mark.parametrize("name", EVOLUTION)
def test_every_field_is_checked_by_the_table(name):
    model = Beta4UCSClassifier(evolution=Evolution(**{name: "nonsense"}))
    with pytest.raises(InputError, match=f"^{name} must be .*, got 'nonsense'$"):
        model.fit(*rows())


@pytest.mark.parametrize("wrong", [{"tournament": "sample"}, "sample", Evolution])
def test_anything_else_is_refused_in_one_sentence(wrong):
    with pytest.raises(InputError, match=r"^evolution must be a beta4ucs\.Evolution or None, got "):
        Beta4UCSClassifier(evolution=wrong).fit(*rows())


def test_nested_names():
    model = Beta4UCSClassifier(evolution=Evolution(tournament="sample"))
    assert model.get_params()["evolution__tournament"] == "sample"
    model.set_params(evolution__crossover_rate=0.5)
    assert model.evolution == Evolution(tournament="sample", crossover_rate=0.5)
    with pytest.raises(ValueError, match="'crossover_rat'"):
        model.set_params(evolution__crossover_rat=0.5)


def test_nested_names_where_nothing_was_told_before():
    model, other = Beta4UCSClassifier(), Beta4UCSClassifier()
    assert model.set_params(evolution__shuffle="every_epoch") is model
    assert model.evolution == Evolution(shuffle="every_epoch")
    assert other.evolution is None
    model.set_params(evolution=None, evolution__keep_deleted=False)
    assert model.evolution == Evolution(keep_deleted=False)


def test_a_clone_has_its_own():
    model = Beta4UCSClassifier(evolution=Evolution(ga_threshold=5))
    copied = clone(model)
    assert copied.evolution == model.evolution
    assert copied.evolution is not model.evolution
    assert pickle.loads(pickle.dumps(copied)).evolution == model.evolution


def test_equality_and_repr():
    assert Evolution() == Evolution(ga_threshold=50.0)
    assert Evolution() != Evolution(ga_threshold=51)
    model = Beta4UCSClassifier(evolution=Evolution(tournament="sample"))
    assert repr(model) == "Beta4UCSClassifier(evolution=Evolution(tournament='sample'))"


@pytest.mark.parametrize(
    "grid",
    [
        {"evolution__tournament": ["copies", "sample"]},
        {"evolution": [None, Evolution(tournament="sample")]},
    ],
    ids=["nested", "whole"],
)
def test_a_grid_search(grid):
    X, y = rows()
    search = GridSearchCV(Beta4UCSClassifier(n_epochs=2, random_state=0), grid, cv=2).fit(X, y)
    assert len(search.cv_results_["params"]) == 2
    assert search.best_estimator_.score(X, y) > 0.5


def test_flat_and_nested_are_each_others_inverse():
    told = {"n_epochs": 5, "evolution": Evolution(tournament="sample", fitness_power=10)}
    flat = flat_parameters(told)
    assert set(flat) == {"n_epochs", *EVOLUTION}
    assert nested_parameters(flat) == told
    assert nested_parameters(flat_parameters({"evolution": None})) == {"evolution": None}
    assert nested_parameters({"n_epochs": 5}) == flat_parameters({"n_epochs": 5}) == {"n_epochs": 5}


def test_files_have_plain_names(tmp_path):
    X, y = rows()
    evolution = Evolution(tournament="sample", ga_threshold=20.0)
    model = Beta4UCSClassifier(n_epochs=2, random_state=1, evolution=evolution).fit(X, y)
    model.save(tmp_path / "model.json")
    written = json.loads((tmp_path / "model.json").read_text(encoding="utf-8"))["parameters"]
    assert written["tournament"] == "sample"
    assert set(EVOLUTION) < set(written)
    assert "evolution" not in written
    assert beta4ucs.load(tmp_path / "model.json").evolution == evolution
