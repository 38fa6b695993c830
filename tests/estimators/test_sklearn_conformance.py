"""scikit-learn's own checks; none is expected to fail."""

import pytest
from sklearn.utils.estimator_checks import estimator_checks_generator, parametrize_with_checks

from beta4ucs import (
    Beta4UCSClassifier,
    EvolvedRulesClassifier,
    FuzzyUCSClassifier,
    UCSClassifier,
)
from beta4ucs.hyperparameters import CONDITIONS
from beta4ucs.representations.contract import kind_of

# Those in which conditions matter: rows of odd shapes and values, answers, copies.
FOR_EVERY_REPRESENTATION = (
    "check_classifiers_train",
    "check_classifiers_classes",
    "check_fit2d_1feature",
    "check_fit2d_1sample",
    "check_estimators_pickle",
    "check_methods_sample_order_invariance",
    "check_methods_subset_invariance",
    "check_fit_idempotent",
    "check_dict_unchanged",
)


@parametrize_with_checks(
    [EvolvedRulesClassifier(), Beta4UCSClassifier(), UCSClassifier(), FuzzyUCSClassifier()]
)
def test_scikit_learn_check(estimator, check):
    check(estimator)


@pytest.mark.parametrize("name", CONDITIONS)
def test_every_representation(name):
    is_crisp = getattr(kind_of(name), "matches_crisply", False)
    kind = UCSClassifier if is_crisp else FuzzyUCSClassifier
    checks = [
        (estimator, check)
        for estimator, check in estimator_checks_generator(kind(representation=name))
        if check.func.__name__ in FOR_EVERY_REPRESENTATION
    ]
    assert {check.func.__name__ for _, check in checks} == set(FOR_EVERY_REPRESENTATION)
    for estimator, check in checks:
        check(estimator)
