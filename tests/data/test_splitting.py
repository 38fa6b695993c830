"""Sizes and laws of the article's splits."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beta4ucs.data.splitting import fold_split, shuffle_split, stratified_split

seeds = st.integers(1, 2**32)


@pytest.mark.parametrize(
    ("n_rows", "share", "n_tested"),
    [
        (178, 0.9, 18), (80, 0.9, 8), (151, 0.9, 16), (1000, 0.9, 100), (6000, 0.9, 600),
        (178, 0.8, 36), (80, 0.8, 16), (151, 0.8, 31), (370, 0.7, 111),
    ],
)  # fmt: skip
def test_the_share_to_learn_from_is_rounded_down(n_rows, share, n_tested):
    learned, tested = shuffle_split(n_rows, share, seed=3)
    assert (len(learned), len(tested)) == (n_rows - n_tested, n_tested)


@given(st.integers(2, 3000), st.integers(1, 99), seeds)
def test_a_shuffle_split_is_exact_and_uses_every_row_once(n_rows, percent, seed):
    learned, tested = shuffle_split(n_rows, percent / 100, seed)
    assert len(learned) == percent * n_rows // 100
    assert sorted([*learned, *tested]) == list(range(n_rows))


def test_a_share_may_be_a_fraction():
    assert len(shuffle_split(9, Fraction(1, 3), seed=1)[0]) == 3


def test_the_seed_decides():
    first, again, other = (shuffle_split(50, 0.9, seed)[1].tolist() for seed in (1, 1, 2))
    assert first == again
    assert first != other


# Class sizes of the article's files, and the test rows that its stratified table implies.
@pytest.mark.parametrize(
    ("sizes", "n_tested"),
    [
        ([49, 50, 52], 15),  # tae
        ([143, 77, 52, 35, 20, 5, 2, 2], 33),  # ecl
        ([463, 429, 244, 163, 51, 44, 35, 30, 20, 5], 147),  # yst
        ([65, 98, 204, 72, 166, 199, 94], 90),  # frt
        ([516, 445], 97),  # mam
        ([20, 20, 20, 88, 44, 20, 20, 92, 20, 20, 20, 44, 20, 91, 91, 15, 14, 16, 8], 67),  # soy
    ],
)
def test_stratified_sizes_are_those_the_article_implies(sizes, n_tested):
    labels = np.repeat(np.arange(len(sizes)), sizes)
    learned, tested = stratified_split(labels, 0.9, seed=7)
    assert len(tested) == n_tested
    assert sorted([*learned, *tested]) == list(range(len(labels)))


@given(st.lists(st.integers(0, 3), min_size=1, max_size=200), seeds)
def test_every_class_is_cut_to_the_nearest_row(labels, seed):
    labels = np.array(labels)
    learned, tested = stratified_split(labels, 0.9, seed)
    assert sorted([*learned, *tested]) == list(range(len(labels)))
    for label in np.unique(labels):
        n = int((labels == label).sum())
        n_learned = int((labels[learned] == label).sum())
        assert n_learned == round(Fraction(9, 10) * n)  # half a row: to the even number


def test_a_stratified_split_is_in_random_order():
    labels = np.repeat([0, 1], 50)
    learned, _ = stratified_split(labels, 0.9, seed=1)
    assert 10 < labels[learned][:45].sum() < 35  # not one class after the other
    assert learned.tolist() != stratified_split(labels, 0.9, seed=2)[0].tolist()


@given(st.integers(10, 400), st.integers(2, 10))
def test_folds_have_equal_sizes_and_share_no_row(n_rows, n_folds):
    splits = [fold_split(n_rows, n_folds, seed) for seed in range(1, n_folds + 1)]
    tested = np.concatenate([rows for _, rows in splits])
    assert {len(rows) for _, rows in splits} == {n_rows // n_folds}
    assert len(set(tested.tolist())) == len(tested) == n_rows - n_rows % n_folds
    for learned, rows in splits:
        assert sorted([*learned, *rows]) == list(range(n_rows))


@pytest.mark.parametrize(("n_rows", "size"), [(178, 17), (80, 8), (151, 15), (336, 33)])
def test_ten_folds_of_the_articles_data(n_rows, size):
    assert [len(fold_split(n_rows, 10, seed)[1]) for seed in range(1, 11)] == [size] * 10


def test_folds_of_a_repetition_share_an_order_and_the_next_repetition_has_another():
    left_over = [
        set(range(178)) - {row for seed in seeds for row in fold_split(178, 10, seed)[1].tolist()}
        for seeds in (range(1, 11), range(11, 21), range(21, 31))
    ]
    assert [len(rows) for rows in left_over] == [8, 8, 8]
    first, second, third = (fold_split(178, 10, seed)[1].tolist() for seed in (1, 11, 21))
    assert first != second != third != first
    assert fold_split(178, 10, 4)[1].tolist() == fold_split(178, 10, 4)[1].tolist()
