"""What is asked of a compaction."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Request:
    """What is wanted: the arguments of an estimator's `compact`, and a seed.

    The seed decides which rows are set aside together in the cross-validation.
    """

    method: str = "smallest"
    n_rules: int | None = None
    tolerance: float | None = None
    by: str | None = None  # None is the accuracy; of learned votes, the log loss
    keep_classes: bool = True
    seed: int = 0
