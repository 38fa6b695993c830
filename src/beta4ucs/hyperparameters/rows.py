"""Short ways to write the rows of the tables."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from beta4ucs.hyperparameters.hyperparameter import Hyperparameter


def table(*rows: Hyperparameter) -> Mapping[str, Hyperparameter]:
    """Rows by name, in their order."""
    return MappingProxyType({row.name: row for row in rows})


def share(name: str, symbol: str, default: float, meaning: str, **more: Any) -> Hyperparameter:
    """A probability or fraction, in [0, 1]; an end may be open."""
    return Hyperparameter(
        name=name, symbol=symbol, default=default, kind="float", high=1.0, meaning=meaning, **more
    )


def threshold(
    name: str, symbol: str, default: float, meaning: str, systems: tuple[str, ...] = ()
) -> Hyperparameter:
    """A number of at least 0."""
    return Hyperparameter(
        name=name, symbol=symbol, default=default, kind="float", meaning=meaning, systems=systems
    )


def size(
    name: str, symbol: str, default: float, meaning: str, low: float = 0.0, **ends: Any
) -> Hyperparameter:
    """A length or shape parameter; the upper end keeps arithmetic far from overflow."""
    return Hyperparameter(
        name=name,
        symbol=symbol,
        default=default,
        kind="float",
        low=low,
        high=1000.0,
        meaning=meaning,
        **ends,
    )


def count(name: str, default: int, meaning: str, symbol: str = "") -> Hyperparameter:
    """A whole number from 1; the upper end keeps slips of the keyboard from filling the memory."""
    return Hyperparameter(
        name=name,
        symbol=symbol,
        default=default,
        kind="int",
        low=1,
        high=1_000_000,
        meaning=meaning,
    )


def switch(name: str, default: bool, meaning: str, systems: tuple[str, ...] = ()) -> Hyperparameter:
    """On or off."""
    return Hyperparameter(name=name, default=default, kind="bool", meaning=meaning, systems=systems)


def choice(
    name: str, choices: tuple[str, ...], meaning: str, article: str | None = None
) -> Hyperparameter:
    """A word; the first one is the default."""
    return Hyperparameter(
        name=name,
        default=choices[0],
        kind="choice",
        choices=choices,
        meaning=meaning,
        article=article,
    )
