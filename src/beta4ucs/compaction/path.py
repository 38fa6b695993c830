"""How accurate models of every size are, and which size to choose."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from beta4ucs.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

NEAR = 0.25  # sizes that differ by this share are averaged
QUANTILE_90 = 1.2816  # of the normal distribution


@dataclass(frozen=True, eq=False)
class CompactionPath:
    """Sizes that a population can be compacted to, each with its accuracy.

    Attributes
    ----------
    sizes : ndarray of shape (n_sizes,)
        Numbers of rules, in rising order.
    train_accuracy : ndarray of shape (n_sizes,)
        Accuracy on the rows that the rules were chosen by.
    validation_accuracy : ndarray of shape (n_sizes,)
        Accuracy of the choice in cross-validation: on rows that were set aside while rules were
        chosen by the others. If the population has learned from these rows, it is no accuracy on
        new ones. NaN if there was no cross-validation.
    population_accuracy : float
        Accuracy of the whole population on all rows.
    chosen : int
        The number of rules that was chosen.
    """

    sizes: np.ndarray
    train_accuracy: np.ndarray
    validation_accuracy: np.ndarray
    population_accuracy: float
    chosen: int

    def to_frame(self) -> pd.DataFrame:
        """Return a table with one line a size."""
        import pandas as pd

        return pd.DataFrame(
            {
                "rules": self.sizes,
                "train_accuracy": self.train_accuracy,
                "validation_accuracy": self.validation_accuracy,
                "chosen": self.sizes == self.chosen,
            }
        )


def evened_out(accuracy: np.ndarray) -> np.ndarray:
    """Average each accuracy with those of sizes up to a quarter smaller or larger.

    The best of many sizes is partly lucky; the best of these means is less so.
    """
    place = np.arange(1, len(accuracy) + 1)
    first = np.floor(place / (1.0 + NEAR)).astype(np.int64).clip(1)
    last = np.ceil(place * (1.0 + NEAR)).astype(np.int64).clip(max=len(accuracy))
    total = np.concatenate([[0.0], np.cumsum(accuracy)])
    means: np.ndarray = (total[last] - total[first - 1]) / (last - first + 1)
    return means


def chance(accuracy: float, n_rows: int) -> float:
    """How much lower an accuracy may come out by chance, in nine of ten cases.

    By Agresti and Coull: two rows more are right and two wrong, so that even an accuracy of 1 is
    not taken for certain.
    """
    share = (accuracy * n_rows + 2.0) / (n_rows + 4.0)
    return QUANTILE_90 * math.sqrt(share * (1.0 - share) / (n_rows + 4.0))


def smallest_within(sizes: np.ndarray, accuracy: np.ndarray, aim: float) -> int:
    """Return the smallest size that reaches an accuracy, or the best if none does."""
    reached = np.flatnonzero(accuracy >= aim - 1e-12)
    return int(sizes[reached[0] if reached.size else accuracy.argmax()])


def check_tolerance(tolerance: float | None) -> None:
    """Raise `InputError` unless it is None or a share."""
    if tolerance is not None and not 0.0 <= tolerance <= 1.0:
        raise InputError(f"tolerance must be None or in [0, 1], got {tolerance!r}")
