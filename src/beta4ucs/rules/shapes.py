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
BENT = 0.25  # of a flank that hardly matches: the slope is said to begin after it


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

        def cut(degree: float) -> tuple[float, float]:
            return _between(left, top_left, degree), _between(right, top_right, degree)

        top_low = left if left == -math.inf else top_left
        top_high = right if right == math.inf else top_right
        return cls(left, top_low, top_high, right, cut)

    def is_nearly_full_on(self, start: float, end: float) -> bool:
        """Whether leaving the condition out makes hardly a difference."""
        return self._holds(start, end, NEARLY_FULL)

    def is_half_on(self, start: float, end: float) -> bool:
        """Whether matching is half or more everywhere."""
        return self._holds(start, end, HALF)

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

    def foot_low(self) -> float:
        """Where the slope up to the top begins to count."""
        near = self.low if self.cut is None else self.cut(HARDLY)[0]
        is_near_the_end = near <= self.low + BENT * (self.top_low - self.low)
        return self.low if is_near_the_end and self.low > -math.inf else near

    def foot_high(self) -> float:
        """Where the slope down from the top counts no more."""
        near = self.high if self.cut is None else self.cut(HARDLY)[1]
        is_near_the_end = near >= self.high - BENT * (self.high - self.top_high)
        return self.high if is_near_the_end and self.high < math.inf else near

    def _holds(self, start: float, end: float, degree: float) -> bool:
        if self.top_low <= start and self.top_high >= end:
            return True
        if self.cut is None or self.low > start or self.high < end:
            return False
        low, high = self.cut(degree)
        return low <= start and high >= end


def _between(corner: float, top: float, degree: float) -> float:
    return corner if math.isinf(corner) else corner + degree * (top - corner)
