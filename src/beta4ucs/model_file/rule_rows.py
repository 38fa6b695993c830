"""The rules of a model, as the objects they are in the file and back."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from beta4ucs.data.encoding import Encoding
from beta4ucs.errors import InputError
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.model_file.checks import as_count, as_list, as_number, as_numbers, as_object
from beta4ucs.model_file.columns import check_columns, plain_columns, unpacked
from beta4ucs.model_file.document import RuleTexts
from beta4ucs.model_file.gene_checks import check_genes
from beta4ucs.model_file.value_lists import SetLists
from beta4ucs.voting.votes import LearnedVotes

# Fields of a rule in the file, in its order, and the arrays they come from.
ARRAY_OF = {
    "class": "label",
    "fitness": "fitness",
    "experience": "experience",
    "numerosity": "numerosity",
    "set_size": "set_size",
    "time_stamp": "time_stamp",
    "mass": "mass",
    "genes": "genes",
}
VOTE_FIELDS = ("weight", "shares", "consequent")  # of a rule whose votes were learned
LARGEST_NUMEROSITY = (1 << 31) - 1
WHOLE = ("class", "numerosity", "time_stamp", "sets")
INFINITE = {"inf": math.inf, "-inf": -math.inf}  # bounds of genes that match everything
SUM_LEEWAY = 1e-6  # of shares, by rounding
MOST_FIT = 1.0 + SUM_LEEWAY
LEAST = {
    "fitness": -MOST_FIT,
    "class": 0,
    "experience": 0,
    "numerosity": 1,
    "set_size": 0,
    "time_stamp": 0,
    "mass": 0,
}
LEAST_OF_VOTES = {"weight": 0, "shares": 0}
LETTERS_PER_NUMBER = 64  # white space included, however the file is laid out


def columns_of(
    rules: RuleArrays, representation: Any, votes: LearnedVotes | None = None
) -> dict[str, np.ndarray]:
    """Return one array per field of a rule, without what fills up rows of genes."""
    columns = {field: np.asarray(getattr(rules, array)) for field, array in ARRAY_OF.items()}
    if votes is not None:
        columns |= {field: np.asarray(getattr(votes, field)) for field in VOTE_FIELDS}
    genes = columns["genes"]
    if _rule_genes(representation):
        columns["rule_genes"] = genes[:, -1, : len(_rule_genes(representation))]
        genes = genes[:, :-1]
    columns["genes"] = genes[:, :, : len(representation.genes)]
    if rules.sets.shape[1]:
        columns["sets"] = rules.sets
    if len({len(column) for column in (*columns.values(), rules.sets)}) != 1:
        raise InputError("the arrays of the rules differ in length")
    return columns


def rows_of(columns: Mapping[str, np.ndarray], encoding: Encoding) -> Iterator[dict[str, Any]]:
    """Yield one object per rule, of plain lists and numbers."""
    listed = SetLists(encoding)
    for row in zip(*columns.values(), strict=True):
        rule = {field: _plain_numbers(value) for field, value in zip(columns, row, strict=True)}
        if "sets" in rule:
            rule["sets"] = listed.lists_of(rule["sets"])
        yield rule


def _rule_genes(representation: Any) -> tuple[str, ...]:
    return tuple(getattr(representation, "rule_genes", ()))


def _plain_numbers(values: np.ndarray) -> list[Any]:
    """Lists of numbers; genes may be infinite, which JSON has no number for."""
    if values.ndim == 2 and np.isinf(values).any():
        plain = values.astype(object)
        for word, infinite in INFINITE.items():
            plain[values == infinite] = word
        return plain.tolist()
    return values.tolist()


def rules_from(
    value: Any,
    representation: Any,
    encoding: Encoding,
    n_classes: int,
    start: np.ndarray | None = None,
) -> tuple[RuleArrays, LearnedVotes | None]:
    """Check the rules of a file and build the arrays; learned votes begin at `start`."""
    n_features, listed = len(encoding.columns), SetLists(encoding)
    own_genes, has_votes = _rule_genes(representation), start is not None
    shape = _Shape(n_features, n_classes, representation.genes, own_genes, listed.n_sets, has_votes)
    if isinstance(value, dict) and value:
        columns = _columns_from(value, shape, listed)
    else:
        columns = _columns_of_rows(value, shape, listed)
    rules = RuleArrays(
        genes=shape.filled(columns["genes"], columns.get("rule_genes")),
        sets=columns["sets"],
        **{array: columns[field] for field, array in ARRAY_OF.items() if field != "genes"},
    )
    check_genes(columns["genes"], representation)
    if start is None:
        return rules, None
    weight, shares, consequent = (columns[field] for field in VOTE_FIELDS)
    return rules, LearnedVotes(weight, shares, consequent, start)


def _columns_of_rows(value: Any, shape: _Shape, listed: SetLists) -> dict[str, np.ndarray]:
    """Check the rules of a readable file, one by one."""
    is_text = isinstance(value, RuleTexts)
    rules = value.parsed(shape.longest(listed)) if is_text else as_list(value, "rules")
    rows = [_check_rule(rule, f"rules[{i}]", shape, listed) for i, rule in enumerate(rules)]
    return {
        field: np.array(
            [row.pop(field) for row in rows], dtype=np.int64 if field in WHOLE else np.float64
        ).reshape(len(rows), *tail)
        for field, tail in shape.of_columns.items()
    }


def _columns_from(value: Any, shape: _Shape, listed: SetLists) -> dict[str, np.ndarray]:
    """Check the rules of a compact file, or those of a model that is about to be written."""
    tails = {name: tail for name, tail in shape.of_columns.items() if name != "sets" or tail[0]}
    is_in_memory = all(isinstance(column, np.ndarray) for column in value.values())
    columns = (plain_columns if is_in_memory else unpacked)(value, tails, set(WHOLE))
    lows = LEAST | (LEAST_OF_VOTES if shape.has_votes else {})
    check_columns(columns, lows, {"class": shape.n_classes - 1, "fitness": MOST_FIT})
    if shape.has_votes:
        for i in np.flatnonzero(np.abs(columns["shares"].sum(axis=1) - 1.0) > SUM_LEEWAY):
            raise InputError(f"rules[{i}].shares must be at least 0 and add up to 1")
    columns.setdefault("sets", np.zeros((len(columns["class"]), 0), dtype=np.int64))
    return {**columns, "sets": listed.checked(columns["sets"])}


class _Shape(NamedTuple):
    """How many numbers a rule has."""

    n_features: int
    n_classes: int
    genes: tuple[str, ...]
    rule_genes: tuple[str, ...]
    n_sets: int
    has_votes: bool

    @property
    def of_columns(self) -> dict[str, tuple[int, ...]]:
        """What follows the number of rules in the shape of each column."""
        tails: dict[str, tuple[int, ...]] = dict.fromkeys(ARRAY_OF, ())
        tails |= {"mass": (self.n_classes,), "genes": (self.n_features, len(self.genes))}
        if self.has_votes:
            tails |= {"weight": (), "shares": (self.n_classes,), "consequent": (self.n_classes,)}
        if self.rule_genes:
            tails["rule_genes"] = (len(self.rule_genes),)
        return {**tails, "sets": (self.n_sets,)}

    def filled(self, genes: np.ndarray, own: np.ndarray | None) -> np.ndarray:
        """Numbers of all features, then of the rule itself, in rows of equal length."""
        if own is None:
            return genes
        width = max(len(self.genes), len(self.rule_genes))
        numbers = np.zeros((len(genes), self.n_features + 1, width))
        numbers[:, :-1, : len(self.genes)] = genes
        numbers[:, -1, : len(self.rule_genes)] = own
        return numbers

    def longest(self, listed: SetLists) -> int:
        """Characters that a rule can have in a file."""
        n_numbers = sum(math.prod(tail) for tail in self.of_columns.values()) + self.n_features
        return LETTERS_PER_NUMBER * (n_numbers + len(self.of_columns)) + listed.n_letters


def _check_rule(value: Any, where: str, shape: _Shape, listed: SetLists) -> dict[str, Any]:
    optional = {"rule_genes": shape.rule_genes, "sets": shape.n_sets}
    fields = (*ARRAY_OF, *(field for field, is_there in optional.items() if is_there))
    fields = (*fields, *VOTE_FIELDS) if shape.has_votes else fields
    rule = as_object(value, where, fields)
    mass = as_numbers(rule["mass"], f"{where}.mass", shape.n_classes)
    if (mass < 0.0).any():
        raise InputError(f"{where}.mass must not be negative")
    return {
        "class": as_count(rule["class"], f"{where}.class", high=shape.n_classes - 1),
        "fitness": as_number(rule["fitness"], f"{where}.fitness", -MOST_FIT, MOST_FIT),
        "experience": as_number(rule["experience"], f"{where}.experience", low=0.0),
        "numerosity": as_count(
            rule["numerosity"], f"{where}.numerosity", low=1, high=LARGEST_NUMEROSITY
        ),
        "set_size": as_number(rule["set_size"], f"{where}.set_size", low=0.0),
        "time_stamp": as_count(rule["time_stamp"], f"{where}.time_stamp"),
        "mass": mass,
        "genes": _gene_numbers(rule, where, shape),
        "rule_genes": _own_numbers(rule, where, shape),
        "sets": listed.bits_of(rule["sets"], f"{where}.sets") if shape.n_sets else [],
        **(_check_votes(rule, where, shape) if shape.has_votes else {}),
    }


def _check_votes(rule: dict[str, Any], where: str, shape: _Shape) -> dict[str, Any]:
    shares = as_numbers(rule["shares"], f"{where}.shares", shape.n_classes)
    if (shares < 0.0).any() or abs(shares.sum() - 1.0) > SUM_LEEWAY:
        raise InputError(f"{where}.shares must be at least 0 and add up to 1")
    return {
        "weight": as_number(rule["weight"], f"{where}.weight", low=0.0),
        "shares": shares,
        "consequent": as_numbers(rule["consequent"], f"{where}.consequent", shape.n_classes),
    }


def _own_numbers(rule: dict[str, Any], where: str, shape: _Shape) -> np.ndarray | None:
    if not shape.rule_genes:
        return None
    return as_numbers(rule["rule_genes"], f"{where}.rule_genes", len(shape.rule_genes))


def _gene_numbers(rule: dict[str, Any], where: str, shape: _Shape) -> np.ndarray:
    """Numbers of all features."""
    genes, n_numbers = as_list(rule["genes"], f"{where}.genes", shape.n_features), len(shape.genes)
    for feature, gene in enumerate(genes):
        if type(gene) is not list or len(gene) != n_numbers:
            as_list(gene, f"{where}.genes[{feature}]", n_numbers)  # says what is wrong
    flat = list(chain.from_iterable(genes))
    infinite = {}
    if str in set(map(type, flat)):
        infinite = {i: INFINITE[n] for i, n in enumerate(flat) if type(n) is str and n in INFINITE}
        flat = [0.0 if i in infinite else n for i, n in enumerate(flat)]
    numbers = as_numbers(flat, f"{where}.genes")
    numbers[list(infinite)] = list(infinite.values())
    return numbers.reshape(shape.n_features, n_numbers)
