"""What the head of the page says about model and data."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from beta4ucs.estimators.evolution import flat_parameters
from beta4ucs.report.judged_rows import JudgedRows
from beta4ucs.rules import RuleSet

# Not part of what was learned: how training was watched and spread, and the seed, told apart.
_LEFT_OUT = ("callbacks", "n_jobs", "random_state", "representation", "verbose")
_SYSTEMS = {
    "Beta4UCSClassifier": "β4-UCS",
    "UCSClassifier": "UCS",
    "FuzzyUCSClassifier": "Fuzzy-UCS",
    "EvolvedRulesClassifier": "Evolved rules",
}


class Fact(NamedTuple):
    """A number to read at a glance, and what stands below it."""

    name: str
    value: str
    note: str


class Importance(NamedTuple):
    """A feature and how strictly the voting rules limit it."""

    feature: int
    name: str
    share: float


def importances(rules: RuleSet) -> list[Importance]:
    """Return all features, the most important first."""
    ranked: Any = rules.feature_importance()
    place = {name: feature for feature, name in enumerate(rules.feature_names)}
    return [Importance(place[name], name, float(share)) for name, share in ranked.items()]


def facts(model: Any, rows: JudgedRows) -> list[Fact]:
    """Return the numbers at the head of the page."""
    rules = model.rules_
    n_features, n_classes = len(rules.feature_names), len(model.classes_)
    n_missing = int(np.isnan(rows.values).sum())
    missing = f", {n_missing:,} values missing" if n_missing else ""
    n_categories = sum(column.values is not None for column in model.encoding_.columns)
    categories = f", {n_categories:,} of them categories" if n_categories else ""
    return [
        *_accuracy(model, rows),
        Fact("Rules", f"{len(rules):,}", f"{rules.n_voting:,} of them vote"),
        Fact("Crisp", f"{rules.crisp_share:.0%}", f"of the {_voters(model)}; the others are fuzzy"),
        Fact("Rows", f"{len(rows):,}", f"{_count(n_features, 'feature')}{categories}{missing}"),
        Fact("Classes", f"{n_classes:,}", "in training"),
        *_course(model),
    ]


def _voters(model: Any) -> str:
    return "voting copies" if model.n_epochs_ else "rules"


def _course(model: Any) -> list[Fact]:
    """Return how long one population was trained; evolved rules have no epochs of their own."""
    if not model.n_epochs_:
        return []
    epochs = _count(model.n_epochs_, "epoch")
    return [Fact("Learned", epochs, f"{model.n_iterations_:,} iterations")]


def _accuracy(model: Any, rows: JudgedRows) -> list[Fact]:
    if rows.truth is None:
        return []
    known = rows.truth[rows.truth >= 0]
    most = np.bincount(known, minlength=1).max() / len(rows) if len(known) else 0.0
    note = f"{rows.n_right:,} of {len(rows):,} rows; the largest class alone has {most:.1%}"
    return [Fact("Accuracy", f"{rows.n_right / len(rows):.1%}", note)]


def _count(n: int, word: str) -> str:
    return f"{n:,} {word}{'s' * (n != 1)}"


def system_of(model: Any) -> str:
    """Say what has learned and what its conditions look like."""
    name = type(model).__name__
    return f"{_SYSTEMS.get(name, name)} with {model.representation_.name} conditions"


def parameters(model: Any) -> list[tuple[str, str]]:
    """Return names and values of what decides the model: seed, learner, representation."""
    told = {
        name: value
        for name, value in flat_parameters(model.get_params(deep=False)).items()
        if name not in _LEFT_OUT and value is not None
    }
    representation = {"representation": model.representation_.name}
    all_values = told | representation | model.representation_._asdict()
    return [("seed", str(model.seed_)), *((n, _say(v)) for n, v in sorted(all_values.items()))]


def _say(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)
