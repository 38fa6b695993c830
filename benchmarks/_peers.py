"""The systems of the accuracy benchmark by name: ours and the others, with their defaults.

A system is a function of the seed that makes an unfitted classifier for frames with categories and
missing values and for class codes 0, 1, ...; to add one, add a line to SYSTEMS. Defaults for
everyone, one core each:

EBM                  interpret; takes categories and missing values as they are.
RF                   scikit-learn's random forest; categories one-hot, missing numbers as they are.
HistGB, XGBoost      take categories and missing values as they are.
SVM                  RBF kernel, numbers standardised, categories one-hot, missing numbers by their
                     median and a column that says so; probabilities by cross-validated calibration.
logistic regression  the same columns as for SVM; 1,000 iterations.
FIGS, RuleFit        imodels; the same columns, not standardised. Several classes: each against the
                     rest.

Missing categories are a category of their own where they are one-hot.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.compose import ColumnTransformer, make_column_selector
from sklearn.impute import SimpleImputer
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

Maker = Callable[[int], Any]
Size = tuple[int, float, int]  # rules, mean and largest number of their conditions
NO_RULES: Size = (0, 0.0, 0)


@dataclass(frozen=True)
class System:
    """A way to learn: `make` takes the seed, `size` says how large a fitted model is."""

    make: Maker
    package: str
    size: Callable[[Any], Size] = lambda model: NO_RULES
    is_compiled: bool = False  # ours: kernels are compiled or loaded before the clock starts


# ---------------------------------------------------------------------- columns


def _columns(numbers: Any) -> ColumnTransformer:
    is_category = make_column_selector(dtype_include="category")
    is_number = make_column_selector(dtype_exclude="category")
    one_hot = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    return ColumnTransformer([("numbers", numbers, is_number), ("names", one_hot, is_category)])


def _filled() -> Pipeline:
    return make_pipeline(SimpleImputer(strategy="median", add_indicator=True))


def _standardised() -> Pipeline:
    return make_pipeline(SimpleImputer(strategy="median", add_indicator=True), StandardScaler())


# ---------------------------------------------------------------------- peers


def _ebm(seed: int) -> Any:
    from interpret.glassbox import ExplainableBoostingClassifier

    return ExplainableBoostingClassifier(random_state=seed, n_jobs=1)


def _forest(seed: int) -> Any:
    from sklearn.ensemble import RandomForestClassifier

    return make_pipeline(_columns("passthrough"), RandomForestClassifier(random_state=seed))


def _hist_gb(seed: int) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier

    return HistGradientBoostingClassifier(categorical_features="from_dtype", random_state=seed)


def _xgboost(seed: int) -> Any:
    from xgboost import XGBClassifier

    return XGBClassifier(enable_categorical=True, random_state=seed, n_jobs=1)


def _svm(seed: int) -> Any:
    from sklearn.calibration import CalibratedClassifierCV
    from sklearn.model_selection import StratifiedKFold
    from sklearn.svm import SVC

    # SVC(probability=True) is deprecated; scikit-learn names this in its place
    folds = StratifiedKFold(5, shuffle=True, random_state=seed)
    calibrated = CalibratedClassifierCV(SVC(random_state=seed), ensemble=False, cv=folds)
    return make_pipeline(_columns(_standardised()), calibrated)


def _logistic(seed: int) -> Any:
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(max_iter=1000, random_state=seed)
    return make_pipeline(_columns(_standardised()), model)


class EachAgainstTheRest(ClassifierMixin, BaseEstimator):
    """A two-class model as it is for two classes; one for each of several, shares normalised."""

    def __init__(self, estimator: Any = None) -> None:
        self.estimator = estimator

    def fit(self, X: np.ndarray, y: np.ndarray) -> EachAgainstTheRest:
        self.classes_ = np.unique(y)
        asked = self.classes_[1:] if len(self.classes_) == 2 else self.classes_
        self.models_ = [clone(self.estimator).fit(X, (y == label).astype(int)) for label in asked]
        return self

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        shares = np.column_stack([model.predict_proba(X)[:, 1] for model in self.models_])
        if shares.shape[1] == 1:
            return np.hstack([1.0 - shares, shares])
        total = shares.sum(axis=1, keepdims=True)
        equal = np.full_like(shares, 1.0 / shares.shape[1])
        return np.divide(shares, total, out=equal, where=total > 0.0)

    def predict(self, X: np.ndarray) -> np.ndarray:
        return self.classes_[np.argmax(self.predict_proba(X), axis=1)]


def _figs(seed: int) -> Any:
    from imodels import FIGSClassifier

    model = FIGSClassifier(random_state=seed)
    return make_pipeline(_columns(_filled()), EachAgainstTheRest(model))


def _rule_fit(seed: int) -> Any:
    from imodels import RuleFitClassifier

    model = RuleFitClassifier(random_state=seed)
    return make_pipeline(_columns(_filled()), EachAgainstTheRest(model))


def _figs_size(model: Any) -> Size:
    """Every leaf of every tree is a rule."""
    depths = [
        depth for part in model[-1].models_ for tree in part.trees_ for depth in _depths(tree)
    ]
    return _size(depths)


def _depths(node: Any, depth: int = 0) -> list[int]:
    if node.left is None and node.right is None:
        return [depth]
    return [*_depths(node.left, depth + 1), *_depths(node.right, depth + 1)]


def _rule_fit_size(model: Any) -> Size:
    """Terms with a weight; a linear one counts as a condition."""
    tables = [part.visualize() for part in model[-1].models_]
    return _size([1 + str(rule).count(" and ") for table in tables for rule in table["rule"]])


# ---------------------------------------------------------------------- ours


def _beta4ucs(seed: int) -> Any:
    from beta4ucs import Beta4UCSClassifier

    return Beta4UCSClassifier(random_state=seed)


def _evolved(**options: Any) -> Maker:
    def make(seed: int) -> Any:
        from beta4ucs import EvolvedRulesClassifier

        return EvolvedRulesClassifier(random_state=seed, **{"n_jobs": 1, **options})

    return make


def _our_size(model: Any) -> Size:
    return _size([rule.n_conditions for rule in model.rules_])


def _size(conditions: list[int]) -> Size:
    return (len(conditions), fmean(conditions), max(conditions)) if conditions else NO_RULES


# ---------------------------------------------------------------------- by name

OURS, SMALLEST, TWO_JOBS = "EvolvedRules", "EvolvedRules smallest", "EvolvedRules two jobs"
SYSTEMS = {
    "logistic regression": System(_logistic, "scikit-learn"),
    "HistGB": System(_hist_gb, "scikit-learn"),
    "XGBoost": System(_xgboost, "xgboost"),
    "RF": System(_forest, "scikit-learn"),
    "SVM": System(_svm, "scikit-learn"),
    "FIGS": System(_figs, "imodels", _figs_size),
    "RuleFit": System(_rule_fit, "imodels", _rule_fit_size),
    "EBM": System(_ebm, "interpret-core"),
    "Beta4UCS": System(_beta4ucs, "beta4ucs", _our_size, is_compiled=True),
    OURS: System(_evolved(), "beta4ucs", _our_size, is_compiled=True),
    SMALLEST: System(_evolved(size="smallest"), "beta4ucs", _our_size, is_compiled=True),
    TWO_JOBS: System(_evolved(n_jobs=2), "beta4ucs", _our_size, is_compiled=True),
}
PEERS = tuple(SYSTEMS)[:8]
