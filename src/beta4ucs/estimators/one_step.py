"""A fit that happens in one step for whoever asks the estimator meanwhile, from another thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

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


def _unfitted(estimator: Any) -> Any:
    fresh = object.__new__(type(estimator))
    fresh.__dict__ = {
        name: value
        for name, value in estimator.__dict__.items()
        if not name.endswith("_") and name not in LEARNED
    }
    return fresh
