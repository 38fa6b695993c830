"""Conditions in words that are no plain bounds: what a reader sees of fuzzy sets and long lists.

Words say less than a condition does. They are read where the rules at hand have one condition with
these words, or where the shape has no more numbers than the words do: `about 15 to 55, best 20 to
50` is one trapezoid, `about 60 to 80, best 70` one triangle and one bell. All else is refused.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from beta4ucs.rules.exact_numbers import ExactNumbers
from beta4ucs.rules.exact_text import INTERVALS
from beta4ucs.rules.rule_grammar import Piece

if TYPE_CHECKING:
    from beta4ucs.rules.collection import RuleCollection

VAGUE = re.compile(
    r"\s*(?:about|preferably|mostly|slightly|hardly|matches)\s|.*\bcounts \d+ %|.*\band \d+ more\}"
)
STRETCH = r"(?P<{0}>\S+)(?: (?P<{0}_end>to \S+|or more|or less))?"
ABOUT = re.compile(rf"\s*about {STRETCH.format('half')}, best {STRETCH.format('top')}$")
HALF_OF_BELL = math.sqrt(2.0 * math.log(2.0))  # standard deviations from centre to half height

Condition = tuple[np.ndarray, int | None]  # genes and bits


def has_bounds(representation: Any) -> bool:
    """Whether a plain interval can be written as a condition of a representation."""
    genes = set(representation.genes)
    return representation.name in INTERVALS or "top_left" in genes or "is_triangle" in genes


def is_vague(rules: RuleCollection, feature: int, rest: str) -> bool:
    """Whether what stands behind the name of a feature is in words that bounds do not have."""
    listed = rules._set_of[feature]
    is_number = listed is None or listed[1].is_numeric
    is_asked = rest.strip() not in ("known", "unknown") and not rest.lstrip().startswith("is ")
    is_unbounded = is_number and is_asked and not has_bounds(rules.representation)
    return bool(VAGUE.match(rest)) or is_unbounded


def condition_from_words(
    rules: RuleCollection, piece: Piece, feature: int, rest: str, gene: np.ndarray
) -> Condition:
    """Return genes and bits of a condition in words; no bits if the words say nothing of them."""
    known = _known(rules, feature, piece.text)
    if len(known) == 1:
        return known[0]
    if len(known) > 1:
        piece.refuse(
            f"these are the words of {len(known)} different conditions; write the rules with all "
            "digits ('beta4ucs rules MODEL --exact') and change that text"
        )
    found = ABOUT.match(rest)
    solved = None if found is None else _solved(rules, piece, feature, found, gene)
    if solved is None:
        piece.refuse(
            "no rule has a condition in these words, and they do not say all of one; use >=, <= or "
            f"in [a, b]{_or_numbers(rules.representation)}"
        )
    return solved, None


def _or_numbers(representation: Any) -> str:
    numbers = ", ".join(f"{name}=..." for name in representation.genes)
    return f", or is {representation.name}({numbers}), as 'beta4ucs rules MODEL --exact' writes it"


def _known(rules: RuleCollection, feature: int, words: str) -> list[Condition]:
    """The different conditions on a feature that the rules have with these words."""
    found: dict[tuple[bytes, int], Condition] = {}
    for row in range(len(rules)):
        if rules.condition_texts(row)[feature] == words:
            _, bits = rules._listed(row, feature)
            gene = rules.arrays.genes[row, feature]
            found.setdefault((gene.tobytes(), bits), (gene.copy(), bits))
    return list(found.values())


def _solved(
    rules: RuleCollection, piece: Piece, feature: int, found: re.Match[str], gene: np.ndarray
) -> np.ndarray | None:
    """The shape that matches by half at the ends of one stretch, fully on the other."""
    exact = ExactNumbers(rules.scaling, feature)
    half, top = (_ends(piece, exact, found, name) for name in ("half", "top"))
    if not half[0] <= top[0] <= top[1] <= half[1]:
        piece.refuse("the best values must lie between the others")
    left, right = (_corner(*pair) for pair in zip(half, top, strict=True))
    if left is None or right is None:
        return None
    names = rules.representation.genes
    is_symmetric = math.isclose(half[0] + half[1], 2.0 * top[0])
    numbers: dict[str, float] | None = None
    if names == ("left", "top_left", "top_right", "right"):
        corners = (left, *top, right)
        numbers = {name: _inside(one) for name, one in zip(names, corners, strict=True)}
    elif names == ("left", "peak", "right") and top[0] == top[1]:
        numbers = {"left": left, "peak": top[0], "right": right}
    elif rules.representation.name == "bell" and top[0] == top[1] and is_symmetric:
        numbers = {"centre": top[0], "spread": (half[1] - half[0]) / 2.0 / HALF_OF_BELL}
    if numbers is None:
        return None
    changed = gene.copy()
    changed[: len(names)] = [numbers[name] for name in names]
    return changed


def _corner(half: float, top: float) -> float | None:
    """Where matching ends on a straight flank; None if only one end of it is known."""
    if math.isinf(half) or math.isinf(top):
        return half if half == top else None
    return 2.0 * half - top


def _inside(corner: float) -> float:
    """A trapezoid has no corner at infinity: the end of the data will do."""
    return min(max(corner, 0.0), 1.0) if math.isinf(corner) else corner


def _ends(
    piece: Piece, exact: ExactNumbers, found: re.Match[str], name: str
) -> tuple[float, float]:
    """Both ends of a stretch on the unit scale; infinite where it is open."""
    end = found[f"{name}_end"] or f"to {found[name]}"
    try:
        first = exact.from_place(found[name])
        if end == "or less":
            return -math.inf, first
        return first, math.inf if end == "or more" else exact.from_place(end.removeprefix("to "))
    except ValueError:
        piece.refuse(f"'{found[name]} {end}' must be numbers")
