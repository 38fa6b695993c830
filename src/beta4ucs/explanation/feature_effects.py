"""How votes and probabilities change along one feature, averaged over rows.

Every row is answered again and again, each time as if the feature had another value. The mean
over the rows is what the model makes of the feature, whatever the rules look like (Friedman, 2001,
calls it partial dependence).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from beta4ucs.data.encoding import Column
from beta4ucs.data.frames import as_pandas
from beta4ucs.errors import InputError, quoted
from beta4ucs.explanation.rows import RawRows
from beta4ucs.rules.matching import voter_of
from beta4ucs.rules.number_text import decimals_for
from beta4ucs.voting.votes import LearnedVotes

MAX_ROWS = 500
N_VALUES = 21  # of a number with more different ones
TAIL = 1.0  # per cent of the rows at either end, where a number's curve does not reach
MOST_LINES = 4  # classes that can be told apart in one picture
ROWS_AT_ONCE = 4096  # that vote together


@dataclass(frozen=True)
class Effect:
    """What a model makes of one feature.

    Attributes
    ----------
    feature : str
        The feature.
    values : list
        Values of the feature: numbers from low to high, or all values of a category.
    votes : ndarray of shape (n_values, n_classes)
        Mean votes, or mean log odds where votes were learned, if all rows had that value.
    probabilities : ndarray of shape (n_values, n_classes)
        Mean probabilities, likewise.
    counts : ndarray of shape (n_values,)
        How many of the rows lie nearest to each value: where they are few, the curve says little.
    classes : list
        The class labels.
    n_rows, n_averaged, n_missing : int
        The rows; how many of them, evenly spaced, the means are of; how many do not have a value.
    is_number : bool
        Whether there is something between two values.
    unit : str
        "votes" or "log odds".
    """

    feature: str
    values: list[Any]
    votes: np.ndarray
    probabilities: np.ndarray
    counts: np.ndarray
    classes: list[Any]
    n_rows: int
    n_averaged: int
    n_missing: int
    is_number: bool
    unit: str

    @property
    def span(self) -> float:
        """By how much the probability of a class changes at most, over values that rows have."""
        there = self.probabilities[self.counts > 0]
        return float(np.ptp(there, axis=0).max()) if len(there) else 0.0

    def place_of(self, label: Any) -> int:
        """The column of a class, which may be given as text."""
        names = [str(one) for one in self.classes]
        if str(label) not in names:
            raise InputError(f"there is no class '{label}'; there are {quoted(names)}")
        return names.index(str(label))

    def averaged_over(self, rows: str = "rows") -> str:
        """Say which rows the means are of, such as "200 of 1,969 test rows"."""
        some = "" if self.n_averaged == self.n_rows else f"{self.n_averaged:,} of "
        return f"{some}{self.n_rows:,} {rows.removesuffix('s') if self.n_rows == 1 else rows}"

    def to_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        return {
            "feature": self.feature,
            "values": self.values,
            "rows": self.counts.tolist(),
            "classes": self.classes,
            "probabilities": self.probabilities.tolist(),
            self.unit.replace(" ", "_"): self.votes.tolist(),
            "n_rows": self.n_rows,
            "n_averaged": self.n_averaged,
            "n_missing": self.n_missing,
        }


def effects(
    model: Any,
    X: Any,
    features: Iterable[int | str],
    *,
    max_rows: int = MAX_ROWS,
    n_values: int = N_VALUES,
) -> list[Effect]:
    """Compute how votes and probabilities change along features.

    Parameters
    ----------
    model : fitted classifier
        One of this package.
    X : array-like or DataFrame of shape (n_samples, n_features)
        Rows to average over, in original units; best rows that the model has not learned from.
    features : iterable of int or str
        By name or number.
    max_rows : int, default 500
        Maximum number of rows to average over, evenly spaced in `X`.
    n_values : int, default 21
        Values to try of a number that has more; they lie evenly between the first and the last
        hundredth of the rows.

    Returns
    -------
    list of Effect
        One per feature.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from beta4ucs import Beta4UCSClassifier, explanation
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> model = Beta4UCSClassifier(n_epochs=5, random_state=1).fit(X[::2], y[::2])
    >>> (alcohol,) = explanation.effects(model, X[1::2], ["alcohol"])
    >>> alcohol.values[:3], alcohol.averaged_over("test rows")
    ([11.36, 11.52, 11.67], '89 test rows')
    >>> alcohol.probabilities.shape, int(alcohol.counts.sum())
    ((21, 3), 89)
    """
    if max_rows < 1 or n_values < 2:
        raise InputError(
            f"an effect needs a row and two values, got max_rows={max_rows}, n_values={n_values}"
        )
    X = as_pandas(X)
    model.votes(X[:1])  # checks X
    rules = model.rules_
    places = [int(rules.feature_index(feature)) for feature in features]
    raw = RawRows(rules.encoding, X).raw
    if not len(raw):
        raise InputError("an effect needs at least one row, got none")
    voter = voter_of(rules)
    chosen = np.unique(np.linspace(0, len(raw) - 1, min(len(raw), max_rows)).round().astype(int))

    def votes_on(rows: np.ndarray) -> np.ndarray:
        sums: np.ndarray = voter.votes(rules.encoding.transform(rows), model.n_jobs)
        return sums

    def effect_of(feature: int) -> Effect:
        column = rules.encoding.columns[feature]
        numbers = _values(raw[:, feature], column, n_values)
        votes, shares = _means(raw[chosen], feature, numbers, votes_on, rules.votes)
        return Effect(
            feature=str(rules.feature_names[feature]),
            values=[_named(column, number) for number in numbers.tolist()],
            votes=votes,
            probabilities=shares,
            counts=_counts(raw[:, feature], numbers, column),
            classes=model.classes_.tolist(),
            n_rows=len(raw),
            n_averaged=len(chosen),
            n_missing=int(np.isnan(raw[:, feature]).sum()),
            is_number=column.values is None,
            unit="log odds" if isinstance(rules.votes, LearnedVotes) else "votes",
        )

    return [effect_of(feature) for feature in places]


def telling_classes(class_counts: Sequence[int], most: int = MOST_LINES) -> list[int]:
    """The places of the classes to draw: of two the rarer, of more the most frequent.

    Examples
    --------
    >>> telling_classes([70, 30]), telling_classes([5, 9, 7, 1, 2])
    ([1], [0, 1, 2, 4])
    """
    if len(class_counts) == 2:
        return [int(class_counts[1] <= class_counts[0])]
    return sorted(np.argsort(-np.asarray(class_counts), kind="stable")[:most].tolist())


def _values(cells: np.ndarray, column: Column, n_values: int) -> np.ndarray:
    """Values to try, as the numbers that an encoding takes."""
    if column.values is not None:
        return np.arange(float(len(column.values)))
    known = np.unique(cells[~np.isnan(cells)])
    if not len(known):
        raise InputError("an effect needs rows that have a value of the feature, got none")
    if len(known) <= n_values:
        return known
    low, high = np.percentile(cells[~np.isnan(cells)], [TAIL, 100.0 - TAIL])
    if np.all(known == np.rint(known)):
        step = np.ceil((high - low) / (n_values - 1))
        return np.arange(np.rint(low), high + 1.0, max(1.0, step))
    decimals = decimals_for(float(high - low)) if high > low else 0
    return np.unique(np.round(np.linspace(low, high, n_values), decimals))


def _means(
    rows: np.ndarray, feature: int, numbers: np.ndarray, votes_on: Any, kind: Any
) -> tuple[np.ndarray, np.ndarray]:
    """Mean votes and mean probabilities, one line per value."""
    votes: list[np.ndarray] = []
    shares: list[np.ndarray] = []
    values_at_once = max(1, ROWS_AT_ONCE // len(rows))
    for start in range(0, len(numbers), values_at_once):
        tried = numbers[start : start + values_at_once]
        copies = np.tile(rows, (len(tried), 1))
        copies[:, feature] = np.repeat(tried, len(rows))
        sums = votes_on(copies)
        for all_rows, means in ((sums, votes), (kind.probabilities(sums), shares)):
            means.append(all_rows.reshape(len(tried), len(rows), -1).mean(axis=1))
    return np.vstack(votes), np.vstack(shares)


def _counts(cells: np.ndarray, numbers: np.ndarray, column: Column) -> np.ndarray:
    """How many rows lie nearest to each value; values that training did not have do not count."""
    known = cells[~np.isnan(cells)]
    if column.values is not None:
        known = known[known < len(numbers)]
    edges = (numbers[1:] + numbers[:-1]) / 2.0
    return np.bincount(np.searchsorted(edges, known), minlength=len(numbers))


def _named(column: Column, number: float) -> Any:
    return number if column.values is None else column.values[int(number)]
