"""Rows of a table <-> the numbers and codes that rules are about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from beta4ucs.data.columns import is_missing
from beta4ucs.data.scaling import UnitScaling, decimals_of, has_two_values
from beta4ucs.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

MOST_VALUES = 60  # that a category may have by name; a set of them fits into a machine word
LEAST_ROWS = 3  # that a value must have in training for a name of its own, if it is not alone
OTHER = "(other)"  # stands for all rare values of a category
UNKNOWN = "unknown"


class Column(NamedTuple):
    """What a feature was like in training.

    Attributes
    ----------
    values : tuple or None
        The values of a category; None for numbers.
    is_ordered : bool
        Whether a category has an order: then it is a number, with names.
    has_missing : bool
        Whether values were missing.
    decimals : int or None
        Decimals that its numbers are written with; None if there are many, or for a category.
    has_two_values : bool
        Whether it holds exactly two different numbers.
    """

    values: tuple[Any, ...] | None = None
    is_ordered: bool = False
    has_missing: bool = False
    decimals: int | None = None
    has_two_values: bool = False

    @property
    def is_set(self) -> bool:
        """Whether conditions on it list values."""
        return self.values is not None and not self.is_ordered


class ValueSet(NamedTuple):
    """What a rule lists of one feature: values of a category, or whether a number is known.

    Attributes
    ----------
    feature : int
        Index of the feature.
    values : tuple
        Names of the values, in the order of bits; "unknown" may be the last. For a number they
        are "known" and, if missing values are learned from, "unknown".
    is_numeric : bool
        Whether it is about a number.
    has_unknown : bool
        Whether the last value is "unknown".
    """

    feature: int
    values: tuple[Any, ...]
    is_numeric: bool
    has_unknown: bool

    def is_open(self, bits: int) -> bool:
        """Whether the set asks nothing."""
        return bool(int(bits) >> len(self.values) & 1)

    def chosen(self, bits: int) -> tuple[Any, ...]:
        """The named values in a set."""
        return tuple(value for i, value in enumerate(self.values) if int(bits) >> i & 1)


class Encoding(NamedTuple):
    """Ranges and values of the features in the training rows, and what a missing value means.

    Attributes
    ----------
    scaling : UnitScaling
        The range of every feature; of a category, of the places of its values.
    columns : tuple of Column
        One a feature.
    missing : {"learn", "matches", "never"}
        Which conditions a missing value meets.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"odor": ["foul", "none", "?"], "size": [2.0, 4.0, None]})
    >>> columns = columns_of(frame, least_rows=1)
    >>> raw = numbers_of(frame, columns)
    >>> encoding = Encoding.fit(raw, columns, "learn")
    >>> [(part.feature, part.values) for part in encoding.sets]
    [(0, ('foul', 'none', 'unknown')), (1, ('known', 'unknown'))]
    >>> encoding.transform(raw)
    array([[nan,  0.,  0.,  0.],
           [nan,  1.,  1.,  0.],
           [nan, nan,  2.,  1.]])
    """

    scaling: UnitScaling
    columns: tuple[Column, ...]
    missing: str

    @classmethod
    def fit(cls, raw: np.ndarray, columns: Sequence[Column], missing: str) -> Encoding:
        """Take ranges, and which features have missing values, from training rows.

        Parameters
        ----------
        raw : ndarray of shape (n_rows, n_features)
            As `numbers_of` gives them.
        columns : sequence of Column
        missing : {"learn", "matches", "never"}
        """
        has_missing = np.isnan(raw).any(axis=0)
        columns = tuple(
            _as_written(column, raw[:, i])._replace(has_missing=bool(has_missing[i]))
            for i, column in enumerate(columns)
        )
        return cls(UnitScaling.fit(raw), columns, missing)

    def says_the_same(self, other: Encoding) -> bool:
        """Whether another encoding turns all rows into the same inputs."""
        return (
            self.missing == other.missing
            and [column[:3] for column in self.columns] == [column[:3] for column in other.columns]
            and np.array_equal(self.scaling.low, other.scaling.low)
            and np.array_equal(self.scaling.high, other.scaling.high)
        )

    @property
    def sets(self) -> tuple[ValueSet, ...]:
        """What rules list besides their conditions on numbers."""
        parts = []
        for feature, column in enumerate(self.columns):
            is_learned = self.missing == "learn" and column.has_missing
            unknown = (UNKNOWN,) if is_learned else ()
            if column.is_set:
                values = (*(column.values or ()), *unknown)
                parts.append(ValueSet(feature, values, False, is_learned))
            elif is_learned or self.missing == "never":
                parts.append(ValueSet(feature, ("known", *unknown), True, is_learned))
        return tuple(parts)

    def transform(self, raw: np.ndarray) -> np.ndarray:
        """Bring rows into the form that learning and voting take.

        Parameters
        ----------
        raw : ndarray of shape (n_rows, n_features)
            As `numbers_of` gives them.

        Returns
        -------
        ndarray of shape (n_rows, n_features + n_sets)
            Numbers in [0, 1], NaN where there is none; then for each set the place of the value,
            the number of values for one that was not in training, or -1 if any set matches.
        """
        units = self.scaling.transform(raw)
        sets = self.sets
        if not sets:
            return units
        codes = np.empty((raw.shape[0], len(sets)))
        for i, part in enumerate(sets):
            values = raw[:, part.feature]
            known = np.zeros_like(values) if part.is_numeric else values
            unknown = len(part.values) - 1 if part.has_unknown else -1
            if self.missing == "never":
                unknown = len(part.values)
            elif part.has_unknown and not part.is_numeric:
                # a value that training did not have stands behind the named ones
                known = np.where(values >= unknown, len(part.values), values)
            codes[:, i] = np.where(np.isnan(values), unknown, known)
            if not part.is_numeric:
                units[:, part.feature] = np.nan
        return np.hstack([units, codes])


def _as_written(column: Column, values: np.ndarray) -> Column:
    """Take note of how the numbers of a column are written."""
    if column.values is not None:
        return column
    return column._replace(decimals=decimals_of(values), has_two_values=has_two_values(values))


def plain_encoding(scaling: UnitScaling) -> Encoding:
    """All features are numbers, and a missing one meets every condition."""
    return Encoding(scaling, (Column(),) * len(scaling.low), "matches")


def columns_of(
    frame: pd.DataFrame, categorical: Iterable[int] | None = None, least_rows: int = LEAST_ROWS
) -> tuple[Column, ...]:
    """Find out what the columns of a training table are.

    Parameters
    ----------
    frame : pandas.DataFrame
        Features only.
    categorical : iterable of int, optional
        The columns that hold categories; by default those of type category, bool or text that is
        not a number.
    least_rows : int
        Values that fewer rows have are put together as "(other)", if there are several, and so
        are the rarest of more than 60. What training did not have counts as "(other)" too.
    """
    chosen = None if categorical is None else set(categorical)
    return tuple(
        _column_of(frame.iloc[:, i], None if chosen is None else i in chosen, least_rows)
        for i in range(frame.shape[1])
    )


def _column_of(column: pd.Series, is_category: bool | None, least_rows: int) -> Column:
    from pandas.api import types

    dtype: Any = column.dtype
    is_pandas_category = getattr(dtype, "categories", None) is not None and dtype.name == "category"
    if is_pandas_category and dtype.ordered and is_category is not False:
        return Column(tuple(plain(value) for value in dtype.categories), is_ordered=True)
    if is_category is None:
        is_category = is_pandas_category or types.is_bool_dtype(dtype)
        if not is_category and not types.is_numeric_dtype(dtype):
            is_category = _holds_words(column)
    if not is_category:
        return Column()
    cells = [plain(cell) for cell in column if not is_missing(cell)]
    if is_pandas_category:
        there = set(cells)
        ordered = [value for value in map(plain, dtype.categories) if value in there]
    else:
        ordered = in_order(set(cells))
    counts = Counter(cells)
    common = [value for value in ordered if counts[value] >= least_rows]
    if len(common) > MOST_VALUES or len(ordered) > len(common) + 1:
        frequent = sorted(common, key=lambda value: -counts[value])[: MOST_VALUES - 1]
        ordered = [*(value for value in common if value in set(frequent)), OTHER]
    return Column(tuple(ordered))


def _holds_words(column: pd.Series) -> bool:
    """Whether some cell is text that is neither a number nor a sign for a missing value."""
    from beta4ucs.data.columns import parse_number

    return any(isinstance(cell, str) and parse_number(cell) is None for cell in column)


def plain(cell: Any) -> Any:
    """A cell as text, a number or a truth value, such as JSON has."""
    if isinstance(cell, str):
        return cell.strip()
    value = cell.item() if hasattr(cell, "item") else cell
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, (bool, int, float)) else str(value)


def in_order(values: Iterable[Any]) -> list[Any]:
    """Numbers by size, then words by the alphabet."""
    return sorted(values, key=lambda value: (isinstance(value, str), value))


def numbers_of(frame: pd.DataFrame, columns: Sequence[Column]) -> np.ndarray:
    """Turn the cells of a frame into numbers: values of a category into their places.

    A value of a category that training did not have gets the place behind the last one, or that
    of all rare values where these were put together.
    """
    from beta4ucs.data.columns import features_from_frame

    raw = np.empty(frame.shape)
    numeric = [i for i, column in enumerate(columns) if column.values is None]
    if numeric:
        raw[:, numeric] = features_from_frame(frame.iloc[:, numeric])[0]
    for i, column in enumerate(columns):
        if column.values is not None:
            raw[:, i] = _places(frame.iloc[:, i], column)
    return raw


def _places(cells: pd.Series, column: Column) -> np.ndarray:
    values = column.values or ()
    place = {value: i for i, value in enumerate(values)}
    unseen = place.get(OTHER, len(values))
    at, different = cells.factorize()
    numbers = [
        np.nan if is_missing(cell) else float(place.get(plain(cell), unseen)) for cell in different
    ]
    result: np.ndarray = np.array([*numbers, np.nan])[at]  # -1, the last one, is missing
    if column.is_ordered and np.any(result == len(values)):
        row = int(np.flatnonzero(result == len(values))[0])
        raise InputError(
            f"column '{cells.name}' has an order, and {str(cells.iloc[row])!r} in row {row + 1} is "
            f"not one of its values: {', '.join(map(str, values))}"
        )
    return result


def reordered(raw: np.ndarray, columns: Sequence[Column], others: Sequence[Column]) -> np.ndarray:
    """Rows of `columns` as rows of `others`, which have their values in another order."""
    result = raw.copy()
    for feature, (column, other) in enumerate(zip(columns, others, strict=True)):
        if column.values != other.values:
            places = {value: place for place, value in enumerate(other.values or ())}
            new = [float(places.get(value, np.nan)) for value in column.values or ()]
            table = np.array([*new, float(len(new))])
            known = ~np.isnan(raw[:, feature])
            result[known, feature] = table[raw[known, feature].astype(np.int64)]
    return result


def without_unseen(
    raw: np.ndarray, columns: Sequence[Column]
) -> tuple[np.ndarray, tuple[Column, ...]]:
    """Leave out the values of categories that no row has; return rows and columns."""
    seen = []
    for feature, column in enumerate(columns):
        if column.is_set:
            values = enumerate(column.values or ())
            there = tuple(value for i, value in values if np.any(raw[:, feature] == i))
            column = column._replace(values=there)
        seen.append(column)
    return reordered(raw, columns, seen), tuple(seen)
