"""The rules of a model, as the objects they are in the file and back."""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np

from beta4ucs.errors import InputError
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.model_file.checks import as_count, as_list, as_number, as_numbers, as_object

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
LARGEST_NUMEROSITY = (1 << 31) - 1
WHOLE = ("label", "numerosity", "time_stamp")


def rows_of(rules: RuleArrays) -> list[dict[str, Any]]:
    """Return one object a rule, of plain lists and numbers."""
    columns = [np.asarray(getattr(rules, array)).tolist() for array in ARRAY_OF.values()]
    if len({len(column) for column in columns}) != 1:
        raise InputError("the arrays of the rules differ in length")
    return [dict(zip(ARRAY_OF, row, strict=True)) for row in zip(*columns, strict=True)]


def rules_from(value: Any, representation: Any, n_features: int, n_classes: int) -> RuleArrays:
    """Check the rules of a file and build the arrays."""
    rows = [
        _check_rule(rule, f"rules[{i}]", n_features, len(representation.genes), n_classes)
        for i, rule in enumerate(as_list(value, "rules"))
    ]
    shapes = {"genes": (n_features, len(representation.genes)), "mass": (n_classes,)}
    rules = RuleArrays(
        **{
            array: np.array(
                [row[field] for row in rows], dtype=np.int64 if array in WHOLE else np.float64
            ).reshape(len(rows), *shapes.get(array, ()))
            for field, array in ARRAY_OF.items()
        }
    )
    _check_genes(rules.genes, representation)
    return rules


def _check_rule(
    value: Any, where: str, n_features: int, n_numbers: int, n_classes: int
) -> dict[str, Any]:
    rule = as_object(value, where, tuple(ARRAY_OF))
    mass = as_numbers(rule["mass"], f"{where}.mass", n_classes)
    if (mass < 0.0).any():
        raise InputError(f"{where}.mass must not be negative")
    return {
        "class": as_count(rule["class"], f"{where}.class", high=n_classes - 1),
        "fitness": as_number(rule["fitness"], f"{where}.fitness"),
        "experience": as_number(rule["experience"], f"{where}.experience", low=0.0),
        "numerosity": as_count(
            rule["numerosity"], f"{where}.numerosity", low=1, high=LARGEST_NUMEROSITY
        ),
        "set_size": as_number(rule["set_size"], f"{where}.set_size", low=0.0),
        "time_stamp": as_count(rule["time_stamp"], f"{where}.time_stamp"),
        "mass": mass,
        "genes": _gene_numbers(rule["genes"], f"{where}.genes", n_features, n_numbers),
    }


def _gene_numbers(value: Any, where: str, n_features: int, n_numbers: int) -> np.ndarray:
    genes = as_list(value, where, n_features)
    for feature, gene in enumerate(genes):
        if type(gene) is not list or len(gene) != n_numbers:
            as_list(gene, f"{where}[{feature}]", n_numbers)  # says what is wrong
    return as_numbers(list(chain.from_iterable(genes)), where)


def _check_genes(genes: np.ndarray, representation: Any) -> None:
    """Refuse genes that the representation itself would repair."""
    repaired = genes.copy()
    with np.errstate(all="ignore"):
        for gene in repaired.reshape(-1, genes.shape[2]):
            representation.repair(gene)
    broken = np.argwhere((repaired != genes).any(axis=2))
    if broken.size:
        rule, feature = broken[0]
        raise InputError(
            f"rules[{rule}].genes[{feature}] is no gene of representation "
            f"'{representation.name}', got {genes[rule, feature].tolist()}"
        )
