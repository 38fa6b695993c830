"""Files and frames whose rows come in batches: text, Parquet, and tables in memory."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from beta4ucs.data.dialect import SAMPLE_ROWS, numbered_rows
from beta4ucs.data.partitions import ParquetSource
from beta4ucs.data.reading import (
    DelimitedText,
    Dialect,
    check_is_file,
    may_not_read,
)
from beta4ucs.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

LONGEST_CELL = 1000  # lines; a quotation mark that is open for longer is none
HEAD_BYTES = 1 << 16  # looked at to tell text from other files


class CellSource(Protocol):
    """Where cells come from, from the first row on each time; names stay the same."""

    name: str
    has_names: bool
    is_text: bool  # nothing in it has a type
    notes: list[str]  # what was decided about it without being clear

    def frames(
        self, column: str | None = None, as_text: Collection[str] = ()
    ) -> Iterator[pd.DataFrame]:
        """Give the cells in batches; of one column if it is named and that is quicker.

        Where cells have no type, those of columns in `as_text` stay text.
        """


def open_source(
    path: str | os.PathLike[str],
    size: int,
    *,
    header: str | bool = "auto",
    separator: str | None = None,
    decimal: str = ".",
) -> CellSource:
    r"""Look into a CSV, TSV, text or Parquet file, to read it in batches of at most `size` rows.

    A folder of Parquet files is one table.

    Parameters
    ----------
    path, header, separator, decimal : as in `read_table`
    size : int
        Most rows of a batch.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "fruit.csv")
    >>> _ = path.write_text("mass,odor,kind\n192,none,apple\n86,foul,lemon\n80,none,lemon\n")
    >>> from beta4ucs.data import Batches
    >>> batches = Batches(open_source(path, 2))
    >>> batches.classes(), batches.categorical
    (['apple', 'lemon'], ['odor'])
    >>> [batch.y.tolist() for batch in batches.rows(["apple", "lemon"])]
    [['apple', 'lemon'], ['lemon']]
    """
    path = Path(path).expanduser()
    dialect = Dialect(header, separator, decimal).checked()
    if not path.is_dir():
        check_is_file(path)
    if path.is_dir() or path.suffix.lower() in {".parquet", ".pq"}:
        return ParquetSource(path, size)
    return TextSource(path, size, dialect)


class FrameSource:
    """A table in memory."""

    has_names, is_text = True, False

    def __init__(self, frame: pd.DataFrame, name: str, size: int) -> None:
        self.name, self._frame, self._size = name, frame, size
        self.notes: list[str] = []

    def frames(
        self, column: str | None = None, as_text: Collection[str] = ()
    ) -> Iterator[pd.DataFrame]:
        """Give the rows in batches."""
        for start in range(0, len(self._frame), self._size):
            yield self._frame.iloc[start : start + self._size].reset_index(drop=True)


class TextSource:
    """A text file; separator and header are found out from its first rows."""

    is_text = True

    def __init__(self, path: Path, size: int, dialect: Dialect) -> None:
        self.name, self._path, self._size = path.name, path, size
        _, text = next(_pieces(_lines(path), SAMPLE_ROWS), (1, ""))
        if not text.strip():
            raise InputError(f"'{path.name}' is empty")
        head = DelimitedText(path, text, dialect)
        self.has_names, sample = head.header()
        self._n_skipped = head.n_blank_lines + int(self.has_names)
        self._dialect = dialect._replace(separator=head.separator)
        self._width = len(sample[-1])
        cells = head.to_cells(self.has_names, sample)
        self._names, self.notes = [str(name) for name in cells.frame.columns], list(cells.notes)
        # a nameless column of row numbers in front, and an empty one behind, are left out
        start = int(self.has_names and sample[0][0] == "")
        self._kept = slice(start, start + len(self._names))

    def frames(
        self, column: str | None = None, as_text: Collection[str] = ()
    ) -> Iterator[pd.DataFrame]:
        """Give the cells in batches, all columns."""
        places = [
            self._kept.start + self._names.index(name) for name in as_text if name in self._names
        ]
        lines = islice(_lines(self._path), self._n_skipped, None)
        for line, text in _pieces(lines, self._size):
            if text.strip():
                place = self._n_skipped + line
                piece = _Piece(self._path, text, self._dialect, place, self._width)
                yield piece.cells(places).iloc[:, self._kept].set_axis(self._names, axis=1)


def _pieces(lines: Iterator[str], size: int) -> Iterator[tuple[int, str]]:
    """Cut lines into texts of so many rows, each with the number of its first line.

    A row may go over several lines inside quotation marks.
    """
    first_line = 1
    while piece := list(islice(lines, size)):
        n_quotes = sum(line.count('"') for line in piece)
        for line in islice(lines, LONGEST_CELL) if n_quotes % 2 else ():
            piece.append(line)
            if line.count('"') % 2:
                break
        yield first_line, "".join(piece)
        first_line += len(piece)


class _Piece(DelimitedText):
    """Lines from inside a file, whose rows have a known number of cells."""

    def __init__(
        self, path: Path, text: str, dialect: Dialect, first_line: int, width: int
    ) -> None:
        super().__init__(path, text, dialect)
        self._first_line, self._width = first_line, width

    def cells(self, as_text: list[int]) -> pd.DataFrame:
        """The cells; those of some columns are not taken for numbers."""
        frame = self._parse(self.n_blank_lines, dtype=dict.fromkeys(as_text, str))
        if frame.shape[1] != self._width or frame.iloc[:, -1].isna().any():
            self._check_widths()  # pandas fills up short rows
        return frame

    def _check_widths(self) -> None:
        for line, cells in numbered_rows(self.text, self.separator):
            if len(cells) != self._width:
                raise InputError(
                    f"line {self._first_line + line - 1} of '{self.name}' has {len(cells)} "
                    f"cell{'s' if len(cells) > 1 else ''} where {self._width} are expected; every "
                    f"row needs one cell for each column (read with separator {self.separator!r})"
                )


def _lines(path: Path) -> Iterator[str]:
    try:
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
        is_utf16 = head[:2] in {b"\xff\xfe", b"\xfe\xff"}
        if head[:2] in {b"PK", b"\x1f\x8b"} or (b"\0" in head and not is_utf16):
            raise InputError(
                f"'{path.name}' is not text but a workbook, an archive or another binary file; "
                "save the table as CSV (UTF-8) or Parquet"
            )
        with path.open(encoding="utf-16" if is_utf16 else "utf-8-sig") as text:
            yield from text
    except PermissionError:
        raise InputError(may_not_read(path)) from None
    except UnicodeDecodeError:
        raise InputError(f"'{path.name}' is not UTF-8 text; save it as CSV (UTF-8)") from None
