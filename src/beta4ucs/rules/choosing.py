"""Choosing rules: by class, feature or kind, by rank, by a test of your own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from numbers import Integral
from typing import Any, Self

import numpy as np

from beta4ucs.errors import InputError, did_you_mean
from beta4ucs.rules.collection import RuleCollection
from beta4ucs.rules.rule import Rule

# what `sorted_by` takes -> the value of every rule
SORT_KEYS: dict[str, Callable[[RuleCollection], np.ndarray]] = {
    "strength": lambda rules: rules.strength,
    "fitness": lambda rules: rules.arrays.fitness,
    "experience": lambda rules: rules.arrays.experience,
    "copies": lambda rules: rules.arrays.numerosity,
    "size": lambda rules: rules.n_conditions,
    "set_size": lambda rules: rules.arrays.set_size,
    "index": lambda rules: rules.population_rows,
}


class RuleChoice(RuleCollection):
    """Filters, sorts and cuts; all of them give a rule set again, so that they can be chained."""

    def for_class(self, *labels: Any) -> Self:
        """Return the rules that speak for a class, or for one of several.

        Parameters
        ----------
        *labels : object
            Class labels; text that reads like a label will do.
        """
        codes = [self._class_code(label) for label in labels]
        return self._take(np.isin(self.arrays.label, codes))

    def with_feature(self, *features: int | str) -> Self:
        """Return the rules that have a condition on each of the features.

        Parameters
        ----------
        *features : int or str
            Indices or names.
        """
        columns = [self.feature_index(feature) for feature in features]
        return self._take(np.flatnonzero(self.has_condition[:, columns].all(axis=1)))

    def without_feature(self, *features: int | str) -> Self:
        """Return the rules that have no condition on any of the features.

        Parameters
        ----------
        *features : int or str
            Indices or names.
        """
        columns = [self.feature_index(feature) for feature in features]
        return self._take(np.flatnonzero(~self.has_condition[:, columns].any(axis=1)))

    def crisp(self) -> Self:
        """Return the rules that match a row fully or not at all."""
        return self._take(self.is_crisp)

    def fuzzy(self) -> Self:
        """Return the rules that match by degrees."""
        return self._take(~self.is_crisp)

    def voting(self) -> Self:
        """Return the rules that take part in predictions."""
        return self._take(self.is_voting)

    def where(self, test: Callable[[Rule], Any] | Any) -> Self:
        """Return the rules that pass a test.

        Parameters
        ----------
        test : function or array-like of bool
            A function of a `Rule`, or one truth value a rule, in their order.
        """
        if callable(test):
            test = np.array([bool(test(rule)) for rule in self], dtype=bool)
        mask = np.asarray(test)
        if mask.shape != (len(self),) or mask.dtype != bool:
            raise InputError(
                f"where takes a function or {len(self)} truth values, "
                f"got {mask.dtype} values of shape {mask.shape}"
            )
        return self._take(mask)

    def sorted_by(self, key: str, *, ascending: bool = False) -> Self:
        """Return the rules in another order; those with equal values stay in theirs.

        Parameters
        ----------
        key : {"strength", "fitness", "experience", "copies", "size", "set_size", "index"}
            Size is the number of features with a condition, index the row in the population.
        ascending : bool, default False
            Begin with the smallest.
        """
        if key not in SORT_KEYS:
            raise InputError(f"rules cannot be sorted by {key!r}{did_you_mean(key, SORT_KEYS)}")
        values = np.asarray(SORT_KEYS[key](self), dtype=np.float64)
        return self._take(np.argsort(values if ascending else -values, kind="stable"))

    def in_order(self, places: Sequence[int] | np.ndarray) -> Self:
        """Return the rules at some places of this set, in that order.

        Parameters
        ----------
        places : sequence of int
            Places from 0.
        """
        return self._take(np.array(places, dtype=np.int64))

    def top(self, n: int = 10) -> Self:
        """Return the n strongest rules, strongest first.

        Rules that vote come before those that do not; then `strength` decides, then experience.

        Parameters
        ----------
        n : int, default 10
            How many; all if there are fewer.
        """
        if not isinstance(n, Integral) or n < 0:
            raise InputError(f"n must be a whole number, 0 or more, got {n!r}")
        order = np.lexsort((-self.arrays.experience, -self.strength, ~self.is_voting))
        return self._take(order[:n])

    def _class_code(self, label: Any) -> int:
        if label in self._labels:
            return self._labels.index(label)
        texts = [str(known) for known in self._labels]
        if str(label) not in texts:
            raise InputError(f"there is no class '{label}'{did_you_mean(str(label), texts)}")
        return texts.index(str(label))
