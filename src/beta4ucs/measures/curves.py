"""Curves of classes against the rest: ROC, precision and recall, calibration."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from beta4ucs.measures.calibration import reliability_curve

MOST_CLASSES = 4  # lines that can be told apart in one picture


class Curve(NamedTuple):
    """A line from 0 to 1 on both axes, what it sums up to in words, and the rows of each point."""

    label: Any
    x: np.ndarray
    y: np.ndarray
    sum_up: str
    n_rows: np.ndarray | None = None  # None where a point is not a group of rows


class Kind(NamedTuple):
    """A kind of curve: the words of its axes, where a useless model lies, how it is computed."""

    title: str
    x_label: str
    y_label: str
    reference: str  # "diagonal" or "prevalence"
    compute: Callable[[np.ndarray, np.ndarray], tuple[Any, ...]]  # what follows the label


def _roc(has_class: np.ndarray, probability: np.ndarray) -> tuple[np.ndarray, np.ndarray, str]:
    from sklearn.metrics import roc_auc_score, roc_curve

    x, y, _ = roc_curve(has_class, probability)
    return x, y, f"AUC {roc_auc_score(has_class, probability):.3f}"


def _precision_recall(
    has_class: np.ndarray, probability: np.ndarray
) -> tuple[np.ndarray, np.ndarray, str]:
    from sklearn.metrics import average_precision_score, precision_recall_curve

    precision, recall, _ = precision_recall_curve(has_class, probability)
    average = average_precision_score(has_class, probability)
    return recall[::-1], precision[::-1], f"average precision {average:.3f}"


def _calibration(
    has_class: np.ndarray, probability: np.ndarray
) -> tuple[np.ndarray, np.ndarray, str, np.ndarray]:
    curve = reliability_curve(has_class, probability)
    gaps = np.abs(curve.predicted - curve.observed)
    gap = np.average(gaps, weights=curve.n_rows)
    return curve.predicted, curve.observed, f"mean gap {gap:.1%}", curve.n_rows


KINDS = {
    "roc": Kind("ROC curve", "false positive rate", "true positive rate", "diagonal", _roc),
    "precision_recall": Kind(
        "Precision and recall", "recall", "precision", "prevalence", _precision_recall
    ),
    "calibration": Kind(
        "Calibration", "probability of the class", "share that has it", "diagonal", _calibration
    ),
}


def class_curves(
    kind: str,
    truth: np.ndarray,
    probabilities: np.ndarray,
    classes: np.ndarray,
    most: int = MOST_CLASSES,
) -> list[Curve]:
    """Return the curves of classes against the rest.

    Of two classes it is the rarer one, usually the one that is looked for; of more, the most
    frequent ones. Classes that no row or every row has are left out.

    Parameters
    ----------
    kind : {"roc", "precision_recall", "calibration"}
        What is drawn.
    truth : ndarray of int of shape (n_rows,)
        Places of the true classes; rows with -1 are left out.
    probabilities : ndarray of shape (n_rows, n_classes)
        Probabilities of all classes.
    classes : ndarray of shape (n_classes,)
        Labels.
    most : int, default 4
        How many classes at most.
    """
    is_known = truth >= 0
    truth, probabilities = truth[is_known], probabilities[is_known]
    counts = np.bincount(truth, minlength=len(classes))
    is_two = len(classes) == 2
    places = (
        np.array([int(counts[1] <= counts[0])]) if is_two else np.argsort(-counts, kind="stable")
    )
    drawn = [place for place in places.tolist() if 0 < counts[place] < len(truth)][:most]
    compute = KINDS[kind].compute
    return [
        Curve(classes[place], *compute(truth == place, probabilities[:, place]))
        for place in sorted(drawn)
    ]
