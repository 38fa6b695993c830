"""What `tune` tries: a few values of the hyperparameters that matter, in an order drawn once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from beta4ucs.hyperparameters.evolved_rules import SYSTEM as EVOLVED_RULES

# The first value of each is the default; class weights change answers more than their order.
GRIDS: Mapping[str, Mapping[str, Sequence[Any]]] = {
    EVOLVED_RULES: {
        "size": ("balanced", "smallest", "accurate"),
        "max_conditions": (5, 2, 3),
        "n_populations": (10, 20),
    },
    "beta4-ucs": {
        "n_epochs": (50, 20, 100),
        "max_rules": (2000, 1000, 4000),
        "cover_range": (1.0, 0.5),
        "crispify": (True, False),
    },
    "ucs": {
        "n_epochs": (50, 20, 100),
        "max_rules": (2000, 1000, 4000),
        "dont_care_rate": (0.33, 0.6, 0.8),
    },
    "fuzzy-ucs": {
        "n_epochs": (50, 20, 100),
        "max_rules": (2000, 1000, 4000),
        "dont_care_rate": (0.33, 0.6, 0.8),
    },
}
MIND_RARE = ("balanced_accuracy", "macro_f1")  # measures that class weights are worth a try for


def candidates(
    system: str, fixed: Mapping[str, Any], most: int, seed: int, *, measure: str, weighted: bool
) -> list[dict[str, Any]]:
    """Return settings to try, the defaults first; what the user has fixed is not varied.

    Examples
    --------
    >>> found = candidates("evolved-rules", {"size": 20}, 4, 0, measure="auc", weighted=False)
    >>> len(found), found[0], all("size" not in one for one in found)
    (4, {'max_conditions': 5, 'n_populations': 10}, True)
    """
    grid = {name: values for name, values in GRIDS[system].items() if name not in fixed}
    if measure in MIND_RARE and not weighted:
        grid["class_weight"] = (None, "balanced")
    every = [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]
    others = np.random.default_rng(seed).permutation(np.arange(1, len(every)))
    return [every[0], *(every[place] for place in others[: most - 1].tolist())]


def words_of(candidate: Mapping[str, Any]) -> str:
    """A name for a candidate: "size=balanced, max_conditions=5"."""
    return ", ".join(f"{name}={value}" for name, value in candidate.items()) or "defaults"
