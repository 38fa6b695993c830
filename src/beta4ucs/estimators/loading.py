"""Models from files."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from beta4ucs.errors import InputError, quoted
from beta4ucs.estimators.beta4_ucs import Beta4UCSClassifier
from beta4ucs.estimators.evolution import flat_parameters, nested_parameters
from beta4ucs.estimators.evolved_rules import EvolvedRulesClassifier
from beta4ucs.estimators.fuzzy_ucs import FuzzyUCSClassifier
from beta4ucs.estimators.parameters import seed_from
from beta4ucs.estimators.rule_learner import RuleLearner
from beta4ucs.estimators.rule_model import RuleModel
from beta4ucs.estimators.ucs import UCSClassifier

if TYPE_CHECKING:
    from beta4ucs.model_file import Model

LEARNERS = {kind.__name__: kind for kind in (Beta4UCSClassifier, UCSClassifier, FuzzyUCSClassifier)}
CLASSES = (EvolvedRulesClassifier.__name__, *LEARNERS)


def load(path: str | os.PathLike[str]) -> RuleModel:
    """Read a model that `save` has written.

    Parameters
    ----------
    path : str or path
        The file, readable or compact.

    Returns
    -------
    EvolvedRulesClassifier, Beta4UCSClassifier, UCSClassifier or FuzzyUCSClassifier
        A fitted estimator that gives the same answers, to the last bit.

    Raises
    ------
    InputError
        If the file is not such a model; the text says why.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import beta4ucs
    >>> path = pathlib.Path(tempfile.mkdtemp(), "model.json")
    >>> model = beta4ucs.Beta4UCSClassifier(n_epochs=5, random_state=1)
    >>> model.fit([[0.1], [0.2], [0.8], [0.9]], ["low", "low", "high", "high"]).save(path)
    >>> beta4ucs.load(path).n_rules_ == model.n_rules_
    True
    """
    from beta4ucs.model_file import load_model

    model = load_model(path)
    try:
        if model.estimator == EvolvedRulesClassifier.__name__:
            estimator: RuleModel = _evolved_rules(model)
        else:
            estimator = _learner_of(model.estimator, model.parameters, model)
        return estimator._restore(model)
    except InputError as error:
        raise InputError(f"cannot use model file '{path}': {error}") from None


def _evolved_rules(model: Model) -> EvolvedRulesClassifier:
    """Make the unfitted estimator of a file, with its learner if it names one."""
    told = {k: v for k, v in model.parameters.items() if not k.startswith("learner__")}
    nested = {
        k.removeprefix("learner__"): model.parameters[k] for k in model.parameters.keys() - told
    }
    name = told.pop("learner", None)
    estimator = EvolvedRulesClassifier()
    _check_known(told, estimator.get_params(deep=False))
    estimator.set_params(**told)
    if name is not None:
        estimator.learner = _learner_of(name, nested, model)
    elif model.credit != estimator._credit().name:
        raise InputError(f"{model.estimator} has no credit '{model.credit}'")
    estimator._checked_params()
    seed_from(estimator.random_state)
    return estimator


def _learner_of(name: str, params: Mapping[str, Any], model: Model) -> RuleLearner:
    """Make the unfitted learner that a file describes."""
    if name not in LEARNERS:
        raise InputError(f"beta4ucs has no estimator '{name}'; it has {quoted(CLASSES)}")
    estimator = LEARNERS[name]()
    known = set(flat_parameters(estimator.get_params(deep=False))) - {"callbacks", "representation"}
    _check_known(params, known, name)
    estimator.set_params(**nested_parameters(params))
    seed_from(estimator.random_state)
    estimator._adopt(model.representation)
    representation = estimator._representation(estimator._checked_params())
    is_same = type(representation) is type(model.representation)
    if not is_same or representation != model.representation:
        raise InputError("its parameters and its representation disagree")
    if model.credit != estimator._credit().name:
        raise InputError(f"{name} has no credit '{model.credit}'")
    return estimator


def _check_known(given: Iterable[str], known: Container[str], name: str = "the estimator") -> None:
    unknown = sorted(one for one in given if one not in known)
    if unknown:
        raise InputError(f"{name} has no parameter {quoted(unknown)}")
