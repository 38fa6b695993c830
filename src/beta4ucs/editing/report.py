"""Before and after an edit: measures on given rows, and what each rule that changed is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from beta4ucs.editing.rule_values import RuleValue, rule_values
from beta4ucs.measures import Measures, measure_model
from beta4ucs.rules import RuleSet
from beta4ucs.voting.votes import LearnedVotes

SHOWN = {  # measures, and how they are written
    "accuracy": ".1%",
    "balanced_accuracy": ".1%",
    "auc": ".3f",
    "log_loss": ".3f",
}
NAMES = {"auc": "AUC"}


class EditReport(NamedTuple):
    """A model before and after an edit; `edit_report` makes it, `print` shows it.

    Attributes
    ----------
    rows : str
        What the rows are, such as "18 test rows".
    n_rules : tuple of two int
    measures : tuple of two Measures
    dropped : list of RuleValue
        What each dropped rule was worth in the model before.
    added : list of RuleValue
        What each new rule is worth in the model after.
    changed : int
        Rows with another answer.
    """

    rows: str
    n_rules: tuple[int, int]
    measures: tuple[Measures, Measures]
    dropped: list[RuleValue]
    added: list[RuleValue]
    changed: int

    def lines(self) -> Iterator[tuple[str, str, str]]:
        """Give measures by name, before and after."""
        yield "rules", f"{self.n_rules[0]:,}", f"{self.n_rules[1]:,}"
        for name, form in SHOWN.items():
            values = [getattr(one, name) for one in self.measures]
            first, second = ("-" if value is None else f"{value:{form}}" for value in values)
            yield NAMES.get(name, name.replace("_", " ")), first, second

    def __str__(self) -> str:
        words = [f"{'on ' + self.rows:<18} {'before':>8}    {'after':>8}"]
        words += [f"{name:<18} {first:>8} -> {second:>8}" for name, first, second in self.lines()]
        words.append(
            f"{self.changed:,} {'answer changes' if self.changed == 1 else 'answers change'}"
        )
        for heading, values in (("dropped", self.dropped), ("added", self.added)):
            for value in values:
                words += ["", f"{heading}: {value.rule.text}", f"    {value.said()}"]
        return "\n".join(words)


def edit_report(before: Any, after: Any, X: Any, y: Any, *, rows: str = "rows") -> EditReport:
    """Compare a model with an edited one, rule by rule where they differ.

    A dropped rule is judged in the model before, a new rule in the model after: each is left out
    alone, the others as they are.

    Parameters
    ----------
    before, after : fitted estimators
        The second as `with_rules` gives it.
    X : array-like or DataFrame of shape (n_samples, n_features)
        Rows in original units, best those that neither has learned from.
    y : array-like of shape (n_samples,)
        Their classes.
    rows : str
        What the rows are called, such as "test rows".

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from beta4ucs import UCSClassifier
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> model = UCSClassifier(n_epochs=5, random_state=1).fit(X, y).compact(X, y)
    >>> found = edit_report(model, model.with_rules(drop=[0, 1]), X, y)
    >>> found.n_rules[0] - found.n_rules[1], len(found.dropped), len(found.added)
    (2, 2, 0)
    """
    gone, new = _differences(before.rules_, after.rules_)
    answers = [model.predict(X) for model in (before, after)]
    return EditReport(
        rows=f"{len(answers[0]):,} {rows}",
        n_rules=(len(before.rules_), len(after.rules_)),
        measures=(measure_model(before, X, y), measure_model(after, X, y)),
        dropped=rule_values(before, X, y, gone),
        added=rule_values(after, X, y, new),
        changed=int(np.count_nonzero(answers[0] != answers[1])),
    )


def _differences(before: RuleSet, after: RuleSet) -> tuple[list[int], list[int]]:
    """Places of the rules that only one of two models has."""
    keys = [_keys(before), _keys(after)]
    gone = [place for place, key in enumerate(keys[0]) if key not in set(keys[1])]
    new = [place for place, key in enumerate(keys[1]) if key not in set(keys[0])]
    return gone, new


def _keys(rules: RuleSet) -> list[tuple[bytes, bytes, int]]:
    """What makes rules the same: conditions, and the class unless it is counted on rows."""
    arrays = rules.arrays
    labels = arrays.label
    if isinstance(rules.votes, LearnedVotes):
        labels = np.zeros_like(labels)
    parts = zip(arrays.genes, arrays.sets, labels.tolist(), strict=True)
    return [(genes.tobytes(), sets.tobytes(), label) for genes, sets, label in parts]
