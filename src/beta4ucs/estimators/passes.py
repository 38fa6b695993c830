"""Learning from a table in passes: rows are drawn, learned from, and stand for all others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from beta4ucs.data.batches import Batches
    from beta4ucs.data.drawing import Drawn
    from beta4ucs.estimators.evolved_rules import EvolvedRulesClassifier
    from beta4ucs.estimators.rule_model import RuleModel


def fit_drawn(model: EvolvedRulesClassifier, batches: Batches) -> None:
    """Draw rows from batches and learn from them."""
    import pandas as pd

    from beta4ucs.data.drawing import draw_rows
    from beta4ucs.estimators.parameters import seed_from

    seed = seed_from(model.random_state)
    drawn = draw_rows(batches, seed)
    y = pd.Series(drawn.train.labels(), name=drawn.train.target_name)
    asked, model.random_state = model.random_state, seed
    try:
        model.fit(drawn.train.to_frame(), y, sample_weight=drawn.train.weights)
    finally:
        model.random_state = asked
    count_all(model, drawn)


def count_all(model: RuleModel, drawn: Drawn) -> None:
    """Let counts of rows, of classes and of rules, be those of all rows that were drawn from."""
    if drawn.train.weights is None:
        return
    counts = [drawn.class_counts[label] for label in model.classes_.tolist()]
    model.class_counts_ = np.array(counts)
    rules, factor = model.population_, drawn.n_learned / drawn.train.n_rows
    model.population_ = rules._replace(
        mass=rules.mass * factor, experience=rules.experience * factor
    )
