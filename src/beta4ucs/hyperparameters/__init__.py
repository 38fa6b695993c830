"""Every hyperparameter once: name, the article's symbol, default, legal range, meaning.

Checks and their messages, the command line's flags and ``docs/hyperparameters.md`` derive from
these tables; ``python -m beta4ucs.hyperparameters`` prints that page.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from beta4ucs.errors import InputError, did_you_mean
from beta4ucs.hyperparameters.conditions import CONDITIONS
from beta4ucs.hyperparameters.evolution import EVOLUTION
from beta4ucs.hyperparameters.evolved_rules import EVOLVED_RULES
from beta4ucs.hyperparameters.hyperparameter import Hyperparameter
from beta4ucs.hyperparameters.learning import CONTROL, LEARNING, SYSTEMS, TABLES

__all__ = [
    "CONDITIONS",
    "CONTROL",
    "EVOLUTION",
    "EVOLVED_RULES",
    "HYPERPARAMETERS",
    "LEARNING",
    "SYSTEMS",
    "TABLES",
    "Hyperparameter",
    "check",
]

# What an estimator is told beside its representation, which has the other conditions.
HYPERPARAMETERS: Mapping[str, Hyperparameter] = MappingProxyType(
    {**LEARNING, **EVOLUTION, **CONDITIONS["beta4"], **TABLES, **CONTROL}
)


def check(name: str, value: Any) -> Any:
    """Check the value of a hyperparameter.

    Parameters
    ----------
    name : str
        Name of the hyperparameter.
    value : object
        The value to judge.

    Returns
    -------
    bool, int, float or str
        The value, as a plain Python object.

    Raises
    ------
    InputError
        If the name is not known or the value is not legal.

    Examples
    --------
    >>> check("max_rules", 500)
    500
    >>> check("mutation_rate", 1.4)
    Traceback (most recent call last):
        ...
    beta4ucs.errors.InputError: mutation_rate must be in [0, 1], got 1.4
    """
    if name not in HYPERPARAMETERS:
        raise InputError(
            f"there is no hyperparameter '{name}'{did_you_mean(name, HYPERPARAMETERS)}"
        )
    return HYPERPARAMETERS[name].check(value)
