"""A fit that happens in one step for whoever asks the estimator meanwhile, from another thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

Estimator = TypeVar("Estimator")
Arguments = ParamSpec("Arguments")
LEARNED = ("_population", "_built", "_stream", "_stream_params", "_learned_votes")


def in_one_step(
    fit: Callable[Concatenate[Estimator, Arguments], Estimator],
) -> Callable[Concatenate[Estimator, Arguments], Estimator]:
    """Let a method `fit` learn in a copy, whose place the estimator takes when it has learned.

    Until then the estimator answers with its last model. A fit that fails leaves none.
    """

    @wraps(fit)
    def fit_a_copy(self: Estimator, *args: Arguments.args, **named: Arguments.kwargs) -> Estimator:
        learner = _unfitted(self)
        try:
            fit(learner, *args, **named)
        except BaseException:
            self.__dict__ = _unfitted(self).__dict__
            raise
        self.__dict__ = learner.__dict__
        return self

    return fit_a_copy


def _unfitted(estimator: Any) -> Any:
    fresh = object.__new__(type(estimator))
    fresh.__dict__ = {
        name: value
        for name, value in estimator.__dict__.items()
        if not name.endswith("_") and name not in LEARNED
    }
    return fresh
