"""`--threshold` and `--positive`: checked before learning, set or chosen after it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from beta4ucs.cli.messages import UsageError
from beta4ucs.errors import InputError, did_you_mean

if TYPE_CHECKING:
    from beta4ucs.cli.fitting.settings import FitSettings
    from beta4ucs.data import Table
    from beta4ucs.estimators.rule_model import RuleModel


def check_threshold(table: Table, settings: FitSettings) -> None:
    """Refuse a threshold where there are more classes than two, or none of that name."""
    if settings.threshold is None:
        return
    if len(table.classes) != 2:
        raise InputError(f"--threshold is for two classes; '{table.name}' has {len(table.classes)}")
    known = [str(label) for label in table.classes]
    if settings.positive is not None and settings.positive not in known:
        hint = did_you_mean(settings.positive, known)
        raise UsageError(f"--positive names '{settings.positive}', which is not a class{hint}")


def with_threshold(
    model: RuleModel, table: Table, learned: np.ndarray, settings: FitSettings, *, quiet: bool
) -> RuleModel:
    """Set the threshold that was typed, or choose one on the rows that were learned from."""
    if not isinstance(settings.threshold, tuple):
        return model.with_threshold(settings.threshold, settings.positive)
    from beta4ucs.estimators.threshold import Aim, tuned_threshold

    name, value = settings.threshold
    aimed_at: dict[str, Any] = {name: value}
    aim = Aim(**aimed_at, label=settings.positive)
    weights = None if table.weights is None else table.weights[learned]

    def tell(what: str) -> None:
        if not quiet:
            print(what, file=sys.stderr, flush=True)

    X = table.to_frame().iloc[learned].reset_index(drop=True)
    y = table.labels()[learned]
    chosen = tuned_threshold(model, X, y, aim, weights, tell)
    return model.with_threshold(chosen.probability, chosen.label)
