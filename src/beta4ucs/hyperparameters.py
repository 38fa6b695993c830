"""Every hyperparameter once: name, the article's symbol, default, legal range, meaning.

Checks and their messages, the command line's flags and ``docs/hyperparameters.md`` derive from
these tables; ``python -m beta4ucs.hyperparameters`` prints that page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from numbers import Integral, Real
from types import MappingProxyType
from typing import Any, Literal

from beta4ucs.errors import InputError, did_you_mean

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
        The legal words of a choice.
    meaning : str
        One sentence.

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

    @property
    def legal(self) -> str:
        """The legal values, as the end of "... must be"."""
        if self.kind == "bool":
            return "True or False"
        if self.kind == "choice":
            words = [repr(choice) for choice in self.choices]
            return f"{', '.join(words[:-1])} or {words[-1]}"
        whole = "a whole number " if self.kind == "int" else ""
        if math.isinf(self.high):
            at_least = "of at least" if whole else "at least"
            return f"{whole}{'greater than' if self.low_open else at_least} {self.low:g}"
        left, right = "(" if self.low_open else "[", ")" if self.high_open else "]"
        return f"{whole}in {left}{self.low:g}, {_plain(self.high)}{right}"

    def check(self, value: Any) -> Any:
        """Return the value as a plain bool, int, float or str, or raise `InputError`."""
        if self.kind == "bool" and _is_bool(value):
            return bool(value)
        if self.kind == "choice" and isinstance(value, str) and value in self.choices:
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


def _table(*rows: Hyperparameter) -> Mapping[str, Hyperparameter]:
    return MappingProxyType({row.name: row for row in rows})


def _share(name: str, symbol: str, default: float, meaning: str) -> Hyperparameter:
    """A probability or fraction, in [0, 1]."""
    return Hyperparameter(
        name=name, symbol=symbol, default=default, kind="float", high=1.0, meaning=meaning
    )


def _threshold(name: str, symbol: str, default: float, meaning: str) -> Hyperparameter:
    """A number of at least 0."""
    return Hyperparameter(name=name, symbol=symbol, default=default, kind="float", meaning=meaning)


def _count(name: str, default: int, meaning: str, symbol: str = "") -> Hyperparameter:
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


def _switch(name: str, default: bool, meaning: str) -> Hyperparameter:
    return Hyperparameter(name=name, default=default, kind="bool", meaning=meaning)


def _choice(name: str, choices: tuple[str, ...], meaning: str) -> Hyperparameter:
    """A word; the first one is the default."""
    return Hyperparameter(
        name=name, default=choices[0], kind="choice", choices=choices, meaning=meaning
    )


# How rules are learned and vote. Where the article and the authors' program differ, the default
# is what the program does (SPEC, table E).
LEARNING = _table(
    _count("n_epochs", 50, "How often every training row is shown."),
    _count("max_rules", 2000, "Most copies of rules in the population.", "N"),
    _switch("crispify", True, "Turn proven fuzzy conditions into plain intervals (FBRC)."),
    _share("dont_care_rate", "P_#", 0.33, "Chance that covering leaves a feature open."),
    _share("crossover_rate", "χ", 0.8, "Chance that two children exchange conditions."),
    _share("mutation_rate", "p_mut", 0.04, "Chance that a child's condition on a feature changes."),
    _share(
        "tournament_fraction",
        "τ",
        0.4,
        "Share of the correct set that competes to be a parent; 0 selects by roulette.",
    ),
    _threshold(
        "ga_threshold",
        "θ_GA",
        50,
        "Mean number of iterations a correct set waits before it breeds again.",
    ),
    _threshold(
        "deletion_threshold",
        "θ_del",
        50,
        "Experience beyond which weak rules are deleted more readily.",
    ),
    _share(
        "deletion_fraction",
        "δ",
        0.1,
        "Share of the mean fitness below which a rule counts as weak; the article prints 0.01, "
        "the authors' program uses 0.1.",
    ),
    _threshold(
        "subsumption_threshold",
        "θ_sub",
        50,
        "Experience a rule needs before it subsumes others or becomes crisp.",
    ),
    _share(
        "min_subsumer_fitness",
        "F_0",
        0.99,
        "Fitness a rule must exceed before it subsumes others or becomes crisp.",
    ),
    Hyperparameter(
        name="fitness_power",
        symbol="ν",
        default=1.0,
        kind="float",
        low_open=True,
        high=100.0,
        meaning="Exponent of the fitness in selection and deletion.",
    ),
    _threshold("voting_threshold", "θ_exp", 10, "Experience a rule must exceed before it votes."),
    _switch("subsume_correct_set", True, "Let general rules absorb others of the correct set."),
    _switch("subsume_children", True, "Let parents absorb children that say nothing new."),
    _choice(
        "crossover_unit",
        ("parameter", "gene"),
        "What is exchanged: single parameters as in the authors' program, or a feature's whole "
        "condition as in the article.",
    ),
    _choice(
        "tournament",
        ("copies", "sample"),
        "Who competes to be a parent: every copy by chance as in the authors' program, or a "
        "sample of rules as in the article.",
    ),
    _choice(
        "shuffle",
        ("once", "every_epoch"),
        "When the order of the rows is drawn: before the first epoch as in the authors' program, "
        "or anew before each.",
    ),
    _choice(
        "tie_break",
        ("first", "majority", "random"),
        "Which class is answered if several have the highest vote: the first as in the "
        "article's tables, the most frequent in training, or one drawn from the seed.",
    ),
    _switch(
        "skip_after_subsumption",
        True,
        "Pass over the rule that follows a subsumed one, as the authors' program does.",
    ),
    _switch(
        "keep_deleted",
        True,
        "Let a rule that was deleted after covering take part in the iteration to its end, as "
        "in the authors' program.",
    ),
)

# What the conditions of beta4-UCS are made of; ranges are on features scaled to [0, 1].
REPRESENTATION = _table(
    Hyperparameter(
        name="cover_range",
        symbol="r_0",
        default=1.0,
        kind="float",
        low=0.005,  # the narrowest half width that covering draws
        high=1000.0,
        meaning="Largest half width of a new condition, in units of the feature's range.",
    ),
    Hyperparameter(
        name="mutation_step",
        symbol="m_0",
        default=0.1,
        kind="float",
        high=1000.0,
        meaning="Largest change of a bound by mutation, in units of the feature's range.",
    ),
    _threshold(
        "subsumption_tolerance",
        "Tol_sub",
        0.01,
        "How far apart the peaks of two fuzzy conditions may be for one to subsume the other.",
    ),
    Hyperparameter(
        name="initial_shape",
        symbol="s_0",
        default=1.0,
        kind="float",
        low=1.0,
        high=1000.0,
        meaning="Largest shape parameter of a new condition: 1 starts from plain intervals.",
    ),
)

# How long training goes on and what it tells; none of these changes what a step learns.
CONTROL = _table(
    _switch(
        "early_stopping",
        False,
        "Hold out some rows and stop when the accuracy on them no longer improves.",
    ),
    Hyperparameter(
        name="validation_fraction",
        default=0.1,
        kind="float",
        low_open=True,
        high=1.0,
        high_open=True,
        meaning="Share of the rows that early stopping holds out.",
    ),
    _count("n_iter_no_change", 10, "Epochs without improvement before early stopping."),
    _threshold("tol", "", 1e-4, "Accuracy that counts as an improvement for early stopping."),
    _switch("track_accuracy", False, "Write the training accuracy of every epoch to the history."),
    Hyperparameter(
        name="verbose",
        default=0,
        kind="int",
        high=2,
        meaning="0 is silent, 1 prints a line a second, 2 a line an epoch.",
    ),
)

HYPERPARAMETERS: Mapping[str, Hyperparameter] = MappingProxyType(
    {**LEARNING, **REPRESENTATION, **CONTROL}
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


def markdown() -> str:
    """The page ``docs/hyperparameters.md``."""
    parts = [
        "# Hyperparameters",
        "Made by `python -m beta4ucs.hyperparameters > docs/hyperparameters.md`; do not edit.",
        "The names are those of `Beta4UCSClassifier` and, with dashes, of the command line; the "
        "symbols are the article's. Defaults follow the authors' program.",
        "## Learning and voting",
        *_markdown_table(LEARNING.values()),
        "## Conditions of β4-UCS",
        *_markdown_table(REPRESENTATION.values()),
        "## Length of training and what it tells",
        *_markdown_table(CONTROL.values()),
    ]
    return "\n\n".join(parts) + "\n"


def _markdown_table(rows: Iterable[Hyperparameter]) -> list[str]:
    head = ["| Name | Symbol | Default | Legal | Meaning |", "|---|---|---|---|---|"]
    body = [
        f"| `{row.name}` | {row.symbol} | `{row.default!r}` | {row.legal} | {row.meaning} |"
        for row in rows
    ]
    return ["\n".join(head + body)]


if __name__ == "__main__":
    print(markdown(), end="")
