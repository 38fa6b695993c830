"""Shares as percentages for a sentence: 100 means all, and 0 means none."""

from __future__ import annotations

import math


def whole_percent(share: float) -> str:
    """Write a share without decimals, unless that would make all or none of nearly so.

    Examples
    --------
    >>> whole_percent(0.943), whole_percent(1.0), whole_percent(1932 / 1933), whole_percent(0.0004)
    ('94', '100', '99.9', '0.1')
    """
    percent = 100.0 * share
    if 99.5 <= percent < 100.0:
        return f"{math.floor(10.0 * percent) / 10.0:.1f}"
    if 0.0 < percent < 0.5:
        return f"{math.ceil(10.0 * percent) / 10.0:.1f}"
    return f"{percent:.0f}"
