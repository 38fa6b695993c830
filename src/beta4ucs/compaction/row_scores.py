"""What a smaller model should keep: a score for every row, whose mean is the measure.

Scores of two models on the same rows can be compared row by row, so that what chance may do is
told from what was lost.
"""

from __future__ import annotations

import math

import numpy as np

from beta4ucs.compaction.path import evened_out
from beta4ucs.errors import InputError, quoted

BY = ("log_loss", "balanced_accuracy", "accuracy")
DOUBT = 0.01  # a class without any vote has this share of an even chance: nothing is impossible


def check_by(by: str) -> None:
    """Raise `InputError` unless it is one of the measures."""
    if by not in BY:
        raise InputError(f"by must be one of {quoted(BY)}, got {by!r}")


def row_scores(
    by: str, probabilities: np.ndarray, answers: np.ndarray, truth: np.ndarray
) -> np.ndarray:
    """Return a score for each row, more is better; their mean is the measure, or minus the loss.

    Examples
    --------
    >>> truth, answers = np.array([0, 0, 0, 1]), np.array([0, 0, 0, 0])
    >>> chances = np.array([[0.9, 0.1]] * 4)
    >>> for by in BY:
    ...     print(f"{by} {row_scores(by, chances, answers, truth).mean():.3f}")
    log_loss -0.648
    balanced_accuracy 0.500
    accuracy 0.750
    """
    if by == "log_loss":
        n_classes = probabilities.shape[1]
        sure = probabilities[np.arange(len(truth)), truth]
        return np.log((1.0 - DOUBT) * sure + DOUBT / n_classes)
    is_right = (answers == truth).astype(np.float64)
    if by == "accuracy":
        return is_right
    counts = np.bincount(truth)
    weight = len(truth) / (np.count_nonzero(counts) * counts[truth])
    return is_right * weight


def smallest_as_good(scores: np.ndarray, is_allowed: np.ndarray, tolerance: float | None) -> int:
    """Return the place of the smallest size that is as good as the best, as far as one can tell.

    Parameters
    ----------
    scores : ndarray of shape (n_sizes, n_rows)
        Scores of all sizes, in rising order.
    is_allowed : ndarray of bool of shape (n_sizes,)
        Sizes that may be chosen; at least one.
    tolerance : float or None
        How much of the mean may be lost; None is a standard error of the difference.
    """
    means = np.where(is_allowed, scores.mean(axis=1), -np.inf)
    if tolerance is not None:
        return int(np.flatnonzero(means >= means.max() - tolerance - 1e-12)[0])
    best = int(np.where(is_allowed, evened_out(scores.mean(axis=1)), -np.inf).argmax())
    differences = scores - scores[best]
    error = differences.std(axis=1, ddof=1) / math.sqrt(scores.shape[1])
    is_good = is_allowed & (differences.mean(axis=1) >= -error - 1e-12)
    return int(np.flatnonzero(is_good)[0])


def sizes_with_all_classes(classes_of_sizes: list[set[int]]) -> np.ndarray:
    """For each size whether it has rules of as many classes as any has.

    Examples
    --------
    >>> sizes_with_all_classes([{1}, {0, 1}, {0, 1}])
    array([False,  True,  True])
    """
    counts = np.array([len(classes) for classes in classes_of_sizes])
    return counts == counts.max()
