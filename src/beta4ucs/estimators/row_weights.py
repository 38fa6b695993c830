"""How often each row counts: weights of rows and of classes."""

from __future__ import annotations

import warnings
from numbers import Real
from typing import Any

import numpy as np
from sklearn.utils.validation import _check_sample_weight

from beta4ucs.errors import InputError, quoted

LONGER = 10  # times as long as it was, a table with repeated rows may be
HARDLY = 1e-3  # rows in an epoch that a class may be left with without a word
SAME = 1e-9  # relative difference of weights that is put down to rounding


def weights_of(X: np.ndarray, y: np.ndarray, sample_weight: Any, class_weight: Any) -> np.ndarray:
    """Return how often each row counts."""
    weights = np.ones(len(y))
    if sample_weight is not None:
        weights = relative(checked_weights(X, sample_weight))
    if class_weight is not None:
        factors = _of_classes(class_weight, y, weights)
        with np.errstate(over="ignore"):
            shares = weights * factors
            total = shares.sum()
        if not np.isfinite(total):  # too large for a float: what counts is how they compare
            shares = weights * (factors / factors.max())
            total = shares.sum()
        if not shares.any():
            raise InputError(f"class_weight leaves no row: {class_weight!r}")
        weights = shares * (weights.sum() / total)  # an epoch stays as long as it was
    return weights


def checked_weights(X: np.ndarray, sample_weight: Any) -> np.ndarray:
    """Return the weights of rows as numbers, or raise `InputError`."""
    with np.errstate(over="ignore"):  # scikit-learn adds them up
        weights: np.ndarray = _check_sample_weight(sample_weight, X, dtype=np.float64)
    if weights.min() < 0.0 or not weights.max() > 0.0:
        raise InputError("sample_weight must not be negative, and some must be positive")
    return weights


def relative(weights: np.ndarray) -> np.ndarray:
    """Return how often an epoch shows each row.

    Whole numbers say it themselves, up to ten times as many rows as there are. Of all others only
    the ratios count: they become 1 on average, over the rows that count at all.

    Examples
    --------
    >>> relative(np.array([2.0, 0.0, 1.0])).tolist()
    [2.0, 0.0, 1.0]
    >>> relative(np.array([0.25, 0.0, 0.75])).tolist(), relative(np.array([1e9, 1e9])).tolist()
    ([0.5, 0.0, 1.5], [1.0, 1.0])
    """
    n_rows = int(np.count_nonzero(weights))
    shares = weights / weights.max()  # their sum is finite
    mean = shares.sum() / n_rows * float(weights.max())
    is_whole = bool(np.all(weights == np.rint(weights)))
    if (is_whole and mean <= LONGER) or abs(mean - 1.0) <= SAME:
        return weights
    scaled = shares * (n_rows / shares.sum())
    whole = np.rint(scaled)
    return whole if np.allclose(scaled, whole, rtol=SAME, atol=0.0) else scaled


def warn_of_hidden_classes(weights: np.ndarray, codes: np.ndarray, classes: np.ndarray) -> None:
    """Warn of classes that count for next to nothing beside the others."""
    shown = np.bincount(codes, weights, minlength=len(classes))
    hidden = classes[shown < HARDLY].tolist()
    if hidden:
        warnings.warn(
            f"the weights leave less than a thousandth of a row to {quoted(hidden)}: rules about "
            f"{'it' if len(hidden) == 1 else 'them'} cannot be learned",
            UserWarning,
            stacklevel=4,
        )


def _of_classes(class_weight: Any, y: np.ndarray, weights: np.ndarray) -> np.ndarray:
    classes, codes = np.unique(y, return_inverse=True)
    if isinstance(class_weight, str) and class_weight == "balanced":
        sums = np.bincount(codes, weights)
        there = sums > 0.0  # a class without weight stays without
        share = weights.sum() / there.sum()
        with np.errstate(over="ignore"):
            factors = np.divide(share, sums, out=np.zeros(len(classes)), where=there)
        return np.minimum(factors, np.finfo(np.float64).max)[codes]
    if not hasattr(class_weight, "items"):
        raise InputError(
            f'class_weight must be None, "balanced" or a dict of classes, got {class_weight!r}'
        )
    known = classes.tolist()
    for label, weight in class_weight.items():
        if label not in known:
            raise InputError(f"class_weight names {label!r}, which is not a class of y: {known}")
        if not isinstance(weight, Real) or not 0.0 <= float(weight) < np.inf:
            raise InputError(f"class_weight of {label!r} must be at least 0, got {weight!r}")
    return np.array([float(class_weight.get(label, 1.0)) for label in known])[codes]


def in_one_order(
    raw: np.ndarray, codes: np.ndarray, weights: np.ndarray | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Put rows into an order that depends on nothing but what they say.

    So the order in which rows are given decides nothing. Rows with whole weights stand there as
    often as they weigh, if that does not make the table much longer.

    Examples
    --------
    >>> raw, codes = np.array([[2.0], [1.0]]), np.array([0, 1])
    >>> rows, labels, weights = in_one_order(raw, codes, np.array([2.0, 1.0]))
    >>> rows.ravel().tolist(), labels.tolist(), weights.tolist()
    ([1.0, 2.0, 2.0], [1, 0, 0], [1.0, 1.0, 1.0])
    """
    counted = np.ones(len(codes)) if weights is None else weights
    is_whole = np.all(counted == np.rint(counted))
    if weights is not None and is_whole and counted.sum() <= LONGER * len(codes):
        times = counted.astype(np.int64)
        raw, codes = np.repeat(raw, times, axis=0), np.repeat(codes, times)
        counted = np.ones(len(codes))
    counted = counted * (len(codes) / counted.sum())  # what counts is how they compare
    order = np.lexsort((counted, codes, *raw.T[::-1]))
    return raw[order], codes[order], counted[order]
