"""A model as every export sees it: features, rules with exact bounds, what they add to votes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from beta4ucs.errors import InputError
from beta4ucs.export.reading import ProgramRule, read_rules
from beta4ucs.export.shapes import Form, form_of
from beta4ucs.rules import RuleSet
from beta4ucs.voting.votes import LearnedVotes


class Feature(NamedTuple):
    """A column of the table: its name, its range, and the values of a category.

    Attributes
    ----------
    name : str
    low, high : float
        The range in training, of an ordered category in places.
    values : tuple or None
        Of a category; None for a number.
    is_ordered : bool
        Whether the category counts as a number, the place of its value.
    """

    name: str
    low: float
    high: float
    values: tuple[Any, ...] | None
    is_ordered: bool

    @property
    def is_number(self) -> bool:
        """Whether conditions on it have bounds."""
        return self.values is None or self.is_ordered


class Program(NamedTuple):
    """All that it takes to answer.

    Attributes
    ----------
    features : tuple of Feature
    classes : list
        Labels, as plain Python values.
    form : Form
        How the terms of a rule make its degree.
    rules : tuple of ProgramRule
        Those that vote and can match, in the order in which votes are added.
    start : list of float
        What each class has before any rule speaks.
    is_learned : bool
        Whether sums are log odds, and probabilities their softmax.
    order : list of int
        The classes as they win among equals.
    draw : float or None
        Decides between equals if they draw, in place of the order.
    target : str or None
        Name of the class column.
    threshold : tuple of int and float, or None
        Of two classes: one of them, and the probability from which it is the answer.
    """

    features: tuple[Feature, ...]
    classes: list[Any]
    form: Form
    rules: tuple[ProgramRule, ...]
    start: list[float]
    is_learned: bool
    order: list[int]
    draw: float | None
    target: str | None
    threshold: tuple[int, float] | None

    @property
    def asked(self) -> list[int]:
        """The features that rules ask about."""
        return sorted({part.feature for rule in self.rules for part in (*rule.asks, *rule.terms)})

    @property
    def scaled(self) -> list[int]:
        """The features whose place in their range matters."""
        return sorted({term.feature for rule in self.rules for term in rule.terms})


def program_of(model: Any) -> Program:
    """Take all that it needs to answer from a fitted model."""
    rules: RuleSet = model.rules_
    voting = rules.where(rules.is_voting)
    form, terms_of = form_of(rules.representation)
    counts = model.class_counts_.tolist()
    labels = list(range(len(counts)))
    by_count = sorted(labels, key=lambda label: -counts[label])
    draw = float(np.random.default_rng(model.seed_).random())  # as `decisions.decide`
    return Program(
        features=_features(rules),
        classes=[_plain_label(label) for label in rules.classes.tolist()],
        form=form,
        rules=tuple(read_rules(voting, terms_of)),
        start=voting.votes.start.tolist(),
        is_learned=isinstance(voting.votes, LearnedVotes),
        order=by_count if model.tie_break == "majority" else labels,
        draw=draw if model.tie_break == "random" else None,
        target=model.target_name_,
        threshold=None if model.threshold_ is None else tuple(model.threshold_[1:]),
    )


def _features(rules: RuleSet) -> tuple[Feature, ...]:
    scaling = rules.scaling
    ranges = zip(scaling.low.tolist(), scaling.high.tolist(), strict=True)
    return tuple(
        Feature(name, low, high, column.values, column.is_ordered)
        for name, (low, high), column in zip(
            rules.feature_names, ranges, rules.encoding.columns, strict=True
        )
    )


def _plain_label(label: Any) -> Any:
    if not isinstance(label, (str, bool, int, float)):
        raise InputError(f"the class {label!r} is neither text nor a number; exports have no other")
    return label
