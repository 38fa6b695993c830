"""Which estimator learns, with which conditions: `--system`, `--representation` and their flags."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from beta4ucs.cli.hyperparameter_options import CONDITION_ROWS
from beta4ucs.cli.messages import UsageError
from beta4ucs.cli.option_values import check_option, flag_of
from beta4ucs.errors import InputError, did_you_mean
from beta4ucs.hyperparameters import LEARNING, SYSTEMS, Hyperparameter

BETA4_UCS, UCS, FUZZY_UCS = SYSTEMS
FIRST_CHOICE = {BETA4_UCS: "beta4", UCS: "hyperrectangle", FUZZY_UCS: "triangle"}


@dataclass(frozen=True)
class EstimatorChoice:
    """A system, a representation and what they are told; all checked."""

    system: str
    representation: Any  # an instance
    parameters: dict[str, Any]  # of the estimator, without those of the representation

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


def choose_estimator(
    system: str, representation: str | None, given: Mapping[str, Any]
) -> EstimatorChoice:
    """Make sense of the flags, or raise `UsageError` that says which do not go together."""
    kind = _kind_of(representation or FIRST_CHOICE[system])
    if system not in systems_of(kind):
        right = " or ".join(f"--system {other}" for other in systems_of(kind))
        raise UsageError(f"representation '{kind.name}' goes with {right}, not with {system}")
    learning = {name: value for name, value in given.items() if name not in CONDITION_ROWS}
    for name, value in learning.items():
        if name in LEARNING and name not in SYSTEMS[system]:
            owners = " or ".join(f"--system {owner}" for owner in LEARNING[name].systems)
            raise UsageError(f"{flag_of(name)} goes with {owners}, not with {system}")
        if name in LEARNING:
            learning[name] = check_option(LEARNING[name], value)
    defaults = {name: row.default for name, row in SYSTEMS[system].items() if row.systems}
    conditions = {name: value for name, value in given.items() if name in CONDITION_ROWS}
    return EstimatorChoice(system, _instance(kind, conditions), defaults | learning)


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
