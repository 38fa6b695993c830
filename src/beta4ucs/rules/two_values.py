"""Conditions on a number that has two values only: which of the two it is."""

from __future__ import annotations

from beta4ucs.rules.number_text import say
from beta4ucs.rules.shapes import HARDLY, NEARLY_FULL, FuzzyShape
from beta4ucs.rules.wording import FeatureWords

SILENT = 0.005  # degrees below it are said as 0 %


class TwoValueWords(FeatureWords):
    """Says conditions on a feature with two values, at the ends of its range.

    A fuzzy condition counts the less fitting value by a share.

    Examples
    --------
    >>> import numpy as np
    >>> from beta4ucs.data.scaling import UnitScaling
    >>> gender = TwoValueWords("gender", UnitScaling(np.array([0.0]), np.array([1.0])), 0, 0)
    >>> gender.interval(0.3, 1.2), gender.interval(-1.0, 0.9), gender.interval(0.0, 1.0)
    ('gender = 1', 'gender = 0', '')
    >>> gender.trapezoid(0.2, 1.0, 1.0, 1.5), gender.trapezoid(-1.5, 1.0, 1.0, 1.5)
    ('gender = 1', 'gender = 1 (0 counts 60 %)')
    """

    def interval(self, low: float, high: float) -> str:
        """Say which of the two values lies in a closed interval; "" if both do."""
        return self._say(float(low <= 0.0 <= high), float(low <= 1.0 <= high))

    def near(self, low: float, centre: float, high: float) -> str:
        """Say which value is near a centre, how near being a matter of other features too."""
        if low <= 0.0 and high >= 1.0:
            return f"{self.name} preferably {self._value(centre > 0.5)}"
        return self.interval(low, high)

    def _shape(self, shape: FuzzyShape) -> str:
        return self._say(shape.degree_at(0.0), shape.degree_at(1.0))

    def _say(self, at_low: float, at_high: float) -> str:
        best, least = max(at_low, at_high), min(at_low, at_high)
        if best == 0.0:
            return f"{self.name} matches nothing"
        if best <= HARDLY:
            return f"{self.name} hardly matches anything"
        if least >= NEARLY_FULL:
            return ""
        if round(100 * best) == round(100 * least):
            return f"{self.name} (any counts {100 * best:.0f} %)"
        is_high = at_high > at_low
        notes = [f"counts {100 * best:.0f} %"] if best < NEARLY_FULL else []
        if least >= SILENT:
            notes.append(f"{self._value(not is_high)} counts {100 * least:.0f} %")
        words = f"{self.name} = {self._value(is_high)}"
        return f"{words} ({', '.join(notes)})" if notes else words

    def _value(self, is_high: bool) -> str:
        return say(self.high if is_high else self.low, None)
