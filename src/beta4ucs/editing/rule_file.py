"""A file of rules, as people edit it: lines that are known stay rules of the model, others are new.

One line per rule; blank lines and those that begin with # say nothing. A line whose words, or exact
text, are those of a rule of the model is that rule, to the last bit, and so is a line with its
number. Rules that the file does not have go, unless it says `DROP 7`: then only those go.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from beta4ucs.errors import InputError
from beta4ucs.rules import RuleSet
from beta4ucs.rules.rule_grammar import split_rule, without_numbers

NUMBER = re.compile(r"(DROP\s+)?(\d+)\s*$", re.IGNORECASE)


class RuleFile(NamedTuple):
    """What a file says: the places of rules that stay, and the texts of new ones."""

    kept: list[int]
    added: list[str]


def read_rule_file(rules: RuleSet, text: str, name: str = "the file") -> RuleFile:
    """Read an edited file of a model's rules.

    Parameters
    ----------
    rules : RuleSet
        All rules of the model.
    text : str
        What the file holds.
    name : str
        What it is called, for messages.

    Raises
    ------
    InputError
        That names the line, the word and what is wrong with it.
    """
    known = _places_by_text(rules)
    kept: set[int] = set()
    dropped: set[int] = set()
    added = []
    for number, line in enumerate(text.splitlines(), start=1):
        said = line.strip()
        if not said or said.startswith("#"):
            continue
        try:
            found = NUMBER.match(said)
            if found is not None:
                place = _checked(rules, int(found[2]))
                (dropped if found[1] else kept).add(place)
                continue
            place = next((p for p in known.get(_key(said), ()) if p not in kept), -1)
            if place >= 0:
                kept.add(place)
            else:
                rules.parse(said)  # an error is one of this line
                added.append(without_numbers(said))
        except InputError as error:
            raise InputError(f"line {number} of {name}: {error}") from None
    if dropped:
        kept = set(range(len(rules))) - dropped
    return RuleFile(sorted(kept), added)


def _checked(rules: RuleSet, place: int) -> int:
    if place >= len(rules):
        raise InputError(f"there is no rule {place}; rules are numbered from 0 to {len(rules) - 1}")
    return place


def _places_by_text(rules: RuleSet) -> dict[tuple[str, ...], list[int]]:
    """Rules by what may stand for them: their words, with shares or just the class, and exactly."""
    places: dict[tuple[str, ...], list[int]] = {}
    for place, rule in enumerate(rules):
        named = f"{rule.text.rpartition(' THEN ')[0]} THEN {rule.label}"
        for text in dict.fromkeys((rule.text, named, rule.exact_text)):
            places.setdefault(_key(text), []).append(place)
    return places


def _key(text: str) -> tuple[str, ...]:
    """Conditions in any order, and the class."""
    parts = split_rule(text)
    conditions = sorted(" ".join(piece.text.split()) for piece in parts.conditions)
    return (*conditions, " ".join(parts.label.text.split()))
