"""Conditions in words: a representation gives numbers on the unit scale, this says them in units.

Numbers have the decimals of the data, or three significant digits of the feature's range where the
data have many, finer only where that would swallow a narrow interval. Bounds are rounded inwards: a
value inside the printed bounds matches; with the decimals of the data, a training value outside
does not. A fuzzy condition says where it matches by half or more ("about 60 to 75") and where fully
("best 68"); "preferably 68" matches by half or more everywhere, "slightly about" by less than half.
"""

from __future__ import annotations

from beta4ucs.data.scaling import UnitScaling
from beta4ucs.rules.number_text import FeatureNumbers, down, say, up
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
    decimals : int, optional
        Decimals of the feature's numbers in the training data, if these are few.

    Examples
    --------
    >>> import numpy as np
    >>> scaling = UnitScaling(low=np.array([11.03]), high=np.array([14.83]))
    >>> alcohol = FeatureWords("alcohol", scaling, 0)
    >>> alcohol.interval(0.25, 0.75), alcohol.interval(-0.2, 0.5), alcohol.interval(0.0, 1.0)
    ('alcohol in [11.98, 13.87]', 'alcohol <= 12.93', '')
    >>> alcohol.fuzzy(0.25, 0.5, 0.75)
    'alcohol about 11.98 to 13.88, best 12.93'
    >>> year = FeatureWords("year", UnitScaling(np.array([1990.0]), np.array([2024.0])), 0, 0)
    >>> year.interval(0.2, 1.0)
    'year >= 1997'
    """

    def __init__(
        self, name: str, scaling: UnitScaling, feature: int, decimals: int | None = None
    ) -> None:
        self.name = name
        self.low = float(scaling.low[feature])
        self.high = float(scaling.high[feature])
        self._numbers = FeatureNumbers(scaling, feature, decimals)

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
        if first > last:
            return f"{self.name} matches nothing"
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
            Gives for a degree the interval (low, high) that matches to that degree or more.
            Without it "about" is all that matches.

        Returns
        -------
        str
            "about a to b, best p": matching is half or more from a to b, and full at p or, if
            matching is as good as full on a stretch, "best p to q". A side that is not said
            reaches the end of the data: "about a or more". "preferably p" matches by half or more
            everywhere; a set that matches everything to 0.99 or more says nothing.

        Examples
        --------
        >>> import numpy as np
        >>> proline = FeatureWords("proline", UnitScaling(np.array([278.0]), np.array([1680.0])), 0)
        >>> def bell(degree, centre=0.5, spread=0.1):
        ...     reach = spread * (-2.0 * np.log(degree)) ** 0.5
        ...     return centre - reach, centre + reach
        >>> proline.fuzzy(-np.inf, 0.5, np.inf, bell)
        'proline about 820 to 1140, best 980'
        >>> proline.fuzzy(0.2, 1.0, 1.0), proline.fuzzy(0.2, 0.2, 0.5)
        ('proline about 560 or more, best 1680', 'proline about 560 to 970, best 560')
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
        'size about 15 to 55, best 20 to 50'
        >>> size.trapezoid(0.1, 0.2, 1.0, 1.0), size.trapezoid(0.1, 0.2, 0.2, 0.5)
        ('size about 15 or more, best 20 or more', 'size about 15 to 35, best 20')
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
        ('size about 20 to 60, best 40', 'size about 40 or less, best 10', 'size preferably 10')
        """
        if self._misses(low, high):
            return f"{self.name} matches nothing"
        if self.low == self.high:
            return f"{self.name} about {say(self.low, None)}"
        return self._about((low, high), (centre, centre))

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
        if not shape.rises_after(0.0) and not shape.falls_before(1.0):
            return self.interval(shape.low, shape.high)
        top = shape.top_low, shape.top_high
        if self._misses(*shape.range()):
            return self._about(shape.faint_range(), top, "slightly ")
        return self._about(shape.range(), top)

    def _shape_of_constant(self, shape: FuzzyShape) -> str:
        """Every value of a constant column is 0.5."""
        if shape.is_nearly_full_on(0.5, 0.5):
            return ""
        if shape.hardly_reaches(0.5, 0.5):
            return f"{self.name} hardly matches anything"
        return f"{self.name} about {say(self.low, None)}"

    def _about(
        self, half: tuple[float, float], top: tuple[float, float], slightly: str = ""
    ) -> str:
        """Say where matching is half or more, and where it is full."""
        first, last, decimals = self._numbers.round_roughly(*half)
        about = _stretch(first, last, half, decimals)
        best = self._best(top, (first, last), decimals)
        if not about:
            return f"{self.name} {slightly}preferably {best}"
        words = f"{self.name} {slightly}about {about}"
        return f"{words}, best {best}" if best != about else words

    def _best(
        self, top: tuple[float, float], inside: tuple[float, float], decimals: int | None
    ) -> str:
        """Say where matching is full, within the printed range."""
        low, high = max(0.0, top[0]), min(1.0, top[1])
        if low < high:
            ends = [self._numbers.in_units(low), self._numbers.in_units(high)]
            if decimals is not None:
                ends = [up(ends[0], decimals), down(ends[1], decimals)]
            first, last = (min(max(end, inside[0]), inside[1]) for end in ends)
            if first < last:
                return _stretch(first, last, top, decimals)
        middle = self._numbers.in_units(min(max(0.5 * (low + high), 0.0), 1.0))
        return say(min(max(middle, inside[0]), inside[1]), decimals)

    def _misses(self, low: float, high: float) -> bool:
        if self.low == self.high:
            return not low <= 0.5 <= high  # every value of a constant column is 0.5
        return low > high or low > 1.0 or high < 0.0


def _stretch(first: float, last: float, units: tuple[float, float], decimals: int | None) -> str:
    """Say a stretch of numbers, whose ends on the unit scale tell whether it has any."""
    if units[0] <= 0.0 and units[1] >= 1.0:
        return ""
    if units[0] <= 0.0:
        return f"{say(last, decimals)} or less"
    if units[1] >= 1.0:
        return f"{say(first, decimals)} or more"
    if first == last:
        return say(first, decimals)
    return f"{say(first, decimals)} to {say(last, decimals)}"
