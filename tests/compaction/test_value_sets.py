"""Compaction of rules that list values, on a table with gaps."""

import numpy as np
import pytest

import beta4ucs
from beta4ucs import Beta4UCSClassifier, UCSClassifier
from beta4ucs.compaction import METHODS, vote_table
from beta4ucs.compaction.smallest import STEPS, candidates
from mixed_table import mixed_table

X, Y = mixed_table(400)
MODELS = {
    "learn": Beta4UCSClassifier(missing="learn"),
    "never": UCSClassifier(missing="never"),
    "matches": Beta4UCSClassifier(missing="matches"),
}


@pytest.fixture(scope="module", params=MODELS)
def model(request):
    return MODELS[request.param].set_params(n_epochs=15, random_state=2).fit(X, Y)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_keeps_the_sets_of_its_rules(model, method):
    small = model.compact(X, Y, method=method)
    places = small.compaction_.places
    assert 0 < small.n_rules_ < model.n_rules_
    np.testing.assert_array_equal(small.population_.sets, model.population_.sets[places])
    np.testing.assert_array_equal(small.population_.genes, model.population_.genes[places])
    assert [rule.text for rule in small.rules_] == [model.rules_[int(at)].text for at in places]
    if method in ("smallest", "ordered"):
        assert small.score(X, Y) > model.score(X, Y) - 0.04


def test_rules_that_are_merged_match_the_same_rows(model):
    rows = model._inputs(X), np.searchsorted(model.classes_, Y)
    table = vote_table.tabulate_votes(model.rules_, *rows, model._decide)
    np.testing.assert_allclose(
        table.degrees, model.matching_degrees(X)[:, table.places].T, rtol=1e-6
    )
    steps = np.rint(table.degrees * STEPS)
    kept = candidates(table)
    patterns = {(int(table.label[rule]), steps[rule].tobytes()) for rule in range(table.n_rules)}
    chosen = {(int(table.label[rule]), steps[rule].tobytes()) for rule in kept.tolist()}
    assert len(chosen) == len(kept)
    assert chosen <= patterns


def test_a_compacted_model_survives_its_file(model, tmp_path):
    small = model.compact(X, Y, n_rules=6)
    small.save(tmp_path / "small.json")
    again = beta4ucs.load(tmp_path / "small.json")
    np.testing.assert_array_equal(again.votes(X), small.votes(X))
