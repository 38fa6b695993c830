"""What an exported Python program needs besides its rules: the standard library and no more."""

import csv
import math
import sys
from numbers import Real

NAN, INF = math.nan, math.inf
MISSING = ("", "?", "na", "n/a", "nan", "null")  # in any case, as when the model learned


def cell(row, name):
    """Return the value of a row under a name; None if it is missing."""
    try:
        value = row[name]
    except (KeyError, IndexError):
        raise ValueError(f"the row has no value {name!r}; give None for a missing one") from None
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, str):
        value = value.strip()
        return None if value.casefold() in MISSING else value
    return None if value is None or value != value else value


def number(row, name):
    """Return a number, NaN if it is missing."""
    value = cell(row, name)
    if value is None:
        return NAN
    try:
        found = float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name!r} must be a number, got {value!r}") from None
    if math.isinf(found):
        raise ValueError(f"{name!r} must be finite, got {value!r}")
    return found


def category(row, name):
    """Return text, a whole number or a truth value; None if it is missing."""
    value = cell(row, name)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if value is None or isinstance(value, (str, Real)) else str(value)


def place(row, name, values):
    """Return the place of a value in its order, NaN if it is missing."""
    value = category(row, name)
    if value is None:
        return NAN
    if value not in values:
        raise ValueError(f"{name!r} must be one of {', '.join(map(str, values))}, got {value!r}")
    return float(values.index(value))


def unit(x, low, high):
    """Return a number on the unit scale of its training range, clipped to it."""
    if x != x or low == high:
        return x if x != x else 0.5
    half = 0.5 if math.isinf(high - low) else 1.0
    return (min(max(x, low), high) * half - low * half) / (high * half - low * half)


def log(value):
    """Return the natural logarithm, as the model computes it; 0 for NaN, a missing value."""
    if value != value:
        return 0.0
    if value < 2.2250738585072014e-308:
        return -INF
    mantissa, exponent = math.frexp(value)
    if mantissa < 0.7071067811865476:
        mantissa, exponent = 2.0 * mantissa, exponent - 1
    f = mantissa - 1.0
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    even = w * (0.3999999999940941908 + w * (0.2222219843214978396 + w * 0.1531383769920937332))
    odd = z * (
        0.6666666666666735130
        + w * (0.2857142874366239149 + w * (0.1818357216161805012 + w * 0.1479819860511658591))
    )
    half_square = 0.5 * f * f
    tail = s * (half_square + (odd + even)) + exponent * 1.90821492927058770002e-10
    return tail - half_square + f + exponent * 6.93147180369123816490e-01


def exp(value):
    """Return the exponential of a number up to 700, as the model computes it."""
    if value <= -708.0:
        return 0.0
    exponent = (value * 1.44269504088896338700 + 6755399441055744.0) - 6755399441055744.0
    r = (value - exponent * 6.93147180369123816490e-01) - exponent * 1.90821492927058770002e-10
    p = 1.0 / 6227020800.0
    for factorial in (
        479001600.0, 39916800.0, 3628800.0, 362880.0, 40320.0, 5040.0, 720.0, 120.0, 24.0, 6.0,
        2.0, 1.0, 1.0,
    ):  # fmt: skip
        p = p * r + 1.0 / factorial
    return math.ldexp(p, int(exponent))


def square(u, centre, inverse):
    """Return the squared distance to a centre; 0 for a missing value."""
    z = (u - centre) * inverse
    return z * z if z == z else 0.0


def pull(u, left, left_scale, right, right_scale):
    """Return what is 0 but for rounding, for which it makes up; 0 for a missing value."""
    both = left * (u * left_scale - 1.0) + right * ((1.0 - u) * right_scale - 1.0)
    return both if both == both else 0.0


def trapezoid(u, left, rise, right, fall):
    """Return the height of a trapezoid; 1 for a missing value."""
    height = (u - left) * rise
    height = height if height < 1.0 else 1.0
    falling = (right - u) * fall
    return falling if falling < height else height


def shares(sums):
    """Return the shares of positive votes; those with the most votes share if none is positive."""
    best = max(sums)
    weights = [max(one, 0.0) if best > 0.0 else float(one == best) for one in sums]
    total = added(weights)
    return [one / total for one in weights]


def softmax(sums):
    """Return the probabilities that log odds mean."""
    best = max(sums)
    weights = [math.exp(one - best) for one in sums]
    total = added(weights)
    return [one / total for one in weights]


def added(numbers):
    """Return the sum, in the order in which numpy adds: eight lanes, then the rest."""
    n_lanes = len(numbers) // 8 * 8 if len(numbers) <= 128 else 0
    total = 0.0
    if n_lanes:
        lanes = list(numbers[:8])
        for at in range(8, n_lanes):
            lanes[at % 8] += numbers[at]
        a, b, c, d, e, f, g, h = lanes
        total = ((a + b) + (c + d)) + ((e + f) + (g + h))
    for one in numbers[n_lanes:]:
        total += one
    return total


def main():
    """Answer the rows of a CSV file: python this_file.py < rows.csv > answers.csv."""
    answers = csv.writer(sys.stdout, lineterminator="\n")
    answers.writerow(["prediction", *(f"probability_{label}" for label in CLASSES)])
    for texts in csv.DictReader(sys.stdin):
        row = {name: TYPED.get(name, {}).get(text, text) for name, text in texts.items()}
        answers.writerow([predict(row), *probabilities(row).values()])
