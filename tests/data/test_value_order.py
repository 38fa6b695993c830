"""The order of a category's values, against exact arithmetic and a decomposition by LAPACK."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from beta4ucs.data.encoding import Column, columns_of, numbers_of, reordered
from beta4ucs.data.value_order import order_values

LETTERS = "abcdefg"
# Small tables: rows of each value (down) and class (across).
tables = st.tuples(st.integers(3, 7), st.integers(2, 5)).flatmap(
    lambda size: arrays(np.int64, size, elements=st.integers(0, 9)).map(np.ndarray.tolist)
)
unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def rows_of(table):
    """Rows that have so many of each value (down) and class (across)."""
    places = [[value, label] for value, row in enumerate(table) for label in range(len(row))]
    raw, codes = np.repeat(places, np.ravel(table), axis=0).T
    return raw[:, None].astype(float), codes


def order_of(table):
    raw, codes = rows_of(table)
    (column,) = order_values(raw, [Column(tuple(LETTERS[: len(table)]))], codes)
    return "".join(column.values)


def shrunk_shares(table):
    """(counts + shares) / (rows + 1) - shares, exactly."""
    total = sum(map(sum, table))
    shares = [Fraction(sum(column), total) for column in zip(*table, strict=True)]
    return [
        [(n + share) / (sum(row) + 1) - share for n, share in zip(row, shares, strict=True)]
        for row in table
    ]


def test_values_with_like_classes_stand_next_to_each_other():
    assert order_of([[1, 9], [8, 2], [2, 8], [10, 0]]) == "acbd"


def test_columns_that_are_no_category_stay():
    raw, codes = rows_of([[1, 9], [8, 2], [2, 8], [10, 0]])
    columns = [Column(), Column(tuple("abcd"), is_ordered=True)]
    assert order_values(np.hstack([raw, raw]), columns, codes) == tuple(columns)


@unhurried
@given(tables)
def test_two_classes_are_ordered_by_the_exact_share_of_the_first(table):
    table = [row[:2] for row in table]
    table[0][0] += 1
    table[-1][1] += 1
    first = [row[0] for row in shrunk_shares(table)]
    expected = sorted(range(len(table)), key=lambda value: first[value])  # stable: ties as before
    assert order_of(table) == "".join(LETTERS[value] for value in expected)


@unhurried
@given(tables)
def test_the_order_is_that_along_the_first_principal_axis(table):
    table = [[n + (label == len(row) - 1) for label, n in enumerate(row)] for row in table]
    profiles = np.array(shrunk_shares(table), dtype=float)
    sizes = np.sqrt(np.sum(table, axis=1))[:, None]
    _, spreads, axes = np.linalg.svd(profiles * sizes)
    if spreads[0] < 1e-6 or spreads[1] > 0.999 * spreads[0]:
        return  # no axis, or two of them
    axis = axes[0]
    at = dict(zip(LETTERS, profiles @ axis, strict=False))
    along = np.array([at[value] for value in order_of(table)])
    two_largest = np.sort(np.abs(axis))[-2:]
    if two_largest[1] - two_largest[0] > 1e-6:
        along *= np.sign(axis[np.argmax(np.abs(axis))])
    else:  # equally large: which one is positive is for the test above
        along *= np.sign(along[-1] - along[0]) or 1.0
    assert (np.diff(along) > -1e-8).all()


@unhurried
@given(tables, st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(table, random):
    table[0] = [n + 1 for n in table[0]]
    raw, codes = rows_of(table)
    columns = [Column(tuple(LETTERS[: len(table)]))]
    mixed = random.sample(range(len(codes)), len(codes))
    assert order_values(raw[mixed], columns, codes[mixed]) == order_values(raw, columns, codes)


def test_classes_that_are_told_apart_equally_well():
    """No direction is the first one: that of the first class counts, on every machine."""
    assert order_of([[20, 0, 0], [0, 20, 0], [0, 0, 20]]) == "bca"


def test_values_with_the_same_shares_stay_as_they_are():
    assert order_of([[4, 4], [4, 4], [4, 4]]) == "abc"
    assert order_of([[2, 2, 2], [6, 6, 6], [1, 1, 1]]) == "abc"


@pytest.mark.parametrize("n_classes", [2, 3])
def test_weights_count_as_rows(n_classes):
    rng = np.random.default_rng(n_classes)
    raw, codes = rng.integers(0, 7, (60, 1)).astype(float), rng.integers(0, n_classes, 60)
    times = rng.integers(1, 5, 60)
    columns = [Column(tuple(LETTERS))]
    repeated = order_values(np.repeat(raw, times, axis=0), columns, np.repeat(codes, times))
    assert order_values(raw, columns, codes, times.astype(float)) == repeated
    assert repeated != order_values(raw, columns, codes)


@unhurried
@given(st.integers(0, 2**32), st.integers(2, 4))
def test_the_order_is_a_permutation_and_rows_follow(seed, n_classes):
    rng = np.random.default_rng(seed)
    cells = pd.Series(rng.choice(list(LETTERS), 50)).where(rng.random(50) < 0.8)
    frame = pd.DataFrame({"letter": cells, "flag": rng.random(50) < 0.5})
    columns = columns_of(frame, least_rows=1)
    raw = numbers_of(frame, columns)
    ordered = order_values(raw, columns, rng.integers(0, n_classes, 50))
    for column, other in zip(columns, ordered, strict=True):
        assert sorted(column.values) == sorted(other.values)
    np.testing.assert_array_equal(reordered(raw, columns, ordered), numbers_of(frame, ordered))
