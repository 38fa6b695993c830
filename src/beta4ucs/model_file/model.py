"""What a model file holds, and the names of its fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from beta4ucs.data.encoding import Encoding
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.voting.votes import LearnedVotes

FORMAT = "beta4ucs model"
# 1 knew neither kinds of credit, rule genes nor infinite bounds; 2 numbers only, no sets of values;
# 3 called n_epochs n_iter, max_conditions was null for "auto" and 0 for no limit, and there were no
# learned votes; 4 knew no threshold, and not how numbers are written
FORMAT_VERSION = 5
MODEL_FIELDS = (
    "format",
    "format_version",
    "beta4ucs_version",
    "estimator",
    "credit",
    "parameters",
    "representation",
    "classes",
    "features",
    "target_name",
    "votes",
    "threshold",
    "training",
    "history",
    "rules",
)
REPRESENTATION_FIELDS = ("name", "genes", "rule_genes", "parameters")
CLASS_FIELDS = ("dtype", "labels", "counts")
FEATURE_FIELDS = (
    "names",
    "low",
    "high",
    "values",
    "is_ordered",
    "has_missing",
    "decimals",
    "has_two_values",
    "missing",
)
FIELDS_OF_NUMBERS = ("names", "low", "high")  # all that features had up to format 2
THRESHOLD_FIELDS = ("class", "probability")
TRAINING_FIELDS = ("n_epochs", "n_iterations", "seed")


@dataclass(frozen=True, eq=False)
class Model:
    """All that prediction, rule texts and reports need of a trained estimator.

    Attributes
    ----------
    estimator : str
        Name of the estimator's class.
    credit : str
        How its rules were judged and, unless votes were learned, vote: "fuzzy" or "accuracy".
    parameters : dict
        The estimator's hyperparameters: None, booleans, numbers, text, lists, dicts.
    representation : representation instance
        Of a registered class.
    classes : ndarray of shape (n_classes,)
        Class labels: text, whole numbers, booleans or floats, all different.
    class_counts : ndarray of int64, shape (n_classes,)
        Training rows of each class.
    feature_names : tuple of str or None
        Names of the features, all different, if the training data had any.
    target_name : str or None
        Name of the class column.
    encoding : Encoding
        Ranges and values of the features, and what a missing value means.
    rules : RuleArrays
        The population.
    votes : LearnedVotes or None
        What the rules say, if that was learned apart from them; None for the article's votes.
    threshold : tuple of int and float, or None
        A class, by its place, and the probability from which it is the answer; of two classes.
    history : dict of str to list
        What was recorded, a number or None per epoch.
    n_epochs : int
        Epochs learned.
    n_iterations : int
        Rows learned from.
    seed : int or None
        Start of the random stream, 0 .. 2**64 - 1.
    """

    estimator: str
    credit: str
    parameters: dict[str, Any]
    representation: Any
    classes: np.ndarray
    class_counts: np.ndarray
    feature_names: tuple[str, ...] | None
    target_name: str | None
    encoding: Encoding
    rules: RuleArrays
    votes: LearnedVotes | None
    history: dict[str, list]
    n_epochs: int
    n_iterations: int
    seed: int | None
    threshold: tuple[int, float] | None = None
