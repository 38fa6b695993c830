"""How good answers are on test rows, and the probabilities behind them, for any classifier."""

from __future__ import annotations

from typing import Any

import numpy as np

from beta4ucs.study.records import Record

LEAST_PROBABILITY = 1e-15  # a row whose class was called impossible costs about 34.5, not infinity


def answer_scores(truth: np.ndarray, answers: np.ndarray) -> Record:
    """Accuracy, macro F1 and balanced accuracy; nothing without rows."""
    from sklearn.metrics import f1_score, recall_score

    if not len(truth):
        return {}
    there = np.unique(truth)
    return {
        "test_accuracy": float(np.mean(answers == truth)),
        "test_macro_f1": float(f1_score(truth, answers, average="macro", zero_division=0)),
        "test_balanced_accuracy": float(
            recall_score(truth, answers, labels=there, average="macro", zero_division=0)
        ),
    }


def probability_scores(model: Any, X: Any, truth: np.ndarray, classes: np.ndarray) -> Record:
    """AUC, log loss and Brier score of a fitted classifier, as far as it has what they need.

    Parameters
    ----------
    model : classifier
        With `predict_proba`; AUC can do with `decision_function`.
    X, truth : rows and their classes
    classes : array
        The class of each column of the probabilities.

    Returns
    -------
    dict
        `test_auc` is the mean over the classes among the rows of the chance that a row of the class
        scores higher for it than a row of another; missing if all rows have one class.
        `test_log_loss` is the mean of -log(probability of the true class), `test_brier` the mean
        squared distance between probabilities and truth, summed over classes: 0 to 2.
    """
    if not len(truth):
        return {}
    is_true = truth[:, None] == np.asarray(classes)[None, :]
    if not hasattr(model, "predict_proba"):
        return _auc(_decision_scores(model, X), is_true, truth)
    probabilities = np.asarray(model.predict_proba(X), dtype=float)
    of_truth = np.where(is_true, probabilities, 0.0).sum(axis=1)
    unseen = ~is_true.any(axis=1)  # a class that was not in training
    distances = ((probabilities - is_true) ** 2).sum(axis=1) + unseen
    return {
        **_auc(probabilities, is_true, truth),
        "test_log_loss": float(-np.log(np.maximum(of_truth, LEAST_PROBABILITY)).mean()),
        "test_brier": float(distances.mean()),
    }


def _decision_scores(model: Any, X: Any) -> np.ndarray | None:
    """One column for each class, or None if the classifier has no scores."""
    if not hasattr(model, "decision_function"):
        return None
    scores = np.asarray(model.decision_function(X), dtype=float)
    return np.column_stack([-scores, scores]) if scores.ndim == 1 else scores


def _auc(scores: np.ndarray | None, is_true: np.ndarray, truth: np.ndarray) -> Record:
    from sklearn.metrics import roc_auc_score

    judged = [c for c in range(is_true.shape[1]) if 0 < is_true[:, c].sum() < len(truth)]
    if scores is None or scores.shape != is_true.shape or not judged:
        return {}
    values = [roc_auc_score(is_true[:, c], scores[:, c]) for c in judged]
    return {"test_auc": float(np.mean(values))}
