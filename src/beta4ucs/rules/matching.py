"""How well rules match rows."""

from __future__ import annotations

import numpy as np

from beta4ucs.rules.collection import RuleCollection


def degrees_of(rules: RuleCollection, units: np.ndarray) -> np.ndarray:
    """Return the degrees that voting uses, for rows on the unit scale: rows x rules."""
    if not len(rules):
        return np.zeros((len(units), 0))
    from beta4ucs.inference import matching_degrees  # brings Numba

    degrees: np.ndarray = matching_degrees(rules.representation, rules.arrays, units)
    return degrees
