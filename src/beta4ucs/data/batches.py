"""Rows of a file a batch at a time: memory does not grow with the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from beta4ucs.data.batch_sources import CellSource
from beta4ucs.data.categories import (
    as_category,
    notes_about_words,
    refuse_stray_words,
    typed_features,
)
from beta4ucs.data.column_roles import roles_of, target_index
from beta4ucs.data.columns import NotNumbersError, features_from_frame
from beta4ucs.data.dates import date_columns, date_parts, note_of_dates, wanted_parts
from beta4ucs.data.labels import labels_from_series
from beta4ucs.data.reading import Cells
from beta4ucs.data.spelling import labels_from_text, number_in
from beta4ucs.data.whole_numbers import AUTO_INTEGERS, few_whole_numbers
from beta4ucs.errors import InputError, did_you_mean

if TYPE_CHECKING:
    import pandas as pd

MOST_CLASSES = 1000  # that a pass over the class column collects


class Batch(NamedTuple):
    """Some rows that follow each other.

    Attributes
    ----------
    X : pandas.DataFrame
        Features; categories have pandas' type.
    y : ndarray of shape (n_rows,)
        Classes.
    weights : ndarray of shape (n_rows,) or None
        How much each row counts.
    """

    X: pd.DataFrame
    y: np.ndarray
    weights: np.ndarray | None


class Batches:
    """Features and classes of a source, a batch at a time.

    The first batch decides which columns are categories, as `read_table` would for a file of
    these rows only.

    Parameters
    ----------
    source : CellSource
    target : str or int, optional
        The class column, by name or by index from 0 (negative: from the end). Default: the last.
    categorical : "auto", "auto-integers", "none" or sequence of str
        Columns of numbers that hold categories too; "none" takes numbers only.
    weight_column : str, optional
        A column that says how much each row counts; it is no feature.
    drop : sequence of str
        Columns to leave out.
    """

    def __init__(
        self,
        source: CellSource,
        *,
        target: str | int | None = None,
        categorical: str | Sequence[str] = "auto",
        weight_column: str | None = None,
        drop: Sequence[str] = (),
    ) -> None:
        self.name, self._source, self._weight_column = source.name, source, weight_column
        self.notes = list(source.notes)
        first = next(source.frames(), None)
        if first is None:
            raise InputError(f"'{source.name}' has no rows")
        names = [str(name) for name in first.columns]
        roles = roles_of(weight_column, drop)
        for name in roles:
            if name not in names:
                raise InputError(
                    f"'{source.name}' has no column '{name}'{did_you_mean(name, names)}"
                )
        cells = Cells(first, source.has_names)
        self._target = names[target_index(source.name, cells, target, roles)]
        self.has_names = source.has_names
        self.target_name = self._target if source.has_names else "class"
        columns = [name for name in names if name != self._target and name not in roles]
        if not columns:
            raise InputError(f"'{source.name}' has no feature besides the class column")
        named = () if isinstance(categorical, str) else categorical
        dates = date_columns(first[columns], but=named)
        self.notes += note_of_dates(dates)
        frame = date_parts(first[columns], dates)
        self.feature_names = [str(name) for name in frame.columns]
        if categorical == AUTO_INTEGERS:
            named = few_whole_numbers(frame)
        self.categorical = self._find_categories(frame, None if categorical == "none" else named)
        words = [name for name in self.categorical if frame[name].dtype != bool]
        self._as_text = [self._target, *words]

    def _with_parts(self, frame: pd.DataFrame) -> pd.DataFrame:
        """The features, with parts of dates in their place."""
        return wanted_parts(frame, self.feature_names)[self.feature_names]

    def _find_categories(self, frame: pd.DataFrame, named: Sequence[str] | None) -> list[str]:
        if named is None:
            return []
        refuse_stray_words(frame, named)
        typed = typed_features(frame, named)[1]
        if typed is None:
            return list(named)
        self.notes += notes_about_words(typed, named)
        return [n for n in self.feature_names if n in named or typed[n].dtype.name == "category"]

    def classes(self) -> list[Any]:
        """Find all classes by a pass over the class column.

        Returns
        -------
        list
            Sorted; whole numbers or truth values if all are, else text.
        """
        return list(self.class_counts())

    def class_counts(self) -> dict[Any, int]:
        """Count the rows of each class, as `classes` finds them."""
        found: Counter[Any] = Counter()
        n_rows = 0
        for frame in self._source.frames(self._target, [self._target]):
            found.update(self._labels(frame, n_rows).tolist())
            n_rows += len(frame)
            labels = self._classes_of(set(found))
            if any(isinstance(label, float) for label in labels):
                raise InputError(
                    f"column '{self.target_name}' of '{self.name}' holds fractions; classes are "
                    "names or whole numbers: choose another target or put the numbers into groups "
                    "first"
                )
            if len(found) > MOST_CLASSES:
                raise InputError(
                    f"column '{self.target_name}' of '{self.name}' holds more than "
                    f"{MOST_CLASSES:,} different values: is it the class?"
                )
        if len(found) < 2:
            raise InputError(
                f"column '{self.target_name}' of '{self.name}' holds a single class "
                f"('{next(iter(found))}'); learning needs at least 2"
            )
        counts = dict.fromkeys(self._classes_of(set(found)), 0)
        known = {str(label): label for label in counts}
        for label, count in found.items():
            counts[known[_respelled(str(label), known)]] += count
        return counts

    def _classes_of(self, found: set[Any]) -> list[Any]:
        """The different labels, sorted; all of one type."""
        if all(isinstance(label, str) for label in found) and self._source.is_text:
            return sorted(labels_from_text(list(found)).tolist())
        if len({type(label) for label in found}) > 1:
            found = {str(label) for label in found}
        return sorted(found)

    def rows(self, classes: Sequence[Any]) -> Iterator[Batch]:
        """Read the rows from the first on.

        Parameters
        ----------
        classes : sequence
            The classes that may come; a class 1 is the same as a class "1".
        """
        known = {str(label): label for label in classes}
        n_rows = 0
        for frame in self._source.frames(None, self._as_text):
            y = self._known_labels(frame, n_rows, known)
            try:
                batch = Batch(self._features(frame, n_rows), y, self._weights(frame, n_rows))
            except NotNumbersError as error:
                raise InputError(
                    f"'{self.name}': {error}; if it is a category, name it as categorical"
                ) from None
            n_rows += len(frame)
            yield batch

    def _labels(self, frame: pd.DataFrame, n_before: int) -> np.ndarray:
        """The labels, as they are written if the source is text."""
        return labels_from_series(
            frame[self._target].rename(self.target_name),
            source=f"'{self.name}'",
            place=lambda row: f"row {n_before + row + 1:,}",
        )

    def _known_labels(
        self, frame: pd.DataFrame, n_before: int, known: dict[str, Any]
    ) -> np.ndarray:
        labels = [str(label) for label in self._labels(frame, n_before).tolist()]
        if self._source.is_text:  # 1.0 and +1 are written for the class 1
            labels = [_respelled(n, known) for n in labels]
        for row, label in enumerate(labels):
            if label not in known:
                raise InputError(
                    f"row {n_before + row + 1:,} of '{self.name}' has the class '{label}', which "
                    f"is not one of those named{did_you_mean(label, known)}"
                )
        return np.array([known[label] for label in labels])

    def _features(self, frame: pd.DataFrame, n_before: int) -> pd.DataFrame:
        import pandas as pd

        frame = self._with_parts(frame)
        numeric = [name for name in self.feature_names if name not in self.categorical]
        numbers = features_from_frame(frame[numeric], n_before)[0]
        columns: dict[str, Any] = dict(zip(numeric, numbers.T, strict=True))
        columns |= {name: as_category(frame[name]) for name in self.categorical}
        return pd.DataFrame(columns)[self.feature_names]

    def _weights(self, frame: pd.DataFrame, n_before: int) -> np.ndarray | None:
        if self._weight_column is None:
            return None
        weights = features_from_frame(frame[[self._weight_column]], n_before)[0][:, 0]
        wrong = np.flatnonzero(~(weights >= 0.0))
        if len(wrong):
            raise InputError(
                f"column '{self._weight_column}' of '{self.name}' must hold a weight of at least 0 "
                f"in every row, row {n_before + wrong[0] + 1:,} does not"
            )
        return weights


def _respelled(label: str, known: Collection[str]) -> str:
    """The class that a label means if it is another spelling of its number."""
    if label in known:
        return label
    number = number_in(label.removeprefix("+"))
    return str(number) if number is not None and str(number) in known else label
