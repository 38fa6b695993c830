"""What an exported numpy program needs besides its rules."""

import numpy as np

INF = np.inf
MISSING = ("", "?", "na", "n/a", "nan", "null")  # in any case, as when the model learned


def number(columns, name):
    """Return a column of numbers, NaN where they are missing."""
    values = np.asarray(columns[name])
    if values.dtype == object or values.dtype.kind in "US":
        values = [np.nan if (one := clean(cell)) is None else one for cell in values.tolist()]
    found = np.asarray(values, dtype=np.float64)
    if np.isinf(found).any():
        raise ValueError(f"{name!r} must be finite")
    return found


def clean(cell):
    """Return text, a number or a truth value; None for a missing one."""
    if isinstance(cell, str):
        cell = cell.strip()
        return None if cell.casefold() in MISSING else cell
    if cell is None or cell != cell:
        return None
    return int(cell) if isinstance(cell, float) and cell.is_integer() else cell


def category(columns, name, values):
    """Return the places of values; -1 where one is missing, one behind all for a new value."""
    places = {value: place for place, value in enumerate(values)}
    unseen = places.get("(other)", len(values))
    cells = np.asarray(columns[name], dtype=object).tolist()
    found = [-1 if (one := clean(cell)) is None else places.get(one, unseen) for cell in cells]
    return np.array(found, dtype=np.int64)


def place(columns, name, values):
    """Return the places of values in their order, NaN where they are missing."""
    found = category(columns, name, values)
    if np.any(found == len(values)):
        raise ValueError(f"{name!r} must be one of {', '.join(map(str, values))}")
    return np.where(found < 0, np.nan, found)


def unit(x, low, high):
    """Return numbers on the unit scale of their training range, clipped to it."""
    if low == high:
        return np.where(np.isnan(x), x, 0.5)
    half = 1.0 if np.isfinite(high - low) else 0.5
    return (np.clip(x, low, high) * half - low * half) / (high * half - low * half)


def log(values):
    """Return natural logarithms, as the model computes them; 0 for NaN, a missing value."""
    mantissa, exponent = np.frexp(values)
    is_low = mantissa < 0.7071067811865476
    mantissa = np.where(is_low, 2.0 * mantissa, mantissa)
    exponent = np.where(is_low, exponent - 1, exponent).astype(np.float64)
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
    result = tail - half_square + f + exponent * 6.93147180369123816490e-01
    result = np.where(values >= 2.2250738585072014e-308, result, -INF)
    return np.where(np.isnan(values), 0.0, result)


def exp(values):
    """Return exponentials of numbers up to 700, as the model computes them."""
    clipped = np.maximum(values, -708.0)
    exponent = (clipped * 1.44269504088896338700 + 6755399441055744.0) - 6755399441055744.0
    r = (clipped - exponent * 6.93147180369123816490e-01) - exponent * 1.90821492927058770002e-10
    p = 1.0 / 6227020800.0
    for factorial in (
        479001600.0, 39916800.0, 3628800.0, 362880.0, 40320.0, 5040.0, 720.0, 120.0, 24.0, 6.0,
        2.0, 1.0, 1.0,
    ):  # fmt: skip
        p = p * r + 1.0 / factorial
    return np.where(values > -708.0, np.ldexp(p, exponent.astype(np.int32)), 0.0)


def square(u, centre, inverse):
    """Return squared distances to a centre; 0 for a missing value."""
    z = (u - centre) * inverse
    return np.where(np.isnan(z), 0.0, z * z)


def pull(u, left, left_scale, right, right_scale):
    """Return what is 0 but for rounding, for which it makes up; 0 for a missing value."""
    both = left * (u * left_scale - 1.0) + right * ((1.0 - u) * right_scale - 1.0)
    return np.where(np.isnan(both), 0.0, both)


def trapezoid(u, left, rise, right, fall):
    """Return the heights of a trapezoid; 1 for a missing value."""
    height = (u - left) * rise
    height = np.where(height < 1.0, height, 1.0)
    falling = (right - u) * fall
    return np.where(falling < height, falling, height)


def shares(sums):
    """Return the shares of positive votes; those with the most votes share if none is positive."""
    best = sums.max(axis=1, keepdims=True)
    weights = np.where(best > 0.0, np.maximum(sums, 0.0), sums == best)
    return weights / weights.sum(axis=1, keepdims=True)


def softmax(sums):
    """Return the probabilities that log odds mean."""
    weights = np.exp(sums - sums.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)
