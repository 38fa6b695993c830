"""How good predicted probabilities are: the measures of the accuracy benchmark.

Labels are class codes 0, 1, ...; probabilities have a column for each class.

accuracy           share of rows whose predicted class is right
balanced_accuracy  mean over the classes of the test rows of that share
auc                area under the ROC curve; with several classes the mean over each of those in the
                   test rows against the rest
log_loss           mean of -log p of the true class, p no less than 1e-6 and rows summing to 1
base_log_loss      the same for a model that always gives the shares of the training rows
brier              mean over rows of the sum over classes of (p - truth) squared, from 0 to 2
calibration_error  rows in 10 equal bins by the probability of the likeliest class: mean over rows
                   of |share of right ones - mean probability| in their bin
"""

from __future__ import annotations

import numpy as np
from sklearn.metrics import roc_auc_score

SMALLEST_PROBABILITY = 1e-6
N_BINS = 10


def measures(
    probabilities: np.ndarray, predicted: np.ndarray, y: np.ndarray, y_train: np.ndarray
) -> dict[str, float]:
    """Every measure by name."""
    p = np.asarray(probabilities, dtype=np.float64)
    shares = np.bincount(y_train, minlength=p.shape[1]) / len(y_train)
    is_right = predicted == y
    return {
        "accuracy": float(is_right.mean()),
        "balanced_accuracy": float(np.mean([is_right[y == c].mean() for c in np.unique(y)])),
        "auc": auc(p, y),
        "log_loss": log_loss(p, y),
        "base_log_loss": log_loss(np.tile(shares, (len(y), 1)), y),
        "brier": float(np.mean(np.sum((p - np.eye(p.shape[1])[y]) ** 2, axis=1))),
        "calibration_error": calibration_error(p, y),
    }


def log_loss(p: np.ndarray, y: np.ndarray) -> float:
    clipped = np.maximum(p, SMALLEST_PROBABILITY)
    clipped = clipped / clipped.sum(axis=1, keepdims=True)
    return float(-np.mean(np.log(clipped[np.arange(len(y)), y])))


def auc(p: np.ndarray, y: np.ndarray) -> float:
    """NaN if the test rows are all of one class."""
    present = np.unique(y)
    if len(present) < 2:
        return float("nan")
    asked = [1] if p.shape[1] == 2 else present
    return float(np.mean([roc_auc_score(y == c, p[:, c]) for c in asked]))


def calibration_error(p: np.ndarray, y: np.ndarray) -> float:
    confidence = p.max(axis=1)
    is_right = p.argmax(axis=1) == y
    bins = np.minimum((confidence * N_BINS).astype(int), N_BINS - 1)
    gaps = np.bincount(bins, weights=is_right - confidence, minlength=N_BINS)
    return float(np.abs(gaps).sum() / len(y))
