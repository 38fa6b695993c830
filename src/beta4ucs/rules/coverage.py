"""How many rows each rule covers, and how many of these have its class: plain counts."""

from __future__ import annotations

from typing import Any, NamedTuple

from beta4ucs.measures import places_of
from beta4ucs.rules.choosing import RuleChoice
from beta4ucs.rules.matching import degrees_of
from beta4ucs.rules.metrics import rows_of

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
        'covers 312 of 1,969 test rows, 94% of them dead (53% of all)'
        """
        words = f"covers {self.covered:,} of {self.rows:,} {rows}"
        if self.right is None or self.of_class is None or not self.covered:
            return words
        share, usual = self.right / self.covered, self.of_class / self.rows
        return f"{words}, {share:.0%} of them {self.label} ({usual:.0%} of all)"


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
    is_covered = degrees_of(rules, inputs) >= ENOUGH
    names = [str(label) for label in rules.classes[rules.arrays.label].tolist()]
    counts = is_covered.sum(axis=0).tolist()
    if y is None:
        pairs = zip(counts, names, strict=True)
        return [Coverage(len(inputs), n, None, None, label) for n, label in pairs]
    has_class = places_of(y, rules.classes)[:, None] == rules.arrays.label
    right, of_class = (is_covered & has_class).sum(axis=0), has_class.sum(axis=0)
    columns = zip(counts, right.tolist(), of_class.tolist(), names, strict=True)
    return [Coverage(len(inputs), *one) for one in columns]
