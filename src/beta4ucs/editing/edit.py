"""What is asked of a model's rules: which stay, which are new."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from beta4ucs.editing.choice import places_of
from beta4ucs.errors import InputError
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.rules import Rule, RuleSet
from beta4ucs.rules.parsing import ParsedRule


class NewRule(NamedTuple):
    """A rule to add, and its text as it was given."""

    parsed: ParsedRule
    text: str


class Edit(NamedTuple):
    """An edit of a model's rules.

    Attributes
    ----------
    kept, dropped : ndarray of int
        Places of rules before the edit.
    added : list of NewRule
        They come behind the others.
    """

    kept: np.ndarray
    dropped: np.ndarray
    added: list[NewRule]

    @property
    def labels(self) -> np.ndarray:
        """Places of the classes of new rules."""
        return np.array([new.parsed.label for new in self.added], dtype=np.int64)

    @property
    def is_believed(self) -> np.ndarray:
        """For each new rule whether its text says what class it is for, and not just shares."""
        return np.array([not new.parsed.is_counted for new in self.added], dtype=bool)


def plan_edit(
    rules: RuleSet,
    *,
    drop: Any = None,
    keep: Any = None,
    add: Any = None,
    replace: Mapping[Any, Any] | None = None,
) -> Edit:
    """Read an edit; `with_rules` of estimators says what the parameters are."""
    stays = np.ones(len(rules), dtype=bool)
    if keep is not None:
        stays[:] = False
        stays[places_of(rules, keep, "keep")] = True
    if drop is not None:
        stays[places_of(rules, drop, "drop")] = False
    texts = _listed(add)
    for old, new in (replace or {}).items():
        (place,) = places_of(rules, old, "replace")
        stays[place] = False
        texts += _listed(new)
    kept = np.flatnonzero(stays)
    added = [NewRule(rules.parse(text), text) for text in texts]
    if not len(kept) and not added:
        raise InputError("no rule would be left")
    _check_are_new(rules, kept, added)
    return Edit(kept, np.flatnonzero(~stays), added)


def _listed(rules: Any) -> list[str]:
    """Texts of rules that are given as text or as rules, one or several."""
    if rules is None:
        return []
    given = [rules] if isinstance(rules, (str, Rule)) else list(rules)
    for one in given:
        if not isinstance(one, (str, Rule)):
            raise InputError(f"a new rule is a text or a Rule, got {one!r}")
    return [one.exact_text if isinstance(one, Rule) else one for one in given]


def _check_are_new(rules: RuleSet, kept: np.ndarray, added: list[NewRule]) -> None:
    seen = {_key(rules.arrays, row): f"rule {row}" for row in kept.tolist()}
    arrays = arrays_of(rules, added)
    for row, new in enumerate(added):
        key = _key(arrays, row)
        if key in seen:
            raise InputError(f"'{new.text}' is there already, as {seen[key]}")
        seen[key] = "another new rule"


def _key(arrays: RuleArrays, row: int) -> tuple[bytes, bytes, int]:
    """What makes rules the same: conditions and class."""
    return arrays.genes[row].tobytes(), arrays.sets[row].tobytes(), int(arrays.label[row])


def arrays_of(rules: RuleSet, added: list[NewRule]) -> RuleArrays:
    """New rules as arrays, without statistics."""
    n, nothing = len(added), np.zeros(len(added))
    like = rules.arrays
    genes = np.array([new.parsed.genes for new in added])
    return RuleArrays(
        genes=genes.reshape(n, *like.genes.shape[1:]),
        label=np.array([new.parsed.label for new in added], dtype=np.int64),
        fitness=nothing,
        experience=nothing.copy(),
        numerosity=np.ones(n, dtype=np.int64),
        set_size=nothing.copy(),
        time_stamp=np.zeros(n, dtype=np.int64),
        mass=np.zeros((n, like.mass.shape[1])),
        sets=np.array([new.parsed.sets for new in added], dtype=np.int64).reshape(
            n, like.sets.shape[1]
        ),
    )


def joined(first: RuleArrays, second: RuleArrays) -> RuleArrays:
    """Put rules behind each other."""
    return RuleArrays(*(np.concatenate(pair) for pair in zip(first, second, strict=True)))
