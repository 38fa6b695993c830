"""The tables of a study: where they are, and their rows as the runs get them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from beta4ucs.data import check_training_table, load, read_table
from beta4ucs.data.catalogue import PROBLEMS, find_problem
from beta4ucs.errors import InputError, did_you_mean


@dataclass(frozen=True)
class DataSource:
    """A data set of the article by its id, or a file."""

    name: str
    file: str | None = None
    target: str | None = None
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Problem:
    """Rows and class indices in the problem's own order of classes, with a digest of both."""

    name: str
    X: np.ndarray
    codes: np.ndarray
    n_classes: int
    sha256: str


def article_sources() -> tuple[DataSource, ...]:
    """The 25 problems of the article, in its order."""
    return tuple(_by_id(name) for name in PROBLEMS if name != "rcb")


def source_of(name: str, table: Mapping[str, Any] | None, folder: Path, where: str) -> DataSource:
    """Make sense of an entry of `datasets`: a table with a file, a file, or a name."""
    if table is not None:
        for key in table:
            if key not in ("file", "target"):
                raise InputError(
                    f"{where}: unknown key '{key}'{did_you_mean(key, ['file', 'target'])}"
                )
        if not isinstance(table.get("file"), str):
            raise InputError(f"{where}: 'file' must name a file, got {table.get('file')!r}")
        target = table.get("target")
        return _file_source(
            name, table["file"], None if target is None else str(target), folder, where
        )
    if Path(name).suffix:
        return _file_source(Path(name).stem, name, None, folder, where)
    try:
        return _by_id(find_problem(name).id)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def _by_id(name: str) -> DataSource:
    problem = PROBLEMS[name]
    return DataSource(name, aliases=(problem.name.casefold(), *map(str.casefold, problem.aliases)))


def _file_source(name: str, file: str, target: str | None, folder: Path, where: str) -> DataSource:
    path = folder / Path(file).expanduser()
    if not path.is_file():
        raise InputError(f"{where}: there is no file '{path}'")
    return DataSource(name, str(path), target)


def load_problem(source: DataSource, data_dir: Path | None) -> Problem:
    """Read a table and check that it can be learned from."""
    if source.file is None:
        table = load(source.name, data_dir=data_dir)
    else:
        table = read_table(source.file, target=source.target)
    check_training_table(table)
    X = np.ascontiguousarray(table.X, dtype="<f8")
    codes = np.ascontiguousarray(table.class_codes, dtype="<i8")
    digest = hashlib.sha256(f"{X.shape}".encode() + X.tobytes() + codes.tobytes()).hexdigest()
    return Problem(source.name, X, codes, len(table.classes), digest)
