"""What each population learns: which rows it sees, how often, and what it is asked about them.

A population on all classes judges a rule by whether one class has more than half of its rows. Where
many classes overlap no rule does, and learning never starts; so with many classes a population is
asked whether a row is of one of *some* of them. Classes are balanced in all questions: a rule must
not absorb a population because one class is frequent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

MOST_UNSEEN = 2_000  # rows that judge a population
FEW_CLASSES = 4  # up to which every other population learns all of them


class Question(NamedTuple):
    """The task of one population.

    Attributes
    ----------
    rows : ndarray of int
        Training rows that it sees.
    labels : ndarray of int
        What they are to be taken for.
    weights : ndarray
        How often each is shown in an epoch, on average.
    n_labels : int
    seed : int
    unseen : ndarray of int
        Training rows that it does not see; they say when it has learned enough.
    unseen_labels : ndarray of int
    """

    rows: np.ndarray
    labels: np.ndarray
    weights: np.ndarray
    n_labels: int
    seed: int
    unseen: np.ndarray
    unseen_labels: np.ndarray


def folds_of(labels: np.ndarray, n_folds: int, rng: np.random.Generator) -> np.ndarray:
    """Deal rows to folds, such that each class is spread evenly."""
    order = rng.permutation(len(labels))
    order = order[np.argsort(labels[order], kind="stable")]
    folds = np.empty(len(labels), dtype=np.int64)
    folds[order] = np.arange(len(labels)) % n_folds
    return folds


def pose_questions(
    labels: np.ndarray,
    weights: np.ndarray,
    n_classes: int,
    folds: Sequence[np.ndarray],
    most_rows: int,
    rng: np.random.Generator,
) -> list[Question]:
    """Say what each population learns.

    Parameters
    ----------
    labels : ndarray of shape (n_rows,)
    weights : ndarray of shape (n_rows,)
    n_classes : int
    folds : sequence of ndarray of bool
        For each population the rows that it may see.
    most_rows : int
    rng : Generator
    """
    questions = []
    for number, seen in enumerate(folds):
        rows = _at_most(most_rows, np.flatnonzero(seen & (weights > 0.0)), rng)
        unseen = _at_most(MOST_UNSEEN, np.flatnonzero(~seen & (weights > 0.0)), rng)
        asked, n_labels = labels, n_classes
        if n_classes > 2 and (n_classes > FEW_CLASSES or number % 2):
            asked, n_labels = np.isin(labels, some_classes(n_classes, number, rng)) * 1, 2
        shown = balanced(asked[rows], weights[rows], n_labels)
        seed = int(rng.integers(2**63))
        questions.append(Question(rows, asked[rows], shown, n_labels, seed, unseen, asked[unseen]))
    return questions


def _at_most(most: int, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draw some of the rows if they are too many."""
    return rows if len(rows) <= most else np.sort(rng.choice(rows, most, replace=False))


def some_classes(n_classes: int, number: int, rng: np.random.Generator) -> np.ndarray:
    """Draw classes: half of them and a single one by turns."""
    size = n_classes // 2 if number % 2 else 1
    return rng.choice(n_classes, size, replace=False)


def balanced(labels: np.ndarray, weights: np.ndarray, n_labels: int) -> np.ndarray:
    """Weights that give each label that occurs the same sum, and all rows together their number.

    Examples
    --------
    >>> balanced(np.array([0, 0, 0, 1]), np.ones(4), 2).tolist()
    [0.6666666666666666, 0.6666666666666666, 0.6666666666666666, 2.0]
    """
    sums = np.bincount(labels, weights, minlength=n_labels)
    shares = np.divide(1.0, sums, out=np.zeros(n_labels), where=sums > 0.0)
    shown = weights * shares[labels]
    return np.asarray(shown * (len(labels) / shown.sum()))
