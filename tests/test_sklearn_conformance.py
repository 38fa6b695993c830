"""scikit-learn's own checks; none is expected to fail."""

from sklearn.utils.estimator_checks import parametrize_with_checks

from beta4ucs import Beta4UCSClassifier


@parametrize_with_checks([Beta4UCSClassifier()])
def test_scikit_learn_check(estimator, check):
    check(estimator)
