"""The matching degrees of rules as features for other models."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import TransformerMixin
from sklearn.utils.validation import check_is_fitted

from beta4ucs.errors import InputError


class RuleFeatures(TransformerMixin):
    """Makes a transformer of a model whose rules do not depend on the order of rows.

    The article's learners depend on it, so that fitted twice they give other features: they have
    `matching_degrees` only.
    """

    n_features_in_: int
    n_rules_: int
    matching_degrees: Any

    def transform(self, X: Any) -> np.ndarray:
        """Return how well each rule matches each row, as features for other models.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Rows in original units; NaN is a missing value.

        Returns
        -------
        ndarray of shape (n_samples, n_rules)
            As `matching_degrees`; a DataFrame after ``set_output(transform="pandas")``.

        Examples
        --------
        >>> from sklearn.datasets import load_wine
        >>> from sklearn.linear_model import LogisticRegression
        >>> from sklearn.pipeline import make_pipeline
        >>> from beta4ucs import EvolvedRulesClassifier
        >>> X, y = load_wine(return_X_y=True)
        >>> rules = EvolvedRulesClassifier(n_populations=2, random_state=1)
        >>> make_pipeline(rules, LogisticRegression()).fit(X, y).score(X, y) > 0.9
        True
        """
        degrees: np.ndarray = self.matching_degrees(X)
        return degrees

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """Name what `transform` gives: "rule1", "rule2" and so on, in the order of `rules_`.

        Parameters
        ----------
        input_features : array-like of str or None
            Must be the names that the model was trained with, if given.

        Returns
        -------
        ndarray of str
        """
        check_is_fitted(self)
        if input_features is not None:
            known = getattr(self, "feature_names_in_", None)
            if known is not None and list(input_features) != known.tolist():
                raise InputError("input_features is not equal to feature_names_in_")
            if len(input_features) != self.n_features_in_:
                raise InputError(
                    f"input_features should have length equal to {self.n_features_in_}, got "
                    f"{len(input_features)}"
                )
        return np.array([f"rule{place + 1}" for place in range(self.n_rules_)], dtype=object)
