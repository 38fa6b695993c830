"""Rows to predict -> the column order a model was trained with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from beta4ucs.data.categories import typed_features
from beta4ucs.data.columns import is_missing
from beta4ucs.data.dates import wanted_parts
from beta4ucs.data.labels import labels_from_series
from beta4ucs.errors import InputError, did_you_mean, quoted

if TYPE_CHECKING:
    import pandas as pd

    from beta4ucs.data.tables import Table


def align_columns(
    table: Table,
    feature_names: Sequence[str],
    target_name: str | None = None,
    categorical: Sequence[str] = (),
) -> tuple[pd.DataFrame, np.ndarray | None]:
    """Bring rows to predict into the column order of a model.

    Columns are found by name. Where the file gave no names they are taken in order, and one
    column more than the model has features is the class: where training had it if that file
    gave no names either, else the last.

    Parameters
    ----------
    table : Table
        Usually read with ``with_target=False``.
    feature_names : sequence of str
        The features of the model.
    target_name : str, optional
        The model's class column: if the table has it, it is not a feature but the truth.
    categorical : sequence of str
        Features that are categories in the model: their cells stay as they are written.

    Returns
    -------
    X : pandas.DataFrame of shape (n_rows, n_features)
        The features in the model's order: numbers, and categories with whatever values they
        have here.
    y : ndarray of shape (n_rows,) or None
        The true labels, if the table has them.

    Raises
    ------
    InputError
        If columns are missing or unknown, or hold dates, complex or infinite numbers.

    Examples
    --------
    >>> import numpy as np
    >>> from beta4ucs.data.tables import Table
    >>> table = Table(np.array([[8.4, 192.0]]), None, ("width", "mass"), None, "new.csv")
    >>> align_columns(table, ["mass", "width"], "kind")
    (    mass  width
    0  192.0    8.4, None)
    """
    import pandas as pd

    frame = table.frame
    if frame is None:
        frame = table.to_frame()
    features = list(feature_names)
    read = [str(name) for name in frame.columns]
    if not table.has_names:
        frame, target_name = _named_by_position(table, frame, features)
    frame = _as_written(table, frame, read, {*categorical, target_name})
    frame = wanted_parts(frame, features)
    _check_columns(table.name, [str(name) for name in frame.columns], features, target_name)
    numbers, typed = typed_features(frame[features], categorical)
    X = pd.DataFrame(numbers, columns=features) if typed is None else typed
    if table.y is not None or target_name not in frame.columns:
        return X, table.y
    truth = frame[target_name]
    if all(is_missing(cell) for cell in truth):  # a column left open for the answers
        return X, None
    is_written = table.cells is not None and table.cells.text is not None
    source = f"'{table.name}'"
    labels = labels_from_series(truth.rename(target_name), source=source, is_written=is_written)
    return X, labels


def _as_written(
    table: Table, frame: pd.DataFrame, read: list[str], wanted: set[str | None]
) -> pd.DataFrame:
    """Take some columns as the file has them; `read` are the names that it has for all."""
    if table.cells is None:
        return frame
    names = [str(name) for name in frame.columns]
    own = {name: old for name, old in zip(names, read, strict=True) if name in wanted}
    written = table.cells.as_written(list(own.values()))
    frame = frame.copy(deep=False)
    for name, old in own.items():
        frame.isetitem(names.index(name), written[old].array)
    return frame


def _named_by_position(
    table: Table, frame: pd.DataFrame, features: list[str]
) -> tuple[pd.DataFrame, str]:
    """Give the columns of a file without header the names of the model."""
    surplus = frame.shape[1] - len(features)
    may_hold_class = table.y is None
    if surplus != 0 and not (surplus == 1 and may_hold_class):
        more = f" (or {len(features) + 1} with the class last)" if may_hold_class else ""
        columns = "1 column" if frame.shape[1] == 1 else f"{frame.shape[1]} columns"
        raise InputError(
            f"'{table.name}' has {columns} without names; the model needs {len(features)}{more}"
        )
    made_up = [str(name) for name in frame.columns]
    if surplus == 1 and set(features) < set(made_up):
        # the model's own names were made up from positions: the class need not be the last
        (target,) = set(made_up) - set(features)
        return frame, target
    target = "class"
    while target in features:
        target += "_"
    return frame.set_axis([*features, target][: frame.shape[1]], axis=1), target


def _check_columns(
    source: str, present: list[str], features: list[str], target_name: str | None
) -> None:
    lacking = [name for name in features if name not in present]
    unknown = [name for name in present if name not in features and name != target_name]
    if lacking:
        column = "column" if len(lacking) == 1 else "columns"
        raise InputError(
            f"'{source}' lacks the {column} {quoted(lacking)} of the model"
            f"{did_you_mean(lacking[0], unknown)}"
        )
    if unknown:
        column = "a column" if len(unknown) == 1 else "columns"
        raise InputError(
            f"'{source}' has {column} the model does not know: {quoted(unknown)}; remove "
            f"{'it' if len(unknown) == 1 else 'them'} or train with "
            f"{'it' if len(unknown) == 1 else 'them'}"
        )
