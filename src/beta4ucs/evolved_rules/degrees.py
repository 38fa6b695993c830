"""Matching degrees of rules on rows, in batches, as single floats: one row of numbers a rule."""

from __future__ import annotations

from typing import Any

import numpy as np

from beta4ucs.evolved_rules.genes import Genes
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.voting.voter import matching_degrees

NUMBERS_AT_ONCE = 4_000_000  # degrees in double precision that are in memory together


def degrees_of(representation: Any, rules: Genes, inputs: np.ndarray) -> np.ndarray:
    """Return how well each rule matches each row: rules x rows, float32.

    Parameters
    ----------
    representation : instance of a representation
    rules : Genes
    inputs : ndarray of shape (n_rows, n_features + n_sets)
    """
    n_rules = len(rules.genes)
    degrees = np.empty((n_rules, len(inputs)), dtype=np.float32)
    arrays = bare_arrays(rules)
    step = max(1, NUMBERS_AT_ONCE // max(1, n_rules))
    for start in range(0, len(inputs), step):
        rows = slice(start, start + step)
        degrees[:, rows] = matching_degrees(representation, arrays, inputs[rows]).T
    return degrees


def bare_arrays(rules: Genes) -> RuleArrays:
    """Rules as voting takes them, without statistics."""
    nothing = np.zeros(len(rules.genes))
    return RuleArrays(
        genes=rules.genes,
        label=nothing.astype(np.int64),
        fitness=nothing,
        experience=nothing,
        numerosity=nothing,
        set_size=nothing,
        time_stamp=nothing,
        mass=nothing[:, None],
        sets=rules.sets,
    )
