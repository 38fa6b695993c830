"""Classifiers that take numbers only, made to take tables: for `class` in a study's file."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.metaestimators import available_if

from beta4ucs.errors import InputError

N_FOLDS = 5  # of the cross-validation that calibrates


def _knows(method: str) -> Callable[[OneHot], bool]:
    """Whether the classifier of a trained pipeline has a method."""
    return lambda model: hasattr(model.pipeline_, method)


class OneHot(ClassifierMixin, BaseEstimator):
    """A classifier behind a one-hot encoding of categories and a filling of missing numbers.

    Categories become a column for each value, a missing one being a value of its own. Missing
    numbers become the median of their column, and a further column tells where they were.

    Parameters
    ----------
    classifier : str
        The class, as "package.module.Class".
    options : dict or None, default=None
        Its parameters.
    standardise : bool, default=False
        Bring numbers to mean 0 and variance 1.
    calibrate : bool, default=False
        Make probabilities of the classifier's scores, by 5-fold cross-validation. Each fold needs
        a row of each class: rows of a class with fewer than five are repeated until there are five.
    random_state : int or None, default=None
        Handed on, if the classifier takes one.

    Examples
    --------
    >>> import pandas as pd
    >>> X = pd.DataFrame({"colour": pd.Categorical(["red", "blue"] * 5), "size": [1, None] * 5})
    >>> OneHot("sklearn.tree.DecisionTreeClassifier").fit(X, [0, 1] * 5).predict(X.head(2))
    array([0, 1])
    """

    def __init__(
        self,
        classifier: str = "sklearn.ensemble.RandomForestClassifier",
        options: Mapping[str, Any] | None = None,
        standardise: bool = False,
        calibrate: bool = False,
        random_state: int | None = None,
    ) -> None:
        self.classifier = classifier
        self.options = options
        self.standardise = standardise
        self.calibrate = calibrate
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> OneHot:
        """Learn the encoding and the classifier."""
        from sklearn.pipeline import make_pipeline

        if not hasattr(X, "iloc"):
            raise InputError(
                f"OneHot takes a DataFrame, got {type(X).__name__}; in a study, its system needs "
                'inputs = "table"'
            )
        rows = _at_least(N_FOLDS, np.asarray(y)) if self.calibrate else slice(None)
        self.pipeline_ = make_pipeline(self._columns(), self._classifier())
        self.pipeline_.fit(X.iloc[rows], np.asarray(y)[rows])
        self.classes_ = self.pipeline_.classes_
        return self

    def predict(self, X: Any) -> np.ndarray:
        """Answer a class for each row."""
        return self.pipeline_.predict(X)

    @available_if(_knows("predict_proba"))  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> np.ndarray:
        """Probabilities of the classes; not all classifiers have them."""
        return self.pipeline_.predict_proba(X)

    @available_if(_knows("decision_function"))  # type: ignore[untyped-decorator]
    def decision_function(self, X: Any) -> np.ndarray:
        """Scores of the classes; not all classifiers have them."""
        return self.pipeline_.decision_function(X)

    def _columns(self) -> Any:
        from sklearn.compose import ColumnTransformer, make_column_selector
        from sklearn.impute import SimpleImputer
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import OneHotEncoder, StandardScaler

        names = ["category", "object"]
        filled = SimpleImputer(strategy="median", add_indicator=True, keep_empty_features=True)
        numbers = make_pipeline(filled, StandardScaler()) if self.standardise else filled
        one_hot = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
        return ColumnTransformer(
            [
                ("numbers", numbers, make_column_selector(dtype_exclude=names)),
                ("names", one_hot, make_column_selector(dtype_include=names)),
            ]
        )

    def _classifier(self) -> Any:
        from sklearn.calibration import CalibratedClassifierCV
        from sklearn.model_selection import StratifiedKFold

        module, _, name = self.classifier.rpartition(".")
        try:
            kind = getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError, ValueError):
            raise InputError(f"classifier '{self.classifier}' cannot be imported") from None
        seed = {"random_state": self.random_state}
        takes_seed = "random_state" in inspect.signature(kind).parameters
        model = kind(**(self.options or {}), **(seed if takes_seed else {}))
        if not self.calibrate:
            return model
        folds = StratifiedKFold(N_FOLDS, shuffle=True, random_state=self.random_state)
        return CalibratedClassifierCV(model, ensemble=False, cv=folds)


def _at_least(n: int, y: np.ndarray) -> np.ndarray:
    """All rows; those of a class with fewer than n once more in turn, until there are n."""
    of_classes = [np.flatnonzero(y == label) for label in np.unique(y)]
    more = [np.resize(rows, max(n - len(rows), 0)) for rows in of_classes]
    return np.concatenate([np.arange(len(y)), *more])
