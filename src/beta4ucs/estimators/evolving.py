"""From checked rows to evolved rules: what `fit` of `EvolvedRulesClassifier` asks for."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone

from beta4ucs.errors import InputError
from beta4ucs.estimators.beta4_ucs import Beta4UCSClassifier
from beta4ucs.estimators.expert_knowledge import constraints_of
from beta4ucs.estimators.rule_learner import RuleLearner
from beta4ucs.training.interruption import Interruption

if TYPE_CHECKING:
    from beta4ucs.estimators.evolved_rules import EvolvedRulesClassifier
    from beta4ucs.evolved_rules.constraints import Constraints
    from beta4ucs.evolved_rules.learning import EvolvedRules, Table
    from beta4ucs.evolved_rules.populations import Breed

POPULATION_SIZE = 500  # copies of rules in one of the default learner's populations

print_now = partial(print, flush=True)


def evolve(model: EvolvedRulesClassifier, params: Mapping[str, Any], table: Table) -> EvolvedRules:
    """Let populations evolve and put rule lists together; Ctrl-C ends it early."""
    from beta4ucs.evolved_rules.jobs import Workers
    from beta4ucs.evolved_rules.learning import evolve_rules
    from beta4ucs.evolved_rules.settings import Settings

    settings = Settings(
        n_populations=params["n_populations"], max_conditions=params["max_conditions"]
    )
    breed, asked = _breed(model, params)
    tell = print_now if model.verbose else None
    with Interruption() as interruption, interruption.on_hold():
        workers = Workers(model.n_jobs, params["max_time"], tell, lambda: interruption.is_requested)
        evolved = evolve_rules(table, breed, model.seed_, settings, workers, asked)
    model.interrupted_ = interruption.is_requested
    if model.interrupted_:
        _warn_of_interruption()
    return evolved


def own_learner(given: Any) -> RuleLearner:
    """Return an unfitted learner of populations: a copy of what is given, or the default."""
    if given is None:
        return Beta4UCSClassifier(max_rules=POPULATION_SIZE)
    if not isinstance(given, RuleLearner):
        raise InputError(
            f"learner must be a Beta4UCSClassifier, FuzzyUCSClassifier or UCSClassifier, got "
            f"{given!r}"
        )
    own: RuleLearner = clone(given)
    return own


def _breed(model: EvolvedRulesClassifier, params: Mapping[str, Any]) -> tuple[Breed, Constraints]:
    """What the populations have in common, as the learner says, and what experts ask of rules."""
    from beta4ucs.evolved_rules.populations import Breed

    learner = own_learner(model.learner).set_params(
        max_conditions=params["max_conditions"], missing=params["missing"]
    )
    if learner.callbacks:
        warnings.warn(
            "callbacks of the learner are not called: there are several populations, and some "
            "evolve in other processes. To watch one, fit the learner itself",
            UserWarning,
            stacklevel=5,
        )
    learner.encoding_, learner.n_features_in_ = model.encoding_, model.n_features_in_
    told = learner._checked_params()
    n_rows = int(model.class_counts_.sum())
    model.representation_ = learner._suited(told, learner._representation(told), n_rows)
    asked = constraints_of(model)
    if asked.excluded:
        learner.feature_weights_ = np.ones(model.n_features_in_)
        learner.feature_weights_[list(asked.excluded)] = 0.0
    breed = Breed(
        model.representation_,
        learner._credit(),
        learner._config(told, n_rows),
        learner._features(told),
        None if asked.kept is None else asked.kept.rules,
    )
    return breed, asked


def _warn_of_interruption() -> None:
    from beta4ucs.training.loop import TrainingInterrupted

    warnings.warn(
        "training was interrupted; the model has rules of the populations and rule lists that "
        "had been begun",
        TrainingInterrupted,
        stacklevel=5,
    )
