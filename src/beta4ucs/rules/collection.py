"""A sequence of rules over the arrays of a population: texts are made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import cached_property, partial
from numbers import Integral
from typing import Any, Self, overload

import numpy as np

from beta4ucs.data.encoding import Encoding, ValueSet, plain_encoding
from beta4ucs.data.scaling import UnitScaling
from beta4ucs.errors import InputError, did_you_mean
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.rules.exact_text import exact_text
from beta4ucs.rules.membership_curve import (
    MembershipCurve,
    curve_of,
    curve_of_set,
    plain_membership,
)
from beta4ucs.rules.naming import say_condition, words_of
from beta4ucs.rules.rule import Rule
from beta4ucs.voting.votes import LearnedVotes, OwnClassVotes, Votes, full_weights

CURVE_POINTS = 65  # of the small curves in a notebook


class RuleCollection(Sequence[Rule]):
    """What a set of rules is and knows; `RuleSet` says what its arguments are."""

    def __init__(
        self,
        arrays: RuleArrays,
        representation: Any,
        encoding: Encoding | UnitScaling,
        feature_names: Sequence[str] | None,
        classes: np.ndarray,
        votes: Votes | np.ndarray,
    ) -> None:
        if isinstance(encoding, UnitScaling):
            encoding = plain_encoding(encoding)
        if feature_names is None:
            feature_names = [f"x{feature}" for feature in range(len(encoding.columns))]
        self.arrays = arrays
        self.representation = representation
        self.feature_names = tuple(str(name) for name in feature_names)
        self.classes = np.asarray(classes)
        self.encoding, self.scaling = encoding, encoding.scaling
        if isinstance(votes, np.ndarray):
            votes = OwnClassVotes(votes.astype(np.float64), arrays.label, len(self.classes))
        self.votes: Votes = votes
        self._labels = self.classes.tolist()
        self.population_rows = np.arange(arrays.n_rules)
        self.attribute_scores: np.ndarray | None = None  # of the training rows, if tracked
        self._words = [
            words_of(name, encoding, feature) for feature, name in enumerate(self.feature_names)
        ]
        self._set_of: list[tuple[int, ValueSet] | None] = [None] * len(self.feature_names)
        for place, part in enumerate(encoding.sets):
            self._set_of[part.feature] = place, part
        self._texts: dict[tuple[int, bytes, int], str] = {}  # rules share many of their genes

    # ---- a sequence of rules ---------------------------------------------------------------------

    def __len__(self) -> int:
        return self.arrays.n_rules

    @overload
    def __getitem__(self, place: int) -> Rule: ...

    @overload
    def __getitem__(self, place: slice) -> Self: ...

    def __getitem__(self, place: int | slice) -> Rule | Self:
        if isinstance(place, slice):
            return self._take(np.arange(len(self))[place])
        row = range(len(self))[place]  # knows negative places, refuses those behind the end
        arrays = self.arrays
        texts = self.condition_texts(row)
        said = tuple(feature for feature, text in enumerate(texts) if text)
        return Rule(
            conditions=(*(texts[feature] for feature in said), *self._rule_texts(row, said)),
            label=self._labels[arrays.label[row]],
            fitness=float(arrays.fitness[row]),
            experience=float(arrays.experience[row]),
            numerosity=int(arrays.numerosity[row]),
            set_size=float(arrays.set_size[row]),
            is_crisp=bool(self.is_crisp[row]),
            is_voting=bool(self.is_voting[row]),
            index=int(self.population_rows[row]),
            features=tuple(self.feature_names[feature] for feature in said),
            class_index=int(arrays.label[row]),
            draw=partial(self._draw, row, said),
            write=partial(self._exact_text, row),
            **self._learned(row),
        )

    def _learned(self, row: int) -> dict[str, Any]:
        """What a rule has beyond the article's numbers if its votes were learned."""
        if not isinstance(self.votes, LearnedVotes):
            return {}
        shares = zip(self._labels, self.votes.shares[row].tolist(), strict=True)
        return {"weight": float(self.votes.weight[row]), "shares": tuple(shares)}

    def __iter__(self) -> Iterator[Rule]:
        return (self[row] for row in range(len(self)))

    # ---- what it knows about its rules -----------------------------------------------------------

    @property
    def is_voting(self) -> np.ndarray:
        """For each rule whether it votes."""
        return self.votes.is_voting

    @cached_property
    def is_crisp(self) -> np.ndarray:
        """For each rule whether it matches a row fully or not at all."""
        test = getattr(self.representation, "is_crisp", None)
        always = getattr(self.representation, "matches_crisply", False)
        if always:
            return np.ones(len(self), dtype=bool)
        if test is None:
            return np.zeros(len(self), dtype=bool)
        is_crisp = np.ones(len(self), dtype=bool)
        for feature, listed in enumerate(self._set_of):
            rows = np.flatnonzero(is_crisp)
            if listed is not None:  # a category has no numbers, an unknown number neither
                place, part = listed
                rows = rows[(self.arrays.sets[rows, place] & 1 == 1) & part.is_numeric]
            is_crisp[rows] = [bool(test(gene)) for gene in self.arrays.genes[rows, feature]]
        return is_crisp

    @cached_property
    def has_condition(self) -> np.ndarray:
        """For each rule and feature whether the rule has a condition on it: rules x features."""
        shape = len(self), len(self.feature_names)
        said = [bool(text) for row in range(len(self)) for text in self.condition_texts(row)]
        return np.array(said, dtype=bool).reshape(shape)

    @property
    def n_conditions(self) -> np.ndarray:
        """For each rule the number of features it uses."""
        counts: np.ndarray = self.has_condition.sum(axis=1)
        return counts

    @property
    def strength(self) -> np.ndarray:
        """For each rule the vote it casts, or would cast, for a row that it matches fully."""
        return np.where(self.is_voting, self.votes.strength, full_weights(self.arrays))

    @property
    def n_voting(self) -> int:
        """Number of rules that vote."""
        return int(np.count_nonzero(self.is_voting))

    @property
    def crisp_share(self) -> float:
        """Share of crisp rules among those that vote, counted in copies; 0 if none votes."""
        copies = self.arrays.numerosity[self.is_voting]
        crisp = self.arrays.numerosity[self.is_voting & self.is_crisp]
        return float(crisp.sum() / copies.sum()) if copies.size else 0.0

    def membership_curve(
        self, rule: int, feature: int | str, n_points: int = 200
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return how well the values of a feature fit a rule's condition on it, for plotting.

        Parameters
        ----------
        rule : int
            Place of the rule in this set.
        feature : int or str
            Index or name of the feature.
        n_points : int, default 200
            Number of values, evenly spaced over the range of the training data. A feature that
            was constant in training has a single value.

        Returns
        -------
        values : ndarray of shape (n_points,)
            Values of the feature in original units; of a category all values there were.
        degrees : ndarray of shape (n_points,)
            Between 0 and 1: the feature's factor of the matching degree; where a rule matches if
            the product of all factors exceeds a threshold, its factor of that product.
        """
        curve = self.condition_curve(rule, feature, n_points)
        return curve.values, curve.degrees

    def condition_curve(
        self, rule: int, feature: int | str, n_points: int = 200
    ) -> MembershipCurve:
        """Return `membership_curve`, and how well a missing value fits.

        Parameters
        ----------
        rule, feature, n_points : int or str
            As in `membership_curve`.

        Returns
        -------
        MembershipCurve
            Values, degrees and, where rules tell a missing value from others, the degree of it.
        """
        row = range(len(self))[rule]
        column = self.feature_index(feature)
        if not isinstance(n_points, Integral) or n_points < 1:
            raise InputError(f"n_points must be a whole number of at least 1, got {n_points!r}")
        return self._curve(row, column, int(n_points))

    def condition_texts(self, rule: int) -> list[str]:
        """Return what a rule says of each feature; "" of one that does not matter.

        Parameters
        ----------
        rule : int
            Place of the rule in this set.
        """
        row = range(len(self))[rule]
        texts = []
        for feature, words in enumerate(self._words):
            gene = self.arrays.genes[row, feature]
            part, bits = self._listed(row, feature)
            is_category = part is not None and not part.is_numeric
            key = feature, b"" if is_category else gene.tobytes(), bits
            if key not in self._texts:
                self._texts[key] = say_condition(self.representation, gene, words, part, bits)
            texts.append(self._texts[key])
        return texts

    def feature_index(self, feature: int | str) -> int:
        """Return the place of a feature, given by its name or number."""
        if not isinstance(feature, str):
            count = len(self.feature_names)
            if not isinstance(feature, Integral) or not -count <= feature < count:
                raise InputError(f"there is no feature {feature!r}; there are {count}, from 0 on")
            return int(feature) % count
        if feature not in self.feature_names:
            hint = did_you_mean(feature, self.feature_names)
            raise InputError(f"there is no feature '{feature}'{hint}")
        return self.feature_names.index(feature)

    # ---- parts of it -----------------------------------------------------------------------------

    @cached_property
    def _membership(self) -> Callable[[Any, float], float]:
        return plain_membership(self.representation)

    def _exact_text(self, row: int) -> str:
        return exact_text(self, row)

    def _draw(self, row: int, features: Sequence[int]) -> tuple[MembershipCurve, ...]:
        return tuple(self._curve(row, feature, CURVE_POINTS) for feature in features)

    def _curve(self, row: int, feature: int, n_points: int) -> MembershipCurve:
        part, bits = self._listed(row, feature)
        if part is not None and not part.is_numeric:
            return curve_of_set(part, bits)
        gene = self.arrays.genes[row, feature]
        curve = curve_of(self._membership, gene, self.encoding, feature, n_points)
        if part is None:
            return curve
        unknown = float(bits >> 1 & 1) if part.has_unknown else None
        return curve._replace(degrees=curve.degrees * (bits & 1), unknown=unknown)

    def _listed(self, row: int, feature: int) -> tuple[ValueSet | None, int]:
        """What can be listed of a feature, and what a rule lists."""
        listed = self._set_of[feature]
        if listed is None:
            return None, 0
        place, part = listed
        return part, int(self.arrays.sets[row, place])

    def _take(self, rows: np.ndarray) -> Self:
        taken = copy(self)
        for known in ("is_crisp", "has_condition"):
            if known in self.__dict__:
                taken.__dict__[known] = self.__dict__[known][rows]
        taken.votes = self.votes.take(rows)
        taken.arrays = self.arrays.take(rows)
        taken.population_rows = self.population_rows[rows]
        return taken

    def _rule_texts(self, row: int, said: Sequence[int]) -> list[str]:
        """What a rule says beyond its features, if it says anything of them."""
        if not said or not hasattr(self.representation, "rule_genes"):
            return []
        text = self.representation.describe_rule(self.arrays.genes[row, -1])
        return [text] if text else []
