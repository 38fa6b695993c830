"""The shape of a fuzzy set on the unit scale: what its words depend on."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

Cut = Callable[[float], tuple[float, float]]  # degree -> where matching is at least that

NEARLY_FULL = 0.99  # whoever leaves out such a condition is wrong by no more than 1 %
AS_GOOD_AS_FULL = 0.9  # on a plateau
HALF = 0.5
HARDLY = 0.1
FLAT = 0.5  # a plateau is at least so wide, compared to where it hardly matches
ENOUGH = 0.001  # precision of a degree


@dataclass(frozen=True)
class FuzzyShape:
    """Matching grows from `low` to `top_low`, is full up to `top_high` and fades until `high`.

    `cut` gives for a degree the interval that matches to that degree or more; None if only the
    ends and the top are known.
    """

    low: float
    top_low: float
    top_high: float
    high: float
    cut: Cut | None = None

    @classmethod
    def of_corners(cls, left: float, top_left: float, top_right: float, right: float) -> FuzzyShape:
        """Return the shape of a trapezoid; a corner at infinity has no flank."""
        top_low = left if left == -math.inf else top_left
        top_high = right if right == math.inf else top_right
        return cls(left, top_low, top_high, right, _straight(left, top_left, top_right, right))

    def is_nearly_full_on(self, start: float, end: float) -> bool:
        """Whether leaving the condition out makes hardly a difference."""
        return self._holds(start, end, NEARLY_FULL)

    def hardly_reaches(self, start: float, end: float) -> bool:
        """Whether matching is next to nothing everywhere."""
        if self.cut is None or (self.top_low <= end and self.top_high >= start):
            return False
        low, high = self.cut(HARDLY)
        return low > end or high < start

    def rises_after(self, start: float) -> bool:
        """Whether there is a slope up to the top."""
        return self.top_low > max(start, self.low)

    def falls_before(self, end: float) -> bool:
        """Whether there is a slope down from the top."""
        return self.top_high < min(end, self.high)

    def with_plateau(self, start: float, end: float) -> FuzzyShape:
        """Return the shape with a flat top where it is as good as full, if that is wide.

        One that would hold everything between start and end is left as it is: nearly is not fully.
        """
        if self.cut is None or self.top_low < self.top_high:
            return self
        (low, high), (least, most) = self.cut(AS_GOOD_AS_FULL), self.cut(HARDLY)
        if not 0.0 < FLAT * (most - least) <= high - low or (low <= start and high >= end):
            return self
        return replace(self, top_low=low, top_high=high)

    def range(self) -> tuple[float, float]:
        """Where matching is half or more; if that is not known, where it is at all."""
        return (self.low, self.high) if self.cut is None else self.cut(HALF)

    def faint_range(self) -> tuple[float, float]:
        """Where matching is not next to nothing."""
        return (self.low, self.high) if self.cut is None else self.cut(HARDLY)

    def degree_at(self, place: float) -> float:
        """How well a place matches, to a thousandth."""
        if self.top_low <= place <= self.top_high:
            return 1.0
        if place < self.low or place > self.high:
            return 0.0
        cut = self.cut or _straight(self.low, self.top_low, self.top_high, self.high)
        least, most = 0.0, 1.0
        while most - least > ENOUGH:
            degree = 0.5 * (least + most)
            low, high = cut(degree)
            least, most = (degree, most) if low <= place <= high else (least, degree)
        return least if least > ENOUGH else 0.0

    def _holds(self, start: float, end: float, degree: float) -> bool:
        if self.top_low <= start and self.top_high >= end:
            return True
        if self.cut is None or self.low > start or self.high < end:
            return False
        low, high = self.cut(degree)
        return low <= start and high >= end


def _straight(left: float, top_left: float, top_right: float, right: float) -> Cut:
    """Cuts of a shape whose flanks are straight."""

    def cut(degree: float) -> tuple[float, float]:
        return _between(left, top_left, degree), _between(right, top_right, degree)

    return cut


def _between(corner: float, top: float, degree: float) -> float:
    return corner if math.isinf(corner) else corner + degree * (top - corner)
