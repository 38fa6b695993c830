"""The history of a run: counts as whole numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from beta4ucs.learning.evolving_population import EvolvingPopulation
    from beta4ucs.learning.training_run import TrainingRun


def typed_history(run: TrainingRun) -> dict[str, np.ndarray]:
    """The run's history, counts as whole numbers."""
    columns: dict[str, np.ndarray] = run.history()
    return {
        name: values if name == "crisp_share" else values.astype(np.int64)
        for name, values in columns.items()
    }


def state_of(learner: EvolvingPopulation) -> dict[str, float]:
    """The history row of a learner as it is now, counts as whole numbers."""
    return {
        name: value if name == "crisp_share" else int(value)
        for name, value in learner.state().items()
    }
