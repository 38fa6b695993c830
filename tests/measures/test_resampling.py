"""The corrected resampled t-test against numbers that were worked out by hand."""

import math

import numpy as np
import pytest
from scipy import stats

from beta4ucs import InputError
from beta4ucs.measures import resampled_mean


def test_it_is_the_formula_of_nadeau_and_bengio():
    values = np.array([0.03, -0.01, 0.02, 0.05, 0.0, 0.01, 0.02, 0.04, -0.02, 0.03])
    found = resampled_mean(values, 1 / 9)
    t = values.mean() / math.sqrt((1 / 10 + 1 / 9) * values.var(ddof=1))
    assert found.p_value == pytest.approx(2 * stats.t.sf(abs(t), 9))
    assert found.low < 0.0 < found.high
    assert stats.ttest_1samp(values, 0.0).pvalue < 0.05 < found.p_value  # what it is there for


def test_it_rarely_finds_what_is_not_there():
    """Folds of pure noise: the correction keeps false alarms near 5 %, the plain test does not."""
    rng = np.random.default_rng(1)
    n_corrected = n_plain = 0
    for _ in range(200):
        noise = rng.normal(size=200)
        means = [noise[part].mean() for _ in range(10) for part in _halves(rng)]
        n_corrected += resampled_mean(np.array(means), 1.0).p_value < 0.05
        n_plain += stats.ttest_1samp(means, 0.0).pvalue < 0.05
    assert n_corrected <= 20 < n_plain


def _halves(rng):
    order = rng.permutation(200)
    return order[:100], order[100:]


def test_edges():
    assert resampled_mean(np.zeros(5), 0.25) == (0.0, 0.0, 0.0, 1.0)
    assert resampled_mean(np.ones(5), 0.25).p_value == 0.0
    assert math.isnan(resampled_mean(np.array([0.5]), 0.25).p_value)
    with pytest.raises(InputError, match="at least one value"):
        resampled_mean(np.array([]), 0.25)
    with pytest.raises(InputError, match="test_ratio must be above 0"):
        resampled_mean(np.ones(3), 0.0)
