"""The rules of a large model: an array per field, little-endian and in base64."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any

import numpy as np

from beta4ucs.errors import InputError
from beta4ucs.model_file.checks import as_count, as_list, as_object, as_text, shown

COLUMN_FIELDS = ("dtype", "shape", "base64")
WHOLE, REAL = "<i8", "<f8"


def packed(columns: dict[str, np.ndarray]) -> dict[str, Any]:
    """Return arrays as JSON has them."""
    return {name: _packed(column) for name, column in columns.items()}


def _packed(column: np.ndarray) -> dict[str, Any]:
    dtype = WHOLE if column.dtype.kind == "i" else REAL
    raw = column.astype(dtype).tobytes()
    text = base64.b64encode(raw).decode("ascii")
    return {"dtype": dtype, "shape": list(column.shape), "base64": text}


def unpacked(value: Any, shapes: dict[str, tuple[int, ...]], whole: set[str]) -> dict[str, Any]:
    """Check the columns of a file and return them as arrays.

    `shapes` has what follows the number of rules in the shape of each column.
    """
    fields = as_object(value, "rules", tuple(shapes))
    columns = {
        name: _column_from(fields[name], f"rules.{name}", WHOLE if name in whole else REAL, shape)
        for name, shape in shapes.items()
    }
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        raise InputError(f"the columns of rules differ in length: {lengths}")
    return columns


def _column_from(value: Any, where: str, dtype: str, shape: tuple[int, ...]) -> np.ndarray:
    fields = as_object(value, where, COLUMN_FIELDS)
    if as_text(fields["dtype"], f"{where}.dtype") != dtype:
        raise InputError(f'{where}.dtype must be "{dtype}", got {shown(fields["dtype"])}')
    lengths = as_list(fields["shape"], f"{where}.shape", 1 + len(shape))
    n_rules = as_count(lengths[0], f"{where}.shape[0]")
    if lengths[1:] != list(shape):
        raise InputError(f"{where}.shape must be {[n_rules, *shape]}, got {lengths}")
    try:
        raw = base64.b64decode(as_text(fields["base64"], f"{where}.base64"), validate=True)
    except (binascii.Error, ValueError) as error:
        raise InputError(f"{where}.base64 is damaged ({error})") from None
    n_bytes = 8 * n_rules * int(np.prod(shape))
    if len(raw) != n_bytes:
        raise InputError(f"{where}.base64 must hold {n_bytes:,} bytes, got {len(raw):,}")
    native = np.int64 if dtype == WHOLE else np.float64
    return np.frombuffer(raw, dtype=dtype).astype(native).reshape(n_rules, *shape)


def plain_columns(
    columns: dict[str, np.ndarray], shapes: dict[str, tuple[int, ...]], whole: set[str]
) -> dict[str, np.ndarray]:
    """Check arrays that are about to be written, and return them as a file has them."""
    for name, shape in shapes.items():
        column = columns[name]
        if column.dtype.kind not in ("iu" if name in whole else "iuf"):
            raise InputError(f"rules[0].{name} must hold numbers only, got {column.dtype}")
        for length, expected in zip(column.shape[1:], shape, strict=True):
            if length != expected:
                raise InputError(f"rules[0].{name} must have length {expected}, got {length}")
    return {
        name: columns[name].astype(np.int64 if name in whole else np.float64, copy=False)
        for name in shapes
    }


def check_columns(
    columns: dict[str, np.ndarray], lows: Mapping[str, float], highs: Mapping[str, float]
) -> None:
    """Refuse numbers that a rule cannot have; the least and the greatest ones are by name."""
    for name, column in columns.items():
        if name != "genes":
            _refuse(name, column, ~np.isfinite(column), "holds a number that is not finite")
    for name, low in lows.items():
        _refuse(name, columns[name], columns[name] < low, f"must be at least {low:g}")
    for name, high in highs.items():
        _refuse(name, columns[name], columns[name] > high, f"must be at most {high:g}")
    is_nan = np.isnan(columns["genes"])
    _refuse("genes", columns["genes"], is_nan, "holds a number that is not finite")


def _refuse(name: str, column: np.ndarray, is_wrong: np.ndarray, what: str) -> None:
    if is_wrong.any():
        place = np.argwhere(is_wrong)[0]
        got = column[tuple(place)].item()
        raise InputError(f"rules[{place[0]}].{name} {what}, got {got}")
