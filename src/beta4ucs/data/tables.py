"""CSV, TSV and Parquet files in: features, class labels, and clear words about what is wrong."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from beta4ucs.data.categories import (
    notes_about_words,
    refuse_stray_words,
    typed_features,
)
from beta4ucs.data.column_roles import roles_of, target_index
from beta4ucs.data.columns import features_from_frame
from beta4ucs.data.dates import date_columns, date_parts, note_of_dates
from beta4ucs.data.labels import labels_from_series
from beta4ucs.data.reading import Cells, Dialect, read_cells
from beta4ucs.data.whole_numbers import AUTO_INTEGERS, few_whole_numbers
from beta4ucs.errors import InputError, did_you_mean

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Table:
    """Rows with names of their columns, and the class of each row where it is known.

    Attributes
    ----------
    X : ndarray of shape (n_rows, n_features)
        float64; NaN is a missing value. Of a category of words it has the places of the values:
        rules are better learned from `to_frame`.
    y : ndarray of shape (n_rows,) or None
        Class labels: text, whole numbers or booleans.
    feature_names : tuple of str
        One name per column of `X`.
    target_name : str or None
        Name of the class column.
    name : str
        Where the table came from.
    class_names : tuple of str or None
        The classes in the order the problem defines; None means sorted.
    has_names : bool
        Whether `feature_names` were given, not made up from the position.
    frame : pandas.DataFrame or None
        The features, if some are categories; all columns as they were read, if no class column
        was told apart.
    weights : ndarray of shape (n_rows,) or None
        How much each row counts.
    ids : pandas.Series or None
        What identifies rows, with the name of its column; it is not a feature.
    notes : tuple of str
        What was decided in reading it without being clear, one sentence each.
    cells : Cells or None
        What was read, if no class column was told apart.

    Examples
    --------
    >>> import numpy as np
    >>> table = Table(np.zeros((2, 1)), np.array(["ripe", "green"]), ("mass",), "state", "fruit")
    >>> table.n_rows, table.n_features, table.classes
    (2, 1, ('green', 'ripe'))
    >>> table.class_codes
    array([1, 0])
    """

    X: np.ndarray
    y: np.ndarray | None
    feature_names: tuple[str, ...]
    target_name: str | None
    name: str
    class_names: tuple[str, ...] | None = None
    has_names: bool = True
    frame: pd.DataFrame | None = field(default=None, repr=False)
    weights: np.ndarray | None = field(default=None, repr=False)
    ids: pd.Series | None = field(default=None, repr=False)
    notes: tuple[str, ...] = field(default=(), repr=False)
    cells: Cells | None = field(default=None, repr=False)

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return int(self.X.shape[0])

    @property
    def n_features(self) -> int:
        """Number of features."""
        return int(self.X.shape[1])

    @property
    def categorical(self) -> tuple[str, ...]:
        """Names of the features that are categories."""
        if self.frame is None:
            return ()
        types = self.frame.dtypes.astype(str)
        return tuple(name for name in self.feature_names if types[name] == "category")

    def to_frame(self) -> pd.DataFrame:
        """The features as a DataFrame, categories with pandas' type."""
        import pandas as pd

        if self.frame is not None and self.categorical:
            return self.frame[list(self.feature_names)]
        return pd.DataFrame(self.X, columns=list(self.feature_names))

    @property
    def classes(self) -> tuple:
        """The classes, `class_names` if there are any, else the labels sorted."""
        if self.class_names is not None:
            return self.class_names
        return tuple(np.unique(self.labels()).tolist())

    @property
    def class_codes(self) -> np.ndarray:
        """The index of each row's label in `classes`."""
        code = {label: index for index, label in enumerate(self.classes)}
        return np.array([code[label] for label in self.labels().tolist()], dtype=np.int64)

    def labels(self) -> np.ndarray:
        """The labels, or an `InputError` if there are none."""
        if self.y is None:
            raise InputError(f"'{self.name}' has no class column")
        return self.y


def read_table(
    path: str | os.PathLike[str],
    *,
    target: str | int | None = None,
    header: str | bool = "auto",
    separator: str | None = None,
    decimal: str = ".",
    with_target: bool = True,
    categorical: str | Sequence[str] = "auto",
    weight_column: str | None = None,
    drop: Sequence[str] = (),
    id_column: str | None = None,
) -> Table:
    r"""Read a table from a CSV, TSV, text or Parquet file.

    Columns of words or truth values are categories. `?`, empty cells, NA, N/A, NaN and null are
    missing values. Classes and categories stay as they are written: 007 is not 7. Columns of dates
    become year, month, weekday and days, see `date_parts`. A column of row numbers without a name,
    as `DataFrame.to_csv` writes it, is left out.

    Parameters
    ----------
    path : str or path
        The file. Anything that is not Parquet is read as text in UTF-8.
    target : str or int, optional
        The class column, by name or by index from 0 (negative: from the end). Default: the last.
    header : {"auto", True, False}
        Whether the first row names the columns. Columns without names are x1, x2, ... by their
        position, the class column is "class".
    separator : str, optional
        One character, "tab" or "whitespace"; found out by default.
    decimal : {".", ","}
        What stands before decimals in a text file.
    with_target : bool, default True
        False for rows to predict, in which a class column may or may not be: nothing is taken
        for the class, `X` holds the columns that are numbers, and `align_columns` picks out
        what a model needs.
    categorical : "auto", "auto-integers", "none" or sequence of str
        Columns of numbers that hold categories too; "auto-integers" takes all with 3 to 12
        different whole numbers, "none" takes numbers only.
    weight_column : str, optional
        A column that says how much each row counts; it is no feature.
    drop : sequence of str
        Columns to leave out. With `with_target=False` they need not be there.
    id_column : str, optional
        A column that identifies rows, kept as written in `ids`; it is not a feature. With
        `with_target=False` it need not be there.

    Returns
    -------
    Table

    Raises
    ------
    InputError
        If the file cannot be read or is not such a table; the text says what to put right.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "fruit.csv")
    >>> _ = path.write_text("mass,width,kind\n192,8.4,apple\n86,?,lemon\n")
    >>> table = read_table(path)
    >>> table.feature_names, table.target_name, table.y.tolist()
    (('mass', 'width'), 'kind', ['apple', 'lemon'])
    >>> table.X
    array([[192. ,   8.4],
           [ 86. ,   nan]])
    >>> read_table(path, target="mass").categorical
    ('kind',)
    """
    path = Path(path).expanduser()
    cells = read_cells(path, Dialect(header, separator, decimal))
    names = [str(name) for name in cells.frame.columns]
    roles = roles_of(weight_column, drop, id_column)
    for name in roles:
        if name not in names and (with_target or name == weight_column):
            raise InputError(f"'{path.name}' has no column '{name}'{did_you_mean(name, names)}")
    ids = cells.as_written([id_column])[id_column] if id_column in names else None
    frame = cells.frame.drop(columns=[name for name in roles if name in names])
    if not with_target:
        return replace(_table_without_target(path.name, cells, frame), ids=ids)
    index = target_index(path.name, cells, target, roles)
    table = _table_with_target(path.name, cells, frame, index, categorical)
    weights = None if weight_column is None else _weights(cells, weight_column, path.name)
    return replace(table, weights=weights, ids=ids)


def _table_with_target(
    source: str,
    cells: Cells,
    frame: pd.DataFrame,
    index: int,
    categorical: str | Sequence[str],
) -> Table:
    """Take the class of each row from the column at `index`, and features from the others."""
    target, named = str(cells.frame.columns[index]), _named(categorical)
    target_name = target if cells.has_names else "class"
    written = cells.as_written([target, *named])
    y = labels_from_series(
        written.iloc[:, index].rename(target_name),
        source=f"'{source}'",
        place=cells.place,
        is_written=cells.text is not None,
    )
    frame = written[[name for name in frame.columns if name != target]]
    dates = date_columns(frame, but=named)
    frame = date_parts(frame, dates) if dates else frame
    if categorical == AUTO_INTEGERS:
        named = few_whole_numbers(frame)
    X, typed = _features(frame, None if categorical == "none" else named)
    notes = (*cells.notes, *note_of_dates(dates), *notes_about_words(typed, named))
    features = tuple(str(name) for name in frame.columns)
    return Table(
        X, y, features, target_name, source, has_names=cells.has_names, frame=typed, notes=notes
    )


def _named(categorical: str | Sequence[str]) -> Sequence[str]:
    """The columns that are named as categories."""
    if not isinstance(categorical, str):
        return categorical
    if categorical not in ("auto", AUTO_INTEGERS, "none"):
        raise InputError(
            f"categorical must be 'auto', '{AUTO_INTEGERS}', 'none' or a list of names, got "
            f"'{categorical}'"
        )
    return ()


def _features(
    frame: pd.DataFrame, named: Sequence[str] | None
) -> tuple[np.ndarray, pd.DataFrame | None]:
    """Numbers, and typed columns if some are categories; None takes numbers only."""
    if named is None:
        return features_from_frame(frame)[0], None
    refuse_stray_words(frame, named)
    return typed_features(frame, named)


def _weights(cells: Cells, name: str, source: str) -> np.ndarray:
    weights = features_from_frame(cells.frame[[name]])[0][:, 0]
    wrong = np.flatnonzero(~(weights >= 0.0))
    if len(wrong):
        row = wrong[0]
        what = "no weight" if np.isnan(weights[row]) else f"the weight {weights[row]:g}"
        raise InputError(
            f"{cells.place(int(row))} of '{source}' has {what} in column '{name}'; weights are "
            "numbers of at least 0"
        )
    if not weights.any():
        raise InputError(f"all weights in column '{name}' of '{source}' are 0")
    return weights


def _table_without_target(source: str, cells: Cells, frame: pd.DataFrame) -> Table:
    """Keep what is a number; what is not may be the class column of a model not known here."""
    columns = {}
    for name in frame.columns:
        try:
            columns[name] = features_from_frame(frame[[name]])[0]
        except InputError:
            continue
    X = np.hstack(list(columns.values())) if columns else np.empty((len(frame), 0))
    return Table(
        X, None, tuple(columns), None, source, None, cells.has_names, frame,
        notes=cells.notes, cells=cells,
    )  # fmt: skip
