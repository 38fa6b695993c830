"""Methods of `RuleModel` about its rules: which match, why an answer is given, which to keep."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from sklearn.utils.validation import check_is_fitted

from beta4ucs.errors import InputError
from beta4ucs.estimators.inputs import encode_known
from beta4ucs.estimators.parameters import check_n_jobs

if TYPE_CHECKING:
    from beta4ucs.estimators.rule_model import RuleModel
    from beta4ucs.explanation import Counterfactual, Explanations
    from beta4ucs.explanation.limits import Ranges

Model = TypeVar("Model", bound="RuleModel")


def matching_degrees(self: RuleModel, X: Any) -> np.ndarray:
    """Return how well each rule matches each row.

    Parameters
    ----------
    X : as in `predict`

    Returns
    -------
    ndarray of shape (n_samples, n_rules)
        From 0 to 1, in the order of `rules_`, rules that do not vote included.
    """
    check_is_fitted(self)
    from beta4ucs.voting import voter

    units = self._inputs(X)
    check_n_jobs(self.n_jobs)
    return voter.matching_degrees(self.representation_, self.population_, units, self.n_jobs)


def explain(self: RuleModel, X: Any) -> Explanations:
    """Explain the predictions for rows: votes, rules for and against, conditions that hold.

    Parameters
    ----------
    X : as in `predict`

    Returns
    -------
    Explanations
        One per row. The contributions of the rules of a class, added one after the other, are
        exactly its votes.
    """
    check_is_fitted(self)
    from beta4ucs import explanation

    return explanation.explain(self, X)


def counterfactual(
    self: RuleModel,
    x: Any,
    target: Any = None,
    *,
    max_features: int = 3,
    feature_ranges: Ranges | None = None,
    immutable: Iterable[str | int] = (),
    whole_numbers: Iterable[str | int] | None = None,
) -> Counterfactual:
    """Find a small change to a few features that leads to another class.

    Parameters
    ----------
    x : Series, dict, one-row DataFrame or array-like of shape (n_features,)
        The row, in original units.
    target : object, optional
        The class that the row should get; any other by default.
    max_features : int, default 3
        How many features may change.
    feature_ranges : mapping, optional
        Feature -> (lowest, highest) allowed value; by default those of training.
    immutable : iterable of str or int
        Features that must not change.
    whole_numbers : iterable of str or int, optional
        Features that stay whole numbers; detected by default.

    Returns
    -------
    Counterfactual
        True if a change was found; predicting the changed row gives its `answer`.
    """
    check_is_fitted(self)
    from beta4ucs import explanation

    return explanation.counterfactual(
        self,
        x,
        target,
        max_features=max_features,
        feature_ranges=feature_ranges,
        immutable=immutable,
        whole_numbers=whole_numbers,
    )


def compact(
    self: Model,
    X: Any,
    y: Any,
    method: str = "smallest",
    *,
    n_rules: int | None = None,
    tolerance: float | None = None,
    by: str | None = None,
    keep_classes: bool = True,
) -> Model:
    """Return a fitted estimator with a few of the rules; this one is not changed.

    The default looks for the smallest set whose votes keep the accuracy: rules that differ
    little are merged, then a set grows rule by rule, preferring crisp ones, and the copies of
    all are fitted again after each step; how many rules are needed is determined by
    cross-validation on these rows. Fitness and conditions do not change. The methods from the
    literature also keep the copies: "ordered", "qrf", "qrc", "cra2", "pdrc", "fu1" and "fu2".

    Parameters
    ----------
    X : array-like or DataFrame of shape (n_samples, n_features)
        Rows in original units, preferably the training rows; never those that the model will
        be tested on.
    y : array-like of shape (n_samples,)
        Their classes. Rows of a class that the model does not know are left out.
    method : str, default="smallest"
        One of `beta4ucs.compaction.METHODS`.
    n_rules : int or None, default=None
        Maximum number of rules; "smallest" and "ordered" only.
    tolerance : float or None, default=None
        Accuracy that may be lost for fewer rules; "smallest" and "ordered" only. With None,
        "smallest" allows as much as chance may cause in the validation, but 0.005 of the log
        loss, and "ordered" 0.
    by : {"log_loss", "balanced_accuracy", "accuracy"} or None, default=None
        The measure to preserve, in cross-validation on these rows; "smallest" only. None is
        the accuracy, because votes of this kind are not probabilities.
    keep_classes : bool, default=True
        Whether every class keeps at least one rule; only for "smallest" without `n_rules`.

    Returns
    -------
    estimator of the same class
        Its `compaction_` says what was kept; `compaction_.path` has the accuracy for every
        number of rules, or is None if the method has only one number or no rule votes.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from beta4ucs import Beta4UCSClassifier
    >>> X, y = load_wine(return_X_y=True)
    >>> model = Beta4UCSClassifier(n_epochs=20, random_state=1).fit(X, y)
    >>> small = model.compact(X, y)
    >>> small.n_rules_ < 60 < model.n_rules_
    True
    >>> small.score(X, y) > 0.9
    True
    >>> model.compact(X, y, n_rules=5).n_rules_
    5
    """
    from beta4ucs.compaction import compacting
    from beta4ucs.compaction.request import Request

    units, codes = self._rows_to_compact(X, y)
    wanted = Request(method, n_rules, tolerance, by, keep_classes, self.seed_)
    result = compacting.compact(self.rules_, units, codes, self._decide, wanted, self.n_jobs)
    compacted = copy(self)
    compacted.history_ = dict(self.history_)
    compacted.population_ = result.rules
    compacted.compaction_ = result
    return compacted


def rows_to_compact(self: RuleModel, X: Any, y: Any) -> tuple[np.ndarray, np.ndarray]:
    """Check rows that rules are chosen or judged by; return inputs and class indices."""
    check_is_fitted(self)
    units = self._inputs(X)
    check_n_jobs(self.n_jobs)
    codes = encode_known(y, self.classes_)
    if codes.shape != units.shape[:1]:
        raise InputError(f"X has {units.shape[0]} rows and y has {codes.shape[0]} labels")
    return units, codes
