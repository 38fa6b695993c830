"""The ten systems of the article, and variants of them.

A variant is named by what it changes, ``Triangles(relative_mutation=1)``: one text for command
lines, records and tables, so that runs of different definitions are never mixed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import beta4ucs
from beta4ucs import InputError
from beta4ucs.representations import find


@dataclass(frozen=True)
class System:
    estimator: str
    representation: str | None = None  # None: the estimator has its own
    params: Mapping[str, Any] = field(default_factory=dict)
    seconds: float = 1.0  # about how long an iteration takes, in units of FBR's


SYSTEMS = {
    "Hyperrectangles": System("UCSClassifier", "hyperrectangle"),
    "Hyperellipsoids": System("UCSClassifier", "hyperellipsoid", seconds=2.0),
    "CurvedPolytopes": System("UCSClassifier", "curved-polytope"),
    "Self-Ada-RP": System("UCSClassifier", "rectangle-or-polytope"),
    "Triangles": System("FuzzyUCSClassifier", "triangle"),
    "Trapezoids": System("FuzzyUCSClassifier", "trapezoid", seconds=1.5),
    "SymmetricBells": System("FuzzyUCSClassifier", "bell", seconds=6.0),
    "Self-Ada-RT": System("FuzzyUCSClassifier", "rectangle-or-triangle"),
    "FBR": System("Beta4UCSClassifier", params={"crispify": False}),
    "FBRC": System("Beta4UCSClassifier", params={"crispify": True}),
}
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


def new_model(name: str, **params: Any) -> Any:
    """Make the untrained model of a system or a variant; changes reach conditions first."""
    system = SYSTEMS[base(name)]
    article = {"missing": "matches"}  # what the article does, not what serves users
    model = getattr(beta4ucs, system.estimator)(**article, **system.params, **params)
    representation = None if system.representation is None else find(system.representation)
    for parameter, text in changes(name).items():
        if representation is not None and parameter in representation._fields:
            value = _value(parameter, text, getattr(representation, parameter))
            representation = representation._replace(**{parameter: value})
        elif parameter in model.get_params():
            model.set_params(**{parameter: _value(parameter, text, getattr(model, parameter))})
        else:
            raise InputError(f"{base(name)} has no hyperparameter '{parameter}'")
    if representation is not None:
        model.set_params(representation=find(representation))
    return model


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
