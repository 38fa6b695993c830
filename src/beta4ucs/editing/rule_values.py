"""What each rule is worth: measures on given rows with all rules, and without this one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from beta4ucs.measures import places_of as label_places
from beta4ucs.rules import Rule

LEAST_CHANCE = 1e-15  # of the true class, whose logarithm is taken
HALF = 0.5  # degree from which a row is covered


class RuleValue(NamedTuple):
    """What a model loses without one of its rules, the others as they are, on given rows.

    Attributes
    ----------
    rule : Rule
    covered : int
        Rows that match by half or more.
    changed : int
        Rows that get another answer without it.
    gained, lost : int
        Rows that are answered rightly only without it, and only with it.
    accuracy : float
        Accuracy with the rule minus accuracy without it.
    log_loss : float
        Log loss without the rule minus log loss with it: positive if it helps, like `accuracy`.
    """

    rule: Rule
    covered: int
    changed: int
    gained: int
    lost: int
    accuracy: float
    log_loss: float

    def said(self) -> str:
        """Say it in words.

        Examples
        --------
        >>> RuleValue(None, 12, 3, 1, 2, 0.01, 0.002).said()
        'covers 12 rows; 3 answers change without it (2 wrong, 1 right); log loss +0.0020'
        """
        changes = "no answer changes without it"
        if self.changed:
            words = "answer changes" if self.changed == 1 else "answers change"
            changes = (
                f"{self.changed:,} {words} without it ({self.lost:,} wrong, {self.gained:,} right)"
            )
        rows = "row" if self.covered == 1 else "rows"
        return f"covers {self.covered:,} {rows}; {changes}; log loss {self.log_loss:+.4f}"


def rule_values(model: Any, X: Any, y: Any, rules: Iterable[int] | None = None) -> list[RuleValue]:
    """Leave out one rule at a time, and judge the answers of the others.

    Parameters
    ----------
    model : fitted estimator
    X : array-like or DataFrame of shape (n_samples, n_features)
        Rows in original units; for a fair judgement not those that rules were learned from.
    y : array-like of shape (n_samples,)
        Their classes. Rows of a class that the model does not know are left out of the log loss,
        and count as wrong.
    rules : iterable of int, optional
        Numbers of rules; all by default.

    Returns
    -------
    list of RuleValue
        In the order of the numbers.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from beta4ucs import UCSClassifier
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> model = UCSClassifier(n_epochs=5, random_state=1).fit(X, y).compact(X, y)
    >>> values = rule_values(model, X, y)
    >>> len(values) == model.n_rules_, max(value.accuracy for value in values) > 0
    (True, True)
    """
    every = model.rules_
    places = range(len(every)) if rules is None else list(rules)
    truth = label_places(np.asarray(y), model.classes_)
    sums, table = model.votes(X), every.votes.table
    degrees = model.matching_degrees(X)
    answers, loss = model._decide(sums), _loss(every.votes, sums, truth)
    right = answers == truth
    found = []
    for place in places:
        without = sums - degrees[:, [place]] * table[place]
        other = model._decide(without)
        is_right = other == truth
        found.append(
            RuleValue(
                rule=every[place],
                covered=int(np.count_nonzero(degrees[:, place] >= HALF)),
                changed=int(np.count_nonzero(other != answers)),
                gained=int(np.count_nonzero(is_right & ~right)),
                lost=int(np.count_nonzero(~is_right & right)),
                accuracy=float(right.mean() - is_right.mean()),
                log_loss=_loss(every.votes, without, truth) - loss,
            )
        )
    return found


def _loss(votes: Any, sums: np.ndarray, truth: np.ndarray) -> float:
    known = truth >= 0
    if not known.any():
        return 0.0
    chances = votes.probabilities(sums[known])[np.arange(int(known.sum())), truth[known]]
    return float(-np.log(np.maximum(chances, LEAST_CHANCE)).mean())
