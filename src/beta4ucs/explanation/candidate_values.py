"""Values that a change may propose: few digits and an allowed range, or values of a category."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

DIGITS = 3  # of the feature's range, as in the texts of rules
FINER_BY = 4  # decimals, where no readable value will do
GRID = 9  # values spread over the range of a feature


@dataclass(frozen=True)
class CandidateValues:
    """For each feature the allowed range, and the decimals of proposed values.

    Negative decimals are powers of ten: -1 proposes tens. A category without an order has choices
    instead: the places of the allowed values.
    """

    low: np.ndarray
    high: np.ndarray
    decimals: np.ndarray
    is_whole: np.ndarray
    choices: Mapping[int, np.ndarray]

    @classmethod
    def of_ranges(
        cls,
        low: np.ndarray,
        high: np.ndarray,
        span: np.ndarray,
        is_whole: np.ndarray,
        choices: Mapping[int, np.ndarray],
    ) -> CandidateValues:
        """Choose decimals that show three digits of each span; none where numbers are whole."""
        decimals = np.array([_decimals_for(width) for width in span.tolist()], dtype=np.int64)
        decimals = np.where(is_whole, np.minimum(decimals, 0), decimals)
        return cls(low, high, decimals, is_whole, choices)

    def finer(self) -> CandidateValues:
        """Return candidates with more decimals; whole numbers stay whole."""
        finer = self.decimals + FINER_BY
        return replace(self, decimals=np.where(self.is_whole, np.minimum(finer, 0), finer))

    def snap(self, feature: int, values: np.ndarray) -> np.ndarray:
        """Return the nearest candidates."""
        with np.errstate(all="ignore"):
            rounded = np.round(values, int(self.decimals[feature]))
        rounded = np.where(np.isfinite(rounded), rounded, values)  # beyond the largest float
        return np.clip(rounded, self.low[feature], self.high[feature])

    def around(self, feature: int, bounds: np.ndarray) -> np.ndarray:
        """Return the candidates next to bounds, on both sides, and some of the range."""
        step = 10.0 ** -float(self.decimals[feature])
        low, high = self.low[feature], self.high[feature]
        shares = np.linspace(0.0, 1.0, GRID)
        spread = low * (1.0 - shares) + high * shares
        values = np.concatenate([bounds - step, bounds, bounds + step, spread])
        return np.unique(self.snap(feature, values))


def _decimals_for(span: float) -> int:
    """Decimals that show `DIGITS` significant digits of a span."""
    if not 1e-100 < span < 1e100:  # keeps powers of ten finite
        span = 1e-100 if span < 1.0 else 1e100
    return DIGITS - 1 - math.floor(math.log10(span))
