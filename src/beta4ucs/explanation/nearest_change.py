"""The search for what would change an answer, and the check by predicting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Integral
from typing import Any

import numpy as np

from beta4ucs.errors import InputError, did_you_mean
from beta4ucs.explanation.counterfactuals import Change, Counterfactual
from beta4ucs.explanation.electorate import RuleModel, named, numbers_of
from beta4ucs.explanation.landscape import Landscape
from beta4ucs.explanation.limits import Limits, Ranges
from beta4ucs.explanation.search import Goal, Search, differs

MAX_FEATURES = 3


def counterfactual(
    model: RuleModel,
    x: Any,
    target: Any = None,
    *,
    max_features: int = MAX_FEATURES,
    feature_ranges: Ranges | None = None,
    immutable: Iterable[str | int] = (),
    whole_numbers: Iterable[str | int] | None = None,
) -> Counterfactual:
    """Find a small change of few features that leads to another class.

    Fewer features come first, then the smaller change in units of the features' ranges. Values
    are taken from the ends and peaks of the rules' conditions, rounded as texts of rules are, and
    stay within the range of the training data. Every change that is answered has been checked by
    predicting. The search is deterministic but not exhaustive: now and then a smaller change
    exists. It looks for a class that wins by votes, not for a tie that `tie_break` decides.

    Parameters
    ----------
    model : Beta4UCSClassifier, UCSClassifier or FuzzyUCSClassifier
        A fitted model.
    x : array-like, Series, dict or DataFrame with one row
        The row in original units; NaN is a missing value, and stays one unless it is changed.
    target : object, optional
        The class to reach; any other than the present answer if it is not given.
    max_features : int, default 3
        How many features may change.
    feature_ranges : dict, optional
        Feature (name or index) -> (low, high) between which a changed value must lie; None for
        an end that is that of the training data.
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
    >>> from sklearn.datasets import load_wine
    >>> from beta4ucs import Beta4UCSClassifier
    >>> from beta4ucs.explanation import counterfactual
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> model = Beta4UCSClassifier(n_epochs=5, random_state=1).fit(X, y)
    >>> other = counterfactual(model, X.iloc[0], max_features=5)
    >>> print(other)
    It would be ... instead of 0 with
      ... -> ...
    >>> model.predict(X[:1].assign(**other.values)).tolist() == [other.answer]
    True
    """
    X = _one_row(x)
    answers = model.predict(X).tolist()  # checks X
    if len(answers) != 1:
        raise InputError(f"x must be one row, got {len(answers):,}")
    if not isinstance(max_features, Integral) or max_features < 1:
        raise InputError(f"max_features must be a whole number of at least 1, got {max_features!r}")
    row, rules = numbers_of(X)[0], model.rules_
    limits = Limits.of(rules, row, feature_ranges, immutable, whole_numbers)
    labels = rules.classes.tolist()
    goal = Goal(labels.index(answers[0]), _code_of(target, labels, answers[0]))
    search = Search(Landscape.of(rules), limits.lattice, row, goal, limits.free)
    changed = _first_verified(model, search, int(max_features), labels)
    return _result(model, search, changed, labels, int(max_features))


def _one_row(x: Any) -> Any:
    """Return a row as a table with one row."""
    if hasattr(x, "columns"):
        return x
    if hasattr(x, "to_frame"):  # a Series: its index holds the names
        return x.to_frame().T
    if isinstance(x, Mapping):
        import pandas as pd

        return pd.DataFrame([dict(x)])
    values = np.asarray(x)
    return values[None] if values.ndim == 1 else values


def _code_of(target: Any, labels: list[Any], present: Any) -> int | None:
    if target is None:
        return None
    if target not in labels:
        hint = did_you_mean(str(target), map(str, labels))
        raise InputError(f"there is no class {target!r}{hint}")
    if target == present:
        raise InputError(f"the answer is {target!r} already; target must be another class")
    return labels.index(target)


def _first_verified(
    model: RuleModel, search: Search, max_features: int, labels: list[Any]
) -> np.ndarray | None:
    """Return the best row that the model itself answers with a class that would do."""
    found = search.run(max_features)
    if not len(found):
        return None
    codes = np.array([labels.index(label) for label in model.predict(named(model, found)).tolist()])
    does = np.flatnonzero(search.goal.is_served_by(codes))
    return found[does[0]] if len(does) else None


def _result(
    model: RuleModel,
    search: Search,
    changed: np.ndarray | None,
    labels: list[Any],
    max_features: int,
) -> Counterfactual:
    names, goal = model.rules_.feature_names, search.goal
    rows = np.stack([search.row, search.row if changed is None else changed])
    before, after = (
        dict(zip(labels, shares, strict=True))
        for shares in model.predict_proba(named(model, rows)).tolist()
    )
    answer = None
    if changed is not None:
        answer = model.predict(named(model, rows[1:])).tolist()[0]
    return Counterfactual(
        prediction=labels[goal.present],
        target=None if goal.target is None else labels[goal.target],
        answer=answer,
        changes=_changes(search, rows[1], names),
        values=dict(zip(names, rows[1].tolist(), strict=True)),
        before=before,
        after=after,
        max_features=max_features,
    )


def _changes(search: Search, changed: np.ndarray, names: tuple[str, ...]) -> tuple[Change, ...]:
    shares = search.shares(changed)
    order = np.argsort(-shares, kind="stable")
    return tuple(
        Change(names[i], float(search.row[i]), float(changed[i]), float(shares[i]))
        for i in order
        if differs(changed, search.row)[i]
    )
