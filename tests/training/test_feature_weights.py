"""How much features tell of the class."""

import numpy as np
import pytest
from sklearn.feature_selection import mutual_info_classif

from beta4ucs import Beta4UCSClassifier, InputError
from beta4ucs.data.encoding import ValueSet
from beta4ucs.estimators.rule_learner import WIDE, default_limit
from beta4ucs.training.feature_weights import LEAST, mutual_information, relief, weights_from


def xor_rows(n_rows=400, n_noise=18, seed=0):
    """The class is the XOR of the columns 3 and 7; all columns are bits."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 2, (n_rows, 2 + n_noise)).astype(float)
    return X, (X[:, 3] != X[:, 7]).astype(np.int64)


def plain_weights(given, X, codes, seed=0):
    return weights_from(given, X, codes, X.shape[1], (), seed)


def two_highest(weights):
    return sorted(np.argsort(weights)[-2:].tolist())


def asks(genes):
    """Whether conditions of beta4 rules leave a number out, or match it less than fully."""
    alpha, beta, low, high = np.moveaxis(genes, -1, 0)
    return (alpha > 1.0) | (beta > 1.0) | (low > 0.0) | (high < 1.0)


# ------------------------------------------------------------------ relief, mutual information


@pytest.mark.parametrize("seed", range(3))
def test_relief_sees_features_that_tell_the_class_together(seed):
    X, codes = xor_rows(seed=seed)
    weights = plain_weights("relief", X, codes)
    assert two_highest(weights) == [3, 7]
    others = np.delete(weights, [3, 7])
    assert min(weights[3], weights[7]) > 3 * others.max()


def test_mutual_information_does_not():
    X, codes = xor_rows()
    scores = mutual_information(X, np.zeros(20, dtype=bool), codes, 0)
    assert np.abs(scores).max() < 0.02
    # and it does see what tells the class alone
    scores = mutual_information(X, np.zeros(20, dtype=bool), X[:, 5].astype(np.int64), 0)
    assert scores[5] == pytest.approx(np.log(2), abs=0.01)
    assert np.abs(np.delete(scores, 5)).max() < 0.02


@pytest.mark.parametrize("given", ["relief", "mutual_info"])
def test_numbers_and_categories_alike(given):
    rng = np.random.default_rng(1)
    numbers = rng.random((600, 4))
    letters = rng.integers(0, 6, (600, 3))
    codes = ((numbers[:, 1] > 0.6) | (letters[:, 2] == 4)).astype(np.int64)
    inputs = np.column_stack([numbers, np.full((600, 3), np.nan), letters])
    sets = [ValueSet(4 + i, tuple("abcdef"), False, False) for i in range(3)]
    weights = weights_from(given, inputs, codes, 7, sets, 0)
    assert two_highest(weights) == [1, 6]
    assert min(weights[[1, 6]]) > 2 * np.delete(weights, [1, 6]).max()


def test_categories_have_no_order():
    """Far places differ no more than near ones."""
    rng = np.random.default_rng(2)
    places = rng.integers(0, 8, (300, 3)).astype(float)
    codes = np.isin(places[:, 0], [0, 5]).astype(np.int64)
    is_category = np.ones(3, dtype=bool)
    renamed = places.copy()
    renamed[:, 0] = rng.permutation(8)[places[:, 0].astype(int)]
    for score in (relief, mutual_information):
        np.testing.assert_allclose(
            score(places, is_category, codes, 0), score(renamed, is_category, codes, 0)
        )


def test_mutual_information_is_that_of_scikit_learn_where_bins_do_not_matter():
    rng = np.random.default_rng(3)
    places = rng.integers(0, 4, (500, 3))
    codes = np.where(rng.random(500) < 0.4, places[:, 1] % 3, rng.integers(0, 3, 500))
    scores = mutual_information(places.astype(float), np.ones(3, dtype=bool), codes, 0)
    expected = mutual_info_classif(places, codes, discrete_features=True)
    by_chance = 3 * 2 / (2 * 500)  # (values - 1) (classes - 1) / 2 rows
    np.testing.assert_allclose(scores, expected - by_chance, atol=1e-12)


def test_missing_values_tell_the_class_too():
    rng = np.random.default_rng(4)
    numbers = rng.random((300, 3))
    codes = rng.integers(0, 2, 300)
    numbers[codes == 1, 2] = np.nan
    scores = mutual_information(numbers, np.zeros(3, dtype=bool), codes, 0)
    assert np.argmax(scores) == 2
    assert scores[2] > 0.5


@pytest.mark.parametrize("score", [relief, mutual_information])
def test_columns_without_values_or_variety_tell_nothing(score):
    rng = np.random.default_rng(5)
    X = np.column_stack([np.full(80, np.nan), np.full(80, 0.5), rng.random(80)])
    scores = score(X, np.zeros(3, dtype=bool), (X[:, 2] > 0.5).astype(np.int64), 0)
    assert scores[:2].tolist() == [0.0, 0.0]
    assert scores[2] > 0.1


def test_relief_of_many_rows_looks_at_some(monkeypatch):
    monkeypatch.setattr("beta4ucs.training.feature_weights.RELIEF_ROWS", 500)
    X, codes = xor_rows(1200)
    weights = plain_weights("relief", X, codes, seed=1)
    assert two_highest(weights) == [3, 7]
    np.testing.assert_array_equal(weights, plain_weights("relief", X, codes, seed=1))
    assert (weights != plain_weights("relief", X, codes, seed=2)).any()


def test_relief_does_not_depend_on_the_order_in_which_columns_are_added_up():
    """To the last bit: another order is what another processor or version of numpy may take."""
    rng = np.random.default_rng(6)
    X = rng.integers(0, 4, (300, 20)) / 3.0  # many rows are equally far away, but for rounding
    codes = ((X[:, 0] > 0.5) ^ (X[:, 12] > 0.5)).astype(np.int64)
    scores = relief(X, np.zeros(20, dtype=bool), codes, 0)
    for _ in range(5):
        order = rng.permutation(20)
        again = relief(X[:, order], np.zeros(20, dtype=bool), codes, 0)
        np.testing.assert_array_equal(again, scores[order])


def test_relief_with_a_class_of_one_row():
    X, codes = xor_rows(200)
    codes[17] = 2
    assert two_highest(plain_weights("relief", X, codes)) == [3, 7]


# ------------------------------------------------------------------ weights


def test_weights_of_the_user():
    X, codes = np.zeros((20, 4)), np.arange(20) % 2
    weights = plain_weights([1, 0, 4, 3], X, codes)
    np.testing.assert_allclose(weights, [0.5, LEAST, 2.0, 1.5])
    assert plain_weights(np.zeros(4), X, codes) is None  # nothing to go by
    np.testing.assert_allclose(plain_weights([7.0] * 4, X, codes), 1.0)


@pytest.mark.parametrize(
    "given",
    [[1.0], [1.0, 2.0, 3.0, -1.0], [1.0, np.nan, 1.0, 1.0], [np.inf] * 4, [[1.0] * 4]],
    ids=str,
)
def test_bad_weights(given):
    with pytest.raises(InputError, match="feature_weights must be 4 numbers of at least 0"):
        plain_weights(given, np.zeros((20, 4)), np.arange(20) % 2)


def test_an_unknown_score():
    message = 'feature_weights must be None, "relief", "mutual_info" or a number .* got \'chi2\''
    with pytest.raises(InputError, match=message):
        plain_weights("chi2", *xor_rows(20))


def test_weights_steer_what_rules_ask_about():
    X, codes = xor_rows(200, n_noise=8)
    model = Beta4UCSClassifier(n_epochs=10, random_state=0, max_rules=300)
    shares = {}
    for given in (None, "relief"):
        rules = model.set_params(feature_weights=given).fit(X, codes).population_
        assert (model.feature_weights_ is None) == (given is None)
        is_asked = asks(rules.genes)
        shares[given] = is_asked[:, [3, 7]].sum() / is_asked.sum()
    assert model.feature_weights_.shape == (10,)
    assert model.feature_weights_[[3, 7]].min() > 2.0
    assert shares["relief"] > 1.5 * shares[None]


# ------------------------------------------------------------------ the limit


def test_narrow_tables_have_no_limit():
    assert default_limit(WIDE, 10**6) == 0
    assert default_limit(35, 100) == 0  # the widest of the article


def test_the_limit_grows_with_the_rows():
    limits = [default_limit(WIDE + 1, n_rows) for n_rows in (1, 2, 10, 100, 1024, 1025, 10**6)]
    assert limits == [2, 2, 4, 7, 10, 11, 20]
    assert default_limit(10_000, 100) == 7


@pytest.mark.parametrize(("given", "most"), [("auto", 7), (3, 3), (None, 50)])
def test_rules_of_wide_tables_ask_about_few_features(given, most):
    X, codes = xor_rows(100, n_noise=48)
    model = Beta4UCSClassifier(n_epochs=3, random_state=0, max_conditions=given).fit(X, codes)
    n_conditions = asks(model.population_.genes).sum(axis=1)
    assert most / 2 < n_conditions.max() <= most
