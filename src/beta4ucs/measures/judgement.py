"""All measures of a set of rows: answers against the truth, probabilities against the truth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from beta4ucs.errors import InputError
from beta4ucs.measures.calibration import expected_calibration_error
from beta4ucs.measures.intervals import wilson_interval
from beta4ucs.measures.labels import UNKNOWN, check_one_per_row, places_of

NEARLY_ALL = 0.98  # share of answers from which one class is said to have taken over


def has_more_than_its_share(share: float, n_classes: int) -> bool:
    """Whether a class is more frequent than if all were alike: balanced weights would differ.

    Examples
    --------
    >>> has_more_than_its_share(0.8, 2), has_more_than_its_share(0.5, 2)
    (True, False)
    """
    return share * n_classes > 1.0 + 1e-9


@dataclass(frozen=True)
class ClassMeasures:
    """A class: how many rows have it and get it, how many of these are right.

    Attributes
    ----------
    label : object
        The class.
    rows, answers, right : int
        Rows that have the class, rows that are answered with it, rows of which both are true.
    recall, precision : float or None
        Share of right answers among those rows; None if there is no such row.
    auc : float or None
        Area under the ROC curve of the class against the rest; None if rows of one side lack.
    """

    label: Any
    rows: int
    answers: int
    right: int
    recall: float | None
    precision: float | None
    auc: float | None


@dataclass(frozen=True)
class Measures:
    """How good a model is on some rows.

    Rows of a class that the model does not know count as wrong in the accuracy, and do not count
    in the other measures.

    Attributes
    ----------
    n_rows, n_right, n_unknown : int
        All rows, those answered rightly, those of a class that the model does not know.
    accuracy : float
        Share of right answers.
    interval : tuple of two float
        Its 95 % interval by Wilson.
    baseline : float
        The accuracy of always answering the most frequent class of these rows.
    baseline_class : object
        That class.
    balanced_accuracy : float or None
        Mean recall of the classes that rows have; None, like the following, if no class is known.
    macro_f1 : float or None
        Mean F1 of the classes that rows have or are answered with.
    auc : float or None
        Area under the ROC curve; with more than two classes the mean over classes, each against
        the rest. None if it takes rows of another class.
    log_loss : float or None
        Mean of minus the logarithm of the true class's probability.
    brier : float or None
        Mean squared error of the probabilities: of the second class if there are two, else summed
        over the classes.
    calibration_error : float or None
        Expected calibration error.
    classes : tuple of ClassMeasures
        Class by class.
    """

    n_rows: int
    n_right: int
    n_unknown: int
    accuracy: float
    interval: tuple[float, float]
    baseline: float
    baseline_class: Any
    balanced_accuracy: float | None
    macro_f1: float | None
    auc: float | None
    log_loss: float | None
    brier: float | None
    calibration_error: float | None
    classes: tuple[ClassMeasures, ...]

    @property
    def one_answer(self) -> ClassMeasures | None:
        """The class that nearly all answers are, if most rows of other classes get it too."""
        most = max(self.classes, key=lambda one: one.answers)
        n_others = self.n_rows - most.rows
        n_missed = most.answers - most.right
        is_overdone = most.answers >= NEARLY_ALL * self.n_rows and n_missed > n_others / 2
        return most if is_overdone else None

    def to_dict(self) -> dict[str, Any]:
        """Return numbers and texts by name, for JSON."""
        named = dict(self._plain_items())
        named["classes"] = [
            {
                "class": _plain(one.label),
                "rows": one.rows,
                "answers": one.answers,
                "right": one.right,
                "recall": one.recall,
                "precision": one.precision,
                "auc": one.auc,
            }
            for one in self.classes
        ]
        return named

    def _plain_items(self) -> Iterator[tuple[str, Any]]:
        yield from {"rows": self.n_rows, "right": self.n_right, "unknown": self.n_unknown}.items()
        yield "accuracy", self.accuracy
        yield "accuracy_interval", list(self.interval)
        yield "baseline", self.baseline
        yield "baseline_class", _plain(self.baseline_class)
        scores = ("balanced_accuracy", "macro_f1", "auc", "log_loss", "brier", "calibration_error")
        yield from ((name, getattr(self, name)) for name in scores)


def measure_model(model: Any, X: Any, y: Any) -> Measures:
    """Let a classifier answer rows, and measure its answers.

    Parameters
    ----------
    model : fitted classifier
        With `predict`, `predict_proba` and `classes_`.
    X, y : rows and their classes
        At least one row.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from sklearn.dummy import DummyClassifier
    >>> X, y = load_wine(return_X_y=True)
    >>> found = measure_model(DummyClassifier().fit(X, y), X, y)
    >>> found.accuracy == found.baseline, round(found.balanced_accuracy, 3), found.auc
    (True, 0.333, 0.5)
    """
    return measure(y, model.predict(X), model.predict_proba(X), model.classes_)


def measure(y: Any, answers: Any, probabilities: np.ndarray, classes: np.ndarray) -> Measures:
    """Measure answers and probabilities.

    Parameters
    ----------
    y : array-like of shape (n_rows,)
        True labels, which may be unknown to the model.
    answers : array-like of shape (n_rows,)
        What was answered.
    probabilities : ndarray of shape (n_rows, n_classes)
        Of all classes; the highest one need not be the answer, since models break ties.
    classes : ndarray of shape (n_classes,)
        The classes of the model.
    """
    labels = np.asarray(y)
    if not len(labels):
        raise InputError("measures need at least one row, got none")
    check_one_per_row(len(answers), labels)
    truth, answered = places_of(labels, classes), places_of(answers, classes)
    is_known = truth != UNKNOWN
    n_right = int(np.count_nonzero(truth == answered))
    names, counts = np.unique(labels.astype(str), return_counts=True)
    known = truth[is_known], answered[is_known], np.asarray(probabilities)[is_known]
    of_classes = _class_measures(*known, classes)
    return Measures(
        n_rows=len(labels),
        n_right=n_right,
        n_unknown=int(np.count_nonzero(~is_known)),
        accuracy=n_right / len(labels),
        interval=wilson_interval(n_right, len(labels)),
        baseline=int(counts.max()) / len(labels),
        baseline_class=str(names[counts.argmax()]),
        **_of_answers(*known[:2]),
        **_of_probabilities(known[0], known[2], of_classes),
        classes=of_classes,
    )


def _of_answers(truth: np.ndarray, answered: np.ndarray) -> dict[str, float | None]:
    from sklearn.metrics import f1_score, recall_score

    if not len(truth):
        return dict.fromkeys(("balanced_accuracy", "macro_f1"))
    there = np.unique(truth)
    recall = recall_score(truth, answered, labels=there, average="macro", zero_division=0.0)
    f1 = f1_score(truth, answered, average="macro", zero_division=0.0)
    return {"balanced_accuracy": float(recall), "macro_f1": float(f1)}


def _of_probabilities(
    truth: np.ndarray, probabilities: np.ndarray, of_classes: tuple[ClassMeasures, ...]
) -> dict[str, float | None]:
    from sklearn.metrics import log_loss

    if not len(truth):
        return dict.fromkeys(("auc", "log_loss", "brier", "calibration_error"))
    n_classes = probabilities.shape[1]
    areas = [one.auc for one in of_classes if one.auc is not None]
    errors = (probabilities - np.eye(n_classes)[truth]) ** 2
    summed = errors[:, 1] if n_classes == 2 else errors.sum(axis=1)
    return {
        "auc": float(np.mean(areas)) if areas else None,
        "log_loss": float(log_loss(truth, probabilities, labels=np.arange(n_classes))),
        "brier": float(summed.mean()),
        "calibration_error": expected_calibration_error(truth, probabilities),
    }


def _class_measures(
    truth: np.ndarray, answered: np.ndarray, probabilities: np.ndarray, classes: np.ndarray
) -> tuple[ClassMeasures, ...]:
    found = []
    for place, label in enumerate(classes.tolist()):
        has_it, gets_it = truth == place, answered == place
        rows, answers = int(has_it.sum()), int(gets_it.sum())
        right = int((has_it & gets_it).sum())
        recall = right / rows if rows else None
        precision = right / answers if answers else None
        auc = _auc(has_it, probabilities[:, place])
        found.append(ClassMeasures(label, rows, answers, right, recall, precision, auc))
    return tuple(found)


def _auc(has_class: np.ndarray, probability: np.ndarray) -> float | None:
    from sklearn.metrics import roc_auc_score

    if has_class.all() or not has_class.any():
        return None
    return float(roc_auc_score(has_class, probability))


def _plain(label: Any) -> Any:
    return label.item() if isinstance(label, np.generic) else label
