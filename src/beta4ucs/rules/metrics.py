"""How rules do on data: what they cover, how often they are right, how much they share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from beta4ucs.data.encoding import numbers_of
from beta4ucs.errors import InputError, did_you_mean, quoted
from beta4ucs.rules.choosing import RuleChoice
from beta4ucs.rules.matching import degrees_of

if TYPE_CHECKING:
    import pandas as pd

BLOCK = 1024  # rules whose overlap with all others is computed at once


def rule_metrics(rules: RuleChoice, X: Any, y: Any) -> pd.DataFrame:
    """Return a table with one line per rule."""
    import pandas as pd

    inputs = rules.encoding.transform(rows_of(rules, X))
    codes = codes_of(rules, y, len(inputs))
    degrees = degrees_of(rules, inputs)
    labels = rules.arrays.label
    of_class = codes[:, None] == np.arange(len(rules.classes))
    mass = (degrees.T @ of_class)[np.arange(len(rules)), labels]  # on rows of the rule's class
    total, class_size = degrees.sum(axis=0), of_class.sum(axis=0)[labels]
    precision = _ratio(mass, total)
    return pd.DataFrame(
        {
            "class": rules.classes[labels],
            "conditions": rules.n_conditions,
            "coverage": total / len(inputs),
            "matched": np.mean(degrees > 0.0, axis=0),
            "support": mass,
            "precision": precision,
            "recall": _ratio(mass, class_size),
            "lift": _ratio(precision, class_size / len(inputs)),
            "overlap": mean_overlap(degrees),
        },
        index=pd.Index(rules.population_rows, name="index"),
    )


def rows_of(rules: RuleChoice, X: Any) -> np.ndarray:
    """Return rows in original units, in the order of the rules' features.

    The values of categories are their places.
    """
    names, columns = list(rules.feature_names), rules.encoding.columns
    if not (hasattr(X, "iloc") and hasattr(X, "columns")):
        has_categories = any(column.values is not None for column in columns)
        cells = _cells(X, np.dtype(object if has_categories else np.float64))
        if cells.ndim != 2 or cells.shape[1] != len(names) or not len(cells):
            raise InputError(f"X must have rows of {len(names)} features, got shape {cells.shape}")
        if not has_categories:
            return cells
        import pandas as pd

        return numbers_of(pd.DataFrame(cells, columns=names), columns)
    known = [str(name) for name in X.columns]
    lacking = [name for name in names if name not in known]
    is_nameless = len(lacking) == len(names) == len(known)  # rules of such a table: by position
    if lacking and not is_nameless:
        hint = did_you_mean(lacking[0], known)
        raise InputError(f"X lacks the features {quoted(lacking)} of the rules{hint}")
    if not len(X):
        raise InputError(f"X must have rows of {len(names)} features, got shape {X.shape}")
    return numbers_of(X if is_nameless else X.iloc[:, list(map(known.index, names))], columns)


def _cells(X: Any, kind: np.dtype) -> np.ndarray:
    try:
        return np.asarray(X, dtype=kind)
    except (TypeError, ValueError) as error:
        raise InputError(f"X must hold numbers: {error}") from None


def codes_of(rules: RuleChoice, y: Any, n_rows: int) -> np.ndarray:
    """Return the index of each label among the classes, -1 for an unknown one."""
    labels = np.asarray(y)
    if labels.shape != (n_rows,):
        raise InputError(f"y must have one label for each of {n_rows} rows, got {labels.shape}")
    code = {label: index for index, label in enumerate(rules.classes.tolist())}
    return np.array([code.get(label, -1) for label in labels.tolist()], dtype=np.int64)


def mean_overlap(degrees: np.ndarray) -> np.ndarray:
    """Mean Tanimoto coefficient of each rule's degrees with those of every other rule."""
    n_rules = degrees.shape[1]
    size = np.einsum("ij,ij->j", degrees, degrees)
    overlap = np.zeros(n_rules)
    for start in range(0, n_rules, BLOCK):
        mine = slice(start, min(start + BLOCK, n_rules))
        shared = degrees[:, mine].T @ degrees
        union = size[mine, None] + size - shared
        shares = np.divide(shared, union, out=np.zeros_like(shared), where=union > 0.0)
        itself = (size[mine] > 0.0).astype(np.float64)
        overlap[mine] = (shares.sum(axis=1) - itself) / max(1, n_rules - 1)
    return np.clip(overlap, 0.0, 1.0)


def _ratio(part: np.ndarray, whole: np.ndarray) -> np.ndarray:
    return np.divide(part, whole, out=np.full(len(part), np.nan), where=whole > 0.0)
