"""How well rules match rows, and what they vote."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from beta4ucs.rules.collection import RuleCollection

if TYPE_CHECKING:
    from beta4ucs.learning.rule_arrays import RuleArrays
    from beta4ucs.voting.voter import Voter


def degrees_of(rules: RuleCollection, inputs: np.ndarray) -> np.ndarray:
    """Return the degrees that voting uses, for rows as `Encoding.transform` gives: rows x rules."""
    return arrays_degrees(rules, rules.arrays, inputs)


def arrays_degrees(rules: RuleCollection, arrays: RuleArrays, inputs: np.ndarray) -> np.ndarray:
    """Return the degrees of other rules in the representation of these: rows x rules."""
    if not arrays.n_rules:
        return np.zeros((len(inputs), 0))
    from beta4ucs.voting.voter import matching_degrees  # brings Numba

    degrees: np.ndarray = matching_degrees(rules.representation, arrays, inputs)
    return degrees


def matcher_of(rules: RuleCollection) -> Callable[[np.ndarray], np.ndarray]:
    """Return `degrees_of` for many calls: the rules are prepared once."""
    if not len(rules):
        return lambda inputs: np.zeros((len(inputs), 0))
    from beta4ucs.voting.voter import Voter  # brings Numba
    from beta4ucs.voting.votes import OwnClassVotes

    # each rule votes with weight 1 for a class of its own, as in `matching_degrees`
    alone = rules.arrays._replace(label=np.arange(len(rules)))
    votes = OwnClassVotes(np.ones(len(rules)), alone.label, len(rules))
    return Voter(rules.representation, alone, votes).votes


def voter_of(rules: RuleCollection) -> Voter:
    """Return what adds up the votes of rules, as the model does that they are from."""
    from beta4ucs.voting.voter import Voter  # brings Numba

    return Voter(rules.representation, rules.arrays, rules.votes)
