"""Numbers for readers: as many digits as the range of a feature deserves, no needless zeros."""

from __future__ import annotations

import math
from collections.abc import Callable

from beta4ucs.data.scaling import UnitScaling

DIGITS = 3  # of the feature's range
EXTRA_DECIMALS = 14  # at most so many more for a narrow interval
FLANK_STEPS = 10  # a printed flank is at least so many last digits long
SLACK = 1e-9  # of the last digit: 12.100000000000001 is 12.1
LARGEST_PLAIN, SMALLEST_PLAIN = 1e12, 1e-4  # sizes written without an exponent

Rounding = Callable[[float], int]


class FeatureNumbers:
    """Bounds on one feature: given on the unit scale, rounded in original units."""

    def __init__(self, scaling: UnitScaling, feature: int) -> None:
        self.low, self.high = float(scaling.low[feature]), float(scaling.high[feature])
        self._scaling = scaling
        self._feature = feature
        self._decimals = decimals_for(self.high - self.low)

    def in_units(self, value: float) -> float:
        """Return a value on the unit scale in original units."""
        return self._scaling.to_units(self._feature, value)

    def round_inwards(
        self, low: float, high: float, least_decimals: float = -math.inf
    ) -> tuple[float, float, int | None]:
        """Both bounds in original units, and the decimals to print; None for all of them.

        An open bound is the end of the data, unrounded.
        """
        start = self.low if low <= 0.0 else self.in_units(low)
        end = self.high if high >= 1.0 else self.in_units(high)
        enough = 0.5 * (end - start)
        for decimals in range(self._decimals, self._decimals + EXTRA_DECIMALS):
            scale = 10.0**decimals
            first = start if low <= 0.0 else _rounded(start, scale, math.ceil)
            last = end if high >= 1.0 else _rounded(end, scale, math.floor)
            if last - first >= enough and decimals >= least_decimals:
                return first, last, decimals
        return start, end, None

    def round_flank(
        self, low: float, high: float, at_low: Rounding, at_high: Rounding
    ) -> tuple[float, float, int | None]:
        """Both ends of a slope, each rounded in its direction, and the decimals to print.

        The foot goes towards the top; the top too, so that matching is full beyond it, unless
        matching stops there.
        """
        start = self.in_units(max(0.0, low))
        end = self.in_units(min(1.0, high))
        for decimals in range(self._decimals, self._decimals + EXTRA_DECIMALS):
            scale = 10.0**decimals
            if (end - start) * scale >= FLANK_STEPS:
                return _rounded(start, scale, at_low), _rounded(end, scale, at_high), decimals
        return start, end, None


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
