"""The synthetic problems: rows drawn uniformly from the unit cube, classes by a known rule.

A value of at least 0.5 is a one bit; the first feature is the most significant bit.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from beta4ucs.data.tables import Table
from beta4ucs.errors import InputError

Seed = int | np.random.Generator

_GRID_STEPS = 100  # the grid of the rotated checkerboard: 101 x 101 = 10,201 points


def carry(n_rows: int = 6000, random_state: Seed = 0, bits: int = 6) -> Table:
    """Whether the sum of two binary numbers carries over.

    Parameters
    ----------
    n_rows : int, default 6000
        Number of rows.
    random_state : int or numpy.random.Generator, default 0
        Source of the rows; the same seed gives the same table.
    bits : int, default 6
        Length of each number; there are twice as many features.

    Examples
    --------
    >>> table = carry(4, random_state=1, bits=1)
    >>> table.X.round(2).tolist()
    [[0.51, 0.95], [0.14, 0.95], [0.31, 0.42], [0.83, 0.41]]
    >>> table.y.tolist()
    ['1', '0', '0', '0']
    """
    _check_at_least(1, bits=bits)
    return _table(f"{2 * bits}carry", n_rows, random_state, 2 * bits, 2, carry_class)


def carry_class(X: np.ndarray) -> np.ndarray:
    """Class index: 1 where first half + second half needs one more bit."""
    bits = X.shape[1] // 2
    total = _value(_bits(X[:, :bits])) + _value(_bits(X[:, bits:]))
    return (total >= 2**bits).astype(np.int64)


def checkerboard(
    n_rows: int = 6000, random_state: Seed = 0, dimensions: int = 3, divisions: int = 5
) -> Table:
    """The colour of a field on a checkerboard.

    Parameters
    ----------
    n_rows : int, default 6000
        Number of rows.
    random_state : int or numpy.random.Generator, default 0
        Source of the rows.
    dimensions : int, default 3
        Number of features.
    divisions : int, default 5
        Fields along each of them.

    Examples
    --------
    >>> checkerboard(4, dimensions=1, divisions=2).y.tolist()
    ['1', '0', '0', '0']
    """
    _check_at_least(1, dimensions=dimensions, divisions=divisions)
    return _table(
        f"chk{dimensions}_{divisions}",
        n_rows,
        random_state,
        dimensions,
        2,
        lambda X: checkerboard_class(X, divisions),
    )


def checkerboard_class(X: np.ndarray, divisions: int = 5) -> np.ndarray:
    """Class index: parity of the field numbers; the upper border belongs to the last field."""
    fields = np.minimum(np.floor(divisions * X), divisions - 1).astype(np.int64)
    return fields.sum(axis=1) % 2


def concatenated_multiplexer(
    n_rows: int = 6000, random_state: Seed = 0, blocks: int = 3, address_bits: int = 1
) -> Table:
    """Several multiplexers side by side; their outputs, read as a binary number, are the class.

    Parameters
    ----------
    n_rows, random_state : as in `checkerboard`
    blocks : int, default 3
        Number of multiplexers; there are ``2 ** blocks`` classes.
    address_bits : int, default 1
        Address bits of each.

    Examples
    --------
    >>> table = concatenated_multiplexer(3)
    >>> table.n_features, table.class_names
    (9, ('0', '1', '2', '3', '4', '5', '6', '7'))
    """
    _check_at_least(1, blocks=blocks, address_bits=address_bits)
    width = blocks * (address_bits + 2**address_bits)
    return _table(
        f"cmux{blocks}_{address_bits}",
        n_rows,
        random_state,
        width,
        2**blocks,
        lambda X: concatenated_multiplexer_class(X, blocks),
    )


def concatenated_multiplexer_class(X: np.ndarray, blocks: int = 3) -> np.ndarray:
    """Class index: the outputs of the blocks, the first one most significant."""
    outputs = [multiplexer_class(block) for block in np.split(X, blocks, axis=1)]
    return _value(np.column_stack(outputs))


def majority(n_rows: int = 6000, random_state: Seed = 0, bits: int = 11) -> Table:
    """Whether more than half of the bits are ones.

    Parameters
    ----------
    n_rows, random_state : as in `checkerboard`
    bits : int, default 11
        Number of features.

    Examples
    --------
    >>> majority(5, bits=3).y.tolist()
    ['0', '1', '1', '1', '1']
    """
    _check_at_least(1, bits=bits)
    return _table(f"{bits}mop", n_rows, random_state, bits, 2, majority_class)


def majority_class(X: np.ndarray) -> np.ndarray:
    """Class index: 1 where the ones are in the majority."""
    return (2 * _bits(X).sum(axis=1) > X.shape[1]).astype(np.int64)


def multiplexer(n_rows: int = 6000, random_state: Seed = 0, address_bits: int = 4) -> Table:
    """The data bit that the address bits point at.

    Parameters
    ----------
    n_rows, random_state : as in `checkerboard`
    address_bits : int, default 4
        Number of address bits a; there are a + 2**a features.

    Examples
    --------
    >>> table = multiplexer(5, address_bits=2)
    >>> table.name, table.n_features, table.y.tolist()
    ('6mux', 6, ['1', '0', '1', '0', '1'])
    """
    _check_at_least(1, address_bits=address_bits)
    width = address_bits + 2**address_bits
    return _table(f"{width}mux", n_rows, random_state, width, 2, multiplexer_class)


def multiplexer_class(X: np.ndarray) -> np.ndarray:
    """Class index: the data bit at the address."""
    address_bits = int(np.log2(X.shape[1]))  # a <= log2(a + 2**a) < a + 1 for a >= 1
    bits = _bits(X)
    address = _value(bits[:, :address_bits])
    return bits[np.arange(len(X)), address_bits + address]


def rotated_checkerboard(
    n_rows: int | None = None, random_state: Seed = 0, cell_width: float = 0.125**0.5
) -> Table:
    """A checkerboard of two features turned by 45 degrees about the middle of the square.

    The article shows the figure but not the file; the width of the cells is a reconstruction.

    Parameters
    ----------
    n_rows : int, optional
        Number of random rows; by default the regular grid of 101 x 101 points.
    random_state : int or numpy.random.Generator, default 0
        Source of random rows; the grid needs none.
    cell_width : float, default sqrt(1/8)
        Side of a cell.

    Examples
    --------
    >>> table = rotated_checkerboard()
    >>> table.X.shape, table.X[:3].tolist()
    ((10201, 2), [[0.0, 0.0], [0.0, 0.01], [0.0, 0.02]])
    """
    if not 0.0 < cell_width <= 2.0:
        raise InputError(f"cell_width must be in (0, 2], got {cell_width}")
    grid = None
    if n_rows is None:
        n_rows = (_GRID_STEPS + 1) ** 2
        steps = np.arange(_GRID_STEPS + 1) / _GRID_STEPS
        grid = np.stack(np.meshgrid(steps, steps, indexing="ij"), axis=-1).reshape(-1, 2)
    return _table(
        "rotated_checkerboard",
        n_rows,
        random_state,
        2,
        2,
        lambda X: rotated_checkerboard_class(X, cell_width),
        X=grid,
    )


def rotated_checkerboard_class(X: np.ndarray, cell_width: float = 0.125**0.5) -> np.ndarray:
    """Class index: parity of the cell numbers along the two diagonals."""
    # rounded: grid points on a border must not fall to either side by the last bit
    cells = np.floor(np.round(_along_diagonals(X, cell_width), 9)).astype(np.int64)
    return cells.sum(axis=1) % 2


def rotated_checkerboard_distance(X: np.ndarray, cell_width: float = 0.125**0.5) -> np.ndarray:
    """Distance to the nearest border; at most half a cell."""
    along = _along_diagonals(X, cell_width)
    distance: np.ndarray = cell_width * np.abs(along - np.round(along)).min(axis=1)
    return distance


def _along_diagonals(X: np.ndarray, cell_width: float) -> np.ndarray:
    """Places along the two diagonals, in cells: borders are at whole numbers."""
    a, b = X[:, 0] - 0.5, X[:, 1] - 0.5
    return np.column_stack((a - b, a + b)) * (0.5**0.5 / cell_width)


def cell_centres(resolution: int) -> np.ndarray:
    """Points of the unit square, row by row from below, at the centres of a square grid's cells.

    Parameters
    ----------
    resolution : int
        Cells along each side.

    Returns
    -------
    ndarray of shape (resolution ** 2, 2)

    Examples
    --------
    >>> cell_centres(2).tolist()
    [[0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]]
    """
    steps = (np.arange(resolution) + 0.5) / resolution
    return np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)


def _bits(X: np.ndarray) -> np.ndarray:
    return (X >= 0.5).astype(np.int64)


def _value(bits: np.ndarray) -> np.ndarray:
    """The number each row of bits stands for."""
    return bits @ (2 ** np.arange(bits.shape[1])[::-1])


def _check_at_least(minimum: int, **numbers: int) -> None:
    for name, number in numbers.items():
        if number < minimum:
            raise InputError(f"{name} must be at least {minimum}, got {number}")


def _table(
    name: str,
    n_rows: int,
    random_state: Seed,
    n_features: int,
    n_classes: int,
    class_of: Callable[[np.ndarray], np.ndarray],
    *,
    X: np.ndarray | None = None,
) -> Table:
    _check_at_least(1, n_rows=n_rows)
    if X is None:
        X = np.random.default_rng(random_state).random((n_rows, n_features))
    features = tuple(f"x{j + 1}" for j in range(n_features))
    classes = tuple(str(index) for index in range(n_classes))
    return Table(X, np.array(classes)[class_of(X)], features, "class", name, classes)
