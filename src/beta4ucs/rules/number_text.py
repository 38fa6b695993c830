"""Numbers for readers: in the decimals of the data, no needless zeros.

Where all training values of a feature are written with few decimals, bounds are too, and a printed
bound has the same training values on each side as the real one. Of numbers with many decimals,
three significant digits of the range are shown, more only where they would swallow an interval.
Intervals are rounded inwards without exception: what lies within printed bounds matches. Where no
short number lies within, there are up to 17 digits.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from beta4ucs.data.scaling import UnitScaling

DIGITS = 3  # of the feature's range
EXTRA_DECIMALS = 14  # at most so many more for a narrow interval
NEAR = 4  # floats on each side of a bound that are looked at when nothing shorter lies within
SLACK = 1e-9  # of the last digit: 12.100000000000001 is 12.1
LARGEST_PLAIN, SMALLEST_PLAIN = 1e12, 1e-4  # sizes written without an exponent

Rounding = Callable[[float], int]


class FeatureNumbers:
    """Bounds on one feature: given on the unit scale, rounded in original units.

    `decimals` are those of the data; None if there are many.
    """

    def __init__(self, scaling: UnitScaling, feature: int, decimals: int | None = None) -> None:
        self.low, self.high = float(scaling.low[feature]), float(scaling.high[feature])
        self._scaling = scaling
        self._feature = feature
        self._of_data = decimals
        self._decimals = decimals_for(self.high - self.low) if decimals is None else decimals

    def in_units(self, value: float) -> float:
        """Return a value on the unit scale in original units."""
        return self._scaling.to_units(self._feature, value)

    def round_inwards(self, low: float, high: float) -> tuple[float, float, int | None]:
        """Both bounds in original units, and the decimals to print; None for all of them.

        An open bound is the end of the data, unrounded. If no number lies between the bounds, the
        second is below the first.
        """
        start, end = self._ends(low, high)
        finest = _ulp(self.low, self.high)
        for decimals in range(self._decimals, self._decimals + EXTRA_DECIMALS):
            if 10.0**-decimals < finest:
                break
            first = self._least(low, decimals) if low > 0.0 else start
            last = self._greatest(high, decimals) if high < 1.0 else end
            if last - first >= (0.0 if decimals == self._of_data else 0.5 * (end - start)):
                return first, last, decimals
        near = range(-NEAR, NEAR + 1)
        firsts = [n for k in near if self._to_unit(n := start + k * finest) >= low]
        lasts = [n for k in near if self._to_unit(n := end + k * finest) <= high]
        return min(firsts, default=math.inf), max(lasts, default=-math.inf), None

    def round_roughly(self, low: float, high: float) -> tuple[float, float, int | None]:
        """The same for bounds that are said to be rough: 12.100000000000001 is 12.1."""
        start, end = self._ends(low, high)
        for decimals in range(self._decimals, self._decimals + EXTRA_DECIMALS):
            is_of_data = decimals == self._of_data
            first, last = start, end
            if low > 0.0:
                first = self._least(low, decimals) if is_of_data else up(start, decimals)
            if high < 1.0:
                last = self._greatest(high, decimals) if is_of_data else down(end, decimals)
            if last - first >= (0.0 if is_of_data else 0.5 * (end - start)):
                return first, last, decimals
        return start, end, None

    def _ends(self, low: float, high: float) -> tuple[float, float]:
        start = self.low if low <= 0.0 else self.in_units(low)
        return start, self.high if high >= 1.0 else self.in_units(high)

    def _least(self, low: float, decimals: int) -> float:
        """The least number with so many decimals that is not below a bound on the unit scale."""
        number = math.ceil(self.in_units(low) * 10.0**decimals)
        while self._to_unit(_decimal(number - 1, decimals)) >= low:
            number -= 1
        while self._to_unit(_decimal(number, decimals)) < low:
            number += 1
        return _decimal(number, decimals)

    def _greatest(self, high: float, decimals: int) -> float:
        """The greatest number with so many decimals that is not above a bound."""
        number = math.floor(self.in_units(high) * 10.0**decimals)
        while self._to_unit(_decimal(number + 1, decimals)) <= high:
            number += 1
        while self._to_unit(_decimal(number, decimals)) > high:
            number -= 1
        return _decimal(number, decimals)

    def _to_unit(self, value: float) -> float:
        """Scale as rows are scaled, to the last bit, but beyond the data too."""
        if math.isinf(self.high - self.low):
            return (0.5 * value - 0.5 * self.low) / (0.5 * self.high - 0.5 * self.low)
        return (value - self.low) / (self.high - self.low)


def _decimal(number: int, decimals: int) -> float:
    """Shift the point by so many decimals, as whoever reads the text does: to the last bit."""
    return float(f"{number}e{-decimals}")


def _ulp(*values: float) -> float:
    """The distance of floats of this size."""
    return max(map(math.ulp, values))


def up(value: float, decimals: int) -> float:
    """Round upwards to so many decimals."""
    return _rounded(value, 10.0**decimals, math.ceil)


def down(value: float, decimals: int) -> float:
    """Round downwards to so many decimals."""
    return _rounded(value, 10.0**decimals, math.floor)


def _rounded(value: float, scale: float, direction: Rounding) -> float:
    slack = SLACK if direction is math.floor else -SLACK
    return direction(value * scale + slack) / scale


def decimals_for(span: float) -> int:
    """Decimals that show `DIGITS` significant digits of a range; negative for large ones."""
    if not 1e-290 < span < 1e290:  # keeps powers of ten finite
        span = 1e-290 if span < 1.0 else 1e290
    return DIGITS - 1 - math.floor(math.log10(span))


def say(value: float, decimals: int | None) -> str:
    """Write a number with at most so many decimals and no needless zeros."""
    if decimals is None:
        return _without_zeros(repr(value))
    value = round(value, decimals)
    size = abs(value)
    if size >= LARGEST_PLAIN or 0.0 < size < SMALLEST_PLAIN:
        shown = max(0, min(16, decimals + math.floor(math.log10(size))))
        mantissa, exponent = f"{value:.{shown}e}".split("e")
        return f"{_without_zeros(mantissa)}e{exponent}"
    text = _without_zeros(f"{value:.{max(0, decimals)}f}")
    return "0" if text == "-0" else text


def _without_zeros(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text and "e" not in text else text
