"""A trained population as plain arrays: what inference, rule texts and the model file read.

This is where learning ends: what only the trainer needs, such as indices and free slots, stays
behind in `Population`. Nothing here depends on Numba.
"""

from typing import NamedTuple

import numpy as np


class RuleArrays(NamedTuple):
    """One row a rule, the oldest first."""

    genes: np.ndarray  # (rules, features, numbers per gene), on scaled features
    label: np.ndarray  # (rules,): index of the advocated class
    fitness: np.ndarray  # F
    experience: np.ndarray  # exp
    numerosity: np.ndarray  # num, whole numbers
    set_size: np.ndarray  # cs: mean size of the correct sets
    time_stamp: np.ndarray  # ts: iteration in which the rule last took part in evolution
    mass: np.ndarray  # (rules, classes): cm, matched experience per class
    sets: np.ndarray  # (rules, sets): listed values as bits, see `value_sets.py`

    @property
    def n_rules(self) -> int:
        """Number of (macro) rules."""
        return int(self.label.shape[0])

    def take(self, rows: np.ndarray) -> "RuleArrays":
        """Return the given rules, by indices or a mask."""
        return RuleArrays(*(values[rows] for values in self))
