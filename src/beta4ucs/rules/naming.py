"""Conditions on categories in words: values by name, in any order or in one of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from beta4ucs.data.encoding import Encoding, ValueSet
from beta4ucs.data.scaling import UnitScaling
from beta4ucs.rules.quoting import listed, quoted_text
from beta4ucs.rules.shapes import HALF, HARDLY, NEARLY_FULL, FuzzyShape
from beta4ucs.rules.two_values import TwoValueWords
from beta4ucs.rules.wording import FeatureWords

OR_UNKNOWN = " or unknown"  # ends a condition that lets missing values pass

MANY = 6  # of more values than these, the few that are left out are said
FEW = 1.0 / 3.0  # share of the values


def words_of(name: str, encoding: Encoding, feature: int) -> FeatureWords:
    """Return what says conditions on the numbers of a feature, or on its ordered values."""
    column = encoding.columns[feature]
    if column.values is not None and column.is_ordered:
        return OrderedWords(name, encoding.scaling, feature, column.values)
    kind = TwoValueWords if column.has_two_values else FeatureWords
    return kind(name, encoding.scaling, feature, column.decimals)


def say_condition(
    representation: Any, gene: np.ndarray, words: FeatureWords, part: ValueSet | None, bits: int
) -> str:
    """Say what a rule asks of a feature, "" for nothing.

    Parameters
    ----------
    representation : representation instance
    gene : ndarray
        The numbers of the condition; those of a category say nothing.
    words : FeatureWords
        Of the feature.
    part : ValueSet or None
        What rules list of the feature, if they list anything.
    bits : int
        What this rule lists.
    """
    if part is None:
        return str(representation.describe(gene, words))
    if not part.is_numeric:
        return say_set(words.name, part, bits)
    if not bits & 1:
        return f"{words.name} unknown"
    text = str(representation.describe(gene, words))
    if part.is_open(bits):
        return f"{text}{OR_UNKNOWN}" if text else ""
    return text or f"{words.name} known"


def say_set(name: str, part: ValueSet, bits: int) -> str:
    """Say which values of a category are meant; of many only some are named.

    Values that training did not have meet only what asks nothing, "not in" or not.

    Parameters
    ----------
    name : str
        Name of the feature.
    part : ValueSet
    bits : int

    Examples
    --------
    >>> odor = ValueSet(0, ("foul", "fishy", "none", "unknown"), False, True)
    >>> [say_set("odor", odor, bits) for bits in (0b0011, 0b1001, 0b1000)]
    ['odor in {foul, fishy}', 'odor = foul or unknown', 'odor unknown']
    >>> say_set("odor", odor, 0b0111), say_set("odor", odor, 0b11111)
    ('odor known', '')
    >>> month = ValueSet(1, tuple(range(1, 13)), False, False)
    >>> say_set("month", month, 0b110011111111)
    'month not in {9, 10}'
    """
    if part.is_open(bits):
        return ""
    named = part.values[:-1] if part.has_unknown else part.values
    values = [value for i, value in enumerate(named) if bits >> i & 1]
    left_out = [value for i, value in enumerate(named) if not bits >> i & 1]
    or_unknown = OR_UNKNOWN if part.has_unknown and bits >> len(named) & 1 else ""
    if not values:
        return f"{name} unknown" if or_unknown else f"{name} matches nothing"
    if not left_out:
        return f"{name} known"
    if len(values) == 1:
        return f"{name} = {quoted_text(str(values[0]))}{or_unknown}"
    is_long = len(named) > MANY and len(left_out) <= FEW * len(named)
    sense, said = ("not in", left_out) if is_long else ("in", values)
    return f"{name} {sense} {{{listed(said)}}}{or_unknown}"


class OrderedWords(FeatureWords):
    """Says conditions on a category that has an order, by the names of its values.

    A fuzzy condition is told by the values that it matches to a half or more: "mostly".

    Parameters
    ----------
    name : str
        Name of the feature.
    scaling : UnitScaling
        Ranges of all features; of this one, of the places of its values.
    feature : int
        Index of this feature in `scaling`.
    values : sequence
        Its values in their order.

    Examples
    --------
    >>> import numpy as np
    >>> scaling = UnitScaling(low=np.array([0.0]), high=np.array([3.0]))
    >>> size = OrderedWords("size", scaling, 0, ("small", "medium", "large", "huge"))
    >>> size.interval(0.3, 1.0), size.interval(0.1, 0.7), size.interval(0.6, 0.7)
    ('size >= medium', 'size from medium to large', 'size = large')
    >>> size.interval(-0.2, 0.4), size.interval(0.0, 1.1)
    ('size <= medium', '')
    >>> size.trapezoid(0.0, 0.5, 1.0, 1.2), size.trapezoid(0.2, 0.33, 0.5, 0.9)
    ('size mostly >= medium', 'size mostly from medium to large')
    """

    def __init__(
        self, name: str, scaling: UnitScaling, feature: int, values: Sequence[Any]
    ) -> None:
        super().__init__(name, scaling, feature)
        self._names = [quoted_text(str(value)) for value in values]
        self._units = places_on_unit_scale(self.low, self.high)

    def interval(self, low: float, high: float) -> str:
        """Say that a value lies between two others, or is one of them."""
        return self._among(self._inside((low, high)))

    def near(self, low: float, centre: float, high: float) -> str:
        """Say that a value must be near a centre, how near being a matter of other features too."""
        inside = self._inside((low, high))
        best = self._nearest(centre)
        if len(inside) == len(self._units):
            return f"{self.name} {'preferably' if len(inside) > 1 else 'about'} {best}"
        return f"{self._among(inside)}, best {best}" if len(inside) > 1 else self._among(inside)

    def _shape(self, shape: FuzzyShape) -> str:
        cut = shape.cut
        if cut is None:
            bounds = [(shape.top_low, shape.top_high), shape.range(), (shape.low, shape.high)]
        else:
            bounds = [cut(NEARLY_FULL), cut(HALF), cut(HARDLY)]
        full, half, some = map(self._inside, bounds)
        if not some:
            return f"{self.name} hardly matches anything"
        if full == some or len(full) == len(self._units):
            return self._among(full)
        if half and len(half) < len(self._units):
            return self._among(half, "mostly ")
        peak = 0.5 * (max(0.0, shape.top_low) + min(1.0, shape.top_high))
        return f"{self.name} {'preferably' if half else 'slightly about'} {self._nearest(peak)}"

    def _inside(self, bounds: tuple[float, float]) -> list[int]:
        """Places among those of training, from 0."""
        return [i for i, unit in enumerate(self._units) if bounds[0] <= unit <= bounds[1]]

    def _nearest(self, unit: float) -> str:
        return self._name(int(np.argmin([abs(unit - other) for other in self._units])))

    def _name(self, place: int) -> str:
        return self._names[int(self.low) + place]

    def _among(self, inside: list[int], mostly: str = "") -> str:
        """Say neighbouring places; a value beyond those of training counts as the last of them."""
        if not inside:
            return f"{self.name} matches nothing"
        is_low_open, is_high_open = inside[0] == 0, inside[-1] == len(self._units) - 1
        if is_low_open and is_high_open:
            return ""
        first, last = self._name(inside[0]), self._name(inside[-1])
        has_less = is_low_open and self.low > 0
        has_more = is_high_open and self.high < len(self._names) - 1
        if first == last and not has_less and not has_more:
            return f"{self.name} {mostly}{first}" if mostly else f"{self.name} = {first}"
        if is_low_open:
            return f"{self.name} {mostly}<= {last}"
        if is_high_open:
            return f"{self.name} {mostly}>= {first}"
        return f"{self.name} {mostly}from {first} to {last}"


def places_on_unit_scale(low: float, high: float) -> list[float]:
    """Return where the values from place `low` to place `high` lie between 0 and 1."""
    if low == high:
        return [0.5]
    return [(place - low) / (high - low) for place in range(int(low), int(high) + 1)]
