"""What `fit` prints in the end, and rules that fit the width of the terminal."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from beta4ucs.cli.option_values import SYSTEM

if TYPE_CHECKING:
    import pandas as pd

    from beta4ucs.cli.training import Run
    from beta4ucs.rules import Rule

PLAIN_WIDTH = 80  # where there is no terminal
WIDEST = 120  # longer lines are hard to read


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


def print_report(run: Run) -> None:
    """Print data, accuracies and the strongest rules."""
    model, table = run.model, run.table
    n_categorical = len(table.categorical)
    kinds = f" ({n_categorical:,} categorical)" if n_categorical else ""
    print(
        f"{table.name}: {table.n_rows:,} rows, {_count(table.n_features, 'feature')}{kinds}, "
        f"{len(table.classes)} classes"
    )
    learner = run.settings.learner
    if learner.system != SYSTEM.default:
        print(f"{learner.system} with {learner.representation.name}")
    print(
        f"{_count(model.n_epochs_, 'epoch')} in {model.fit_seconds_:.1f} s, "
        f"seed {run.settings.seed}\n"
    )
    for name, value, note in _figures(run):
        print(f"  {name:<19}{value:>7}   {note}".rstrip())
    strongest = model.rules_.top(run.settings.top)
    if len(strongest):
        which = f"{len(strongest)} strongest rules" if len(strongest) > 1 else "strongest rule"
        print(f"\nThe {which} of {model.n_rules_:,}:")
        print_rules(strongest)


def _figures(run: Run) -> Iterable[tuple[str, str, str]]:
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
    yield "rules", f"{model.n_rules_:,}", note
    if not getattr(model.representation_, "matches_crisply", False):
        yield "crisp rules", f"{model.rules_.crisp_share:.1%}", "of those that vote, copies counted"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"


def line_width() -> int:
    """Width of the lines to print."""
    if not sys.stdout.isatty():
        return PLAIN_WIDTH
    return min(shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns, WIDEST)


def print_rules(rules: Iterable[Rule], width: int | None = None) -> None:
    """Print numbered rules, lines broken between conditions."""
    width = width or line_width()
    for number, rule in enumerate(rules, start=1):
        print()
        for line in rule_lines(rule, number, width):
            print(line)


def rule_lines(rule: Rule, number: int, width: int) -> list[str]:
    """Lay out a rule in lines of at most `width` characters, if its conditions are not longer."""
    conditions = rule.conditions or ("anything",)
    lead = ["IF", *["AND"] * (len(conditions) - 1)]
    pieces = [f"{word} {text}" for word, text in zip(lead, conditions, strict=True)]
    indent = " " * 5
    lines = [f"{number:>3}. {pieces[0]}"]
    for piece in pieces[1:]:
        _append(lines, piece, indent + "   ", width)
    numbers = str(rule)[len(rule.text) :].strip()
    lines.append(f"{indent}THEN {rule.label}")
    _append(lines, f" {numbers}", indent + "   ", width)
    return lines


def _append(lines: list[str], piece: str, indent: str, width: int) -> None:
    if len(lines[-1]) + 1 + len(piece) <= width:
        lines[-1] += f" {piece}"
    else:
        lines.append(indent + piece.strip())
