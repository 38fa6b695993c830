"""How peaked the rules are that vote on a row, and other means over those rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from beta4ucs.errors import InputError
from beta4ucs.rules.choosing import RuleChoice
from beta4ucs.rules.matching import degrees_of
from beta4ucs.rules.metrics import rows_of

FLATTEST = 1.8  # kurtosis of a rectangle
ROWS_AT_A_TIME = 2000  # bounds the memory


def mean_kurtosis(model: Any, rows: np.ndarray) -> np.ndarray:
    """Mean kurtosis of the rules that vote on each row.

    A rule's kurtosis is the mean over its features, categories left out; rules count by their
    copies, whatever their matching degree is.

    Parameters
    ----------
    model : trained Beta4UCSClassifier
    rows : ndarray of shape (n_rows, n_features)
        In original units.

    Returns
    -------
    ndarray of shape (n_rows,)
        At least 1.8, which is all rules crisp; NaN where no rule votes.
    """
    rules = model.rules_.voting()
    inputs = rules.encoding.transform(rows_of(rules, rows))
    return mean_of_voters(rules, inputs, kurtosis_of(model, rules))


def kurtosis_of(model: Any, rules: RuleChoice) -> np.ndarray:
    """Mean kurtosis of each rule over its features, categories left out."""
    if model.representation_.name != "beta4":
        raise InputError(f"conditions of '{model.representation_.name}' have no kurtosis")
    from beta4ucs.representations.beta4 import kurtosis

    numbers = [i for i, column in enumerate(model.encoding_.columns) if not column.is_set]
    if not numbers:
        return np.full(len(rules), FLATTEST)
    genes = rules.arrays.genes[:, numbers]
    return np.array([np.mean([kurtosis(gene) for gene in rule]) for rule in genes])


def mean_of_voters(rules: RuleChoice, inputs: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Mean over the rules that match each row, by their copies; NaN where none does.

    Parameters
    ----------
    rules : part of a model's rules
        Those that vote.
    inputs : ndarray
        Rows as `Encoding.transform` gives them.
    values : ndarray of shape (n_rules,)
        Of which the mean is taken.
    """
    copies = rules.arrays.numerosity.astype(np.float64)
    totals = np.zeros((len(inputs), 2))
    for start in range(0, len(inputs), ROWS_AT_A_TIME):
        part = slice(start, start + ROWS_AT_A_TIME)
        matches = degrees_of(rules, inputs[part]) > 0
        totals[part] = matches @ np.column_stack((values * copies, copies))
    with np.errstate(invalid="ignore"):
        means: np.ndarray = totals[:, 0] / totals[:, 1]
    return means
