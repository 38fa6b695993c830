"""From conditions that the search found to genes and sets of rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from beta4ucs.evolved_rules.bins import Binning
from beta4ucs.evolved_rules.condition_search import (
    ALL_VALUES,
    FEATURE,
    FIRST,
    LAST,
    SHAPE,
    UNKNOWN,
    VALUES,
)
from beta4ucs.kernels.random import new_stream
from beta4ucs.representations.contract import gene_width, rule_rows


class Genes(NamedTuple):
    """Rules without statistics.

    Attributes
    ----------
    genes : ndarray of shape (n_rules, n_gene_rows, numbers per gene)
        A row per feature, and one for the rule's own numbers if the representation has them.
    sets : ndarray of shape (n_rules, n_sets)
        Listed values as bits.
    """

    genes: np.ndarray
    sets: np.ndarray

    def take(self, rules: np.ndarray) -> Genes:
        """Return some of the rules."""
        return Genes(self.genes[rules], self.sets[rules])


def joined(parts: Sequence[Genes]) -> Genes:
    """Put rules behind each other."""
    return Genes(
        np.concatenate([part.genes for part in parts]),
        np.concatenate([part.sets for part in parts]),
    )


def can_be_searched(representation: Any) -> bool:
    """Whether a representation says how it writes intervals and slopes."""
    return hasattr(representation, "write_interval") and hasattr(representation, "write_slope")


def open_gene(representation: Any) -> np.ndarray:
    """Return the numbers of a condition that asks nothing."""
    gene = np.zeros(gene_width(representation))
    representation.cover_any(gene, 0.5, new_stream(0))
    return gene


def open_rules(
    n_rules: int, n_features: int, representation: Any, value_sets: Sequence[Any]
) -> Genes:
    """Return rules that ask nothing; numbers of their own are as in a new rule."""
    rows = [open_gene(representation)] * n_features
    if rule_rows(representation):
        own = np.zeros(gene_width(representation))
        representation.cover_rule(own, new_stream(0))
        rows.append(own)
    sets = [(1 << len(part.values) + 1) - 1 for part in value_sets]
    return Genes(
        np.tile(np.array(rows), (n_rules, 1, 1)),
        np.tile(np.array(sets, dtype=np.int64), (n_rules, 1)),
    )


def written_out(
    n_conditions: np.ndarray,
    conditions: np.ndarray,
    binning: Binning,
    representation: Any,
    value_sets: Sequence[Any],
) -> Genes:
    """Write searched rules as genes.

    Parameters
    ----------
    n_conditions : ndarray of shape (n_rules,)
    conditions : ndarray of shape (n_rules, 5, 5)
    binning : Binning
    representation : instance of a representation
    value_sets : sequence of ValueSet
    """
    n_features = len(binning.cuts)
    rules = open_rules(len(n_conditions), n_features, representation, value_sets)
    set_of = {part.feature: i for i, part in enumerate(value_sets)}
    for rule, size in enumerate(n_conditions):
        for condition in conditions[rule, :size]:
            feature = int(condition[FEATURE])
            part = set_of.get(feature)
            if part is not None:
                n_values = len(value_sets[part].values)
                rules.sets[rule, part] = _listed(int(condition[VALUES]), n_values)
            if not binning.bins.is_category[feature]:
                _write_number(rules.genes[rule, feature], condition, binning, representation)
    return rules


def _listed(values: int, n_values: int) -> int:
    """Bits of a set: with "any other" if all named values are in it."""
    named = (1 << n_values) - 1
    if values == ALL_VALUES or values & named == named:
        return named | 1 << n_values
    return values & named if values & named else 1 << n_values


def _write_number(
    gene: np.ndarray, condition: np.ndarray, binning: Binning, representation: Any
) -> None:
    if condition[VALUES] == UNKNOWN:
        return
    if condition[SHAPE] >= 0:
        shape = binning.shapes[condition[SHAPE]]
        representation.write_slope(gene, shape.low, shape.high, shape.exponent, shape.rises)
        return
    cuts = binning.cuts[condition[FEATURE]]
    first, last = int(condition[FIRST]), int(condition[LAST])
    low = 0.0 if first == 0 else float(cuts[first - 1])
    high = 1.0 if last == len(cuts) else float(cuts[last])
    if (low, high) != (0.0, 1.0):
        representation.write_interval(gene, low, high)
