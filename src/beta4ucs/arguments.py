"""What estimators take besides hyperparameters: rows, labels, representations, seeds, callbacks."""

from __future__ import annotations

import secrets
from numbers import Integral, Real
from typing import Any

import numpy as np
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_array, check_X_y, validate_data

from beta4ucs.data.columns import check_distinct
from beta4ucs.data.encoding import LEAST_ROWS, Column, columns_of, numbers_of
from beta4ucs.errors import InputError, did_you_mean, quoted

ROW_CHECKS = {"dtype": np.float64, "ensure_all_finite": "allow-nan"}
LARGEST_SEED = 2**64 - 1


def training_rows(
    estimator: Any, X: Any, y: Any, categorical: Any, least_rows: int = LEAST_ROWS
) -> tuple[np.ndarray, np.ndarray, tuple[Column, ...]]:
    """Check rows and labels to learn from; sets the estimator's names and number of features.

    Returns numbers, in which values of categories are places, labels, and what the columns are.
    """
    y = check_labels(y)
    chosen = categorical_from(categorical)
    if not _is_frame(X) and chosen:
        X = _as_frame(X)
    if _is_frame(X):
        check_distinct([str(name) for name in X.columns])
        validate_data(estimator, X, y, skip_check_array=True)
        columns = columns_of(X, _places_of(chosen, X), least_rows)
        raw, y = check_X_y(numbers_of(X, columns), y, estimator=estimator, **ROW_CHECKS)
    else:
        raw, y = validate_data(estimator, X, y, **ROW_CHECKS)
        columns = (Column(),) * raw.shape[1]
    check_classification_targets(y)
    return raw, y, columns


def rows_to_predict(estimator: Any, X: Any, columns: Any = None) -> np.ndarray:
    """Check rows, their columns against those the estimator has learned from."""
    columns = estimator.encoding_.columns if columns is None else columns
    if not _is_frame(X) and any(column.values is not None for column in columns):
        X = _as_frame(X)
    if not _is_frame(X):
        rows: np.ndarray = validate_data(estimator, X, reset=False, **ROW_CHECKS)
        return rows
    check_distinct([str(name) for name in X.columns])
    validate_data(estimator, X, reset=False, skip_check_array=True)
    rows = check_array(numbers_of(X, columns), estimator=estimator, **ROW_CHECKS)
    return rows


def categorical_from(given: Any) -> list[Any] | None:
    """Return the features that hold categories; None to go by the types of columns."""
    if isinstance(given, str) and given in ("auto", "none"):
        return None if given == "auto" else []
    if given is None:
        return []
    if isinstance(given, str) or not hasattr(given, "__iter__"):
        raise InputError(
            'categorical_features must be "auto", "none", or a list of names, indices or truth '
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
        elif _is_whole(one) and 0 <= one < len(names):
            places.append(int(one))
        else:
            raise InputError(
                f"categorical_features names {one!r}, which is no feature"
                f"{did_you_mean(str(one), names)}"
            )
    return places


def _as_frame(X: Any) -> Any:
    import pandas as pd

    cells = np.asarray(X, dtype=object)
    if cells.ndim != 2:
        raise InputError(f"X must have rows and columns, got shape {cells.shape}")
    return pd.DataFrame(cells)


def weights_of(X: np.ndarray, y: np.ndarray, sample_weight: Any, class_weight: Any) -> Any:
    """Return how often each row counts, or None if all count once."""
    if sample_weight is None and class_weight is None:
        return None
    weights = np.ones(len(y))
    if sample_weight is not None:
        weights = _check_sample_weight(sample_weight, X, dtype=np.float64)
        if weights.min() < 0.0 or not weights.max() > 0.0:
            raise InputError("sample_weight must not be negative, and some must be positive")
    if class_weight is not None:
        shares = weights * _of_classes(class_weight, y, weights)
        if not shares.any():
            raise InputError(f"class_weight leaves no row: {class_weight!r}")
        weights = shares * (weights.sum() / shares.sum())  # an epoch stays as long as it was
    return weights


def _of_classes(class_weight: Any, y: np.ndarray, weights: np.ndarray) -> np.ndarray:
    classes, codes = np.unique(y, return_inverse=True)
    if isinstance(class_weight, str) and class_weight == "balanced":
        sums = np.bincount(codes, weights)
        there = sums > 0.0  # a class without weight stays without
        share = weights.sum() / there.sum()
        return np.divide(share, sums, out=np.zeros(len(classes)), where=there)[codes]
    if not hasattr(class_weight, "items"):
        raise InputError(
            f'class_weight must be None, "balanced" or a dict of classes, got {class_weight!r}'
        )
    known = classes.tolist()
    for label, weight in class_weight.items():
        if label not in known:
            raise InputError(f"class_weight names {label!r}, which is no class of y: {known}")
        if not isinstance(weight, Real) or not 0.0 <= float(weight) < np.inf:
            raise InputError(f"class_weight of {label!r} must be at least 0, got {weight!r}")
    return np.array([float(class_weight.get(label, 1.0)) for label in known])[codes]


def _is_frame(X: Any) -> bool:
    return hasattr(X, "iloc") and hasattr(X, "columns")


def name_of(y: Any) -> str | None:
    """Return the name of a Series."""
    name = getattr(y, "name", None)
    return name if isinstance(name, str) else None


def check_labels(y: Any) -> Any:
    """Refuse missing and mixed labels, which scikit-learn has no clear words for.

    Returns `y`; Python objects that are all numbers become an array of numbers.
    """
    labels = np.asarray(y)
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


def representation_from(given: Any, *, must_match_crisply: bool = False) -> Any:
    """Return the checked representation for a name, a class or an instance."""
    from beta4ucs.representations import contract  # brings Numba: only when it is needed

    if not isinstance(given, (str, type)) and not hasattr(type(given), "_fields"):
        raise InputError(
            "representation must be a name, a representation class or an instance of one, "
            f"got {given!r}"
        )
    representation = contract.find(given)
    if must_match_crisply and not getattr(representation, "matches_crisply", False):
        fitting = [
            name
            for name in contract.names()
            if getattr(contract.kind_of(name), "matches_crisply", False)
        ]
        raise InputError(
            f"UCS needs a representation that matches fully or not at all, such as "
            f"{quoted(fitting)}; '{representation.name}' matches by degrees: use Fuzzy-UCS"
        )
    return representation


def callback_list(callbacks: Any) -> list[Any]:
    """Return the callbacks as a list, or raise `InputError`."""
    given = [] if callbacks is None else [callbacks] if callable(callbacks) else callbacks
    if not isinstance(given, (list, tuple)) or not all(callable(one) for one in given):
        raise InputError(f"callbacks must be a function or a list of functions, got {callbacks!r}")
    return list(given)


def check_n_jobs(n_jobs: Any) -> None:
    """Raise `InputError` unless `n_jobs` can be a number of threads."""
    if n_jobs is not None and not (_is_whole(n_jobs) and n_jobs != 0):
        raise InputError(f"n_jobs must be None or a whole number other than 0, got {n_jobs!r}")


def seed_from(random_state: Any) -> int:
    """Return the seed that `random_state` is, or that it draws."""
    if random_state is None:
        return secrets.randbits(64)
    if isinstance(random_state, (np.random.RandomState, np.random.Generator)):
        return int.from_bytes(random_state.bytes(8), "little")
    if _is_whole(random_state) and 0 <= random_state <= LARGEST_SEED:
        return int(random_state)
    raise InputError(
        "random_state must be None, a whole number in [0, 2**64 - 1] or a numpy random generator, "
        f"got {random_state!r}"
    )


def _is_whole(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)
