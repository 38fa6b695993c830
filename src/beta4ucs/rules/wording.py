"""Conditions in words: a representation gives numbers on the unit scale, this says them in units.

Numbers are rounded to three significant digits of the feature's range, finer only where that would
swallow a narrow interval. Bounds are rounded inwards: a value inside the printed bounds matches.
"""

from __future__ import annotations

import math

from beta4ucs.data.scaling import UnitScaling

DIGITS = 3  # of the feature's range
EXTRA_DECIMALS = 14  # at most so many more for a narrow interval
SLACK = 1e-9  # of the last digit: 12.100000000000001 is 12.1
LARGEST_PLAIN, SMALLEST_PLAIN = 1e12, 1e-4  # sizes written without an exponent


class FeatureWords:
    """Says conditions on one feature; the arguments of its methods are on the unit scale.

    Bounds at or beyond the ends of the training data hold for every row and are left out, so a
    condition that holds everywhere is the empty text.

    Parameters
    ----------
    name : str
        Name of the feature.
    scaling : UnitScaling
        Ranges of all features in original units.
    feature : int
        Index of this feature in `scaling`.

    Examples
    --------
    >>> import numpy as np
    >>> scaling = UnitScaling(low=np.array([11.03]), high=np.array([14.83]))
    >>> alcohol = FeatureWords("alcohol", scaling, 0)
    >>> alcohol.interval(0.25, 0.75), alcohol.interval(-0.2, 0.5), alcohol.interval(0.0, 1.0)
    ('alcohol in [11.98, 13.88]', 'alcohol <= 12.93', '')
    >>> alcohol.fuzzy(0.25, 0.5, 0.75)
    'alcohol is about 12.93 (11.98 .. 13.88)'
    """

    def __init__(self, name: str, scaling: UnitScaling, feature: int) -> None:
        self.name = name
        self.low = float(scaling.low[feature])
        self.high = float(scaling.high[feature])
        self._scaling = scaling
        self._feature = feature
        self._decimals = _decimals_for(self.high - self.low)

    def interval(self, low: float, high: float) -> str:
        """Say that a value lies in a closed interval.

        Parameters
        ----------
        low, high : float
            The bounds on the unit scale.

        Returns
        -------
        str
            The condition, or "" if it holds on the whole range.
        """
        if self._misses(low, high):
            return f"{self.name} matches nothing"
        if self.low == self.high or (low <= 0.0 and high >= 1.0):
            return ""
        first, last, decimals = self._round_inwards(low, high)
        if low <= 0.0:
            return f"{self.name} <= {_say(last, decimals)}"
        if high >= 1.0:
            return f"{self.name} >= {_say(first, decimals)}"
        if first == last:
            return f"{self.name} = {_say(first, decimals)}"
        return f"{self.name} in [{_say(first, decimals)}, {_say(last, decimals)}]"

    def fuzzy(self, low: float, peak: float, high: float) -> str:
        """Say that a value is near a peak; unlike an interval this always says something.

        Parameters
        ----------
        low, high : float
            Where matching ends, on the unit scale.
        peak : float
            Where it is full. At an end of the support or of the data it makes a slope: the lower,
            or the higher, the better.

        Examples
        --------
        >>> import numpy as np
        >>> proline = FeatureWords("proline", UnitScaling(np.array([278.0]), np.array([1680.0])), 0)
        >>> proline.fuzzy(0.2, 0.5, 1.1), proline.fuzzy(0.2, 1.1, 1.1)
        ('proline is about 980 (above 560)', 'proline is high (above 560)')
        >>> proline.fuzzy(0.2, 0.2, 0.5), proline.fuzzy(0.0, 0.0, 1.0)
        ('proline is low (560 .. 970)', 'proline is low')
        """
        if self._misses(low, high):
            return f"{self.name} matches nothing"
        if self.low == self.high:
            return f"{self.name} is about {_say(self.low, None)}"
        first, last, decimals = self._round_inwards(low, high)
        if peak <= max(0.0, low):
            words = f"{self.name} is low"
        elif peak >= min(1.0, high):
            words = f"{self.name} is high"
        else:
            middle = min(max(self._scaling.to_units(self._feature, peak), first), last)
            words = f"{self.name} is about {_say(middle, decimals)}"
        if low <= 0.0:
            return words if high >= 1.0 else f"{words} (below {_say(last, decimals)})"
        if high >= 1.0:
            return f"{words} (above {_say(first, decimals)})"
        return f"{words} ({_say(first, decimals)} .. {_say(last, decimals)})"

    def _misses(self, low: float, high: float) -> bool:
        if self.low == self.high:
            return not low <= 0.5 <= high  # every value of a constant column is 0.5
        return low > high or low > 1.0 or high < 0.0

    def _round_inwards(self, low: float, high: float) -> tuple[float, float, int | None]:
        """Both bounds in original units, and the decimals to print; None for all of them.

        An open bound is the end of the data, unrounded.
        """
        start = self.low if low <= 0.0 else self._scaling.to_units(self._feature, low)
        end = self.high if high >= 1.0 else self._scaling.to_units(self._feature, high)
        enough = 0.5 * (end - start)
        for decimals in range(self._decimals, self._decimals + EXTRA_DECIMALS):
            scale = 10.0**decimals
            first = start if low <= 0.0 else math.ceil(start * scale - SLACK) / scale
            last = end if high >= 1.0 else math.floor(end * scale + SLACK) / scale
            if last - first >= enough:
                return first, last, decimals
        return start, end, None


def _decimals_for(span: float) -> int:
    """Decimals that show `DIGITS` significant digits of a range; negative for large ones."""
    if not 1e-290 < span < 1e290:  # keeps powers of ten finite
        span = 1e-290 if span < 1.0 else 1e290
    return DIGITS - 1 - math.floor(math.log10(span))


def _say(value: float, decimals: int | None) -> str:
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
