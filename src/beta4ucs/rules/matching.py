"""How well rules match rows, and what they vote."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from beta4ucs.rules.collection import RuleCollection

if TYPE_CHECKING:
    from beta4ucs.voting.voter import Voter


def degrees_of(rules: RuleCollection, inputs: np.ndarray) -> np.ndarray:
    """Return the degrees that voting uses, for rows as `Encoding.transform` gives: rows x rules."""
    if not len(rules):
        return np.zeros((len(inputs), 0))
    from beta4ucs.voting.voter import matching_degrees  # brings Numba

    degrees: np.ndarray = matching_degrees(rules.representation, rules.arrays, inputs)
    return degrees


def voter_of(rules: RuleCollection) -> Voter:
    """Return what adds up the votes of rules, as the model does that they are from."""
    from beta4ucs.voting.voter import Voter  # brings Numba

    return Voter(rules.representation, rules.arrays, rules.votes)
