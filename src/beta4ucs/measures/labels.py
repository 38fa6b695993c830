"""Labels as places among the classes of a model."""

from __future__ import annotations

from typing import Any

import numpy as np

from beta4ucs.errors import InputError

UNKNOWN = -1  # the place of a label that is none of the classes


def check_one_per_row(n_rows: int, labels: Any) -> None:
    """Raise `InputError` if there are more or fewer labels than rows."""
    if len(labels) != n_rows:
        raise InputError(f"X has {n_rows:,} rows and y has {len(labels):,} labels")


def places_of(labels: Any, classes: np.ndarray) -> np.ndarray:
    """Return the place of each label among the classes, `UNKNOWN` if it is none of them.

    Labels are compared as text where they are not found as they are: one file may spell 1 what
    another spells "1".

    Examples
    --------
    >>> import numpy as np
    >>> places_of(["2", "1", "3"], np.array([1, 2]))
    array([ 1,  0, -1])
    """
    place: dict[Any, int] = {str(label): i for i, label in enumerate(classes.tolist())}
    place |= {label: i for i, label in enumerate(classes.tolist())}
    found = [
        place.get(label, place.get(str(label), UNKNOWN)) for label in np.asarray(labels).tolist()
    ]
    return np.array(found, dtype=np.int64)
