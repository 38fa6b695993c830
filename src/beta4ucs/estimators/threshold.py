"""The probability from which one of two classes is the answer, whatever the votes of the other."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
from sklearn.base import clone
from sklearn.utils import _safe_indexing
from sklearn.utils.validation import check_is_fitted

from beta4ucs.errors import InputError, did_you_mean
from beta4ucs.measures.labels import places_of
from beta4ucs.measures.threshold_choice import threshold_for_cost, threshold_for_recall

if TYPE_CHECKING:
    from beta4ucs.estimators.rule_model import RuleModel

Model = TypeVar("Model", bound="RuleModel")


class Threshold(NamedTuple):
    """A class, its place among the classes, and the probability from which it is the answer."""

    label: Any
    place: int
    probability: float

    def decide(self, probabilities: np.ndarray) -> np.ndarray:
        """Return the index of the class that each row is answered with."""
        is_reached = probabilities[:, self.place] >= self.probability
        return np.where(is_reached, self.place, 1 - self.place)

    def __str__(self) -> str:
        return f"'{self.label}' is the answer from a probability of {self.probability:.3g} on"


class Aim(NamedTuple):
    """What a threshold is chosen for: a recall or a cost of a class, on rows set aside in folds."""

    recall: float | None = None
    cost: float | None = None
    label: Any = None
    folds: int = 5

    def check(self) -> None:
        """Raise `InputError` unless it is one of the two, and can be."""
        if (self.recall is None) == (self.cost is None):
            raise InputError("give recall or cost, one of the two")
        self.threshold(np.array([True]), np.array([0.5]))

    def threshold(self, has_class: np.ndarray, probability: np.ndarray) -> float:
        """Return the threshold that reaches it on some rows."""
        if self.recall is not None:
            return threshold_for_recall(has_class, probability, self.recall)
        assert self.cost is not None
        return threshold_for_cost(has_class, probability, self.cost)


def threshold_of(model: RuleModel, probability: float, label: Any = None) -> Threshold:
    """Check a threshold; without a label it is that of the class with fewer training rows."""
    place = place_of(model.classes_, model.class_counts_, label)
    if isinstance(probability, bool) or not isinstance(probability, (int, float, np.number)):
        raise InputError(f"threshold must be a number in [0, 1], got {probability!r}")
    if not 0.0 <= probability <= 1.0:
        raise InputError(f"threshold must be a number in [0, 1], got {probability!r}")
    return Threshold(model.classes_[place : place + 1].tolist()[0], place, float(probability))


def place_of(classes: np.ndarray, counts: np.ndarray, label: Any = None) -> int:
    """Find the class that is looked for: the one that is named, else the rarer one."""
    if len(classes) != 2:
        raise InputError(f"a threshold is for two classes, not for {len(classes)}")
    if label is None:
        return int(counts[1] <= counts[0])
    place = int(places_of([label], classes)[0])
    if place < 0:
        hint = did_you_mean(str(label), [str(one) for one in classes.tolist()])
        raise InputError(f"there is no class '{label}'{hint}")
    return place


def unseen_probabilities(
    model: RuleModel, X: Any, y: Any, *, folds: int, tell: Callable[[str], None], **told: Any
) -> np.ndarray:
    """Return what copies of a model, each learned without a fold, say of the rows of that fold.

    `told` are further arguments of `fit`, one entry per row.
    """
    from sklearn.model_selection import StratifiedKFold  # a tenth of a second, seldom needed

    labels = np.asarray(y)
    most = min(folds, int(np.unique(labels, return_counts=True)[1].min()))
    if most < 2:
        raise InputError(
            "a threshold is chosen by cross-validation, which needs at least 2 rows of every class"
        )
    found = np.zeros((len(labels), len(model.classes_)))
    cut = StratifiedKFold(most, shuffle=True, random_state=model.seed_ % 2**32)
    for fold, (learned, set_aside) in enumerate(cut.split(np.zeros(len(labels)), labels)):
        tell(f"choosing the threshold: fold {fold + 1} of {most}")
        one = _quiet_copy(model)
        given = {name: values[learned] for name, values in told.items() if values is not None}
        one.fit(_safe_indexing(X, learned), labels[learned], **given)
        found[set_aside] = one.predict_proba(_safe_indexing(X, set_aside))
    return found


def _quiet_copy(model: RuleModel) -> RuleModel:
    """An unfitted copy with the same seed that tells nothing while it learns."""
    silent = {"verbose": 0, "callbacks": None, "random_state": model.seed_}
    known = model.get_params(deep=False)
    one: RuleModel = clone(model)
    one.set_params(**{name: value for name, value in silent.items() if name in known})
    return one


def tuned_threshold(
    model: RuleModel,
    X: Any,
    y: Any,
    aim: Aim,
    sample_weight: np.ndarray | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Threshold:
    """Choose a threshold by cross-validation on training rows."""
    place = place_of(model.classes_, model.class_counts_, aim.label)
    aim.check()  # before any work
    chances = unseen_probabilities(
        model, X, y, folds=aim.folds, tell=tell, sample_weight=sample_weight
    )[:, place]
    has_class = places_of(y, model.classes_) == place
    return threshold_of(model, aim.threshold(has_class, chances), aim.label)


def with_threshold(self: Model, threshold: float | None, label: Any = None) -> Model:
    """Return a fitted estimator that predicts a class from a given probability on.

    Only with two classes. This estimator is not changed; probabilities and rules stay the same.

    Parameters
    ----------
    threshold : float or None
        Probability in [0, 1] from which the class is predicted; None is the highest vote.
    label : object, optional
        The class; the one with fewer training rows by default.

    Returns
    -------
    estimator of the same class
        Its `threshold_` has the class and the probability; `save` keeps them.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from beta4ucs import Beta4UCSClassifier
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = Beta4UCSClassifier(n_epochs=2, random_state=1).fit(X, y)
    >>> careful = model.with_threshold(0.2, label=0)
    >>> bool((careful.predict(X) == 0).sum() > (model.predict(X) == 0).sum())
    True
    >>> print(careful.threshold_)
    '0' is the answer from a probability of 0.2 on
    """
    check_is_fitted(self)
    changed = copy(self)
    changed.threshold_ = None
    if threshold is not None:
        changed.threshold_ = threshold_of(self, threshold, label)
    return changed


def tune_threshold(
    self: Model,
    X: Any,
    y: Any,
    *,
    recall: float | None = None,
    cost: float | None = None,
    label: Any = None,
    cv: int = 5,
    sample_weight: Any = None,
) -> Model:
    """Return a fitted estimator with a threshold that is chosen by cross-validation.

    The estimator is fitted `cv` more times, each time without some of the rows, which are then
    predicted. `sklearn.model_selection.TunedThresholdClassifierCV` does the same for any
    score.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n_samples, n_features)
        The rows that the model has learned from.
    y : array-like of shape (n_samples,)
        Their classes.
    recall : float, optional
        Share of the rows with the class that should be found; the threshold is the highest
        that does so.
    cost : float, optional
        The cost of a missed row, if a false alarm costs 1; the threshold has the lowest cost.
    label : object, optional
        The class; the one with fewer training rows by default.
    cv : int, default=5
        Number of folds.
    sample_weight : array-like of shape (n_samples,), optional
        Weight of each row in learning.

    Returns
    -------
    estimator of the same class
    """
    check_is_fitted(self)
    weights = None if sample_weight is None else np.asarray(sample_weight)
    changed = copy(self)
    changed.threshold_ = tuned_threshold(self, X, y, Aim(recall, cost, label, cv), weights)
    return changed
