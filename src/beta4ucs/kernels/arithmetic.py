"""Logarithm and exponential of our own: the same bits on every machine, and loops vectorise.

The reductions and the polynomial of `log` are the classic ones of fdlibm (error below one unit in
the last place); `exp` is a Taylor polynomial on [-ln 2 / 2, ln 2 / 2] (error below 1e-15).
"""

import math

from beta4ucs.kernels.bits import bits_to_float, float_to_bits
from beta4ucs.kernels.compiled import open_kernel

SMALLEST_NORMAL = 2.2250738585072014e-308
LOG_OF_SMALLEST = -708.0
MANTISSA = (1 << 52) - 1
SQRT_HALF_BITS = 0x3FE6A09E667F3BCD
ONE_BITS = 0x3FF0000000000000
LN2_HIGH = 6.93147180369123816490e-01
LN2_LOW = 1.90821492927058770002e-10
INVERSE_LN2 = 1.44269504088896338700
VECTOR = 8  # numbers that the widest vector holds
ROUNDING_SHIFT = 6755399441055744.0  # 1.5 * 2**52: adding it rounds to a whole number


@open_kernel
def log(value):
    """Natural logarithm; minus infinity for anything that is not a positive normal number."""
    bits = float_to_bits(value) + (ONE_BITS - SQRT_HALF_BITS)
    exponent = float((bits >> 52) - 1023)
    f = bits_to_float((bits & MANTISSA) + SQRT_HALF_BITS) - 1.0  # in [sqrt(1/2) - 1, sqrt(2) - 1)
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    even = w * (0.3999999999940941908 + w * (0.2222219843214978396 + w * 0.1531383769920937332))
    odd = z * (
        0.6666666666666735130
        + w * (0.2857142874366239149 + w * (0.1818357216161805012 + w * 0.1479819860511658591))
    )
    half_square = 0.5 * f * f
    tail = s * (half_square + (odd + even)) + exponent * LN2_LOW
    result = tail - half_square + f + exponent * LN2_HIGH
    return result if value >= SMALLEST_NORMAL else -math.inf


@open_kernel
def exp(value):
    """Exponential of a number up to 700; zero below -708, where doubles turn subnormal."""
    clipped = value if value > LOG_OF_SMALLEST else LOG_OF_SMALLEST
    shifted = clipped * INVERSE_LN2 + ROUNDING_SHIFT
    exponent = shifted - ROUNDING_SHIFT
    r = (clipped - exponent * LN2_HIGH) - exponent * LN2_LOW
    p = 1.0 / 6227020800.0
    p = p * r + 1.0 / 479001600.0
    p = p * r + 1.0 / 39916800.0
    p = p * r + 1.0 / 3628800.0
    p = p * r + 1.0 / 362880.0
    p = p * r + 1.0 / 40320.0
    p = p * r + 1.0 / 5040.0
    p = p * r + 1.0 / 720.0
    p = p * r + 1.0 / 120.0
    p = p * r + 1.0 / 24.0
    p = p * r + 1.0 / 6.0
    p = p * r + 0.5
    p = p * r + 1.0
    p = p * r + 1.0
    scale = bits_to_float(((float_to_bits(shifted) + 1023) & 0x7FF) << 52)
    return p * scale if value > LOG_OF_SMALLEST else 0.0


@open_kernel
def log_in_place(values, n):
    """Replace the first n numbers by their logarithms; up to VECTOR behind them are lost."""
    for i in range(n, n + VECTOR):
        values[i] = 1.0
    for block in range((n + VECTOR - 1) // VECTOR):
        for i in range(VECTOR):  # a fixed length leaves no remainder to scalar code
            values[block * VECTOR + i] = log(values[block * VECTOR + i])
