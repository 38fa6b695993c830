"""How many rows each rule covers and gets right, and how many rules vote on a row: counts."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from beta4ucs.measures.labels import check_one_per_row, places_of
from beta4ucs.measures.percents import whole_percent
from beta4ucs.rules.choosing import RuleChoice
from beta4ucs.rules.matching import degrees_of
from beta4ucs.rules.metrics import rows_of

MOST_DEGREES = 8_000_000  # in memory at once
ENOUGH = 0.5  # degree from which a row counts as covered; crisp rules match by 0 or 1


class Coverage(NamedTuple):
    """Counts of one rule on some rows; `right` and `of_class` are None if classes are unknown."""

    rows: int
    covered: int
    right: int | None
    of_class: int | None
    label: str

    @property
    def lift(self) -> float | None:
        """How much more frequent the class is where the rule covers; None if it covers nothing."""
        if self.right is None or not self.covered or not self.of_class:
            return None
        return (self.right / self.covered) / (self.of_class / self.rows)

    def said(self, rows: str = "rows") -> str:
        """Say it in words.

        Examples
        --------
        >>> Coverage(1969, 312, 293, 1040, "dead").said("test rows")
        'covers 312 of 1,969 test rows, 94 % of them dead (53 % of all, lift 1.8)'
        """
        words = f"covers {self.covered:,} of {self.rows:,} {rows}"
        if self.right is None or self.of_class is None or not self.covered:
            return words
        share = whole_percent(self.right / self.covered)
        usual = whole_percent(self.of_class / self.rows)
        lift = "" if self.lift is None else f", lift {self.lift:.1f}"
        return f"{words}, {share} % of them {self.label} ({usual} % of all{lift})"

    @property
    def gain(self) -> float:
        """How many more of the covered rows have its class than of as many rows by chance.

        Of two rules that are right equally often the one that covers more is worth more, and of
        two that cover equally many the one that is right more often.

        Examples
        --------
        >>> Coverage(100, 20, 15, 40, "dead").gain
        7.0
        """
        if self.right is None or self.of_class is None or not self.rows:
            return 0.0
        return self.right - self.covered * self.of_class / self.rows


def coverage(rules: RuleChoice, X: Any, y: Any = None) -> list[Coverage]:
    """Count for every rule the rows that it covers.

    A row is covered if it matches by a degree of at least one half.

    Parameters
    ----------
    rules : RuleSet
        The rules.
    X : array-like or DataFrame of shape (n_samples, n_features)
        Rows in original units.
    y : array-like of shape (n_samples,), optional
        Their classes.
    """
    inputs = rules.encoding.transform(rows_of(rules, X))
    places = None
    if y is not None:
        check_one_per_row(len(inputs), y)
        places = places_of(y, rules.classes)
    labels, n_classes = rules.arrays.label, len(rules.classes)
    covered = np.zeros((len(rules), n_classes + 1), dtype=np.int64)  # last: of no known class
    step = max(1, MOST_DEGREES // max(1, len(rules)))
    for first in range(0, len(inputs), step):
        block = slice(first, first + step)
        is_covered = degrees_of(rules, inputs[block]) >= ENOUGH
        codes = np.full(len(is_covered), -1) if places is None else places[block]
        for code in np.unique(codes):
            covered[:, code] += is_covered[codes == code].sum(axis=0)
    names = [str(label) for label in rules.classes[labels].tolist()]
    counts = covered.sum(axis=1).tolist()
    if places is None:
        pairs = zip(counts, names, strict=True)
        return [Coverage(len(inputs), n, None, None, label) for n, label in pairs]
    right = covered[np.arange(len(rules)), labels].tolist()
    of_class = np.bincount(places[places >= 0], minlength=n_classes)[labels].tolist()
    columns = zip(counts, right, of_class, names, strict=True)
    return [Coverage(len(inputs), *one) for one in columns]


def voters(rules: RuleChoice, X: Any) -> np.ndarray:
    """Count for every row the voting rules that match it, to any degree above 0."""
    inputs = rules.encoding.transform(rows_of(rules, X))
    counts = np.zeros(len(inputs), dtype=np.int64)
    step = max(1, MOST_DEGREES // max(1, len(rules)))
    for first in range(0, len(inputs), step):
        block = slice(first, first + step)
        is_match = degrees_of(rules, inputs[block]) > 0.0
        counts[block] = (is_match & rules.is_voting).sum(axis=1)
    return counts
