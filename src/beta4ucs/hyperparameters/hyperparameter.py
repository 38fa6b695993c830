"""One hyperparameter: what values are legal, and the sentence for one that is not."""

from __future__ import annotations

import math
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, Literal

from beta4ucs.errors import InputError

Kind = Literal["int", "float", "bool", "choice"]


@dataclass(frozen=True, kw_only=True)
class Hyperparameter:
    """One hyperparameter.

    Attributes
    ----------
    name : str
        As in the estimators' signatures.
    symbol : str
        The article's symbol, "" if it has none.
    default : bool, int, float or str
        Value if none is given.
    kind : {"int", "float", "bool", "choice"}
        What values are like.
    low, high : float
        Ends of the legal range of a number.
    low_open, high_open : bool
        Whether the end itself is excluded.
    choices : tuple of str
        The legal words of a choice, or beside a number.
    meaning : str
        One sentence.
    systems : tuple of str
        The learning systems that have it; all if empty.
    none_means : str
        What None stands for; "" if it is not legal.
    article : object
        The value that learns as in the article, where the default does not.

    Examples
    --------
    >>> rate = Hyperparameter(name="rate", default=0.5, kind="float", high=1.0, meaning="A share.")
    >>> rate.check(1), rate.legal
    (1.0, 'in [0, 1]')
    """

    name: str
    default: Any
    kind: Kind
    meaning: str
    symbol: str = ""
    low: float = 0.0
    high: float = math.inf
    low_open: bool = False
    high_open: bool = False
    choices: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    none_means: str = ""
    article: Any = None

    @property
    def legal(self) -> str:
        """The legal values, as the end of "... must be"."""
        if self.kind == "bool":
            return "True or False"
        parts = [repr(choice) for choice in self.choices]
        if self.kind != "choice":
            parts.append(self._range)
        if self.none_means:
            parts.append(f"None for {self.none_means}")
        return f"{', '.join(parts[:-1])} or {parts[-1]}" if parts[1:] else parts[0]

    @property
    def _range(self) -> str:
        whole = "a whole number " if self.kind == "int" else ""
        if math.isinf(self.high):
            at_least = "of at least" if whole else "at least"
            return f"{whole}{'greater than' if self.low_open else at_least} {self.low:g}"
        left, right = "(" if self.low_open else "[", ")" if self.high_open else "]"
        return f"{whole}in {left}{self.low:g}, {_plain(self.high)}{right}"

    def check(self, value: Any) -> Any:
        """Return the value as a plain bool, int, float or str, or raise `InputError`."""
        if value is None and self.none_means:
            return None
        if self.kind == "bool" and _is_bool(value):
            return bool(value)
        if isinstance(value, str) and value in self.choices:
            return str(value)
        if self.kind in ("int", "float") and self._is_legal_number(value):
            return int(value) if self.kind == "int" else float(value)
        number = "a finite number " if self.kind == "float" and not _is_finite(value) else ""
        raise InputError(f"{self.name} must be {number}{self.legal}, got {value!r}")

    def _is_legal_number(self, value: Any) -> bool:
        if not _is_finite(value) or (self.kind == "int" and not isinstance(value, Integral)):
            return False
        above = value > self.low if self.low_open else value >= self.low
        return bool(above and (value < self.high if self.high_open else value <= self.high))


def _is_bool(value: Any) -> bool:
    # numpy's own booleans without importing numpy: the command line's help reads these tables
    kind = type(value)
    return kind is bool or (kind.__module__ == "numpy" and kind.__name__ in ("bool", "bool_"))


def _is_finite(value: Any) -> bool:
    if not isinstance(value, Real) or _is_bool(value):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number beyond all floats
        return False


def _plain(number: float) -> str:
    return f"{number:.0f}" if number >= 1e5 else f"{number:g}"
