"""A probability from which a class is the answer: set, chosen, kept, and obeyed everywhere."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import make_classification
from sklearn.metrics import recall_score

import beta4ucs
from beta4ucs import Beta4UCSClassifier, EvolvedRulesClassifier, InputError
from beta4ucs.measures import measure_model, threshold_for_cost, threshold_for_recall


@pytest.fixture(scope="module")
def rows():
    X, y = make_classification(300, 4, weights=[0.8], flip_y=0.15, random_state=3)
    return X, np.where(y == 1, "ill", "well")


@pytest.fixture(scope="module", params=["learned votes", "own votes"])
def model(request, rows):
    kinds = {
        "learned votes": EvolvedRulesClassifier(n_populations=1, random_state=1),
        "own votes": Beta4UCSClassifier(n_epochs=4, random_state=1),
    }
    return kinds[request.param].fit(*rows)


def test_the_class_is_the_answer_from_there_on(model, rows):
    X, _ = rows
    chance = model.predict_proba(X)[:, 0]
    for threshold in (0.0, 0.2, float(np.sort(chance)[200]), 1.0):
        changed = model.with_threshold(threshold, "ill")
        expected = np.where(chance >= threshold, "ill", "well")
        assert (changed.predict(X) == expected).all()
    assert model.threshold_ is None


def test_the_rarer_class_is_meant_by_default(model):
    assert model.with_threshold(0.3).threshold_ == ("ill", 0, 0.3)
    assert model.with_threshold(0.3).with_threshold(None).threshold_ is None


def test_it_is_kept_in_the_file(model, rows, tmp_path):
    X, _ = rows
    changed = model.with_threshold(0.15)
    changed.save(tmp_path / "m.json")
    again = beta4ucs.load(tmp_path / "m.json")
    assert again.threshold_ == changed.threshold_
    assert (again.predict(X) == changed.predict(X)).all()
    again.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "m.json").read_bytes()


def test_measures_and_scores_follow(model, rows):
    X, y = rows
    changed = model.with_threshold(0.1)
    found = measure_model(changed, X, y)
    assert found.accuracy == changed.score(X, y) != model.score(X, y)
    assert found.auc == measure_model(model, X, y).auc  # probabilities are as they were


def test_explanations_follow(model, rows):
    X, _ = rows
    changed = model.with_threshold(0.1)
    at = int(np.flatnonzero(changed.predict(X) != model.predict(X))[0])
    why = changed.explain(X[at : at + 1])[0]
    assert why.prediction == "ill"
    assert "'ill' is the answer from a probability of 0.1 on" in str(why)
    assert "threshold" not in str(model.explain(X[at : at + 1])[0]).lower()
    assert why.to_dict()["threshold"] == str(changed.threshold_)


def test_counterfactuals_cross_the_threshold(model, rows):
    X, _ = rows
    changed = model.with_threshold(0.1)
    n_found = 0
    for row in X[:6]:
        other = changed.counterfactual(row)
        if other:
            n_found += 1
            assert other.answer != other.prediction
            now = np.array([list(other.values.values())])
            assert changed.predict(now).tolist() == [other.answer]
    assert n_found >= 4


def test_compaction_keeps_it(model, rows):
    changed = model.with_threshold(0.1)
    assert changed.compact(*rows, n_rules=5).threshold_ == changed.threshold_


def test_a_new_fit_forgets_it(rows):
    X, y = rows
    model = Beta4UCSClassifier(n_epochs=1, random_state=1).fit(X, y)
    changed = model.with_threshold(0.1)
    assert clone(changed).fit(X, y).threshold_ is None
    assert changed.fit(X, y).threshold_ is None


@pytest.mark.parametrize("aim", [{"recall": 0.9}, {"recall": 0.5}, {"cost": 8.0}, {"cost": 0.5}])
def test_it_is_chosen_on_rows_that_were_set_aside(rows, aim):
    X, y = rows
    model = Beta4UCSClassifier(n_epochs=3, random_state=1).fit(X, y)
    chosen = model.tune_threshold(X, y, **aim, cv=3)
    assert chosen.tune_threshold(X, y, **aim, cv=3).threshold_ == chosen.threshold_
    found = recall_score(y, chosen.predict(X), pos_label="ill")
    assert found > 0.75 if {"recall": 0.9}.items() <= aim.items() else found > 0.0


def test_a_recall_is_reached_on_the_rows_it_is_chosen_on():
    rng = np.random.default_rng(1)
    has_class, chance = rng.random(200) < 0.2, rng.random(200).round(2)
    for recall in (0.01, 0.5, 0.77, 1.0):
        threshold = threshold_for_recall(has_class, chance, recall)
        assert np.mean(chance[has_class] >= threshold) >= recall
        higher = chance[chance >= threshold].min() + 1e-9  # the next one misses too many
        assert np.mean(chance[has_class] >= higher) < recall or threshold == 0.0


def test_no_threshold_costs_less():
    rng = np.random.default_rng(1)
    has_class, chance = rng.random(200) < 0.3, rng.random(200).round(2)
    chance[has_class] = (0.3 + 0.7 * chance[has_class]).round(2)

    def cost_of(threshold, cost):
        said = chance >= threshold
        return cost * np.sum(has_class & ~said) + np.sum(said & ~has_class)

    for cost in (0.1, 1.0, 5.0, 1000.0):
        best = min(cost_of(one, cost) for one in [*np.unique(chance), 1.01])
        assert cost_of(threshold_for_cost(has_class, chance, cost), cost) == best


@pytest.mark.parametrize(
    ("told", "complaint"),
    [
        ({"threshold": 1.2}, r"threshold must be a number in \[0, 1\], got 1.2"),
        ({"threshold": "half"}, "got 'half'"),
        ({"threshold": 0.2, "label": "il"}, "there is no class 'il'; did you mean 'ill'"),
    ],
)
def test_wrong_thresholds_are_refused(model, told, complaint):
    with pytest.raises(InputError, match=complaint):
        model.with_threshold(**told)


@pytest.mark.parametrize("aim", [{}, {"recall": 0.5, "cost": 2}, {"recall": 0}, {"cost": -1}])
def test_wrong_aims_are_refused(model, rows, aim):
    with pytest.raises(InputError, match=r"recall|cost"):
        model.tune_threshold(*rows, **aim)


def test_three_classes_have_none():
    X = [[0.1], [0.5], [0.9]] * 4
    model = Beta4UCSClassifier(n_epochs=1, random_state=1).fit(X, ["a", "b", "c"] * 4)
    with pytest.raises(InputError, match="a threshold is for two classes, not for 3"):
        model.with_threshold(0.5)
