"""Text to a rule: what `exact_text.py` writes, and what people write for crisp conditions."""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from beta4ucs.errors import InputError, did_you_mean
from beta4ucs.representations.contract import rule_rows
from beta4ucs.rules.exact_numbers import ExactNumbers
from beta4ucs.rules.exact_text import INTERVALS, LENGTHS, PLACES, asks_nothing
from beta4ucs.rules.rule_grammar import Piece, split_rule
from beta4ucs.rules.word_conditions import condition_from_words, has_bounds, is_vague

if TYPE_CHECKING:
    from beta4ucs.data.encoding import Column, ValueSet
    from beta4ucs.rules.collection import RuleCollection

# numbers of a condition that holds everywhere, by the names of a representation's genes
OPEN = {
    "alpha": 1.0, "beta": 1.0, "low": 0.0, "high": 1.0, "first": 0.0, "second": 1.0,
    "left": -math.inf, "peak": 0.5, "right": math.inf, "top_left": 0.0, "top_right": 1.0,
    "centre": 0.5, "spread": math.inf, "is_triangle": 0.0,
}  # fmt: skip
OPERATOR = re.compile(
    r"\s*(>=|<=|>|<|=|(?:not in|in|is|known|unknown|from|about|preferably|mostly|slightly|hardly|"
    r"matches)\b|\(any counts\b)"
)
CALL = re.compile(r"([\w-]+)\((.*)\)$", re.DOTALL)
INTERVAL = re.compile(r"\[([^,\]]*),([^,\]]*)\]$")
FROM_TO = re.compile(r"(.+) to (.+)$")
SHARE = re.compile(r"(.+?) \d+ %(?:, .+ \d+ %)*$")  # high 70 %, low 30 %
OR_UNKNOWN = re.compile(r"\s+or\s+unknown$", re.IGNORECASE)


class ParsedRule(NamedTuple):
    """A rule as arrays: genes, bits of its lists of values, and the place of its class.

    `is_counted` tells that the text gave shares of classes, which are counted on rows anew: its
    class is the first one named, and no more than that.
    """

    genes: np.ndarray
    sets: np.ndarray
    label: int
    is_counted: bool = False


def parse_rule(rules: RuleCollection, text: str) -> ParsedRule:
    """Read a rule in the names, units and representation of a model's rules.

    Raises
    ------
    InputError
        That names the word which cannot be read, and where it stands.
    """
    parts = split_rule(text)
    genes = np.tile(_open_gene(rules), (rules.arrays.genes.shape[1], 1))
    sets = np.array([(2 << len(part.values)) - 1 for part in rules.encoding.sets], dtype=np.int64)
    if rule_rows(rules.representation):
        genes[-1] = 1.0
    seen: set[int] = set()
    for piece in parts.conditions:
        _read_condition(rules, piece, genes, sets, seen)
    label, is_counted = _class_of(rules, parts.label)
    return ParsedRule(genes, sets, label, is_counted)


def _open_gene(rules: RuleCollection) -> np.ndarray:
    representation = rules.representation
    known = [OPEN.get(name) for name in representation.genes]
    gene = np.zeros(rules.arrays.genes.shape[2])
    if any(value is None for value in known):
        return _dont_care(rules, gene)
    gene[: len(known)] = known
    if "is_triangle" in representation.genes:  # a rectangle
        gene[representation.genes.index("spread")] = 0.5
    if "top_left" in representation.genes:  # a trapezoid may have vertical flanks
        gene[: len(known)] = 0.0, 0.0, 1.0, 1.0
    return gene


def _dont_care(rules: RuleCollection, gene: np.ndarray) -> np.ndarray:
    """Let a representation of one's own write its don't care, which has to hold everywhere."""
    representation = rules.representation
    representation.cover_any(gene, math.nan, np.zeros(1, dtype=np.uint64))
    if not asks_nothing(rules, gene):
        raise InputError(
            f"rules of the representation '{representation.name}' cannot be read from text: its "
            "cover_any must write a crisp gene that holds everywhere"
        )
    return gene


def _class_of(rules: RuleCollection, piece: Piece) -> tuple[int, bool]:
    """The class that is named, or the first of several with their shares."""
    names = [str(label) for label in rules.classes.tolist()]
    if piece.value in names:
        return names.index(piece.value), False
    found = SHARE.match(piece.text)
    name = piece.value if found is None else Piece(found[1], piece.at).value
    if name not in names:
        piece.refuse(f"there is no class '{name}'{did_you_mean(name, names)}")
    return names.index(name), True


def _read_condition(
    rules: RuleCollection, piece: Piece, genes: np.ndarray, sets: np.ndarray, seen: set[int]
) -> None:
    if piece.text.startswith("with "):
        _read_rule_gene(rules, piece, genes)
        return
    feature, rest = _feature_of(rules, piece)
    if feature in seen:
        piece.refuse(f"'{rules.feature_names[feature]}' has two conditions; make one of them")
    seen.add(feature)
    found = OR_UNKNOWN.search(rest)
    or_unknown = bool(found)
    rest = rest[: found.start()] if found else rest
    listed = rules._set_of[feature]
    if is_vague(rules, feature, rest):
        genes[feature], bits = condition_from_words(rules, piece, feature, rest, genes[feature])
        if listed is not None:
            sets[listed[0]] = _bits_of_number(listed[1], or_unknown) if bits is None else bits
        return
    if listed is not None and not listed[1].is_numeric:
        sets[listed[0]] = _bits_of(piece, listed[1], rest, or_unknown=or_unknown)
        return
    word = rest.strip()
    if listed is not None:
        place, part = listed
        if word == "unknown" and part.has_unknown:
            sets[place] = 2
            return
        sets[place] = _bits_of_number(part, or_unknown)
        if word == "known":
            return
    elif or_unknown or word in ("known", "unknown"):
        piece.refuse("no value of it was missing in training, so rules do not ask for that")
    genes[feature] = _gene_of(rules, piece, feature, rest, genes[feature])


def _bits_of_number(part: ValueSet, or_unknown: bool) -> int:
    return (2 << len(part.values)) - 1 if or_unknown else 1


def _feature_of(rules: RuleCollection, piece: Piece) -> tuple[int, str]:
    """Find the feature that a condition begins with: quoted, or the longest name that fits."""
    text = piece.text
    if text.startswith('"'):
        name, end = json.JSONDecoder().raw_decode(text)
        if name in rules.feature_names:
            return rules.feature_names.index(name), text[end:]
    names = sorted(rules.feature_names, key=len, reverse=True)
    for name in names:
        if text.startswith(name) and OPERATOR.match(text[len(name) :]):
            return rules.feature_names.index(name), text[len(name) :]
    found = re.search(r"\s*(>=|<=|>|<|=|\sin\b|\snot in\b|\sis\b|\sknown|\sunknown)", text)
    word = text[: found.start()].strip() if found else text.split(" ")[0]
    if word in rules.feature_names:
        piece.refuse(f"behind '{word}' there must be one of >=, <=, =, in, not in, is, known")
    piece.refuse(f"there is no feature '{word}'{did_you_mean(word, rules.feature_names)}")


def _bits_of(piece: Piece, part: ValueSet, rest: str, *, or_unknown: bool) -> int:
    """Read which values of a category are meant."""
    word = rest.strip()
    named = part.values[:-1] if part.has_unknown else part.values
    unknown = 1 << len(named) if part.has_unknown else 0
    every = (1 << len(named)) - 1
    if (or_unknown or word == "unknown") and not part.has_unknown:
        piece.refuse("no value of it was missing in training, so rules do not ask for that")
    extra = unknown if or_unknown else 0
    if word in ("known", "unknown"):
        return (every if word == "known" else unknown) | extra
    found = re.match(r"\s*(=|not in|in)\s*(.*)$", rest, re.DOTALL)
    if found is None:
        piece.refuse(f"'{word}' is no condition on a category: use =, in {{...}} or not in {{...}}")
    sense, said = found[1], found[2].strip()
    if sense != "=":
        if not (said.startswith("{") and said.endswith("}")):
            piece.refuse(f"values stand between {{ and }}, got '{said}'")
        said = said[1:-1]
    bits = 0
    for text in _values_in(said) if sense != "=" else [_unquoted(said)]:
        bits |= 1 << _place_of(piece, named, text)
    return (every & ~bits if sense == "not in" else bits) | extra


def _values_in(text: str) -> list[str]:
    found = re.findall(r'\s*("(?:[^"\\]|\\.)*"|[^,]+)\s*(?:,|$)', text)
    return [_unquoted(one.strip()) for one in found if one.strip()]


def _unquoted(text: str) -> str:
    return str(json.loads(text)) if text.startswith('"') else text


def _place_of(piece: Piece, named: tuple[Any, ...], text: str) -> int:
    names = [str(value) for value in named]
    if text not in names:
        piece.refuse(f"there is no value '{text}'{did_you_mean(text, names)}")
    return names.index(text)


def _gene_of(
    rules: RuleCollection, piece: Piece, feature: int, rest: str, gene: np.ndarray
) -> np.ndarray:
    """Read a condition on a number."""
    representation, word = rules.representation, rest.strip()
    exact = ExactNumbers(rules.scaling, feature)
    if word.startswith("is "):
        return _named_numbers(representation, piece, exact, word[3:].strip(), gene)
    assert has_bounds(representation)  # what has none is in words
    low, high = _interval(rules, piece, feature, word)
    if representation.name in INTERVALS:
        first, last = INTERVALS[representation.name][1]
        numbers = {first: low, last: high}
    elif "top_left" in representation.genes:
        numbers = {"left": low, "top_left": low, "top_right": high, "right": high}
    else:
        numbers = {"centre": 0.5 * (low + high), "spread": 0.5 * (high - low)}
    changed = gene.copy()
    for name, value in numbers.items():
        changed[representation.genes.index(name)] = value
    return changed


def _example(representation: Any) -> str:
    numbers = ", ".join(f"{name}=..." for name in representation.genes)
    return f"is {representation.name}({numbers})"


def _interval(rules: RuleCollection, piece: Piece, feature: int, word: str) -> tuple[float, float]:
    found = re.match(r"(>=|<=|>|<|=|in|from)\s*(.*)$", word, re.DOTALL)
    if found is None:
        piece.refuse(f"'{word}' is no condition on a number: use >=, <=, = or in [a, b]")
    sign, said = found[1], found[2].strip()
    column = rules.encoding.columns[feature]
    exact, decimals = ExactNumbers(rules.scaling, feature), column.decimals
    if sign in ("in", "from"):
        ends = INTERVAL.match(said) if sign == "in" else FROM_TO.match(said)
        if ends is None:
            form = "an interval reads [a, b]" if sign == "in" else "a stretch reads from a to b"
            piece.refuse(f"{form}, got '{said}'")
        low, high = (_place(piece, exact, end, column) for end in ends.groups())
        if low > high:
            piece.refuse(f"the interval {said} ends before it begins")
        return (low, high) if low < high else _around(exact, low, column)
    place = _place(piece, exact, said, column)
    if sign in "<>":
        step = math.inf if sign == ">" else -math.inf
        if column.values is not None:
            place = exact.from_place(str(_rank(said, column) + int(math.copysign(1, step))))
        elif decimals is not None:  # the next number that the data can have
            place = exact.from_place(repr(round(float(said) + math.copysign(10.0**-decimals, step),
                                                decimals)))  # fmt: skip
        else:
            place = math.nextafter(place, step)
    if sign == "=":
        return _around(exact, place, column)
    return (place, 1.0) if sign[0] == ">" else (0.0, place)


def _around(exact: ExactNumbers, place: float, column: Column) -> tuple[float, float]:
    """An interval that holds one value of the data only; conditions need some width."""
    low, high = math.nextafter(place, -math.inf), math.nextafter(place, math.inf)
    decimals = 0 if column.values is not None else column.decimals
    if decimals is not None:
        reach = exact.from_length(repr(0.5 * 10.0**-decimals))
        low, high = place - reach, place + reach
    if 0.0 <= place <= 1.0:  # some representations stay within the range of the data
        low, high = max(0.0, low), min(1.0, high)
    return low, high


def _place(piece: Piece, exact: ExactNumbers, text: str, column: Column) -> float:
    """Read a number, or a value of a category that has an order."""
    word = text.strip()
    if column.values is not None and _rank(word, column) >= 0:
        return exact.from_place(str(_rank(word, column)))
    try:
        return exact.from_place(word)
    except ValueError:
        if column.values is None:
            piece.refuse(f"'{word}' is no number")
        names = [str(value) for value in column.values]
        piece.refuse(f"there is no value '{word}'{did_you_mean(word, names)}")


def _rank(word: str, column: Column) -> int:
    """Place of a value among those of its category, or -1."""
    names = [str(value) for value in column.values or ()]
    value = _unquoted(word)
    return names.index(value) if value in names else -1


def _named_numbers(
    representation: Any, piece: Piece, exact: ExactNumbers, text: str, gene: np.ndarray
) -> np.ndarray:
    found = CALL.match(text)
    if found is None or found[1] != representation.name:
        piece.refuse(f"'{text}' must be like {_example(representation)}")
    changed = gene.copy()
    given = dict.fromkeys(representation.genes, "")
    for one in found[2].split(","):
        name, _, value = (word.strip() for word in one.partition("="))
        if name not in given:
            piece.refuse(f"a {representation.name} has no '{name}'"
                         f"{did_you_mean(name, representation.genes)}")  # fmt: skip
        given[name] = value
    for i, (name, value) in enumerate(given.items()):
        try:
            read = exact.from_place if name in PLACES else (
                exact.from_length if name in LENGTHS else float)  # fmt: skip
            changed[i] = read(value)
        except ValueError:
            piece.refuse(f"{name} of {representation.name} must be a number, got '{value}'")
    return changed


def _read_rule_gene(rules: RuleCollection, piece: Piece, genes: np.ndarray) -> None:
    names = getattr(rules.representation, "rule_genes", ())
    name, _, value = (word.strip() for word in piece.text.removeprefix("with ").partition("="))
    if name not in names:
        piece.refuse(f"rules here have no number '{name}'")
    try:
        genes[-1, names.index(name)] = float(value)
    except ValueError:
        piece.refuse(f"{name} must be a number, got '{value}'")
