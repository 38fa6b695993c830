"""The generator used inside kernels: SplitMix64, one 64-bit word of state per run.

Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
"""

import numpy as np

from beta4ucs.kernels.compiled import is_compiled, open_kernel

TO_UNIT = 1.0 / (1 << 53)

if is_compiled():
    _STEP = np.uint64(0x9E3779B97F4A7C15)
    _FIRST = np.uint64(0xBF58476D1CE4E5B9)
    _SECOND = np.uint64(0x94D049BB133111EB)
    _30, _27, _31, _11 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11)

    @open_kernel
    def next_bits(rng):
        """Draw 64 random bits, as int64."""
        state = rng[0] + _STEP
        rng[0] = state
        state = (state ^ (state >> _30)) * _FIRST
        state = (state ^ (state >> _27)) * _SECOND
        return np.int64(state ^ (state >> _31))

    @open_kernel
    def random(rng):
        """Draw a number from U[0, 1)."""
        return np.float64(np.uint64(next_bits(rng)) >> _11) * TO_UNIT

else:
    _MASK = (1 << 64) - 1

    def next_bits(rng):
        """Draw 64 random bits, as a signed integer."""
        bits = _next(rng)
        return bits - (1 << 64) if bits >> 63 else bits

    def random(rng):
        """Draw a number from U[0, 1)."""
        return (_next(rng) >> 11) * TO_UNIT

    def _next(rng):
        state = (int(rng[0]) + 0x9E3779B97F4A7C15) & _MASK
        rng[0] = state
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
        return state ^ (state >> 31)


@open_kernel
def uniform(rng, low, high):
    """Draw a number from U[low, high)."""
    return low + (high - low) * random(rng)


@open_kernel
def below(rng, n):
    """Draw a whole number from 0 .. n-1."""
    return int(random(rng) * n)


def new_stream(seed: int) -> np.ndarray:
    """State of a fresh stream for the seed."""
    return np.array([seed & ((1 << 64) - 1)], dtype=np.uint64)
