"""Models from files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from beta4ucs.errors import InputError, quoted
from beta4ucs.estimators.beta4_ucs import Beta4UCSClassifier
from beta4ucs.estimators.evolution import flat_parameters, nested_parameters
from beta4ucs.estimators.fuzzy_ucs import FuzzyUCSClassifier
from beta4ucs.estimators.parameters import seed_from
from beta4ucs.estimators.rule_learner import RuleLearner
from beta4ucs.estimators.ucs import UCSClassifier

CLASSES = {kind.__name__: kind for kind in (Beta4UCSClassifier, UCSClassifier, FuzzyUCSClassifier)}


def load(path: str | os.PathLike[str]) -> RuleLearner:
    """Read a model that `save` has written.

    Parameters
    ----------
    path : str or path
        The JSON file.

    Returns
    -------
    Beta4UCSClassifier, UCSClassifier or FuzzyUCSClassifier
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
        estimator = _estimator_of(model.estimator, model.parameters)
        estimator._adopt(model.representation)
        representation = estimator._representation(estimator._checked_params())
        is_same = type(representation) is type(model.representation)
        if not is_same or representation != model.representation:
            raise InputError("its parameters and its representation disagree")
        if model.credit != estimator._credit().name:
            raise InputError(f"{model.estimator} has no credit '{model.credit}'")
    except InputError as error:
        raise InputError(f"cannot use model file '{path}': {error}") from None
    return estimator._restore(model)


def _estimator_of(name: str, params: Mapping[str, Any]) -> RuleLearner:
    """Make the unfitted estimator that a file describes."""
    if name not in CLASSES:
        raise InputError(f"beta4ucs has no estimator '{name}'; it has {quoted(CLASSES)}")
    estimator = CLASSES[name]()
    known = set(flat_parameters(estimator.get_params(deep=False))) - {"callbacks", "representation"}
    unknown = set(params) - known
    if unknown:
        raise InputError(f"{name} has no parameter {quoted(sorted(unknown))}")
    estimator.set_params(**nested_parameters(params))
    seed_from(estimator.random_state)
    return estimator
