"""What experts ask of rules: features left out or kept apart, directions, rules that must stay.

Features that are left out are hidden from populations and search alike. For the rest, the committee
may say what it likes: its rules are made to fit before the final list is chosen from them. A
rule that uses features which must not stand together becomes several rules with one of them each; a
condition that goes against a direction becomes one with a single bound, or none.

With two classes and no negative weights, a direction of the rules is one of the model: if rules
for a class never match less for larger values, and others never more, then the probability of
the class never falls while the value rises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np

from beta4ucs.evolved_rules.genes import Genes, can_be_searched, joined, open_gene
from beta4ucs.evolved_rules.pool import without_copies
from beta4ucs.rules.membership_curve import plain_membership

POINTS = np.linspace(0.0, 1.0, 65).tolist()
BESIDE = 1e-9  # of the numbers of a condition, where it may jump
HALF = 0.5
NOTHING, RISES, FALLS, ELSE = "nothing", "rises", "falls", "else"  # what a condition does


class KeptRules(NamedTuple):
    """Rules that stay: conditions, and the classes that they are for."""

    rules: Genes
    labels: np.ndarray


class Constraints(NamedTuple):
    """What rules must obey; features and classes are numbered.

    Attributes
    ----------
    excluded : tuple of int
        Features that no rule asks about.
    apart : tuple of tuples of int
        Of each group of features a rule asks about one at most.
    rising : mapping from int to int
        From a feature to the class whose rules ask for large values only; rules for other classes
        ask for small ones.
    kept : KeptRules or None
    """

    excluded: tuple[int, ...] = ()
    apart: tuple[tuple[int, ...], ...] = ()
    rising: Mapping[int, int] = {}
    kept: KeptRules | None = None

    @property
    def change_rules(self) -> bool:
        """Whether rules of the committee may have to be changed."""
        return bool(self.apart or self.rising)


class Referee:
    """Knows which rules obey, and how to change those that do not."""

    def __init__(
        self, constraints: Constraints, representation: Any, value_sets: Sequence[Any]
    ) -> None:
        self._told, self._representation, self._value_sets = constraints, representation, value_sets
        self._set_of = {part.feature: place for place, part in enumerate(value_sets)}
        self._effects: dict[bytes, tuple[str, float, float]] = {}

    def obeying(self, rules: Genes, labels: np.ndarray) -> np.ndarray:
        """Places of the rules that obey, given the classes that they speak for."""
        return np.array(
            [p for p, label in enumerate(labels.tolist()) if not self.breach(rules, p, label)],
            dtype=np.int64,
        )

    def breach(self, rules: Genes, place: int, label: int) -> tuple[int, ...]:
        """The features by which a rule does not obey; none if it does."""
        for feature in self._told.excluded:
            if self.asks(rules, place, feature):
                return (feature,)
        for group in self._told.apart:
            used = tuple(f for f in group if self.asks(rules, place, f))
            if len(used) > 1:
                return used
        for feature, favoured in self._told.rising.items():
            does = self._effect(rules, place, feature)[0]
            if does not in (NOTHING, RISES if label == favoured else FALLS):
                return (feature,)
        return ()

    def asks(self, rules: Genes, place: int, feature: int) -> bool:
        """Whether a rule has a condition on a feature."""
        listed = self._set_of.get(feature)
        if listed is not None:
            part = self._value_sets[listed]
            if not part.is_open(int(rules.sets[place, listed])):
                return True
            if not part.is_numeric:
                return False
        return self._effect(rules, place, feature)[0] != NOTHING

    def relaxed(self, rules: Genes) -> Genes:
        """All rules, and those with fewer conditions or bounds that are made of them."""
        for group in self._told.apart:
            rules = self._with_variants(rules, partial(self._without_others, group=group))
        for feature in self._told.rising:
            rules = self._with_variants(rules, partial(self._one_sided, feature=feature))
        return without_copies(rules)

    def _with_variants(
        self, rules: Genes, variants_of: Callable[[Genes], Iterator[Genes]]
    ) -> Genes:
        each = [rules.take(np.array([place])) for place in range(len(rules.genes))]
        return joined([rules, *(new for one in each for new in variants_of(one))])

    def _without_others(self, rule: Genes, group: Sequence[int]) -> Iterator[Genes]:
        used = [feature for feature in group if self.asks(rule, 0, feature)]
        for kept in used if len(used) > 1 else ():
            yield self._opened(rule, [feature for feature in used if feature != kept])

    def _one_sided(self, rule: Genes, feature: int) -> Iterator[Genes]:
        does, low, high = self._effect(rule, 0, feature)
        if does == NOTHING:
            return
        yield self._opened(rule, [feature])
        if does == ELSE and can_be_searched(self._representation):
            for first, last in ((low, 1.0), (0.0, high)):
                if first > 0.0 or last < 1.0:
                    changed = Genes(rule.genes.copy(), rule.sets)
                    self._representation.write_interval(changed.genes[0, feature], first, last)
                    yield changed

    def _opened(self, rule: Genes, features: Sequence[int]) -> Genes:
        changed = Genes(rule.genes.copy(), rule.sets.copy())
        for feature in features:
            changed.genes[0, feature] = self._open_gene
            if feature in self._set_of:
                listed = self._set_of[feature]
                changed.sets[0, listed] = (2 << len(self._value_sets[listed].values)) - 1
        return changed

    @cached_property
    def _open_gene(self) -> np.ndarray:
        return open_gene(self._representation)

    @cached_property
    def _membership(self) -> Callable[[Any, float], float]:
        return plain_membership(self._representation)

    def _effect(self, rules: Genes, place: int, feature: int) -> tuple[str, float, float]:
        """What the numbers of a condition do, and from where to where it matches by half."""
        gene = rules.genes[place, feature]
        key = gene.tobytes()
        if key not in self._effects:
            self._effects[key] = self._look(gene.tolist())
        return self._effects[key]

    def _look(self, numbers: list[float]) -> tuple[str, float, float]:
        ends = [at + by for at in numbers for by in (-BESIDE, 0.0, BESIDE) if 0.0 <= at + by <= 1.0]
        points = sorted({*POINTS, *ends})
        with np.errstate(all="ignore"):
            degrees = np.array([self._membership(numbers, point) for point in points])
        inside = [point for point, degree in zip(points, degrees, strict=True) if degree >= HALF]
        low, high = (inside[0], inside[-1]) if inside else (0.0, 1.0)
        steps = np.diff(degrees)
        if degrees.min() >= 1.0:
            return NOTHING, low, high
        if steps.min() >= 0.0:
            return RISES, low, high
        return FALLS if steps.max() <= 0.0 else ELSE, low, high
