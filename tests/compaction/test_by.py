"""What compaction is asked to keep: probabilities, recall of all classes, or right answers."""

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.metrics import log_loss

from beta4ucs import Beta4UCSClassifier, EvolvedRulesClassifier, InputError
from beta4ucs.compaction.row_scores import BY, row_scores, smallest_as_good


@pytest.fixture(scope="module")
def rare():
    X, y = make_classification(400, 5, weights=[0.9], flip_y=0.1, random_state=5)
    return X, np.where(y == 1, "ill", "well")


@pytest.fixture(scope="module", params=["learned votes", "own votes"])
def model(request, rare):
    kinds = {
        "learned votes": EvolvedRulesClassifier(n_populations=1, random_state=1),
        "own votes": Beta4UCSClassifier(n_epochs=4, max_rules=300, random_state=1),
    }
    return kinds[request.param].fit(*rare)


def labels_of(model):
    return set(model.rules_.arrays.label[model.rules_.is_voting].tolist())


@pytest.mark.parametrize("by", BY)
@pytest.mark.parametrize("tolerance", [None, 1.0])
def test_every_class_keeps_a_rule(model, rare, by, tolerance):
    small = model.compact(*rare, by=by, tolerance=tolerance)
    assert labels_of(small) == labels_of(model)
    assert small.n_rules_ < model.n_rules_


def test_a_class_may_be_lost_if_asked(model, rare):
    lost = model.compact(*rare, by="accuracy", tolerance=1.0, keep_classes=False)
    assert lost.n_rules_ == 1
    assert len(labels_of(lost)) == 1


def test_keeping_the_log_loss_keeps_it(rare):
    X, y = rare
    model = EvolvedRulesClassifier(n_populations=1, random_state=1).fit(X, y)
    by_loss, by_accuracy = (
        log_loss(y, model.compact(X, y, by=by).predict_proba(X)) for by in ("log_loss", "accuracy")
    )
    assert by_loss <= by_accuracy


def test_the_log_loss_is_the_default_where_votes_are_learned(rare):
    model = EvolvedRulesClassifier(n_populations=1, random_state=1).fit(*rare)
    assert model.compact(*rare).n_rules_ == model.compact(*rare, by="log_loss").n_rules_


def test_wrong_measures_are_refused(model, rare):
    with pytest.raises(InputError, match=r"by must be one of .*log_loss.*, got 'auc'"):
        model.compact(*rare, by="auc")


def test_published_methods_take_none(rare):
    model = Beta4UCSClassifier(n_epochs=1, max_rules=100, random_state=1).fit(*rare)
    with pytest.raises(InputError, match="method 'qrf' takes no by"):
        model.compact(*rare, "qrf", by="log_loss")


def test_scores_are_the_measures():
    rng = np.random.default_rng(1)
    truth, chances = rng.integers(0, 3, 50), rng.dirichlet(np.ones(3), 50)
    answers = chances.argmax(axis=1)
    recalls = [np.mean(answers[truth == c] == c) for c in range(3)]
    found = {by: row_scores(by, chances, answers, truth).mean() for by in BY}
    assert found["accuracy"] == np.mean(answers == truth)
    assert found["balanced_accuracy"] == pytest.approx(np.mean(recalls))
    doubted = 0.99 * chances + 0.01 / 3
    assert -found["log_loss"] == pytest.approx(log_loss(truth, doubted))


def test_the_smallest_that_is_as_good_is_chosen():
    rng = np.random.default_rng(1)
    noise = rng.normal(0, 1, 100)
    scores = np.stack([noise - 1.0, noise - 0.3 + rng.normal(0, 0.1, 100), noise, noise])
    everything = np.ones(4, dtype=bool)
    assert smallest_as_good(scores, everything, None) == 2
    assert smallest_as_good(scores, everything, 0.5) == 1
    assert smallest_as_good(scores, np.array([False, False, False, True]), 0.5) == 3
