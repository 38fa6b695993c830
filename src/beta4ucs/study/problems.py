"""The tables of a study: where they are, and their rows as the runs get them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from beta4ucs.data import Table, check_training_table, load, read_table
from beta4ucs.data.catalogue import PROBLEMS, find_problem
from beta4ucs.data.categories import text_columns
from beta4ucs.errors import InputError, did_you_mean

if TYPE_CHECKING:
    import pandas as pd

KEYS = ("file", "target", "categorical")  # of a table that declares a file


@dataclass(frozen=True)
class DataSource:
    """A data set of the article by its id, or a file."""

    name: str
    file: str | None = None
    target: str | None = None
    aliases: tuple[str, ...] = ()
    categorical: tuple[str, ...] = ()  # of its columns of numbers


@dataclass(frozen=True, eq=False)
class LoadedProblem:
    """Rows and class indices in the problem's own order of classes, with a digest of both.

    `X` has numbers; `frame` has the names of columns too, and knows which are categories.
    """

    name: str
    X: np.ndarray
    codes: np.ndarray
    n_classes: int
    sha256: str
    frame: pd.DataFrame

    def numbers(self, who: str, remedy: str = "put numbers in their place") -> np.ndarray:
        """All features as numbers, or an `InputError` that names a column of words and a remedy."""
        words = text_columns(self.frame)
        if words:
            raise InputError(
                f"column '{words[0]}' of data set '{self.name}' holds words, and {who} takes "
                f"numbers only: {remedy}, or leave out the data set or the system"
            )
        return self.X


def article_sources() -> tuple[DataSource, ...]:
    """The 25 problems of the article, in its order."""
    return tuple(_by_id(name) for name in PROBLEMS if name != "rcb")


def source_of(name: str, table: Mapping[str, Any] | None, folder: Path, where: str) -> DataSource:
    """Make sense of an entry of `datasets`: a table with a file, a file, or a name."""
    if table is not None:
        for key in table:
            if key not in KEYS:
                raise InputError(f"{where}: unknown key '{key}'{did_you_mean(key, KEYS)}")
        if not isinstance(table.get("file"), str):
            raise InputError(f"{where}: 'file' must name a file, got {table.get('file')!r}")
        target, categorical = table.get("target"), table.get("categorical", [])
        if not isinstance(categorical, list) or not all(isinstance(c, str) for c in categorical):
            raise InputError(
                f"{where}: 'categorical' must be a list of columns, got {categorical!r}"
            )
        source = _file_source(
            name, table["file"], None if target is None else str(target), folder, where
        )
        return replace(source, categorical=tuple(categorical))
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


def load_problem(source: DataSource, data_dir: Path | None) -> LoadedProblem:
    """Read a table and check that it can be learned from."""
    if source.file is None:
        table = load(source.name, data_dir=data_dir)
    else:
        table = read_table(
            source.file, target=source.target, categorical=source.categorical or "auto"
        )
    check_training_table(table)
    X = np.ascontiguousarray(table.X, dtype="<f8")
    codes = np.ascontiguousarray(table.class_codes, dtype="<i8")
    content = f"{X.shape}".encode() + X.tobytes() + codes.tobytes()
    if source.file is not None:  # which columns of the article's data are categories is fixed
        content += _categories(table)
    digest = hashlib.sha256(content).hexdigest()
    return LoadedProblem(source.name, X, codes, len(table.classes), digest, table.to_frame())


def _categories(table: Table) -> bytes:
    """What tells words from the numbers that stand for them; nothing if all are numbers."""
    frame = table.to_frame()
    parts = [
        f"{table.feature_names.index(name)}:{column.cat.ordered}:{list(column.cat.categories)}"
        for name, column in frame[list(table.categorical)].items()
    ]
    return "\n".join(parts).encode()
