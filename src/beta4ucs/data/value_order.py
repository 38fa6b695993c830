"""The order of a category's values: those whose rows have like classes become neighbours.

Rules depend on this order, so it must not depend on the machine. Counts are exact, and what
follows is addition, multiplication and division of floats in a fixed order, which IEEE 754 defines
to the last bit; BLAS, LAPACK and numpy's own sums choose their order by version and processor.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from beta4ucs.data.encoding import Column

SQUARINGS = 40  # at most: tells directions apart whose spreads differ by 1e-10 of themselves
CONVERGED = 1e-12  # largest change of a share by one more squaring
DECIMALS = 9  # of a place along the axis: values that differ by less keep their order


def order_values(
    raw: np.ndarray,
    columns: Sequence[Column],
    codes: np.ndarray,
    weights: np.ndarray | None = None,
) -> tuple[Column, ...]:
    """Put values next to each other whose rows have like classes.

    The order is that along the first principal axis of the values' shares of classes, shrunk
    towards the shares in all rows as if each value had one row more. With two classes it is the
    order by the share of the first one, in which the best split of the values is a cut. Values at
    the same place keep the order they have.

    Parameters
    ----------
    raw : ndarray of shape (n_rows, n_features)
        Training rows, as `numbers_of` gives them.
    columns : sequence of Column
    codes : ndarray of shape (n_rows,)
        Class indices.
    weights : ndarray of shape (n_rows,), optional
        How often each row counts.
    """
    ordered = list(columns)
    counted = np.ones(len(codes)) if weights is None else weights
    of_classes = np.bincount(codes, counted)
    for feature, column in enumerate(columns):
        values = column.values or ()
        if not column.is_set or len(values) < 3:
            continue
        known = ~np.isnan(raw[:, feature])
        seen = raw[known, feature].astype(np.int64)
        table = np.zeros((len(values), len(of_classes)))
        np.add.at(table, (seen, codes[known]), counted[known])
        places = _places(table, of_classes)
        order = sorted(range(len(values)), key=places.__getitem__)
        ordered[feature] = column._replace(values=tuple(values[value] for value in order))
    return tuple(ordered)


def _places(table: np.ndarray, of_classes: np.ndarray) -> list[float]:
    """Where values stand along the axis.

    Parameters
    ----------
    table : ndarray of shape (n_values, n_classes)
        Rows of each value and class.
    of_classes : ndarray of shape (n_classes,)
        All rows of each class, those whose value is missing too.
    """
    total = math.fsum(of_classes)
    rows = np.array([math.fsum(counts) for counts in table])
    # (counts + shares) / (rows + 1) - shares, written such that whole counts stay exact up to the
    # division: with two classes the two columns are then each other's negative, bit by bit
    profiles = (table * total - rows[:, None] * of_classes) / (total * (rows[:, None] + 1.0))
    axis = _first_axis(_product(profiles.T, profiles * rows[:, None]))
    return [round(math.fsum(profile * axis), DECIMALS) for profile in profiles]


def _first_axis(scatter: np.ndarray) -> np.ndarray:
    """The eigenvector of the largest eigenvalue of a scatter matrix; its largest entry is positive.

    Squaring a matrix leaves its eigenvectors and squares its eigenvalues, so that the largest one
    soon stands alone, and every row is a multiple of its eigenvector. The row with the largest
    entry on the diagonal is the longest, and that entry is not negative. The first of several
    equal ones decides.
    """
    trace = math.fsum(np.diagonal(scatter))
    if trace == 0.0:  # all values have the same shares
        return np.zeros(len(scatter))
    power = scatter / trace
    for _ in range(SQUARINGS):
        square = _product(power, power)
        square /= math.fsum(np.diagonal(square))
        change = np.abs(square - power).max()
        power = square
        if change < CONVERGED:
            break
    longest = power[np.argmax(np.diagonal(power))]
    return longest / math.sqrt(math.fsum(longest * longest))


def _product(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Matrix product whose sums are taken in the order of the columns, without BLAS."""
    product = np.zeros((left.shape[0], right.shape[1]))
    for column, row in zip(left.T, right, strict=True):
        product += column[:, None] * row
    return product
