"""The ten systems of the article, as its main study has them, and variants of them.

A variant is named by what it changes, ``Triangles(relative_mutation=0)``: one text for command
lines and tables, so that runs of different definitions are never mixed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from _common import REPOSITORY

from beta4ucs import InputError
from beta4ucs.estimators.evolution import flat_parameters
from beta4ucs.study import find_study
from beta4ucs.study.systems import System, names_a_file

MAIN = find_study("main")
SYSTEMS = {system.name: system for system in MAIN.systems}
OURS = ("FBR", "FBRC")  # what the article proposes


def base(name: str) -> str:
    """The article's name in a name that may be a variant's."""
    return name.partition("(")[0]


def variant(name: str, changes: Sequence[str]) -> str:
    """Name a system with changes such as 'mutation_step=0.2'."""
    return f"{name}({'; '.join(sorted(changes))})" if changes else name


def changes(name: str) -> dict[str, str]:
    """What a variant changes, as text by name."""
    inside = re.search(r"\((.*)\)$", name)
    pairs = (change.partition("=") for change in inside[1].split("; ")) if inside else ()
    return {parameter: value for parameter, _, value in pairs}


def system_of(name: str) -> System:
    """The system of a name, which may be a variant's; raise InputError for one that cannot be."""
    system, told = SYSTEMS[base(name)], changes(name)
    if "representation" in told:
        representation = told.pop("representation")
        if names_a_file(representation):  # with a definition of one's own
            representation = str(REPOSITORY / representation)
        parameters = {**system.parameters, "representation": representation}
        system = replace(system, parameters=parameters)
    model = system.new_model(epochs=1, seed=1)
    representation = getattr(model, "representation", None)
    known = flat_parameters(model.get_params(deep=False))
    defaults = {**known, **getattr(representation, "_asdict", dict)()}
    changed = {}
    for parameter, text in told.items():
        if parameter not in defaults:
            raise InputError(f"{base(name)} has no hyperparameter '{parameter}'")
        changed[parameter] = _value(parameter, text, defaults[parameter])
    return replace(system, name=name, parameters={**system.parameters, **changed})


def _value(parameter: str, text: str, default: Any) -> Any:
    """Read a value of the same kind as the default."""
    if isinstance(default, bool):
        words = {"1": True, "true": True, "0": False, "false": False}
        if text.lower() in words:
            return words[text.lower()]
    elif not isinstance(default, (int, float)):
        return text
    else:
        try:
            return float(text) if "." in text or "e" in text.lower() else int(text)
        except ValueError:
            pass
    raise InputError(f"'{text}' is no value for {parameter}, which is {default!r} by default")
