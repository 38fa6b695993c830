"""Which estimator learns, with which conditions: `--system`, `--representation` and their flags."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from beta4ucs.cli.hyperparameter_options import CONDITION_ROWS, LEFT_OUT
from beta4ucs.cli.messages import UsageError
from beta4ucs.cli.option_values import check_option, flag_of
from beta4ucs.errors import InputError, did_you_mean
from beta4ucs.hyperparameters import (
    CONTROL,
    EVOLVED_RULES,
    LEARNING,
    SYSTEMS,
    TABLES,
    Hyperparameter,
)
from beta4ucs.hyperparameters.evolved_rules import SYSTEM as EVOLVED

BETA4_UCS, UCS, FUZZY_UCS = SYSTEMS
FIRST_CHOICE = {BETA4_UCS: "beta4", UCS: "hyperrectangle", FUZZY_UCS: "triangle"}


@dataclass(frozen=True)
class EstimatorChoice:
    """One of the article's learners, a representation and what they are told; all checked."""

    system: str
    representation: Any  # an instance
    parameters: dict[str, Any]  # of the estimator, without those of the representation
    has_epochs = True

    @property
    def title(self) -> str:
        """What learns, and what its conditions look like."""
        return f"{self.system} with {self.representation.name}"

    @property
    def all_parameters(self) -> dict[str, Any]:
        """Hyperparameters of learning and of conditions by name."""
        return self.parameters | self.representation._asdict()

    def estimator(self, **changes: Any) -> Any:
        """Make the estimator, with some of its parameters changed."""
        import beta4ucs
        from beta4ucs.estimators.evolution import nested_parameters

        if self.system == BETA4_UCS:
            return beta4ucs.Beta4UCSClassifier(**nested_parameters(self.all_parameters | changes))
        kind = beta4ucs.UCSClassifier if self.system == UCS else beta4ucs.FuzzyUCSClassifier
        return kind(
            representation=self.representation, **nested_parameters(self.parameters | changes)
        )

    def least(self) -> Any:
        """Make one that learns as little as possible: it compiles what learning needs."""
        return self.estimator(n_epochs=1, early_stopping=False, feature_weights=None)


@dataclass(frozen=True)
class EvolvedRulesChoice:
    """Several populations, one list of rules; what it is told is checked."""

    parameters: dict[str, Any]
    system = EVOLVED
    has_epochs = False
    title = "evolved rules with learned votes"

    @property
    def all_parameters(self) -> dict[str, Any]:
        """Hyperparameters by name."""
        return self.parameters

    def estimator(self, **changes: Any) -> Any:
        """Make the estimator, with some of its parameters changed."""
        import beta4ucs

        return beta4ucs.EvolvedRulesClassifier(**(self.parameters | changes))

    def least(self) -> Any:
        """Make one that learns as little as possible: it compiles what learning needs."""
        knowledge = ("exclude_features", "not_together", "monotone", "keep_rules")
        return self.estimator(n_populations=1, **dict.fromkeys(knowledge))


Choice = EstimatorChoice | EvolvedRulesChoice


def choose_estimator(system: str, representation: str | None, given: Mapping[str, Any]) -> Choice:
    """Make sense of the flags, or raise `UsageError` that says which do not go together."""
    if system == EVOLVED:
        return _evolved_rules(representation, given)
    for name in given:
        if name in EVOLVED_RULES and name not in TABLES:
            raise UsageError(f"{flag_of(name)} goes with --system {EVOLVED}, not with {system}")
    return _learner(system, representation, given)


def _evolved_rules(representation: str | None, given: Mapping[str, Any]) -> EvolvedRulesChoice:
    if representation is not None:
        _refuse(_kind_of(representation), EVOLVED)
    for name in given:
        if name not in EVOLVED_RULES:
            owners = LEARNING[name].systems if name in LEARNING else ()
            raise UsageError(f"{flag_of(name)} goes with {_named(owners or SYSTEMS, EVOLVED)}")
    told = {name: row.check(row.default) for name, row in EVOLVED_RULES.items()}
    told |= {name: check_option(EVOLVED_RULES[name], value) for name, value in given.items()}
    return EvolvedRulesChoice(_without(LEFT_OUT, told))


def _refuse(kind: Any, system: str) -> NoReturn:
    right = _named(systems_of(kind), system)
    raise UsageError(f"representation '{kind.name}' goes with {right}")


def _named(systems: Iterable[str], other: str) -> str:
    *most, last = [f"--system {one}" for one in systems]
    right = f"{', '.join(most)} or {last}" if most else last
    return f"{right}, not with {other}"


def _without(names: Container[str], told: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in told.items() if name not in names}


def _learner(system: str, representation: str | None, given: Mapping[str, Any]) -> EstimatorChoice:
    text, own = _with_own_values(representation or FIRST_CHOICE[system])
    kind = _kind_of(text)
    if system not in systems_of(kind):
        _refuse(kind, system)
    learning = {name: value for name, value in given.items() if name not in CONDITION_ROWS}
    for name, value in learning.items():
        if name in LEARNING and name not in SYSTEMS[system]:
            raise UsageError(f"{flag_of(name)} goes with {_named(LEARNING[name].systems, system)}")
        if name in LEARNING:
            learning[name] = check_option(LEARNING[name], value)
    rows = {**SYSTEMS[system], **TABLES, **CONTROL}
    # accuracies are tracked or not as other options ask for
    left_out = {"track_accuracy", *LEFT_OUT}
    defaults = _without(left_out, {name: row.check(row.default) for name, row in rows.items()})
    conditions = {name: value for name, value in given.items() if name in CONDITION_ROWS}
    instance = _replaced(_instance(kind, conditions), own)
    return EstimatorChoice(system, instance, defaults | learning)


def _with_own_values(text: str) -> tuple[str, dict[str, float]]:
    """Split 'own.py:Own(width=0.3)' into the class and its hyperparameters."""
    name, _, rest = text.partition("(")
    if ".py" not in name or not rest:
        return text, {}
    try:
        call = ast.parse(f"own({rest}", mode="eval").body
        if not isinstance(call, ast.Call) or call.args:
            raise ValueError("values without names")
        values = {str(word.arg): ast.literal_eval(word.value) for word in call.keywords}
        return name, {word: float(value) for word, value in values.items()}
    except (SyntaxError, ValueError, TypeError):
        raise UsageError(f"'({rest}' is not like '(width=0.3, step=0.1)'") from None


def _replaced(instance: Any, values: Mapping[str, float]) -> Any:
    for name in values:
        if name not in instance._fields:
            hint = did_you_mean(name, instance._fields)
            raise UsageError(f"representation '{instance.name}' has no '{name}'{hint}")
    return instance._replace(**values)


def _kind_of(text: str) -> Any:
    from beta4ucs.representations import contract
    from beta4ucs.representations.own_file import names_a_file, representation_in

    if names_a_file(text):
        return representation_in(text)
    try:
        return contract.kind_of(text)
    except InputError:
        hint = did_you_mean(text, contract.names())
        raise UsageError(f"there is no representation '{text}'{hint}") from None


def systems_of(kind: Any) -> list[str]:
    """The systems that a representation goes with."""
    goes_with = {
        BETA4_UCS: kind.name == FIRST_CHOICE[BETA4_UCS],
        UCS: getattr(kind, "matches_crisply", False),
        FUZZY_UCS: True,
    }
    return [system for system, goes in goes_with.items() if goes]


def _instance(kind: Any, given: Mapping[str, Any]) -> Any:
    table: Mapping[str, Hyperparameter] = getattr(kind, "parameters", {})
    values = {}
    for name, value in given.items():
        if name not in kind._fields:
            flags = [flag_of(field) for field in kind._fields if field in CONDITION_ROWS]
            has = f"it has {', '.join(flags)}" if flags else "it has none"
            raise UsageError(f"representation '{kind.name}' has no {flag_of(name)}; {has}")
        values[name] = check_option(table.get(name, CONDITION_ROWS[name]), value)
    return kind(**values)
