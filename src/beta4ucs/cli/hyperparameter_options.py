"""One flag for every row of the hyperparameter tables: names, defaults, ranges and help texts."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import Parameter
from typing import Annotated, Any, Self

import typer

from beta4ucs.cli.option_groups import OptionGroup
from beta4ucs.cli.option_values import check_option, flag_of
from beta4ucs.cli.options import OF_TABLES
from beta4ucs.hyperparameters import (
    CONDITIONS,
    CONTROL,
    EVOLUTION,
    EVOLVED_RULES,
    LEARNING,
    TABLES,
    Hyperparameter,
)
from beta4ucs.hyperparameters.evolved_rules import SYSTEM as EVOLVED_RULES_SYSTEM


def _owners(name: str) -> list[str]:
    """The representations that have a hyperparameter."""
    return [owner for owner, table in CONDITIONS.items() if name in table]


# A name that several representations have is one flag, told in the words of the first.
CONDITION_ROWS: Mapping[str, Hyperparameter] = {
    name: CONDITIONS[_owners(name)[0]][name] for table in CONDITIONS.values() for name in table
}
PANELS: Mapping[str, Mapping[str, Hyperparameter]] = {
    "Learning and voting": LEARNING,
    "Evolution": EVOLUTION,
    "Conditions": CONDITION_ROWS,
    OF_TABLES: TABLES,
    "Length of training and progress": CONTROL,
}
EVOLVED_RULES_PANEL = "Evolved rules"
WITH_EVOLVED_RULES = f"with {EVOLVED_RULES_SYSTEM}"
LEFT_OUT = {"verbose"}  # the command line has its own progress
DEPENDENT = {"track_accuracy": "on with --out"}  # defaults that depend on other options
_METAVARS = {"int": ["<int>"], "float": ["<float>"]}


class Hyperparameters(OptionGroup, dict[str, Any]):
    """The hyperparameters of the article's learners that were typed, by name.

    What all systems and representations have is checked; the rest is as typed, and
    `choose_estimator` checks it.
    """

    @classmethod
    def panels(cls) -> Mapping[str, Mapping[str, Hyperparameter]]:
        """The tables, by section of the help."""
        return PANELS

    @classmethod
    def options(cls) -> list[Parameter]:
        """One flag for every row of the tables."""
        own = cls.panels().get(EVOLVED_RULES_PANEL, {})  # a learner that shares some of the names
        return [
            _flag(row, panel, own.get(name)) for name, (row, panel) in _rows(cls.panels()).items()
        ]

    @classmethod
    def from_typed(cls, typed: Mapping[str, Any]) -> Self:
        """Keep what was typed; None was not."""
        rows = {name: row for name, (row, _) in _rows(cls.panels()).items()}
        return cls(
            {
                name: value if is_particular(rows[name]) else check_option(rows[name], value)
                for name, value in typed.items()
                if value is not None
            }
        )


class AllHyperparameters(Hyperparameters):
    """Those of evolved rules, too."""

    @classmethod
    def panels(cls) -> Mapping[str, Mapping[str, Hyperparameter]]:
        """The tables, by section of the help."""
        return {EVOLVED_RULES_PANEL: EVOLVED_RULES, **PANELS}


def _rows(
    panels: Mapping[str, Mapping[str, Hyperparameter]],
) -> dict[str, tuple[Hyperparameter, str]]:
    """Rows by name, each with the section of the help that it belongs to."""
    return {
        row.name: (row, panel)
        for panel, table in panels.items()
        for row in table.values()
        if row.name not in LEFT_OUT
    }


def is_particular(row: Hyperparameter) -> bool:
    """Whether only some systems or representations have it."""
    return bool(row.systems) or row.name in CONDITION_ROWS


def _flag(row: Hyperparameter, panel: str, evolved: Hyperparameter | None) -> Parameter:
    """One flag; `evolved` is the row of that name for evolved rules, which may differ."""
    other = None if evolved == row else evolved
    flag = flag_of(row.name)
    option = typer.Option(
        f"{flag}/--no-{flag[2:]}" if row.kind == "bool" else flag,
        help=_help(row, other),
        metavar="|".join([*row.choices, *_METAVARS.get(row.kind, ())]) or None,
        show_default=_shown_default(row, other),
        rich_help_panel=panel,
    )
    # numbers as text: `check_option` reads them, and its messages are better
    kind = bool if row.kind == "bool" else str
    # None is what was not typed: only what was can go with the wrong system
    return Parameter(
        row.name,
        Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[kind | None, option],
    )


def _help(row: Hyperparameter, other: Hyperparameter | None) -> str:
    notes = [row.symbol] if row.symbol else []
    if row.kind in ("int", "float"):
        notes.append(row.legal)
    if other is not None:
        notes.append(f"{other.legal} {WITH_EVOLVED_RULES}")
    if row.systems:
        notes.append(f"only {' and '.join(row.systems)}")
    elif row.name in CONDITION_ROWS:
        notes.append(", ".join(_owners(row.name)))
    return f"{row.meaning} ({'; '.join(notes)})" if notes else row.meaning


def _shown_default(row: Hyperparameter, other: Hyperparameter | None) -> str:
    if row.name in DEPENDENT:
        return DEPENDENT[row.name]
    if other is not None:
        return f"{row.default}; {other.default} {WITH_EVOLVED_RULES}"
    others = [
        f"{CONDITIONS[owner][row.name].default} with {owner}"
        for owner in _owners(row.name)
        if CONDITIONS[owner][row.name].default != row.default
    ]
    if row.kind == "bool":
        return "on" if row.default else "off"
    return "; ".join([str(row.default), *others])
