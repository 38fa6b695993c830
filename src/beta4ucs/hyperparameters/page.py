"""The page ``docs/hyperparameters.md``."""

from __future__ import annotations

from collections.abc import Iterable

from beta4ucs.hyperparameters.conditions import CONDITIONS
from beta4ucs.hyperparameters.evolution import EVOLUTION
from beta4ucs.hyperparameters.evolved_rules import EVOLVED_RULES
from beta4ucs.hyperparameters.hyperparameter import Hyperparameter
from beta4ucs.hyperparameters.learning import CONTROL, LEARNING, TABLES

TITLES = {"beta4-ucs": "β4-UCS", "ucs": "UCS", "fuzzy-ucs": "Fuzzy-UCS"}


def markdown() -> str:
    """The whole page."""
    shared = [row for row in LEARNING.values() if not row.systems]
    parts = [
        "# Hyperparameters",
        "Made by `python -m beta4ucs.hyperparameters > docs/hyperparameters.md`; do not edit.",
        "The names are those of the estimators and representations and, with dashes, of the "
        "command line; the symbols are the article's. Defaults follow the authors' program.",
        "## Evolved rules",
        "`EvolvedRulesClassifier` has these few, and `learner`, `class_weight` and "
        "`categorical_features`, which are described with it. The command line calls "
        "`n_populations` `--populations`. Everything below belongs to the article's learners; "
        "one of them with parameters of its own may be the `learner`.",
        _table(EVOLVED_RULES.values()),
        "## Learning and voting",
        _table(shared),
    ]
    for systems in dict.fromkeys(row.systems for row in LEARNING.values() if row.systems):
        parts.append(f"Only {' and '.join(TITLES[system] for system in systems)}:")
        parts.append(_table(row for row in LEARNING.values() if row.systems == systems))
    parts += [
        "## Evolution",
        "For researchers: fields of `Evolution`, which every estimator takes as in "
        '`Beta4UCSClassifier(evolution=Evolution(tournament="sample"))`. A grid search names them '
        "`evolution__tournament` and so on; the command line, model files and studies know them "
        "by their plain names.",
        _table(EVOLUTION.values()),
        "## Conditions",
        "`Beta4UCSClassifier` takes those of `beta4` as arguments of its own. The other "
        "estimators take a representation with its hyperparameters, as in "
        "`FuzzyUCSClassifier(representation=Triangle(mutation_step=0.05))`. Lengths are on "
        "features scaled to [0, 1].",
    ]
    for name, rows in CONDITIONS.items():
        parts += [f"### `{name}`", _table(rows.values())]
    parts += [
        "## Tables beyond the article",
        "`categorical_features`, `class_weight` and `feature_weights` are described with the "
        "estimators.",
        _table(TABLES.values()),
    ]
    parts += ["## Length of training and progress", _table(CONTROL.values())]
    return "\n\n".join(parts) + "\n"


def _table(rows: Iterable[Hyperparameter]) -> str:
    head = ["| Name | Symbol | Default | Legal | Meaning |", "|---|---|---|---|---|"]
    body = [
        f"| `{row.name}` | {row.symbol} | `{row.default!r}` | {row.legal} | {row.meaning} |"
        for row in rows
    ]
    return "\n".join(head + body)
