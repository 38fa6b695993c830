"""Measures against scikit-learn, scipy and numbers computed by hand."""

import json
import math

import numpy as np
import pytest
from sklearn import metrics
from sklearn.calibration import calibration_curve

from beta4ucs import InputError
from beta4ucs.measures import expected_calibration_error, measure, places_of, reliability_curve
from beta4ucs.measures.intervals import wilson_interval


def rows(n_classes, n_rows=300, seed=4):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, n_classes, n_rows)
    scores = rng.normal(size=(n_rows, n_classes)) + 1.2 * np.eye(n_classes)[truth]
    probabilities = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    classes = np.array(["ash", "birch", "cedar", "elm"][:n_classes])
    return classes[truth], classes[probabilities.argmax(axis=1)], probabilities, classes


@pytest.mark.parametrize("n_classes", [2, 3, 4])
def test_measures_are_those_of_scikit_learn(n_classes):
    y, answers, probabilities, classes = rows(n_classes)
    found = measure(y, answers, probabilities, classes)
    assert found.accuracy == metrics.accuracy_score(y, answers)
    assert found.balanced_accuracy == pytest.approx(metrics.balanced_accuracy_score(y, answers))
    assert found.macro_f1 == pytest.approx(metrics.f1_score(y, answers, average="macro"))
    assert found.log_loss == pytest.approx(metrics.log_loss(y, probabilities, labels=classes))
    if n_classes == 2:
        expected = metrics.roc_auc_score(y, probabilities[:, 1])
        brier = metrics.brier_score_loss(y == classes[1], probabilities[:, 1])
        assert found.brier == pytest.approx(brier)
    else:
        expected = metrics.roc_auc_score(y, probabilities, multi_class="ovr", labels=classes)
    assert found.auc == pytest.approx(expected)
    recall = metrics.recall_score(y, answers, average=None)
    precision = metrics.precision_score(y, answers, average=None)
    assert [one.recall for one in found.classes] == pytest.approx(recall.tolist())
    assert [one.precision for one in found.classes] == pytest.approx(precision.tolist())
    assert sum(one.rows for one in found.classes) == found.n_rows == 300


def test_brier_of_three_classes_by_hand():
    probabilities = np.array([[0.5, 0.25, 0.25], [0.0, 1.0, 0.0]])
    found = measure(["a", "b"], ["a", "b"], probabilities, np.array(["a", "b", "c"]))
    assert found.brier == (0.25 + 0.0625 + 0.0625) / 2
    assert found.log_loss == pytest.approx(-math.log(0.5) / 2)


@pytest.mark.parametrize(("n_right", "n_rows"), [(16, 18), (0, 5), (5, 5), (763, 1000)])
def test_the_interval_is_wilsons(n_right, n_rows):
    stats = pytest.importorskip("scipy.stats")
    expected = stats.binomtest(n_right, n_rows).proportion_ci(method="wilson")
    assert wilson_interval(n_right, n_rows) == pytest.approx(tuple(expected), abs=1e-12)


def test_the_baseline_is_the_most_frequent_class():
    y = np.array(["no"] * 7 + ["yes"] * 3)
    probabilities = np.column_stack([np.full(10, 0.6), np.full(10, 0.4)])
    found = measure(y, np.full(10, "no"), probabilities, np.array(["no", "yes"]))
    assert (found.baseline, found.baseline_class, found.accuracy) == (0.7, "no", 0.7)
    assert (found.balanced_accuracy, found.auc) == (0.5, 0.5)
    assert found.classes[1].precision is None
    assert found.one_answer.label == "no"


def test_many_rows_of_one_class_are_no_reason_to_warn_if_the_others_are_found():
    y = np.array(["no"] * 99 + ["yes"])
    probabilities, classes = np.tile([0.9, 0.1], (100, 1)), np.array(["no", "yes"])
    assert measure(y, y, probabilities, classes).one_answer is None
    assert measure(y, np.full(100, "no"), probabilities, classes).one_answer.label == "no"


def test_unknown_classes_are_wrong_answers_and_nothing_else():
    y, answers, probabilities, classes = rows(2)
    known = measure(y, answers, probabilities, classes)
    more = measure(
        np.append(y, ["oak"] * 5),
        np.append(answers, answers[:5]),
        np.vstack([probabilities, probabilities[:5]]),
        classes,
    )
    assert (more.n_unknown, more.n_rows, more.n_right) == (5, 305, known.n_right)
    assert more.accuracy < known.accuracy
    for name in ("balanced_accuracy", "macro_f1", "auc", "log_loss", "brier", "calibration_error"):
        assert getattr(more, name) == getattr(known, name)


def test_one_class_or_none_that_is_known():
    classes, probabilities = np.array([0, 1]), np.array([[0.9, 0.1], [0.2, 0.8]])
    single = measure([0, 0], [0, 1], probabilities, classes)
    assert (single.auc, single.balanced_accuracy) == (None, 0.5)
    none = measure([7, 8], [0, 1], probabilities, classes)
    assert (none.accuracy, none.auc, none.log_loss, none.macro_f1) == (0.0, None, None, None)
    with pytest.raises(InputError, match="at least one row"):
        measure([], [], probabilities[:0], classes)


def test_reliability_is_that_of_scikit_learn():
    y, _, probabilities, classes = rows(2)
    curve = reliability_curve(y == classes[1], probabilities[:, 1])
    observed, predicted = calibration_curve(y == classes[1], probabilities[:, 1], n_bins=10)
    np.testing.assert_allclose(curve.observed, observed)
    np.testing.assert_allclose(curve.predicted, predicted)
    assert curve.n_rows.sum() == len(y)


def test_calibration_error_by_hand():
    probabilities = np.array([[0.8, 0.2]] * 5 + [[0.45, 0.55]] * 5)
    truth = np.array([0, 0, 0, 0, 1, 1, 0, 0, 0, 0])  # 4 of 5, as said; 1 of 5, not as said
    expected = (0.0 * 5 + (0.55 - 0.2) * 5) / 10
    assert expected_calibration_error(truth, probabilities) == pytest.approx(expected)


def test_labels_may_be_spelled_as_text():
    assert places_of(["1", 2, "x"], np.array([1, 2])).tolist() == [0, 1, -1]
    assert places_of([True, False], np.array([False, True])).tolist() == [1, 0]


def test_everything_goes_into_json():
    found = json.loads(json.dumps(measure(*rows(3)).to_dict(), allow_nan=False))
    assert found["rows"] == 300
    assert [one["class"] for one in found["classes"]] == ["ash", "birch", "cedar"]
    assert found["accuracy_interval"][0] < found["accuracy"] < found["accuracy_interval"][1]
