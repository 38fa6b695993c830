"""What options may be: each is typed as text, and read and checked here."""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from beta4ucs.cli.messages import UsageError
from beta4ucs.cli.option_groups import option
from beta4ucs.errors import InputError
from beta4ucs.hyperparameters import Hyperparameter

LARGEST_SEED = 2**64 - 1
SHORTER = {"n_populations": "--populations", "id_column": "--id"}  # than the name of the parameter


def flag_of(name: str) -> str:
    """The flag of a hyperparameter or another option."""
    return SHORTER.get(name, f"--{name.replace('_', '-')}")


def check_option(row: Hyperparameter, value: Any) -> Any:
    """Check an option, a number or None also as text; the message names the flag as typed."""
    if row.none_means and str(value).lower() == "none":
        return None
    if isinstance(value, str) and row.kind in ("int", "float"):
        with suppress(ValueError):
            value = int(value) if row.kind == "int" else float(value)
    try:
        return row.check(value)
    except InputError as error:
        raise UsageError(str(error).replace(row.name, flag_of(row.name), 1)) from None


def whole_number(default: Any, help: str, *, at_least: int = 0, **more: Any) -> Any:
    """Declare an option that is a whole number; `more` is as for `option`."""
    read = _checked(kind="int", default=at_least, low=at_least)
    return option(default, help, "<int>", read=read, **more)


def share(default: Any, help: str, *, of_all: bool = True, **more: Any) -> Any:
    """Declare an option that is a number from 0 to 1; without `of_all`, 1 itself is too much."""
    read = _checked(kind="float", default=0.0, high=1.0, high_open=not of_all)
    return option(default, help, "<float>", read=read, **more)


def one_of(default: Any, help: str, words: tuple[str, ...], **more: Any) -> Any:
    """Declare an option that is one of some words."""
    read = _checked(kind="choice", default=words[0], choices=words)
    return option(default, help, "|".join(words), read=read, **more)


def _checked(**row: Any) -> Callable[[str, str], Any]:
    def read(name: str, text: str) -> Any:
        return check_option(Hyperparameter(name=name, meaning="", **row), text)

    return read


def categorical_from(name: str, text: str) -> str | tuple[str, ...]:
    """Read which columns are categories: "auto", "auto-integers", "none" or names."""
    if text in ("auto", "auto-integers", "none"):
        return text
    names = tuple(name.strip() for name in text.split(","))
    if not all(names):
        raise UsageError(
            f"{flag_of(name)} must be 'auto', 'auto-integers', 'none' or names of columns "
            f"separated by commas, got {text!r}"
        )
    return names


def columns_from(name: str, text: str) -> tuple[str, ...]:
    """Read names of columns with commas between."""
    names = tuple(one.strip() for one in text.split(","))
    if not all(names):
        raise UsageError(
            f"{flag_of(name)} must be names of columns separated by commas, got {text!r}"
        )
    return names


def threshold_from(name: str, text: str) -> float | tuple[str, float]:
    """Read a probability, or what it is chosen for: a recall or a cost."""
    aim, is_for, number = text.rpartition("=")
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not is_for and 0.0 <= value <= 1.0:
        return value
    if (aim == "recall" and 0.0 < value <= 1.0) or (aim == "cost" and 0.0 < value < math.inf):
        return aim, value
    raise UsageError(
        f"{flag_of(name)} must be a probability in [0, 1], or 'recall=0.9' or 'cost=5' to have it "
        f"chosen, got {text!r}"
    )


def class_weight_from(name: str, text: str) -> str | dict[str, float]:
    """Read the weights of classes: "balanced", or a number for some of them."""
    if text == "balanced":
        return text
    weights = {}
    for part in text.split(","):
        label, _, number = part.rpartition("=")
        try:
            weights[label.strip()] = float(number)
        except ValueError:
            label = ""
        if not label.strip() or not 0.0 <= weights[label.strip()] < math.inf:
            raise UsageError(
                f"{flag_of(name)} must be 'balanced' or weights of at least 0 such as "
                f"'ill=5,well=1', got {text!r}"
            )
    return weights


def new_seed() -> int:
    """Draw a seed that is short enough to type."""
    return secrets.randbits(32)


def seed_from(name: str, text: str) -> int:
    """Read a seed."""
    if not (text.isascii() and text.isdecimal() and int(text) <= LARGEST_SEED):
        raise UsageError(f"{flag_of(name)} must be a whole number in [0, 2**64 - 1], got {text!r}")
    return int(text)


def jobs_from(name: str, text: str) -> int:
    """Read a number of threads."""
    try:
        jobs = int(text)
    except ValueError:
        jobs = 0
    if jobs == 0:
        raise UsageError(f"{flag_of(name)} must be a whole number other than 0, got {text!r}")
    return jobs
