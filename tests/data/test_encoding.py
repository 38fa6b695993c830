"""Rows of mixed tables as numbers and codes."""

from functools import partial

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beta4ucs import InputError
from beta4ucs.data import encoding as module
from beta4ucs.data.encoding import (
    LEAST_ROWS,
    MOST_VALUES,
    OTHER,
    UNKNOWN,
    Column,
    Encoding,
    numbers_of,
    plain_encoding,
)
from beta4ucs.data.scaling import UnitScaling

columns_of = partial(module.columns_of, least_rows=1)  # the tables here are tiny
SIZES = pd.CategoricalDtype(["small", "medium", "large"], ordered=True)


def mixed():
    """One column of each kind, with holes in most of them."""
    return pd.DataFrame(
        {
            "odor": ["foul", " none", "?", "fishy", "none ", "foul"],
            "bruised": [True, False, False, True, True, False],
            "ring": pd.Categorical(["b", "a", None, "a", "b", "b"], categories=["c", "b", "a"]),
            "size": pd.Series(["small", "large", None, "large", "small", "large"], dtype=SIZES),
            "mass": [1.0, 2.0, np.nan, 4.0, 5.0, 3.0],
            "width": ["2", "4.0", "?", "", "8", "1e1"],
            "wet": pd.array([True, None, False, True, True, False], dtype="boolean"),
        }
    )


# ------------------------------------------------------------------ what columns are


def test_types_tell_categories_from_numbers():
    odor, bruised, ring, size, mass, width, wet = columns_of(mixed())
    assert odor == Column(("fishy", "foul", "none"))  # without blanks, sorted, `?` is missing
    assert bruised == Column((False, True))
    assert ring == Column(("b", "a"))  # in pandas' order, those that are there
    assert size == Column(("small", "medium", "large"), is_ordered=True)  # also those that are not
    assert mass == width == Column()  # numbers as text are numbers
    assert wet == Column((False, True))
    assert [column.is_set for column in (odor, size, mass)] == [True, False, False]


def test_some_columns_may_be_chosen():
    columns = columns_of(mixed()[["mass", "width", "size", "bruised"]], [0, 1])
    assert columns[0].values == (1, 2, 3, 4, 5)
    assert columns[1].values == ("1e1", "2", "4.0", "8")
    assert columns[2:] == (Column(), Column())
    with pytest.raises(InputError, match="column 'odor' holds text"):
        numbers_of(mixed()[["odor"]], columns_of(mixed()[["odor"]], []))


def test_values_that_are_not_text_are_kept_as_json_has_them():
    frame = pd.DataFrame({"code": pd.Categorical([3.0, 1.0, 2.5, np.nan])})
    (column,) = columns_of(frame)
    assert column.values == (1, 2.5, 3)
    assert [type(value) for value in column.values] == [int, float, int]
    days = pd.DataFrame({"day": pd.Categorical(pd.to_datetime(["2024-02-01", "2024-01-01"]))})
    assert all(isinstance(value, str) for value in columns_of(days)[0].values)


def test_numbers_come_before_words():
    frame = pd.DataFrame({"grade": ["b", 10, "a", 2, None]})
    assert columns_of(frame)[0].values == (2, 10, "a", "b")


def test_a_category_keeps_its_most_frequent_values():
    names = [f"v{i:03}" for i in range(MOST_VALUES + 20)]
    cells = names + names[-30:] * 2 + [None]
    (column,) = columns_of(pd.DataFrame({"name": cells}))
    assert len(column.values) == MOST_VALUES
    assert column.values[-1] == OTHER
    named = column.values[:-1]
    assert set(names[-30:]) < set(named)
    assert list(named) == sorted(named)
    frame = pd.DataFrame({"name": [*names, "never seen", None]})
    places = numbers_of(frame, [column])[:, 0]
    other = MOST_VALUES - 1
    expected = [named.index(name) if name in named else other for name in names]
    assert places[:-2].tolist() == expected
    assert places[-2] == other
    assert np.isnan(places[-1])


def test_rare_values_are_put_together():
    cells = ["a"] * 5 + ["b"] * LEAST_ROWS + ["c"] * (LEAST_ROWS - 1) + ["d"]
    frame = pd.DataFrame({"letter": cells})
    (column,) = module.columns_of(frame)
    assert column.values == ("a", "b", OTHER)
    places = numbers_of(pd.DataFrame({"letter": ["a", "b", "c", "d", "new"]}), [column])
    assert places[:, 0].tolist() == [0, 1, 2, 2, 2]
    # one alone keeps its name: there is nothing to put together
    assert module.columns_of(frame[:-1])[0].values == ("a", "b", "c")


def test_as_many_values_as_fit_are_all_kept():
    names = [f"v{i:03}" for i in range(MOST_VALUES)]
    (column,) = columns_of(pd.DataFrame({"name": names}))
    assert column.values == tuple(names)


# ------------------------------------------------------------------ numbers


def test_cells_become_numbers():
    frame = mixed()
    raw = numbers_of(frame, columns_of(frame))
    nan = np.nan
    expected = [
        [1.0, 1.0, 0.0, 0.0, 1.0, 2.0, 1.0],
        [2.0, 0.0, 1.0, 2.0, 2.0, 4.0, nan],
        [nan, 0.0, nan, nan, nan, nan, 0.0],
        [0.0, 1.0, 1.0, 2.0, 4.0, nan, 1.0],
        [2.0, 1.0, 0.0, 0.0, 5.0, 8.0, 1.0],
        [1.0, 0.0, 0.0, 2.0, 3.0, 10.0, 0.0],
    ]
    np.testing.assert_array_equal(raw, expected)


def test_unseen_values_stand_behind_the_known_ones():
    frame = mixed()
    columns = columns_of(frame)
    new = frame.assign(odor="musty", ring=pd.Categorical(["c"] * 6))
    raw = numbers_of(new, columns)
    assert (raw[:, 0] == 3.0).all()
    assert (raw[:, 2] == 2.0).all()


def test_types_at_prediction_may_be_other_than_in_training():
    frame = mixed()
    columns = columns_of(frame)
    as_objects = frame.astype(object).where(frame.notna(), None)
    np.testing.assert_array_equal(numbers_of(as_objects, columns), numbers_of(frame, columns))


def test_an_order_has_no_place_for_unseen_values():
    frame = mixed()[["size"]]
    columns = columns_of(frame)
    new = pd.DataFrame({"size": ["small", "huge"]})
    with pytest.raises(InputError, match="column 'size' has an order, and 'huge' in row 2 is not"):
        numbers_of(new, columns)


# ------------------------------------------------------------------ codes


def encoded(frame, missing):
    columns = columns_of(frame)
    raw = numbers_of(frame, columns)
    encoding = Encoding.fit(raw, columns, missing)
    return encoding, encoding.transform(raw)


def listed(encoding):
    return {part.feature: part.values for part in encoding.sets}


def test_missing_values_are_learned_from_where_there_are_some():
    encoding, inputs = encoded(mixed(), "learn")
    assert listed(encoding) == {
        0: ("fishy", "foul", "none", UNKNOWN),
        1: (False, True),
        2: ("b", "a", UNKNOWN),
        3: ("known", UNKNOWN),
        4: ("known", UNKNOWN),
        5: ("known", UNKNOWN),
        6: (False, True, UNKNOWN),
    }
    assert [part.is_numeric for part in encoding.sets] == [0, 0, 0, 1, 1, 1, 0]
    assert [part.has_unknown for part in encoding.sets] == [1, 0, 1, 1, 1, 1, 1]
    units, codes = inputs[:, :7], inputs[:, 7:]
    assert np.isnan(units[:, [0, 1, 2, 6]]).all()
    np.testing.assert_array_equal(units[:, 3], [0.0, 1.0, np.nan, 1.0, 0.0, 1.0])
    np.testing.assert_array_equal(units[:, 4], [0.0, 0.25, np.nan, 0.75, 1.0, 0.5])
    assert codes[2].tolist() == [3, 0, 2, 1, 1, 1, 0]
    assert codes[0].tolist() == [1, 1, 0, 0, 0, 0, 1]


def test_missing_values_match_everything_where_they_match():
    encoding, inputs = encoded(mixed(), "matches")
    assert listed(encoding) == {
        0: ("fishy", "foul", "none"),
        1: (False, True),
        2: ("b", "a"),
        6: (False, True),
    }
    assert inputs[2, 7:].tolist() == [-1, 0, -1, 0]
    assert inputs[1, 7:].tolist() == [2, 0, 1, -1]


def test_missing_values_match_open_conditions_only_where_they_never_match():
    encoding, inputs = encoded(mixed(), "never")
    assert listed(encoding) == {
        0: ("fishy", "foul", "none"),
        1: (False, True),
        2: ("b", "a"),
        3: ("known",),
        4: ("known",),
        5: ("known",),
        6: (False, True),
    }
    assert inputs[2, 7:].tolist() == [3, 0, 2, 1, 1, 1, 0]
    assert inputs[0, 7:].tolist() == [1, 1, 0, 0, 0, 0, 1]


def test_values_missing_at_prediction_only():
    frame = mixed().dropna()
    frame = frame[(frame != "?").all(axis=1) & (frame != "").all(axis=1)]
    gaps = pd.DataFrame(np.full((1, 7), None), columns=frame.columns)
    for missing, code in (("learn", [-1, -1, -1, -1]), ("matches", [-1, -1, -1, -1])):
        encoding, _ = encoded(frame, missing)
        row = encoding.transform(numbers_of(gaps, encoding.columns))[0]
        assert np.isnan(row[:7]).all()
        assert row[7:].tolist() == code  # nothing was learned of it: it matches every set
    encoding, _ = encoded(frame, "never")
    row = encoding.transform(numbers_of(gaps, encoding.columns))[0]
    assert row[7:].tolist() == [len(part.values) for part in encoding.sets]


@pytest.mark.parametrize("missing", ["learn", "matches", "never"])
def test_unseen_values_match_open_sets_only(missing):
    encoding, _ = encoded(mixed(), missing)
    raw = numbers_of(mixed().assign(odor="musty", ring="z"), encoding.columns)
    codes = encoding.transform(raw)[:, 7:]
    by_feature = {part.feature: i for i, part in enumerate(encoding.sets)}
    for feature in (0, 2):
        i = by_feature[feature]
        assert (codes[:, i] == len(encoding.sets[i].values)).all()


def test_sets_say_what_they_hold():
    encoding, _ = encoded(mixed(), "learn")
    part = encoding.sets[0]
    assert part.chosen(0b01010) == ("foul", UNKNOWN)
    assert not part.is_open(0b01111)
    assert part.is_open(0b11111)
    assert part.is_open(np.int64(31))


def test_a_plain_encoding_lists_nothing():
    scaling = UnitScaling(np.array([0.0, 1.0]), np.array([2.0, 1.0]))
    encoding = plain_encoding(scaling)
    assert encoding.sets == ()
    raw = np.array([[1.0, np.nan], [np.nan, 5.0]])
    np.testing.assert_array_equal(encoding.transform(raw), scaling.transform(raw))


CELLS = {
    "text": st.sampled_from(["a", "b", " b ", "c", "?", "", None]),
    "bool": st.booleans(),
    "number": st.one_of(st.none(), st.floats(-5, 5)),
    "text of numbers": st.sampled_from(["1", "2.5", "?", "-3"]),
    "mixed": st.sampled_from(["x", 1, 2.0, None, True]),
}


@st.composite
def frames(draw):
    kinds = draw(st.lists(st.sampled_from(sorted(CELLS)), min_size=1, max_size=5))
    n_rows = draw(st.integers(1, 12))
    return pd.DataFrame(
        {
            str(i): pd.Series([draw(CELLS[kind]) for _ in range(n_rows)], dtype=dtype_of(kind))
            for i, kind in enumerate(kinds)
        }
    )


def dtype_of(kind):
    return {"bool": bool, "number": float}.get(kind, object)


@given(frames(), st.sampled_from(["learn", "matches", "never"]))
def test_every_row_of_training_has_a_place(frame, missing):
    encoding, inputs = encoded(frame, missing)
    n_features = frame.shape[1]
    units, codes = inputs[:, :n_features], inputs[:, n_features:]
    assert codes.shape[1] == len(encoding.sets)
    assert ((units >= 0.0) & (units <= 1.0) | np.isnan(units)).all()
    is_known = ~np.isnan(numbers_of(frame, encoding.columns))
    for part, code in zip(encoding.sets, codes.T, strict=True):
        known = is_known[:, part.feature]
        n_values = len(part.values)
        assert (code == np.rint(code)).all()
        assert (code[known] >= 0).all()
        assert (code[known] < n_values - part.has_unknown).all()
        gap = {"learn": n_values - 1, "matches": -1, "never": n_values}[missing]
        assert (code[~known] == gap).all()
        assert part.has_unknown == (missing == "learn" and not known.all())
        if part.is_numeric:
            np.testing.assert_array_equal(np.isnan(units[:, part.feature]), ~known)
