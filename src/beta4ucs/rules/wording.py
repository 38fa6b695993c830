"""Conditions in words: a representation gives numbers on the unit scale, this says them in units.

Numbers are rounded to three significant digits of the feature's range, finer only where that would
swallow a narrow interval. Bounds are rounded inwards: a value inside the printed bounds matches.
"""

from __future__ import annotations

import math

from beta4ucs.data.scaling import UnitScaling
from beta4ucs.rules.number_text import FeatureNumbers, say
from beta4ucs.rules.shapes import Cut, FuzzyShape


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
    >>> alcohol.fuzzy(0.25, 0.5, 0.75), alcohol.fuzzy(0.25, 1.0, 1.0)
    ('alcohol around 12.93 (11.98 to 13.88)', 'alcohol rising from 11.98')
    """

    def __init__(self, name: str, scaling: UnitScaling, feature: int) -> None:
        self.name = name
        self.low = float(scaling.low[feature])
        self.high = float(scaling.high[feature])
        self._numbers = FeatureNumbers(scaling, feature)

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
        first, last, decimals = self._numbers.round_inwards(low, high)
        if low <= 0.0:
            return f"{self.name} <= {say(last, decimals)}"
        if high >= 1.0:
            return f"{self.name} >= {say(first, decimals)}"
        if first == last:
            return f"{self.name} = {say(first, decimals)}"
        return f"{self.name} in [{say(first, decimals)}, {say(last, decimals)}]"

    def fuzzy(self, low: float, peak: float, high: float, cut: Cut | None = None) -> str:
        """Say by its shape that a value is near a peak or on a slope.

        Parameters
        ----------
        low, high : float
            Where matching ends, on the unit scale; infinite if it does not.
        peak : float
            Where it is full. At an end of the support or of the data it makes a slope.
        cut : function, optional
            Gives for a degree the interval (low, high) that matches to that degree or more. With
            it the range around a peak is where matching is half or more ("mostly"); "loosely" and
            "slightly" mean that it is so everywhere, and a set that matches everything to 0.99 or
            more says nothing. Without it the range is all that matches.

        Returns
        -------
        str
            "around p (a to b)"; "between a and b (less so from c to d)", a plateau; "rising from a
            to b", which matches fully from b on and hardly below a; "falling from a to b", fully
            up to a and hardly above b. An end of a slope that is not said lies at an end of the
            data or beyond; "none above" and "none below" say that matching stops at the peak.

        Examples
        --------
        >>> import numpy as np
        >>> proline = FeatureWords("proline", UnitScaling(np.array([278.0]), np.array([1680.0])), 0)
        >>> proline.fuzzy(0.2, 0.5, 1.1), proline.fuzzy(0.2, 1.0, 1.0)
        ('proline around 980 (above 560)', 'proline rising from 560')
        >>> proline.fuzzy(0.2, 0.2, 0.5)
        'proline falling from 560 to 970, none below'
        >>> def bell(degree, centre=0.5, spread=0.1):
        ...     reach = spread * (-2.0 * np.log(degree)) ** 0.5
        ...     return centre - reach, centre + reach
        >>> proline.fuzzy(-np.inf, 0.5, np.inf, bell)
        'proline around 980 (mostly 820 to 1140)'
        """
        return self._shape(FuzzyShape(low, peak, peak, high, cut))

    def trapezoid(self, left: float, top_left: float, top_right: float, right: float) -> str:
        """Say that a value lies on a plateau or on one of two straight flanks.

        Parameters
        ----------
        left, top_left, top_right, right : float
            The corners on the unit scale, in order; equal ones make a vertical flank, infinite
            ones none.

        Examples
        --------
        >>> import numpy as np
        >>> size = FeatureWords("size", UnitScaling(np.array([0.0]), np.array([100.0])), 0)
        >>> size.trapezoid(0.1, 0.2, 0.5, 0.6)
        'size between 20 and 50 (less so from 10 to 60)'
        >>> size.trapezoid(0.1, 0.2, 1.0, 1.0), size.trapezoid(0.1, 0.2, 0.2, 0.5)
        ('size rising from 10 to 20', 'size around 20 (mostly 15 to 35)')
        """
        return self._shape(FuzzyShape.of_corners(left, top_left, top_right, right))

    def near(self, low: float, centre: float, high: float) -> str:
        """Say that a value must be near a centre, how near being a matter of other features too.

        Parameters
        ----------
        low, high : float
            Beyond them nothing matches, on the unit scale.
        centre : float
            The best place for a value.

        Examples
        --------
        >>> import numpy as np
        >>> size = FeatureWords("size", UnitScaling(np.array([0.0]), np.array([100.0])), 0)
        >>> size.near(0.2, 0.4, 0.6), size.near(-0.2, 0.1, 0.4), size.near(-0.2, 0.1, 1.4)
        ('size around 40 (20 to 60)', 'size around 10 (below 40)', 'size loosely around 10')
        """
        if self._misses(low, high):
            return f"{self.name} matches nothing"
        is_loose = low <= 0.0 and high >= 1.0 and self.low != self.high
        return self._around(centre, (low, high), "loosely " if is_loose else "")

    # ---- fuzzy sets ------------------------------------------------------------------------------

    def _shape(self, shape: FuzzyShape) -> str:
        if self._misses(shape.low, shape.high):
            return f"{self.name} matches nothing"
        if self.low == self.high:
            return self._shape_of_constant(shape)
        if shape.is_nearly_full_on(0.0, 1.0):
            return ""
        if shape.hardly_reaches(0.0, 1.0):
            return f"{self.name} hardly matches anything"
        shape = shape.with_plateau(0.0, 1.0)
        rises, falls = shape.rises_after(0.0), shape.falls_before(1.0)
        if not rises and not falls:
            return self.interval(shape.low, shape.high)
        loosely = "loosely " if shape.is_half_on(0.0, 1.0) else ""
        stops = rises != falls and (shape.top_high < 1.0 if rises else shape.top_low > 0.0)
        if shape.top_low < shape.top_high and (stops or (rises and falls)):
            return self._plateau(shape, loosely)
        if rises and falls:
            mostly = "" if shape.cut is None else "mostly "
            return self._around(shape.top_low, shape.range(), loosely, mostly)
        slightly = "slightly " if loosely else ""
        return self._rising(shape, slightly) if rises else self._falling(shape, slightly)

    def _shape_of_constant(self, shape: FuzzyShape) -> str:
        """Every value of a constant column is 0.5."""
        if shape.is_nearly_full_on(0.5, 0.5):
            return ""
        if shape.hardly_reaches(0.5, 0.5):
            return f"{self.name} hardly matches anything"
        return f"{self.name} around {say(self.low, None)}"

    def _around(
        self, peak: float, bounds: tuple[float, float], loosely: str, mostly: str = ""
    ) -> str:
        first, last, decimals = self._numbers.round_inwards(*bounds)
        middle = min(max(self._numbers.in_units(peak), first), last)
        words = f"{self.name} {loosely}around {say(middle, decimals)}"
        if self.low == self.high or (bounds[0] <= 0.0 and bounds[1] >= 1.0):
            return words
        if bounds[0] <= 0.0:
            return f"{words} ({mostly}below {say(last, decimals)})"
        if bounds[1] >= 1.0:
            return f"{words} ({mostly}above {say(first, decimals)})"
        return f"{words} ({mostly}{say(first, decimals)} to {say(last, decimals)})"

    def _plateau(self, shape: FuzzyShape, loosely: str) -> str:
        tops = shape.top_low, shape.top_high
        *bounds, decimals = self._numbers.round_inwards(*tops)
        first, last = (say(bound, decimals) for bound in bounds)
        least_decimals = math.inf if decimals is None else decimals  # both in the same digits
        reach = shape.low, shape.high, least_decimals
        *bounds, decimals = self._numbers.round_inwards(*reach)
        least, most = (say(bound, decimals) for bound in bounds)
        reaches_low, reaches_high = shape.low <= 0.0, shape.high >= 1.0
        if least == first and most == last:
            less = ""
        elif most == last:
            less = " (less so below)" if reaches_low else f" (less so down to {least})"
        elif least == first:
            less = " (less so above)" if reaches_high else f" (less so up to {most})"
        elif reaches_low and reaches_high:
            less = " (less so elsewhere)"
        elif reaches_low:
            less = f" (less so elsewhere, none above {most})"
        elif reaches_high:
            less = f" (less so elsewhere, none below {least})"
        else:
            less = f" (less so from {least} to {most})"
        return f"{self.name} {loosely}between {first} and {last}{less}"

    def _rising(self, shape: FuzzyShape, slightly: str) -> str:
        foot = shape.foot_low()
        at_top = math.floor if shape.high < 1.0 else math.ceil
        start, top, decimals = self._numbers.round_flank(foot, shape.top_low, math.ceil, at_top)
        words = f" from {say(start, decimals)}" if foot > 0.0 else ""
        words += f" to {say(top, decimals)}" if shape.top_low < 1.0 else ""
        ends = ", none above" if shape.high < 1.0 else ""
        return f"{self.name} {slightly}rising{words or ' throughout'}{ends}"

    def _falling(self, shape: FuzzyShape, slightly: str) -> str:
        foot = shape.foot_high()
        at_top = math.ceil if shape.low > 0.0 else math.floor
        top, end, decimals = self._numbers.round_flank(shape.top_high, foot, at_top, math.floor)
        words = f" from {say(top, decimals)}" if shape.top_high > 0.0 else ""
        words += f" to {say(end, decimals)}" if foot < 1.0 else ""
        ends = ", none below" if shape.low > 0.0 else ""
        return f"{self.name} {slightly}falling{words or ' throughout'}{ends}"

    def _misses(self, low: float, high: float) -> bool:
        if self.low == self.high:
            return not low <= 0.5 <= high  # every value of a constant column is 0.5
        return low > high or low > 1.0 or high < 0.0
