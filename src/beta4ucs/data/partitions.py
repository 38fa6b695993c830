"""Tables in parts, read one after the other: Parquet files and folders, Dask DataFrames."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beta4ucs.data.reading import check_names, may_not_read
from beta4ucs.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

BUFFER_BYTES = 1 << 20  # of Parquet data read ahead


class ParquetSource:
    """A Parquet file, or all Parquet files of a folder in the order of their names.

    Folders inside of it that are named `year=2024`, as Dask and Spark write them, are columns.
    """

    has_names, is_text = True, False

    def __init__(self, path: Path, size: int) -> None:
        self.name, self._path, self._size = path.name, path, size
        self.notes: list[str] = []

    def frames(
        self, column: str | None = None, as_text: Collection[str] = ()
    ) -> Iterator[pd.DataFrame]:
        """Give the cells in batches; of one column if it is named."""
        with _parquet_errors(self._path):
            for path, constants in self._files():
                for frame in _frames_of(path, self._size, column, constants):
                    check_names(self.name, list(frame.columns))
                    if len(frame):
                        yield frame

    def n_cells(self) -> int:
        """How many cells there are, as the files themselves say."""
        from pyarrow.parquet import read_metadata

        with _parquet_errors(self._path):
            sizes = [read_metadata(path) for path, _ in self._files()]
            return sum(one.num_rows * one.num_columns for one in sizes)

    def _files(self) -> list[tuple[Path, dict[str, Any]]]:
        """All files, each with the values of columns that the names of folders tell."""
        if not self._path.is_dir():
            return [(self._path, {})]
        from pyarrow.dataset import dataset, get_partition_keys

        parts = dataset(self._path, format="parquet", partitioning="hive").get_fragments()
        files = [(Path(part.path), get_partition_keys(part.partition_expression)) for part in parts]
        if not files:
            raise InputError(f"folder '{self._path}' has no Parquet file in it")
        return sorted(files, key=lambda file: file[0])


@contextmanager
def _parquet_errors(path: Path) -> Iterator[None]:
    """Turn the errors of pyarrow into one sentence."""
    try:
        from pyarrow.lib import ArrowException
    except ImportError:
        raise InputError(
            f"reading '{path.name}' needs pyarrow: pip install 'beta4ucs[parquet]'"
        ) from None
    try:
        yield
    except PermissionError:
        raise InputError(may_not_read(path)) from None
    except (ArrowException, OSError) as error:
        raise InputError(f"'{path.name}' is not a readable Parquet file: {error}") from None


def _frames_of(
    path: Path, size: int, column: str | None, constants: dict[str, Any]
) -> Iterator[pd.DataFrame]:
    from pyarrow.parquet import ParquetFile

    # not whole groups of rows, which may be the whole file
    with ParquetFile(path, buffer_size=BUFFER_BYTES, pre_buffer=False) as file:
        wanted = None
        if column is not None:
            wanted = [n for n in file.schema_arrow.names if n.strip() == column]
        for batch in file.iter_batches(size, columns=wanted, use_threads=False):
            frame = batch.to_pandas().reset_index(drop=True)
            frame.columns = [str(name).strip() for name in frame.columns]
            told = {n: v for n, v in constants.items() if column in (None, n)}
            yield frame.assign(**told)


class PartitionSource:
    """A Dask DataFrame: one partition after the other comes into memory."""

    has_names, is_text = True, False

    def __init__(self, frame: Any, name: str = "Dask DataFrame") -> None:
        self.name, self._frame = name, frame
        self.notes: list[str] = []

    def frames(
        self, column: str | None = None, as_text: Collection[str] = ()
    ) -> Iterator[pd.DataFrame]:
        """Give the rows in batches; of one column if it is named."""
        wanted = self._frame if column is None else self._frame[[column]]
        for number in range(wanted.npartitions):
            part: pd.DataFrame = wanted.get_partition(number).compute()
            if len(part):
                yield part.reset_index(drop=True)
