"""What `fit` prints in the end: data, accuracies and the strongest rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from beta4ucs.cli.options import FIRST_SYSTEM
from beta4ucs.cli.rule_lines import print_rules

if TYPE_CHECKING:
    import pandas as pd

    from beta4ucs.cli.fitting.training import FitResult
    from beta4ucs.rules import RuleSet


@dataclass(frozen=True)
class Scores:
    """Rows that were answered rightly; no test rows, no test accuracy."""

    n_learned: int
    n_learned_right: int
    n_tested: int
    n_tested_right: int

    @classmethod
    def of(cls, model: Any, learned: tuple[Any, Any], tested: tuple[Any, Any]) -> Self:
        """Let a model answer the rows."""
        counts = []
        for X, y in (learned, tested):
            counts += [len(y), _count_right(model, X, y) if len(y) else 0]
        return cls(*counts)

    @property
    def train_accuracy(self) -> float:
        """Share of the rows learned from that are answered rightly."""
        return self.n_learned_right / self.n_learned

    @property
    def test_accuracy(self) -> float | None:
        """Share of the test rows that are answered rightly."""
        return self.n_tested_right / self.n_tested if self.n_tested else None


def _count_right(model: Any, X: pd.DataFrame, y: pd.Series) -> int:
    return int(np.count_nonzero(model.predict(X) == y.to_numpy()))


def print_summary(run: FitResult) -> None:
    """Print data, accuracies and the strongest rules."""
    model, table = run.model, run.table
    n_categorical = len(table.categorical)
    kinds = f" ({n_categorical:,} categorical)" if n_categorical else ""
    print(
        f"{table.name}: {table.n_rows:,} rows, {_count(table.n_features, 'feature')}{kinds}, "
        f"{len(table.classes)} classes"
    )
    if run.choice.system != FIRST_SYSTEM:
        print(run.choice.title)
    learned = _count(model.n_epochs_, "epoch") if run.choice.has_epochs else "learned"
    print(f"{learned} in {model.fit_seconds_:.1f} s, seed {run.settings.seed}\n")
    for name, value, note in _numbers(run):
        print(f"  {name:<19}{value:>7}   {note}".rstrip())
    strongest = model.rules_.top(run.settings.top)
    if len(strongest):
        which = f"{len(strongest)} strongest rules" if len(strongest) > 1 else "strongest rule"
        print(f"\nThe {which} of {model.n_rules_:,}:")
        print_rules(strongest)


def _numbers(run: FitResult) -> Iterable[tuple[str, str, str]]:
    scores, model = run.scores, run.model
    if scores.test_accuracy is not None:
        note = f"{scores.n_tested_right:,} of {scores.n_tested:,} rows not seen in training"
        yield "test accuracy", f"{scores.test_accuracy:.1%}", note
    note = f"{scores.n_learned_right:,} of {scores.n_learned:,} rows"
    yield "training accuracy", f"{scores.train_accuracy:.1%}", note
    if model.best_epoch_ is not None:
        yield "best epoch", f"{model.best_epoch_:,}", "kept by early stopping"
    note = "all of them vote"
    if "voting_threshold" in model.voting_params:
        note = f"{model.rules_.n_voting:,} experienced enough to vote"
    if not run.choice.has_epochs:
        note = f"{_mean_length(model.rules_):.1f} conditions each, on average"
    yield "rules", f"{model.n_rules_:,}", note
    if run.choice.has_epochs and not getattr(model.representation_, "matches_crisply", False):
        yield "crisp rules", f"{model.rules_.crisp_share:.1%}", "of those that vote, copies counted"


def _mean_length(rules: RuleSet) -> float:
    return sum(one.n_conditions for one in rules) / max(1, len(rules))


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"
