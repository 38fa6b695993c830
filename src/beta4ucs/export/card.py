"""A model card: what a reader should know of a model before they rely on it, and all its rules."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

import numpy as np

from beta4ucs.data.encoding import OTHER
from beta4ucs.errors import InputError
from beta4ucs.export.version import version
from beta4ucs.measures import Measures, measure_model
from beta4ucs.rules import RuleSet
from beta4ucs.rules.coverage import coverage

MOST_VALUES = 12  # of a category that are named
FEW_ROWS = 100  # below, an accuracy is known roughly only


class Card(NamedTuple):
    """The parts of a model card; every table is a heading and lines of text.

    Attributes
    ----------
    title : str
    facts : list of (str, str)
        Where the model comes from: data, split, learner, seed, version, date.
    measures : list of (str, str, str)
        Name, value, and what the value is of.
    classes : list of tuple of str
        A heading, then one line per class.
    limits : list of str
        Sentences on what the model cannot do or was not tested for.
    features : list of tuple of str
        A heading, then one line per feature.
    rules : list of tuple of str
        A heading, then one line per rule, the strongest first.
    """

    title: str
    facts: list[tuple[str, str]]
    measures: list[tuple[str, str, str]]
    classes: list[tuple[str, ...]]
    limits: list[str]
    features: list[tuple[str, ...]]
    rules: list[tuple[str, ...]]


def card_of(
    model: Any,
    *,
    X: Any = None,
    y: Any = None,
    rows: str = "rows",
    title: str | None = None,
    about: Mapping[str, str] | None = None,
) -> Card:
    """Put a model card together.

    Parameters
    ----------
    model : fitted classifier
    X, y : rows and their classes, optional
        What the measures are of; rows that the model has not learned from say most.
    rows : str
        What these rows are called, such as "test rows".
    title : str, optional
        Heading of the document.
    about : mapping, optional
        More facts by name, such as where the data come from.
    """
    if (X is None) != (y is None):
        raise InputError("measures need X and y, rows and their classes; give both or none")
    found = None if X is None else measure_model(model, X, y)
    where = "" if found is None else f"{found.n_rows:,} {rows}"
    target = f" for {model.target_name_}" if model.target_name_ else ""
    return Card(
        title=title or f"Rules{target}",
        facts=[*_facts(model), *((str(k), str(v)) for k, v in (about or {}).items())],
        measures=[] if found is None else _measures(found, where),
        classes=_classes(model, found, where),
        limits=_limits(model, found, where),
        features=_features(model.rules_),
        rules=_rules(model.rules_, X, y, rows),
    )


def _facts(model: Any) -> list[tuple[str, str]]:
    rules = model.rules_
    facts = [
        ("Learner", f"{type(model).__name__} with {model.representation_.name} conditions"),
        ("Rules", f"{len(rules):,}, of which {rules.n_voting:,} vote"),
        ("Classes", ", ".join(map(str, model.classes_.tolist()))),
        ("Features", f"{len(rules.feature_names):,}"),
        ("Training rows", f"{int(model.class_counts_.sum()):,}"),
        ("Seed", str(model.seed_)),
        ("beta4ucs", version()),
        ("Exported", datetime.now(UTC).strftime("%Y-%m-%d")),
    ]
    if model.threshold_ is not None:
        facts.insert(3, ("Threshold", str(model.threshold_)))
    return [("Class column", model.target_name_), *facts] if model.target_name_ else facts


def _measures(found: Measures, where: str) -> list[tuple[str, str, str]]:
    low, high = found.interval
    counted = f"{found.n_right:,} right of {where}; 95 % interval {low:.1%} to {high:.1%}"
    lines = [
        ("Accuracy", f"{found.accuracy:.1%}", counted),
        ("Baseline", f"{found.baseline:.1%}", f"always {found.baseline_class}, on {where}"),
    ]
    for name, value, form, note in (
        ("Balanced accuracy", found.balanced_accuracy, ".1%", "mean recall of the classes"),
        ("Macro F1", found.macro_f1, ".3f", "mean over the classes"),
        ("AUC", found.auc, ".3f", "1 is perfect, 0.5 is chance"),
        ("Log loss", found.log_loss, ".3f", "of the probabilities, 0 is best"),
        ("Brier score", found.brier, ".3f", "of the probabilities, 0 is best"),
        ("Calibration error", found.calibration_error, ".1%", "confidence against share right"),
    ):
        text = "not defined" if value is None else format(value, form)
        lines.append((name, text, f"{note}; on {where}"))
    return lines


def _classes(model: Any, found: Measures | None, where: str) -> list[tuple[str, ...]]:
    counts = model.class_counts_.tolist()
    if found is None:
        pairs = zip(model.classes_.tolist(), counts, strict=True)
        return [("class", "training rows"), *((str(label), f"{n:,}") for label, n in pairs)]
    head = ("class", "training rows", f"of {where}", "answered", "recall", "precision", "AUC")
    lines = [
        (
            str(one.label),
            f"{n:,}",
            f"{one.rows:,}",
            f"{one.answers:,}",
            _share(one.recall),
            _share(one.precision),
            "–" if one.auc is None else f"{one.auc:.3f}",
        )
        for one, n in zip(found.classes, counts, strict=True)
    ]
    return [head, *lines]


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.1%}"


def _limits(model: Any, found: Measures | None, where: str) -> list[str]:
    encoding, counts = model.encoding_, model.class_counts_
    limits = [
        "It always predicts one of the classes above: it does not say that a row is unlike all "
        "training rows.",
        "Numbers beyond the range of the training rows are clipped to it; nothing was learned "
        "there.",
    ]
    if found is None:
        limits.insert(0, "This document has no measures: it was written without rows.")
    elif found.n_rows < FEW_ROWS:
        limits.insert(0, f"The measures are based on only {where}; note the width of the interval.")
    if any(column.is_set and OTHER not in (column.values or ()) for column in encoding.columns):
        limits.append(
            "A category may have values that training did not have; only rules that do not ask "
            "about it vote on such a row."
        )
    limits.append(_MISSING[encoding.missing])
    rarest = int(np.argmin(counts))
    if counts[rarest] < FEW_ROWS:
        label = model.classes_[rarest]
        limits.append(f"Class {label} had {int(counts[rarest]):,} training rows only.")
    if found is not None and found.n_unknown:
        limits.append(f"{found.n_unknown:,} of {where} have a class that the model does not know.")
    limits.append("Rules describe associations in the data, not causes.")
    return limits


_MISSING = {
    "learn": "A missing value meets the conditions that say 'or unknown', and all conditions on "
    "features of which no value was missing in training.",
    "matches": "A missing value meets every condition.",
    "never": "A missing value meets no condition.",
}


def _features(rules: RuleSet) -> list[tuple[str, ...]]:
    importance: Any = rules.feature_importance()
    lines: list[tuple[str, ...]] = [("feature", "in training", "missing in training", "importance")]
    place = {name: feature for feature, name in enumerate(rules.feature_names)}
    for name, share in importance.items():
        column = rules.encoding.columns[place[name]]
        low, high = (float(end[place[name]]) for end in (rules.scaling.low, rules.scaling.high))
        if column.values is None:
            values = f"{low:g} to {high:g}"
        else:
            named = [str(value) for value in column.values]
            more = len(named) - MOST_VALUES
            values = ", ".join(named[:MOST_VALUES]) + (f" and {more} more" if more > 0 else "")
        lines.append((name, values, "yes" if column.has_missing else "no", f"{share:.3f}"))
    return lines


def _rules(rules: RuleSet, X: Any, y: Any, words: str) -> list[tuple[str, ...]]:
    ranked = rules.top(len(rules))
    shown = ranked.where(ranked.is_voting)
    counts = [] if X is None else coverage(shown, X, y)
    head: tuple[str, ...] = ("number", "if", "then")
    lines = []
    for place, rule in enumerate(shown):
        names, numbers = tuple(rule.numbers), tuple(rule.numbers.values())
        if not place:
            head = (*head, *names, *((f"covers of the {words}",) if counts else ()))
        condition = " AND ".join(rule.conditions) or "anything"
        covered = (counts[place].said(words),) if counts else ()
        lines.append((str(rule.index + 1), condition, rule.consequent, *numbers, *covered))
    return [head, *lines]
