"""The rules of a model, as the objects they are in the file and back."""

from __future__ import annotations

import math
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from beta4ucs.data.encoding import Encoding
from beta4ucs.errors import InputError
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.model_file.checks import as_count, as_list, as_number, as_numbers, as_object
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
WHOLE = ("label", "numerosity", "time_stamp", "sets")
INFINITE = {"inf": math.inf, "-inf": -math.inf}  # bounds of genes that match everything
SUM_LEEWAY = 1e-6  # of shares, by rounding
LEEWAY = 0.03  # of a feature's range, by which repair may widen what covering has drawn
PROBES = 5


def rows_of(
    rules: RuleArrays, representation: Any, encoding: Encoding, votes: LearnedVotes | None = None
) -> list[dict[str, Any]]:
    """Return one object per rule, of plain lists and numbers."""
    columns: dict[str, Any] = {
        field: np.asarray(getattr(rules, array)) for field, array in ARRAY_OF.items()
    }
    if votes is not None:
        columns |= {field: np.asarray(getattr(votes, field)) for field in VOTE_FIELDS}
    genes = columns["genes"]
    if _rule_genes(representation):
        columns["rule_genes"] = genes[:, -1, : len(_rule_genes(representation))]
        genes = genes[:, :-1]
    columns["genes"] = genes[:, :, : len(representation.genes)]
    if len({len(column) for column in (*columns.values(), rules.sets)}) != 1:
        raise InputError("the arrays of the rules differ in length")
    lists = [_plain_numbers(column) for column in columns.values()]
    if encoding.sets:
        listed = SetLists(encoding)
        columns["sets"] = rules.sets
        lists.append([listed.lists_of(row) for row in rules.sets.tolist()])
    return [dict(zip(columns, row, strict=True)) for row in zip(*lists, strict=True)]


def _rule_genes(representation: Any) -> tuple[str, ...]:
    return tuple(getattr(representation, "rule_genes", ()))


def _plain_numbers(values: np.ndarray) -> list[Any]:
    """Lists of numbers; genes may be infinite, which JSON has no number for."""
    if values.ndim == 3 and np.isinf(values).any():
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
    rows = [
        _check_rule(rule, f"rules[{i}]", shape, listed)
        for i, rule in enumerate(as_list(value, "rules"))
    ]
    arrays = {**ARRAY_OF, "sets": "sets"}
    rules = RuleArrays(
        **{
            array: np.array(
                [row[field] for row in rows], dtype=np.int64 if array in WHOLE else np.float64
            ).reshape(len(rows), *shape.of_array.get(array, ()))
            for field, array in arrays.items()
        }
    )
    _check_genes(rules.genes[:, :n_features, : len(representation.genes)], representation)
    if start is None:
        return rules, None
    weight, shares, consequent = (
        np.array([row[field] for row in rows], dtype=np.float64) for field in VOTE_FIELDS
    )
    tables = shares.reshape(-1, n_classes), consequent.reshape(-1, n_classes)
    return rules, LearnedVotes(weight, *tables, start)


class _Shape(NamedTuple):
    """How many numbers a rule has."""

    n_features: int
    n_classes: int
    genes: tuple[str, ...]
    rule_genes: tuple[str, ...]
    n_sets: int
    has_votes: bool

    @property
    def of_array(self) -> dict[str, tuple[int, ...]]:
        rows = self.n_features + (1 if self.rule_genes else 0)
        return {"genes": (rows, self.width), "mass": (self.n_classes,), "sets": (self.n_sets,)}

    @property
    def width(self) -> int:
        return max(len(self.genes), len(self.rule_genes))


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
        "fitness": as_number(rule["fitness"], f"{where}.fitness"),
        "experience": as_number(rule["experience"], f"{where}.experience", low=0.0),
        "numerosity": as_count(
            rule["numerosity"], f"{where}.numerosity", low=1, high=LARGEST_NUMEROSITY
        ),
        "set_size": as_number(rule["set_size"], f"{where}.set_size", low=0.0),
        "time_stamp": as_count(rule["time_stamp"], f"{where}.time_stamp"),
        "mass": mass,
        "genes": _gene_numbers(rule, where, shape),
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


def _gene_numbers(rule: dict[str, Any], where: str, shape: _Shape) -> np.ndarray:
    """Numbers of all features, then of the rule itself, in rows of equal length."""
    genes, n_numbers = as_list(rule["genes"], f"{where}.genes", shape.n_features), len(shape.genes)
    for feature, gene in enumerate(genes):
        if type(gene) is not list or len(gene) != n_numbers:
            as_list(gene, f"{where}.genes[{feature}]", n_numbers)  # says what is wrong
    flat = list(chain.from_iterable(genes))
    infinite = {i: INFINITE[n] for i, n in enumerate(flat) if type(n) is str and n in INFINITE}
    for i in infinite:
        flat[i] = 0.0
    known = as_numbers(flat, f"{where}.genes")
    known[list(infinite)] = list(infinite.values())
    numbers = np.zeros(shape.of_array["genes"])
    numbers[: shape.n_features, :n_numbers] = known.reshape(shape.n_features, n_numbers)
    if shape.rule_genes:
        n_own = len(shape.rule_genes)
        own = as_numbers(rule["rule_genes"], f"{where}.rule_genes", n_own)
        numbers[-1, :n_own] = own
    return numbers


def _check_genes(genes: np.ndarray, representation: Any) -> None:
    """Refuse genes that the representation itself would repair, or could not have made.

    Covering may leave a gene narrower than repair would, so little changes are all right if the
    gene has some width.
    """
    repaired = genes.copy()
    with np.errstate(all="ignore"):
        for gene in repaired.reshape(-1, genes.shape[2]):
            representation.repair(gene)
        is_legal = (repaired == genes) | (np.abs(repaired - genes) <= LEEWAY)
        is_legal &= (repaired == genes) | (genes != 0.0)  # a width of 0, which repair would lift
    if np.isinf(genes).any():
        is_legal &= np.isfinite(genes) | (genes == _infinite_ends(representation))
    for rule, feature in np.argwhere((repaired != genes).any(axis=2) | ~is_legal.all(axis=2)):
        gene = genes[rule, feature]
        if not (is_legal[rule, feature].all() and _is_sound(representation, gene)):
            raise InputError(
                f"rules[{rule}].genes[{feature}] is no gene of representation "
                f"'{representation.name}', got {gene.tolist()}"
            )


def _infinite_ends(representation: Any) -> np.ndarray:
    """The infinite numbers that covering writes into a gene; NaN where it writes others."""
    from beta4ucs.kernels.random import new_stream

    gene, rng = np.zeros(len(representation.genes)), new_stream(0)
    ends = np.full(len(gene), np.nan)
    for x in (0.0, 0.5, 1.0):
        for cover in (representation.cover, representation.cover_any):
            cover(gene, x, rng)
            ends = np.where(np.isinf(gene), gene, ends)
    return ends


def _is_sound(representation: Any, gene: np.ndarray) -> bool:
    """Whether a gene has a support and, in it, memberships between 0 and 1."""
    try:
        with np.errstate(all="ignore"):
            low, high = representation.support(gene)
            places = np.linspace(max(0.0, low), min(1.0, high), PROBES).tolist()
            degrees = [representation.membership(gene, x) for x in places]
    except ArithmeticError:
        return False
    return low < high and all(0.0 <= degree <= 1.0 for degree in degrees)
