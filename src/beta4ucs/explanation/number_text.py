"""Numbers of an explanation for readers."""

from __future__ import annotations

from typing import Any


def say_value(value: Any) -> str:
    """Write a value of a row as it was given: a number, or a value of a category."""
    if value != value:
        return "missing"
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def say_degree(degree: float) -> str:
    """Write a degree below 1 so that it is neither 0 nor 1."""
    return f"{degree:.1e}" if degree < 0.005 else f"{min(degree, 0.99):.2f}"


def say_votes(votes: float) -> str:
    """Write votes with two decimals, more if they are few."""
    return f"{votes:.2f}" if votes == 0.0 or abs(votes) >= 0.005 else f"{votes:.1e}"


def say_share(share: float) -> str:
    """Write a share in per cent."""
    return f"{share:.1%}"
