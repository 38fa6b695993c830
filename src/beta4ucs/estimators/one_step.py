"""A fit that happens in one step for whoever asks the estimator meanwhile, from another thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

Estimator = TypeVar("Estimator")
Method = TypeVar("Method", bound=Callable[..., Any])
# What a fit leaves in private. Other private names are of scikit-learn's tools, and stay.
LEARNED = frozenset(
    {"_built", "_learned_votes", "_population", "_stream", "_stream_params", "_weights_so_far"}
)


def in_one_step(fit: Method) -> Method:
    """Let a method `fit` learn in a copy, whose place the estimator takes when it has learned.

    Until then the estimator answers with its last model. A fit that fails leaves none.
    """

    @wraps(fit)
    def fit_a_copy(self: Any, *args: Any, **named: Any) -> Any:
        learner = _unfitted(self)
        try:
            fit(learner, *args, **named)
        except BaseException:
            self.__dict__ = _unfitted(self).__dict__
            raise
        self.__dict__ = learner.__dict__
        return self

    return cast(Method, fit_a_copy)


def as_it_is(estimator: Estimator) -> Estimator:
    """Return the model of this moment, which stays what it is if `in_one_step` ends meanwhile."""
    same: Estimator = object.__new__(type(estimator))
    same.__dict__ = estimator.__dict__
    return same


def _unfitted(estimator: Any) -> Any:
    fresh = object.__new__(type(estimator))
    fresh.__dict__ = {
        name: value
        for name, value in estimator.__dict__.items()
        if not name.endswith("_") and name not in LEARNED
    }
    return fresh
