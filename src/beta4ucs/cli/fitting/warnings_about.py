"""What is said of a table before it is learned from; columns that tell rows apart are named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from beta4ucs.data import check_training_table

if TYPE_CHECKING:
    from beta4ucs.data import Table

ENOUGH_ROWS = 20  # in fewer, measurements may well be different by chance


def warnings_about(table: Table) -> list[str]:
    """Refuse a table that nothing can be learned from; else say what surprises, each once."""
    hints = hints_about_ids(table)
    of_ids = tuple(hint.partition(" has ")[0] for hint in hints)
    return [*(one for one in check_training_table(table) if not one.startswith(of_ids)), *hints]


def hints_about_ids(table: Table) -> list[str]:
    """Name the columns of words or whole numbers that are different in every row.

    Decimals are left out: measurements are often all different.

    Examples
    --------
    >>> from beta4ucs.data import Table
    >>> X = np.column_stack([np.arange(20.0), np.arange(20.0) / 3])
    >>> hints_about_ids(Table(X, None, ("patient", "mass"), None, "fruit"))
    ["column 'patient' has another value in every row: if it is an id, give --id patient"]
    """
    if table.n_rows < ENOUGH_ROWS:
        return []
    return [
        f"column '{name}' has another value in every row: if it is an id, give --id {name}"
        for name, values in zip(table.feature_names, table.X.T, strict=True)
        if len(np.unique(values)) == table.n_rows and np.all(values == np.rint(values))
    ]
