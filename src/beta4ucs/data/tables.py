"""CSV, TSV and Parquet files in: features, class labels, and clear words about what is wrong."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from beta4ucs.data.alignment import align_columns
from beta4ucs.data.columns import NotNumbersError, features_from_frame, labels_from_series
from beta4ucs.data.reading import Cells, read_cells
from beta4ucs.errors import InputError, did_you_mean, quoted

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Table",
    "align_columns",
    "all_missing_columns",
    "check_training_table",
    "features_from_frame",
    "read_table",
]


@dataclass(frozen=True, eq=False)
class Table:
    """Rows of numbers with names, and the class of each row where it is known.

    Attributes
    ----------
    X : ndarray of shape (n_rows, n_features)
        float64; NaN is a missing value.
    y : ndarray of shape (n_rows,) or None
        Class labels: text, whole numbers or booleans.
    feature_names : tuple of str
        One name a column of `X`.
    target_name : str or None
        Name of the class column.
    name : str
        Where the table came from.
    class_names : tuple of str or None
        The classes in the order the problem defines; None means sorted.
    has_names : bool
        Whether `feature_names` were given, not made up from the position.
    frame : pandas.DataFrame or None
        All columns as they were read, kept only if no class column was told apart.

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

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return int(self.X.shape[0])

    @property
    def n_features(self) -> int:
        """Number of features."""
        return int(self.X.shape[1])

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
    with_target: bool = True,
) -> Table:
    r"""Read a table from a CSV, TSV, text or Parquet file.

    `?`, empty cells, NA, N/A, NaN and null are missing values. A column of row numbers without
    a name, as `DataFrame.to_csv` writes it, is left out.

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
    with_target : bool, default True
        False for rows to predict, in which a class column may or may not be: nothing is taken
        for the class, `X` holds the columns that are numbers, and `align_columns` picks out
        what a model needs.

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
    """
    path = Path(path).expanduser()
    cells = read_cells(path, header=header, separator=separator)
    if not with_target:
        return _table_without_target(path.name, cells)
    index = _target_index(path.name, cells, target)
    labels = cells.frame.iloc[:, index]
    target_name = str(labels.name) if cells.has_names else "class"
    y = labels_from_series(labels.rename(target_name), source=f"'{path.name}'", place=cells.place)
    X, names = _features_beside(cells.frame.drop(columns=labels.name), target)
    return Table(X, y, names, target_name, path.name, has_names=cells.has_names)


def _features_beside(
    frame: pd.DataFrame, target: str | int | None
) -> tuple[np.ndarray, tuple[str, ...]]:
    try:
        return features_from_frame(frame)
    except NotNumbersError as error:
        name = next(iter(error.columns))
        # many files have the class in front; a few words among numbers are another matter
        whole = error.columns[name] == frame[name].notna().sum()
        if target is None and len(error.columns) == 1 and whole:
            hint = f"if '{name}' is the class column, name it as the target"
            raise InputError(f"{error}; {hint}") from None
        raise


def _table_without_target(source: str, cells: Cells) -> Table:
    """Keep what is a number; what is not may be the class column of a model not known here."""
    columns = {}
    for name in cells.frame.columns:
        try:
            columns[name] = features_from_frame(cells.frame[[name]])[0]
        except InputError:
            continue
    X = np.hstack(list(columns.values())) if columns else np.empty((len(cells.frame), 0))
    return Table(X, None, tuple(columns), None, source, None, cells.has_names, cells.frame)


def _target_index(source: str, cells: Cells, target: str | int | None) -> int:
    names = [str(name) for name in cells.frame.columns]
    if len(names) < 2:
        raise InputError(
            f"'{source}' has a single column ('{names[0]}'); a table needs at least one feature "
            "and a class: is its separator the right one?"
        )
    if target is None or (target == "class" and not cells.has_names):
        return len(names) - 1
    if target in names:
        return names.index(str(target))
    try:
        index = int(target)  # also "-1", as it comes from a command line
    except ValueError:
        known = names if cells.has_names else [*names, "class"]
        raise InputError(
            f"'{source}' has no column '{target}'{did_you_mean(str(target), known)}"
        ) from None
    if not -len(names) <= index < len(names):
        raise InputError(
            f"'{source}' has {len(names)} columns: target must be from {-len(names)} to "
            f"{len(names) - 1} or a name, got {target}"
        )
    return index % len(names)


def all_missing_columns(table: Table) -> tuple[str, ...]:
    """Names of the features that have no value in any row.

    Examples
    --------
    >>> X = np.array([[1.0, np.nan], [2.0, np.nan]])
    >>> all_missing_columns(Table(X, None, ("mass", "age"), None, "fruit"))
    ('age',)
    """
    empty = np.isnan(table.X).all(axis=0)
    return tuple(name for name, none in zip(table.feature_names, empty, strict=True) if none)


def check_training_table(table: Table) -> list[str]:
    """Refuse a table nothing can be learned from.

    Parameters
    ----------
    table : Table
        Rows with their classes.

    Returns
    -------
    list of str
        Warnings about what can be learned from but surprises: features without values, classes
        with a single row.

    Raises
    ------
    InputError
        If there is no class column, no feature, fewer than two rows or two classes, or if the
        class column holds fractions.

    Examples
    --------
    >>> X = np.array([[1.0], [2.0], [3.0]])
    >>> check_training_table(Table(X, np.array(["a", "a", "b"]), ("mass",), "kind", "fruit"))
    ["class 'b' has a single row: it can be learned or tested but not both"]
    """
    y = table.labels()
    if table.n_features == 0:
        raise InputError(f"'{table.name}' has no feature besides the class column")
    if table.n_rows < 2:
        rows = "1 row" if table.n_rows else "no rows"
        raise InputError(f"'{table.name}' has {rows}; learning needs at least 2")
    classes, counts = np.unique(y, return_counts=True)
    if np.issubdtype(y.dtype, np.floating) and not np.all(y == np.rint(y)):
        raise InputError(
            f"class column '{table.target_name}' of '{table.name}' holds {len(classes)} different "
            f"numbers such as {y[y != np.rint(y)][0]:g}; classes are names or whole numbers: "
            "choose another target or put the numbers into groups first"
        )
    if len(classes) < 2:
        raise InputError(
            f"class column '{table.target_name}' of '{table.name}' holds a single class "
            f"('{classes[0]}'); learning needs at least 2"
        )
    return _warnings(table, classes[counts == 1])


def _warnings(table: Table, single: np.ndarray) -> list[str]:
    empty = all_missing_columns(table)
    warnings = []
    if len(empty) == 1:
        warnings.append(f"column '{empty[0]}' has no value in any row: no rule can use it")
    elif empty:
        warnings.append(f"columns {quoted(empty)} have no value in any row: no rule can use them")
    if len(single) == 1:
        warnings.append(
            f"class '{single[0]}' has a single row: it can be learned or tested but not both"
        )
    elif len(single):
        warnings.append(
            f"classes {quoted(single)} have a single row each: they can be learned or tested "
            "but not both"
        )
    return warnings
