"""What changes from one model to another: rules, answers, measures."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import numpy as np

from beta4ucs.comparison.page import diff_page
from beta4ucs.errors import InputError
from beta4ucs.measures import Measures, measure
from beta4ucs.measures.intervals import paired_interval
from beta4ucs.measures.labels import check_one_per_row
from beta4ucs.rules import Rule, RuleSet
from beta4ucs.rules.matching import degrees_of
from beta4ucs.rules.metrics import rows_of


class RulePair(NamedTuple):
    """A rule of the first model, one of the second, and how much of what they match is the same.

    Attributes
    ----------
    first, second : Rule or None
        None where a model has no such rule.
    overlap : float or None
        The Tanimoto coefficient of their degrees on the rows: 1 if they match the same rows
        alike, 0 if none together. None without rows.
    """

    first: Rule | None
    second: Rule | None
    overlap: float | None = None

    @property
    def is_same(self) -> bool:
        """Whether both say the same in words, numbers of the vote included."""
        first, second = self.first, self.second
        return (
            first is not None
            and second is not None
            and (first.text, first.numbers) == (second.text, second.numbers)
        )


class RowChange(NamedTuple):
    """A row with another answer; `truth` is None if it is not known."""

    number: int
    first: Any
    second: Any
    truth: Any


class ModelDiff(NamedTuple):
    """Two models side by side; `diff` makes it.

    Attributes
    ----------
    common : list of RulePair
        Rules that ask the same in words and speak for the same class, the strongest first.
    only_first, only_second : list of RulePair
        The other voting rules, each with the rule of the other model that is most like it, if
        there are rows to tell.
    rows : str
        What the rows are, such as "18 test rows"; "" without rows.
    changed : list of RowChange
        Rows with another answer.
    measures : tuple of two Measures, or None
        Of both models on these rows, if their classes are known.
    gained, lost : int
        Rows that only the second model is right on, and those that only the first is right on.
    """

    common: list[RulePair]
    only_first: list[RulePair]
    only_second: list[RulePair]
    rows: str
    n_rows: int
    changed: list[RowChange]
    measures: tuple[Measures, Measures] | None
    gained: int
    lost: int

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the change in accuracy, second minus first, on the same rows."""
        if self.measures is None:
            return None
        return paired_interval(self.gained, self.lost, self.n_rows)

    @property
    def moves(self) -> list[tuple[Any, Any, int]]:
        """From which class to which answers change, and how often, the most frequent first."""
        counts = Counter((one.first, one.second) for one in self.changed)
        return [(*pair, n) for pair, n in counts.most_common()]

    def to_html(self, title: str = "Two models", names: tuple[str, str] = ("A", "B")) -> str:
        """Return a page that shows it; it needs no network."""
        return diff_page(self, title, names)


def diff(
    first: Any,
    second: Any,
    X: Any = None,
    y: Any = None,
    *,
    rows: str = "rows",
    numbers: Any = None,
) -> ModelDiff:
    """Put two models side by side.

    Parameters
    ----------
    first, second : fitted classifiers
        Usually of the same table, such as that of last quarter and that of this one.
    X : array-like or DataFrame, or a tuple of two, optional
        Rows that both can answer; two of them if the models have different columns.
    y : array-like of shape (n_samples,), optional
        Their classes.
    rows : str
        What the rows are called, such as "test rows".
    numbers : array-like of int, optional
        The numbers of the rows where they come from; 1, 2, 3 and so on by default.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from beta4ucs import UCSClassifier
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> old = UCSClassifier(n_epochs=5, random_state=1).fit(X, y)
    >>> found = diff(old, old.compact(X, y), X, y)
    >>> len(found.only_second), found.n_rows, len(found.changed) >= found.gained + found.lost
    (0, 178, True)
    """
    given = X if isinstance(X, tuple) else (X, X)
    has_rows = given[0] is not None
    rules = tuple(_voting(model) for model in (first, second))
    degrees = None
    if has_rows:
        degrees = tuple(_degrees(one, part) for one, part in zip(rules, given, strict=True))
    common, alone, alone_second = _matched(*rules)
    n_rows, answers = 0, None
    if has_rows:
        answers = first.predict(given[0]), second.predict(given[1])
        n_rows = len(answers[0])
        if len(answers[1]) != n_rows:
            raise InputError(
                f"X has {n_rows:,} rows for one model, {len(answers[1]):,} for the other"
            )
    return ModelDiff(
        common=[RulePair(rules[0][i], rules[1][j], _overlap(degrees, i, j)) for i, j in common],
        only_first=[_closest(rules, degrees, i, 0) for i in alone],
        only_second=[_closest(rules, degrees, j, 1) for j in alone_second],
        rows=f"{n_rows:,} {rows}" if has_rows else "",
        n_rows=n_rows,
        **_answers(first, second, given, answers, y, numbers),
    )


def _voting(model: Any) -> RuleSet:
    rules: RuleSet = model.rules_
    ranked = rules.top(len(rules))
    chosen: RuleSet = ranked.where(ranked.is_voting)
    return chosen


def _degrees(rules: RuleSet, X: Any) -> np.ndarray:
    return degrees_of(rules, rules.encoding.transform(rows_of(rules, X)))


def _matched(first: RuleSet, second: RuleSet) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Places of rules that mean the same, of those of the first only, of those of the second."""
    left: dict[tuple[Any, ...], list[int]] = {}
    for j, rule in enumerate(second):
        left.setdefault(_meaning(rule), []).append(j)
    common, alone = [], []
    for i, rule in enumerate(first):
        same = left.get(_meaning(rule))
        if same:
            common.append((i, same.pop(0)))
        else:
            alone.append(i)
    return common, alone, sorted(j for places in left.values() for j in places)


def _meaning(rule: Rule) -> tuple[Any, ...]:
    """What a reader would call the same: conditions in words, in any order, and the class."""
    return (*sorted(rule.conditions), str(rule.label))


def _tanimoto(one: np.ndarray, others: np.ndarray) -> np.ndarray:
    """The overlap of the degrees of a rule with those of others."""
    shared = others.T @ one
    either = (one**2).sum() + (others**2).sum(axis=0) - shared
    result: np.ndarray = np.divide(shared, either, out=np.zeros(len(shared)), where=either > 0.0)
    return result


def _overlap(degrees: Any, i: int, j: int) -> float | None:
    if degrees is None:
        return None
    return float(_tanimoto(degrees[0][:, i], degrees[1][:, [j]])[0])


def _closest(rules: tuple[RuleSet, ...], degrees: Any, place: int, side: int) -> RulePair:
    """A rule of one model only, beside what is most like it in the other, if rows tell that."""
    rule, others = rules[side][place], rules[1 - side]
    like, overlap = None, None
    if degrees is not None and len(others):
        overlaps = _tanimoto(degrees[side][:, place], degrees[1 - side])
        best = int(overlaps.argmax())
        if overlaps[best] > 0.0:
            like, overlap = others[best], float(overlaps[best])
    return RulePair(like, rule, overlap) if side else RulePair(rule, like, overlap)


def _answers(
    first: Any, second: Any, given: Any, answers: Any, y: Any, numbers: Any
) -> dict[str, Any]:
    """What changes in the answers, and how good both are."""
    if answers is None:
        return {"changed": [], "measures": None, "gained": 0, "lost": 0}
    said = [part.tolist() for part in answers]
    truth = [None] * len(said[0]) if y is None else np.asarray(y).tolist()
    check_one_per_row(len(said[0]), truth)
    places = range(1, len(truth) + 1) if numbers is None else np.asarray(numbers).tolist()
    rows = [RowChange(*one) for one in zip(places, *said, truth, strict=True)]
    changed = [row for row in rows if str(row.first) != str(row.second)]
    if y is None:
        return {"changed": changed, "measures": None, "gained": 0, "lost": 0}
    both = zip((first, second), given, answers, strict=True)
    return {
        "changed": changed,
        "measures": tuple(measure(y, a, m.predict_proba(X), m.classes_) for m, X, a in both),
        "gained": sum(str(row.second) == str(row.truth) for row in changed),
        "lost": sum(str(row.first) == str(row.truth) for row in changed),
    }
