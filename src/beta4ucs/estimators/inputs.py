"""Rows and labels as estimators take them, checked."""

from __future__ import annotations

from numbers import Real
from typing import Any

import numpy as np
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_array, check_X_y, validate_data

from beta4ucs.data.columns import check_distinct, parse_number
from beta4ucs.data.encoding import LEAST_ROWS, Column, columns_of, numbers_of
from beta4ucs.data.frames import as_pandas, is_pandas
from beta4ucs.errors import InputError, did_you_mean
from beta4ucs.estimators.parameters import is_whole

Rows = tuple[np.ndarray, np.ndarray]  # inputs of learning, class indices
ROW_CHECKS = {"dtype": np.float64, "ensure_all_finite": "allow-nan"}


# scikit-learn adds up all numbers, which may be more than a float holds, to find infinite ones
@np.errstate(over="ignore", invalid="ignore")
def training_rows(
    estimator: Any, X: Any, y: Any, categorical: Any, least_rows: int = LEAST_ROWS
) -> tuple[np.ndarray, np.ndarray, tuple[Column, ...]]:
    """Check rows and labels to learn from; sets the estimator's names and number of features.

    Returns numbers, in which values of categories are places, labels, and what the columns are.
    """
    (X, is_frame), y = _rows_of(X), check_labels(y)
    chosen = categorical_from(categorical)
    if not is_frame and (chosen or (chosen is None and _holds_words(X))):
        X, is_frame = _as_frame(X), True
    if is_frame:
        check_distinct([str(name) for name in X.columns])
        validate_data(estimator, X, y, skip_check_array=True)
        columns = columns_of(X, _places_of(chosen, X), least_rows)
        raw, y = check_X_y(numbers_of(X, columns), y, estimator=estimator, **ROW_CHECKS)
    else:
        raw, y = validate_data(estimator, X, y, **ROW_CHECKS)
        columns = (Column(),) * raw.shape[1]
    check_classification_targets(y)
    return raw, y, columns


@np.errstate(over="ignore", invalid="ignore")
def rows_to_predict(estimator: Any, X: Any, columns: Any = None) -> np.ndarray:
    """Check rows, their columns against those the estimator has learned from."""
    X, is_frame = _rows_of(X)
    columns = estimator.encoding_.columns if columns is None else columns
    if not is_frame and any(column.values is not None for column in columns):
        X, is_frame = _as_frame(X), True
    if not is_frame:
        rows: np.ndarray = validate_data(estimator, X, reset=False, **ROW_CHECKS)
        return rows
    check_distinct([str(name) for name in X.columns])
    validate_data(estimator, X, reset=False, skip_check_array=True)
    rows = check_array(numbers_of(X, columns), estimator=estimator, **ROW_CHECKS)
    return rows


def _rows_of(X: Any) -> tuple[Any, bool]:
    """Return rows, a frame of any kind as one of pandas, and whether they are a frame."""
    if isinstance(X, np.ndarray):
        return X, False
    X = as_pandas(X)
    return X, is_pandas(X)


def categorical_from(given: Any) -> list[Any] | None:
    """Return the features that hold categories; None to go by the types of columns."""
    if isinstance(given, str) and given == "auto":
        return None
    if given is None:
        return []
    if isinstance(given, str) or not hasattr(given, "__iter__"):
        raise InputError(
            'categorical_features must be "auto", None, or a list of names, indices or truth '
            f"values, got {given!r}"
        )
    return list(given)


def _places_of(chosen: list[Any] | None, X: Any) -> list[int] | None:
    """Return the indices of columns given by name, index or a truth value for each."""
    if chosen is None:
        return None
    names = [str(name) for name in X.columns]
    if chosen and all(isinstance(one, (bool, np.bool_)) for one in chosen):
        if len(chosen) != len(names):
            raise InputError(
                f"categorical_features has {len(chosen)} truth values for {len(names)} features"
            )
        return [place for place, is_category in enumerate(chosen) if is_category]
    places = []
    for one in chosen:
        if isinstance(one, str) and one in names:
            places.append(names.index(one))
        elif is_whole(one) and 0 <= one < len(names):
            places.append(int(one))
        else:
            raise InputError(
                f"categorical_features names {one!r}, which is not a feature"
                f"{did_you_mean(str(one), names)}"
            )
    return places


def _as_frame(X: Any) -> Any:
    import pandas as pd

    cells = np.asarray(X, dtype=object)
    if cells.ndim != 2:
        raise InputError(f"X must have rows and columns, got shape {cells.shape}")
    return pd.DataFrame(cells)


def _holds_words(X: Any) -> bool:
    """Whether an array of Python objects, or of text, has a cell that is text but no number."""
    if getattr(X, "dtype", None) is None and not isinstance(X, (list, tuple)):
        return False
    cells = np.asarray(X) if not isinstance(X, (list, tuple)) else _array_of(X)
    if cells is None or cells.ndim != 2 or cells.dtype.kind not in "OU":
        return False
    return any(isinstance(cell, str) and parse_number(cell) is None for cell in cells.flat)


def _array_of(rows: Any) -> np.ndarray | None:
    """Lists of lists as an array; None if their lengths differ."""
    try:
        return np.asarray(rows, dtype=object)
    except ValueError:
        return None


def name_of(y: Any) -> str | None:
    """Return the name of a Series."""
    name = getattr(y, "name", None)
    return name if isinstance(name, str) else None


def check_labels(y: Any) -> Any:
    """Refuse missing and mixed labels, which scikit-learn has no clear words for.

    Returns `y`; Python objects that are all numbers become an array of numbers.
    """
    labels = np.asarray(y)
    if labels.dtype.kind in "iub" and labels.ndim == 1:
        return labels  # of pandas' own types scikit-learn makes floats
    if labels.dtype != object or labels.ndim != 1:
        return y
    missing = [row for row, label in enumerate(labels) if _is_missing(label)]
    if missing:
        more = f" (one of {len(missing)} such rows)" if len(missing) > 1 else ""
        raise InputError(
            f"y has no label in row {missing[0] + 1}{more}; fill it in or remove the row"
        )
    is_text = [isinstance(label, str) for label in labels]
    if any(is_text) and not all(is_text):
        text, other = labels[is_text.index(True)], labels[is_text.index(False)]
        raise InputError(f"y mixes text ({text!r}) with other labels ({other!r}); make all text")
    are_numbers = all(isinstance(label, (Real, np.bool_)) for label in labels)
    return np.array(labels.tolist()) if are_numbers and labels.size else y


def _is_missing(label: Any) -> bool:
    # NaN and NaT differ from themselves; pandas' NA refuses the comparison
    return label is None or type(label).__name__ == "NAType" or bool(np.all(label != label))


def encode(y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the classes, sorted, and the index of each row's class."""
    classes, codes = np.unique(y, return_inverse=True)
    if len(classes) < 2:
        (label,) = classes.tolist()
        raise InputError(f"y holds one class only ({label!r}); learning needs at least 2")
    return classes, codes.reshape(-1)


def encode_known(labels: Any, classes: np.ndarray) -> np.ndarray:
    """Return the index of each label in the classes, -1 for an unknown one."""
    code = {label: index for index, label in enumerate(classes.tolist())}
    return np.array([code.get(label, -1) for label in np.asarray(labels).tolist()], dtype=np.int64)
