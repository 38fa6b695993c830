"""Numbers as the article prints them."""

from __future__ import annotations

import math


def four_digits(value: float) -> str:
    """A number to four significant digits, as the article prints its means; NaN is empty.

    Examples
    --------
    >>> [four_digits(value) for value in (7.494, 62.5, 99.996, 457.53, 1793.2)]
    ['7.494', '62.50', '100.0', '457.5', '1793']
    """
    if math.isnan(value):
        return ""
    rounded = float(f"{value:.3e}")
    digits = math.floor(math.log10(abs(rounded))) + 1 if rounded else 1
    return f"{rounded:.{min(3, max(0, 4 - digits))}f}"


def p_text(p: float) -> str:
    """A p-value as the article prints it; NaN is a dash.

    Examples
    --------
    >>> [p_text(p) for p in (7.498e-05, 0.000675, 0.01051, 0.42, 1.0)]
    ['7.50E-05', '0.000675', '0.0105', '0.420', '1.000']
    """
    if math.isnan(p):
        return "-"
    rounded = float(f"{p:.2e}")
    if rounded >= 0.1:
        return f"{rounded:.3f}"
    if rounded < 1e-4:
        return f"{rounded:.2E}"
    return f"{rounded:.{1 - math.floor(math.log10(rounded)) + 1}f}"


def signed(value: float) -> str:
    """A difference; NaN is empty."""
    if math.isnan(value):
        return ""
    return f"{round(value, 2) + 0.0:+.2f}" if abs(value) < 100 else f"{value:+.1f}"


def number(value: float, form: str) -> str:
    """A number in a format; NaN is a dash."""
    return "-" if math.isnan(value) else format(value, form)
