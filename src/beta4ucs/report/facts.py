"""What the head of the page says about model and rows."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from beta4ucs.estimators.evolution import flat_parameters
from beta4ucs.measures import Measures
from beta4ucs.measures.judgement import has_more_than_its_share
from beta4ucs.report.judged_rows import JudgedRows
from beta4ucs.rules import RuleSet

# Not part of what was learned: how training was watched and spread, and the seed, told apart.
_LEFT_OUT = ("callbacks", "n_jobs", "random_state", "representation", "verbose")
_SYSTEMS = {
    "Beta4UCSClassifier": "β4-UCS",
    "UCSClassifier": "UCS",
    "FuzzyUCSClassifier": "Fuzzy-UCS",
    "EvolvedRulesClassifier": "Evolved rules, learned votes",
}
NONE = "–"  # a number that these rows do not have


class Fact(NamedTuple):
    """A number to read at a glance, what stands below it, and the number with all digits."""

    name: str
    value: str
    note: str
    exact: float | None = None


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


def headline(rows: JudgedRows) -> list[Fact]:
    """Return the six numbers at the head of the page; none if nothing is known of the rows."""
    found = rows.measures
    if found is None:
        return []
    low, high = found.interval
    by_class = "" if len(found.classes) == 2 else ", mean over classes"
    return [
        Fact(
            "Accuracy",
            f"{found.accuracy:.1%}",
            f"{found.n_right:,} of {rows}; 95% interval {low:.1%} to {high:.1%}",
            found.accuracy,
        ),
        Fact(
            "Baseline",
            f"{found.baseline:.1%}",
            f"always {found.baseline_class}, on {rows}",
            found.baseline,
        ),
        Fact(
            "Balanced accuracy",
            _share(found.balanced_accuracy),
            f"mean recall by class, on {rows}",
            found.balanced_accuracy,
        ),
        Fact(
            "AUC",
            _number(found.auc),
            f"1 is perfect, 0.5 is chance{by_class}; on {rows}",
            found.auc,
        ),
        Fact(
            "Log loss",
            _number(found.log_loss),
            f"of the probabilities, 0 is best; on {rows}",
            found.log_loss,
        ),
        Fact(
            "Calibration error",
            _share(found.calibration_error),
            f"mean gap between confidence and share right, on {rows}",
            found.calibration_error,
        ),
    ]


def warning(found: Measures | None, rows: JudgedRows) -> str | None:
    """Say that one class has nearly all answers, if it has."""
    if found is None or found.one_answer is None:
        return None
    one = found.one_answer
    advice = "The rules hardly tell the classes apart."
    if has_more_than_its_share(one.rows / len(rows), len(found.classes)):
        advice = (
            "If the other classes matter more, train with balanced class weights or choose a "
            "threshold."
        )
    return (
        f"The answer is {one.label} for {one.answers:,} of {rows}; {one.rows:,} of these "
        f"{len(rows):,} have that class. {advice}"
    )


def model_facts(model: Any, rows: JudgedRows) -> list[Fact]:
    """Return what there is to say of the model and of the data."""
    rules = model.rules_
    n_missing = int(np.isnan(rows.values).sum())
    missing = f", {n_missing:,} values missing" if n_missing else ""
    n_categories = sum(column.values is not None for column in model.encoding_.columns)
    what = "a category" if n_categories == 1 else "categories"
    categories = f", {n_categories:,} of them {what}" if n_categories else ""
    features = _count(len(rules.feature_names), "feature")
    facts = [
        Fact("Rules", f"{len(rules):,}", _who_votes(rules)),
        Fact("Crisp", f"{rules.crisp_share:.0%}", f"of the {_voters(model)}; the others are fuzzy"),
        Fact(rows.words.capitalize(), f"{len(rows):,}", f"with {features}{categories}{missing}"),
        Fact("Training", f"{int(model.class_counts_.sum()):,} rows", _classes(model)),
    ]
    threshold = getattr(model, "threshold_", None)
    if threshold is not None:
        facts.append(Fact("Threshold", f"{threshold.probability:.3g}", f"{threshold}"))
    if model.n_epochs_:
        facts.append(Fact("Epochs", f"{model.n_epochs_:,}", f"{model.n_iterations_:,} iterations"))
    return facts


def _who_votes(rules: RuleSet) -> str:
    return "all vote" if rules.n_voting == len(rules) else f"{rules.n_voting:,} of them vote"


def _voters(model: Any) -> str:
    return "voting copies" if model.n_epochs_ else "rules"


def _classes(model: Any) -> str:
    return f"of {len(model.classes_):,} classes"


def _share(value: float | None) -> str:
    return NONE if value is None else f"{value:.1%}"


def _number(value: float | None) -> str:
    return NONE if value is None else f"{value:.3f}"


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
