"""Numbers that can be read back to the last bit: places on the unit scale in units of the data.

A number of up to 17 digits is scaled as rows are, so that a bound of 60 holds a row with 60. Where
no such number gives a place, one with more digits does, which is scaled without rounding. A number
that ends with r is a share of the range, for what is too small to be written in units.
"""

from __future__ import annotations

import math
from fractions import Fraction

from beta4ucs.data.scaling import UnitScaling

DIGITS = 17  # tell all floats apart
MOST_DIGITS = 60


class ExactNumbers:
    """Places and lengths on one feature, as text and back.

    Examples
    --------
    >>> import numpy as np
    >>> age = ExactNumbers(UnitScaling(np.array([20.0]), np.array([95.0])), 0)
    >>> age.place((60 - 20) / 75), age.from_place("60") == (60 - 20) / 75
    ('60', True)
    """

    def __init__(self, scaling: UnitScaling, feature: int) -> None:
        self._low = float(scaling.low[feature])
        span = float(scaling.high[feature]) - self._low
        self._span = span if 0.0 < span < math.inf else 1.0

    def place(self, unit: float) -> str:
        """Write a place on the unit scale in units."""
        if math.isinf(unit):
            return "inf" if unit > 0 else "-inf"
        near = self._low + unit * self._span
        for digits in range(1, DIGITS + 1):
            text = number_text(float(f"{near:.{digits}g}"))
            if self.from_place(text) == unit:
                return text
        return self._long(Fraction(self._low) + Fraction(unit) * Fraction(self._span), unit)

    def from_place(self, text: str) -> float:
        """Read a place; raises ValueError if it is no number."""
        if text.endswith("r"):
            return float(text[:-1])
        number = float(text)
        if math.isinf(number):
            return number
        if math.isnan(number):
            raise ValueError(f"{text!r} is no number")
        if _n_digits(text) <= DIGITS:
            return (number - self._low) / self._span
        return float((Fraction(text) - Fraction(self._low)) / Fraction(self._span))

    def length(self, unit: float) -> str:
        """Write a length on the unit scale in units."""
        if math.isinf(unit):
            return "inf"
        near = unit * self._span
        for digits in range(1, DIGITS + 1):
            text = number_text(float(f"{near:.{digits}g}"))
            if self.from_length(text) == unit:
                return text
        return f"{unit!r}r"

    def from_length(self, text: str) -> float:
        """Read a length; one that ends with r is a share of the range."""
        return float(text[:-1]) if text.endswith("r") else float(text) / self._span

    def _long(self, value: Fraction, unit: float) -> str:
        for digits in range(DIGITS + 1, MOST_DIGITS):
            text = _decimal(value, digits)
            if _n_digits(text) > DIGITS and self.from_place(text) == unit:
                return text
        return f"{unit!r}r"


def number_text(value: float) -> str:
    """Write a number that belongs to no scale."""
    return _plain(repr(float(value)))


def _plain(text: str) -> str:
    return text.removesuffix(".0")


def _n_digits(text: str) -> int:
    digits = text.lower().partition("e")[0].replace(".", "").replace("-", "").lstrip("0")
    return len(digits)


def _decimal(value: Fraction, digits: int) -> str:
    """Write a fraction with so many significant digits."""
    if value == 0:
        return "0"
    exponent = digits - 1 - math.floor(math.log10(abs(float(value))) if float(value) else 0)
    scaled = round(value * Fraction(10) ** exponent)
    return f"{scaled}e{-exponent}"
