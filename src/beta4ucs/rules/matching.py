"""How well rules match rows."""

from __future__ import annotations

import numpy as np

from beta4ucs.rules.collection import RuleCollection


def degrees_of(rules: RuleCollection, inputs: np.ndarray) -> np.ndarray:
    """Return the degrees that voting uses, for rows as `Encoding.transform` gives: rows x rules."""
    if not len(rules):
        return np.zeros((len(inputs), 0))
    from beta4ucs.voting.voter import matching_degrees  # brings Numba

    degrees: np.ndarray = matching_degrees(rules.representation, rules.arrays, inputs)
    return degrees
