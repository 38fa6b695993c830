"""How far a share may be from the truth by chance."""

from __future__ import annotations

import math

QUANTILE_95 = 1.959963984540054  # of the normal distribution: 2.5 % lie above


def wilson_interval(n_right: int, n_rows: int) -> tuple[float, float]:
    """Return the 95 % interval of a share by Wilson (1927); it stays in [0, 1].

    Examples
    --------
    >>> low, high = wilson_interval(16, 18)
    >>> f"{low:.3f} {high:.3f}"
    '0.672 0.969'
    """
    share, z2 = n_right / n_rows, QUANTILE_95**2
    centre = (share + z2 / (2 * n_rows)) / (1 + z2 / n_rows)
    spread = math.sqrt(share * (1 - share) / n_rows + z2 / (4 * n_rows**2))
    half = QUANTILE_95 * spread / (1 + z2 / n_rows)
    return max(0.0, centre - half), min(1.0, centre + half)


def paired_interval(n_gained: int, n_lost: int, n_rows: int) -> tuple[float, float]:
    """Return the 95 % interval of the difference between two shares of the same rows.

    Only rows that are right with one and wrong with the other tell of a difference; half a row is
    added to each of the four kinds of rows, as Agresti and Min (2005) advise.

    Parameters
    ----------
    n_gained, n_lost : int
        Rows that only the second is right on, and those that only the first is right on.
    n_rows : int
        All rows.

    Examples
    --------
    >>> low, high = paired_interval(9, 3, 100)
    >>> f"{low:.3f} {high:.3f}"
    '-0.010 0.127'
    """
    gained, lost, total = n_gained + 0.5, n_lost + 0.5, n_rows + 2.0
    difference = (gained - lost) / total
    variance = ((gained + lost) / total - difference**2) / total
    half = QUANTILE_95 * math.sqrt(variance)
    return max(-1.0, difference - half), min(1.0, difference + half)
