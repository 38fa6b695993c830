"""The search for what would change an answer, and the check by predicting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np

from beta4ucs.data.encoding import Encoding
from beta4ucs.errors import InputError, did_you_mean
from beta4ucs.explanation.counterfactuals import Change, Counterfactual
from beta4ucs.explanation.limits import Limits, Ranges
from beta4ucs.explanation.rows import RawRows, value_of
from beta4ucs.explanation.rule_matcher import ExplainedModel
from beta4ucs.explanation.rule_regions import RuleRegions
from beta4ucs.explanation.search import ChangeSearch, Goal, differs

MAX_FEATURES = 3


def counterfactual(
    model: ExplainedModel,
    x: Any,
    target: Any = None,
    *,
    max_features: int = MAX_FEATURES,
    feature_ranges: Ranges | None = None,
    immutable: Iterable[str | int] = (),
    whole_numbers: Iterable[str | int] | None = None,
) -> Counterfactual:
    """Find a small change to a few features that leads to another class.

    Fewer features come first, then the smaller change in units of the features' ranges; another
    value of a category counts as a whole range, or by the steps in between if it has an order.
    Numbers are taken from the ends and peaks of the rules' conditions, rounded as texts of rules
    are, and stay within the range of the training data. Every change that is answered has been
    checked by predicting. The search is deterministic but not exhaustive: now and then a smaller
    change exists. It looks for a class that wins by votes, not for a tie that `tie_break` decides.

    Parameters
    ----------
    model : Beta4UCSClassifier, UCSClassifier or FuzzyUCSClassifier
        A fitted model.
    x : array-like, Series, dict or DataFrame with one row
        The row in original units and values; NaN is a missing value, and stays one unless it is
        changed to a known value.
    target : object, optional
        The class to reach; any other than the present answer if it is not given.
    max_features : int, default 3
        How many features may change.
    feature_ranges : dict, optional
        Feature (name or index) -> (low, high) between which a changed value must lie; None for
        an end that is that of the training data. Of a category without an order, a list of the
        values that it may become; of one with an order, (low, high) by their names.
    immutable : iterable of str or int, optional
        Features that must not change.
    whole_numbers : iterable of str or int, optional
        Features that take whole numbers only. If it is not given, these are the features of which
        the row's value and both ends of the range in training are whole.

    Returns
    -------
    Counterfactual
        True if a change was found; if not, it says so.

    Examples
    --------
    >>> from beta4ucs import Beta4UCSClassifier, data, explanation
    >>> wine = data.load("wine")
    >>> X = wine.to_frame()
    >>> model = Beta4UCSClassifier(n_epochs=5, random_state=1).fit(X, wine.y)
    >>> other = explanation.counterfactual(model, X.iloc[0], max_features=5)
    >>> print(other)
    It would be ... instead of class_0 with
      ... -> ...
    >>> model.predict(X[:1].assign(**other.values)).tolist() == [other.answer]
    True
    """
    rules = model.rules_
    X = _one_row(x, object if _has_categories(rules.encoding) else None)
    answers = model.predict(X).tolist()  # checks X
    if len(answers) != 1:
        raise InputError(f"x must be one row, got {len(answers):,}")
    if not isinstance(max_features, Integral) or max_features < 1:
        raise InputError(f"max_features must be a whole number of at least 1, got {max_features!r}")
    table = RawRows(rules.encoding, X)
    row = table.raw[0]
    limits = Limits.of(rules, row, feature_ranges, immutable, whole_numbers)
    labels = rules.classes.tolist()
    goal = Goal(labels.index(answers[0]), _code_of(target, labels, answers[0]), _scores_of(model))
    search = ChangeSearch(RuleRegions.of(rules), limits.candidates, row, goal, limits.free)
    verified = _Changes(model, search, table.values(0))
    changed = _first_verified(verified, int(max_features), labels)
    return _result(verified, changed, labels, int(max_features))


def _one_row(x: Any, dtype: Any) -> Any:
    """Return a row as a table with one row."""
    if hasattr(x, "columns"):
        return x
    if hasattr(x, "to_frame"):  # a Series: its index holds the names
        return x.to_frame().T
    if isinstance(x, Mapping):
        import pandas as pd

        return pd.DataFrame([dict(x)])
    values = np.asarray(x, dtype=dtype)
    return values[None] if values.ndim == 1 else values


def _scores_of(model: Any) -> Callable[[np.ndarray], np.ndarray] | None:
    """How far each class is from being the answer, if a threshold decides and not the votes."""
    threshold = getattr(model, "threshold_", None)
    if threshold is None:
        return None

    def scores(votes: np.ndarray) -> np.ndarray:
        ahead = np.zeros_like(votes)
        shares = model.rules_.votes.probabilities(votes)
        ahead[:, threshold.place] = shares[:, threshold.place] - threshold.probability
        return ahead

    return scores


def _has_categories(encoding: Encoding) -> bool:
    return any(column.values is not None for column in encoding.columns)


def _code_of(target: Any, labels: list[Any], present: Any) -> int | None:
    if target is None:
        return None
    if target not in labels:
        hint = did_you_mean(str(target), map(str, labels))
        raise InputError(f"there is no class {target!r}{hint}")
    if target == present:
        raise InputError(f"the answer is {target!r} already; target must be another class")
    return labels.index(target)


@dataclass(frozen=True)
class _Changes:
    """Changed rows, as the model and people read them."""

    model: ExplainedModel
    search: ChangeSearch
    values: list[Any]  # of the row

    def values_of(self, changed: np.ndarray) -> list[Any]:
        """Return the values of a changed row."""
        columns, is_changed = self.search.regions.encoding.columns, self.is_changed(changed)
        return [
            value_of(columns[i], number) if is_changed[i] else self.values[i]
            for i, number in enumerate(changed.tolist())
        ]

    def is_changed(self, changed: np.ndarray) -> np.ndarray:
        """For each feature whether its value is another."""
        return differs(changed, self.search.row)

    def table(self, rows: np.ndarray) -> Any:
        """Return rows as the model knows them: with names if it has learned from names."""
        names = getattr(self.model, "feature_names_in_", None)
        if _has_categories(self.search.regions.encoding):
            rows = np.array([self.values_of(row) for row in rows], dtype=object)
        if names is None:
            return rows
        import pandas as pd

        return pd.DataFrame(rows, columns=names)


def _first_verified(changes: _Changes, max_features: int, labels: list[Any]) -> np.ndarray | None:
    """Return the best row that the model itself answers with a class that would do."""
    found = changes.search.run(max_features)
    if not len(found):
        return None
    answers = changes.model.predict(changes.table(found)).tolist()
    codes = np.array([labels.index(label) for label in answers])
    does = np.flatnonzero(changes.search.goal.classes_that_do(len(labels))[codes])
    return found[does[0]] if len(does) else None


def _result(
    changes: _Changes, changed: np.ndarray | None, labels: list[Any], max_features: int
) -> Counterfactual:
    model, search = changes.model, changes.search
    names, goal = model.rules_.feature_names, search.goal
    rows = np.stack([search.row, search.row if changed is None else changed])
    before, after = (
        dict(zip(labels, shares, strict=True))
        for shares in model.predict_proba(changes.table(rows)).tolist()
    )
    answer = None
    if changed is not None:
        answer = model.predict(changes.table(rows[1:])).tolist()[0]
    return Counterfactual(
        prediction=labels[goal.present],
        target=None if goal.target is None else labels[goal.target],
        answer=answer,
        changes=_listed(changes, rows[1], names),
        values=dict(zip(names, changes.values_of(rows[1]), strict=True)),
        before=before,
        after=after,
        max_features=max_features,
    )


def _listed(changes: _Changes, changed: np.ndarray, names: tuple[str, ...]) -> tuple[Change, ...]:
    shares, after = changes.search.shares(changed), changes.values_of(changed)
    is_changed = changes.is_changed(changed)
    return tuple(
        Change(names[i], changes.values[i], after[i], float(shares[i]))
        for i in np.argsort(-shares, kind="stable")
        if is_changed[i]
    )
