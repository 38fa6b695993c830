"""A file of any common dialect -> a pandas DataFrame of its cells."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from beta4ucs.data.columns import MISSING_MARKERS, check_distinct
from beta4ucs.data.dialect import (
    SAMPLE_ROWS,
    WHITESPACE,
    counts_rows,
    find_header,
    find_separator,
    most_common,
    numbered_rows,
)
from beta4ucs.errors import InputError, did_you_mean

if TYPE_CHECKING:
    import pandas as pd

_SEPARATOR_WORDS = {
    "tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";",
    "space": WHITESPACE, "whitespace": WHITESPACE, " ": WHITESPACE,
}  # fmt: skip
_HEADER_WORDS = {"auto": None, "yes": True, "no": False, True: True, False: False}


class Dialect(NamedTuple):
    """How a text file is written, as far as the user says; see `read_table`."""

    header: str | bool = "auto"
    separator: str | None = None
    decimal: str = "."

    @property
    def has_header(self) -> bool | None:
        """Whether the first row names the columns; None if that is to be found out."""
        return _HEADER_WORDS[self.header]

    def checked(self) -> Dialect:
        """Return it, or raise InputError for what cannot be."""
        if self.header not in _HEADER_WORDS:
            raise InputError(f"header must be 'auto', True or False, got {self.header!r}")
        if self.decimal not in (".", ","):
            raise InputError(f"decimal must be '.' or ',', got {self.decimal!r}")
        if self.separator is None:
            return self
        sign = _SEPARATOR_WORDS.get(self.separator, self.separator)
        if len(sign) != 1 and sign != WHITESPACE:
            raise InputError(
                f"separator must be a single character, 'tab' or 'whitespace', got {sign!r}"
            )
        if sign in '\n\r\0"' or not sign.isascii():
            raise InputError(
                "separator must not be a line break, a quotation mark or a letter beyond ASCII, "
                f"got {sign!r}"
            )
        if sign == self.decimal:
            raise InputError(f"separator and decimal are both {sign!r}: they must differ")
        return self._replace(separator=sign)


@dataclass(frozen=True)
class Cells:
    """The cells of a file: column names are the header's, or x1, x2, ... by position."""

    frame: pd.DataFrame
    has_names: bool
    line_of_first_row: int | None = None  # known if every row takes one line
    notes: tuple[str, ...] = ()  # what was decided about the file without being clear
    text: DelimitedText | None = None  # where the cells come from, if that is text

    def place(self, row: int) -> str:
        """Say where a row (counted from 0) is."""
        if self.line_of_first_row is None:
            return f"row {row + 1}"
        return f"row {row + 1} (line {row + self.line_of_first_row})"

    def as_written(self, names: Collection[str]) -> pd.DataFrame:
        """The cells with some columns as text, where numbers were read from text.

        Truth values stay what they are; so does what has a type in the file.
        """
        from pandas.api import types

        numeric = [
            place
            for place, name in enumerate(self.frame.columns)
            if name in names
            and types.is_numeric_dtype(self.frame.dtypes.iloc[place])
            and not types.is_bool_dtype(self.frame.dtypes.iloc[place])
        ]
        if self.text is None or not numeric:
            return self.frame
        frame = self.frame.copy(deep=False)
        for place, text in zip(numeric, self.text.columns_as_text(numeric), strict=True):
            frame.isetitem(place, text.array)
        return frame


def read_cells(path: Path, dialect: Dialect | None = None) -> Cells:
    """Read a text or Parquet file; every problem ends in an `InputError` that says what to do."""
    dialect = (dialect or Dialect()).checked()
    check_is_file(path)
    if path.suffix.lower() in {".parquet", ".pq"}:
        return _read_parquet(path)
    text = DelimitedText(path, _read_text(path), dialect)
    return text.to_cells(*text.header())


class DelimitedText:
    """The text of a file together with its separator; `dialect` has been checked."""

    def __init__(self, path: Path, text: str, dialect: Dialect) -> None:
        self.name, self.dialect = path.name, dialect
        blank = re.match(r"(?:[ \t]*\n)*", text)
        self.n_blank_lines = text.count("\n", 0, blank.end() if blank else 0)
        # lines of blanks are no rows; a line of tabs may be one, except at the end
        self.text = re.sub(r"(?:\n[ \t]*)+\Z", "", re.sub(r"\n +(?=\n)", "\n", text))
        self.notes: list[str] = []
        self.separator = dialect.separator or self._find_separator(path.suffix.lower())
        self._skipped = self._n_in_front = 0  # lines before the rows, columns before the features

    def _find_separator(self, suffix: str) -> str:
        if suffix == ".tsv":
            return "\t"
        found = find_separator(self.text, self.dialect.decimal)
        if found.doubt:
            self.notes.append(f"'{self.name}': {found.doubt}")
        return str(found.value)

    def header(self) -> tuple[bool, list[list[str]]]:
        """Whether the first row names the columns, and the first rows."""
        sample = list(islice(self.rows(), SAMPLE_ROWS))
        if not sample:  # nothing but quotation marks
            raise InputError(f"'{self.name}' is empty")
        if self.dialect.has_header is not None:
            return self.dialect.has_header, sample
        found = find_header(sample)
        if found.doubt:
            self.notes.append(f"'{self.name}': {found.doubt}")
        return bool(found.value), sample

    def rows(self) -> Iterator[list[str]]:
        """Cells of every row that is not blank, stripped."""
        return (cells for _, cells in numbered_rows(self.text, self.separator))

    def to_cells(self, has_names: bool, sample: list[list[str]]) -> Cells:
        """Cut the text into cells; the first row may hold the names."""
        names = sample[0] if has_names else None
        self._skipped = self.n_blank_lines + int(has_names)
        frame = self._parse(self._skipped)
        frame, names = _drop_empty_trailer(frame, names)
        names = names or [f"x{j + 1}" for j in range(frame.shape[1])]
        # pandas fills up short rows: tell them from gaps
        if len(names) != frame.shape[1] or frame.iloc[:, -1].isna().any():
            self._check_widths()
        if len(names) != frame.shape[1]:
            raise InputError(
                f"the header of '{self.name}' has {len(names)} cells, the rows have "
                f"{frame.shape[1]}; is a quotation mark left open?"
            )
        frame = frame.set_axis(names, axis=1)
        if has_names:
            whole, frame = frame.shape[1], _drop_row_numbers(frame)
            self._n_in_front = whole - frame.shape[1]
            check_names(self.name, list(frame.columns))
        n_lines = self.text.count("\n") + 1
        one_line_a_row = n_lines == self._skipped + len(frame)
        first_line = n_lines - len(frame) + 1 if one_line_a_row else None
        return Cells(frame, has_names, first_line, tuple(self.notes), self)

    def columns_as_text(self, places: list[int]) -> list[pd.Series]:
        """Some columns of the table, nothing in them taken for a number."""
        wanted = [place + self._n_in_front for place in places]
        frame = self._parse(self._skipped, usecols=wanted, dtype=str)
        return [frame[place] for place in wanted]

    def _parse(self, skip: int, **more: Any) -> pd.DataFrame:
        import pandas as pd

        options: dict[str, Any] = {"header": None, "skiprows": skip, "low_memory": False}
        options |= {"sep": self.separator, "skipinitialspace": True}
        options |= {"decimal": self.dialect.decimal}
        spellings = {form for word in MISSING_MARKERS for form in _spellings(word)}
        options |= {"keep_default_na": False, "na_values": sorted(spellings)}
        if tuple(map(int, pd.__version__.split(".")[:2])) < (3, 1):
            options["float_precision"] = "round_trip"  # later versions always are exact
        try:
            return pd.read_csv(io.StringIO(self.text), **options | more)
        except pd.errors.EmptyDataError:
            raise InputError(f"'{self.name}' has a header but no rows") from None
        except pd.errors.ParserError as error:
            self._check_widths()
            reason = str(error).strip().removeprefix("Error tokenizing data. C error: ")
            raise InputError(f"'{self.name}' cannot be read as a table: {reason}") from None

    def _check_widths(self) -> None:
        """Name the first line that has not as many cells as most have."""
        rows = [(line, len(cells)) for line, cells in numbered_rows(self.text, self.separator)]
        width, _ = most_common(Counter(n for _, n in rows))
        odd = [(line, n) for line, n in rows if n != width]
        if odd:
            line, n = odd[0]
            more = f" (and {len(odd) - 1} more lines differ)" if len(odd) > 2 else ""
            raise InputError(
                f"line {line} of '{self.name}' has {n} cell{'s' if n > 1 else ''} where {width} "
                f"are expected{more}; every row needs one cell for each column "
                f"(read with separator {self.separator!r})"
            )


def _spellings(word: str) -> set[str]:
    return {word, word.upper(), word.capitalize(), "NaN" if word == "nan" else word}


def _drop_empty_trailer(
    frame: pd.DataFrame, names: list[str] | None
) -> tuple[pd.DataFrame, list[str] | None]:
    """Leave out the empty last column that a separator at the end of every line makes."""
    width = frame.shape[1]
    unnamed = names is None or width == len(names) + 1 or (width == len(names) and not names[-1])
    if width > 1 and unnamed and frame.iloc[:, -1].isna().all():
        return frame.iloc[:, :-1], names[: width - 1] if names else None
    return frame, names


def _drop_row_numbers(frame: pd.DataFrame) -> pd.DataFrame:
    """Leave out the nameless row numbers that `DataFrame.to_csv` puts in front."""
    nameless = frame.shape[1] > 1 and frame.columns[0] == ""
    return frame.iloc[:, 1:] if nameless and counts_rows(list(frame.iloc[:, 0])) else frame


def check_names(source: str, names: list[str]) -> None:
    """Raise InputError if a column has no name, or two have the same."""
    if "" in names:
        raise InputError(f"column {names.index('') + 1} of '{source}' has no name in the header")
    check_distinct(names)


def _read_parquet(path: Path) -> Cells:
    import pandas as pd

    try:
        frame = pd.read_parquet(path, engine="pyarrow")
    except ImportError:
        raise InputError(
            f"reading '{path.name}' needs pyarrow: pip install 'beta4ucs[parquet]'"
        ) from None
    except PermissionError:
        raise InputError(may_not_read(path)) from None
    except Exception as error:  # pyarrow's own errors are not importable without it
        raise InputError(f"'{path.name}' is not a readable Parquet file: {error}") from None
    frame.columns = [str(name).strip() for name in frame.columns]
    check_names(path.name, list(frame.columns))
    if frame.empty:
        raise InputError(f"'{path.name}' has no rows")
    return Cells(frame.reset_index(drop=True), has_names=True)


def check_is_file(path: Path) -> None:
    """Raise InputError if there is no file of that name, or none that may be read."""
    try:
        if path.is_dir():
            raise InputError(f"'{path}' is a folder; name a file in it")
        if path.exists():
            return
    except PermissionError:
        raise InputError(may_not_read(path)) from None
    folder = path.parent
    if not folder.is_dir():
        raise InputError(f"there is no folder '{folder}' and so no file '{path}'")
    names = sorted(entry.name for entry in folder.iterdir() if entry.is_file())
    raise InputError(
        f"there is no file '{path.name}' in folder '{folder}'{did_you_mean(path.name, names, 6)}"
    )


def may_not_read(path: Path) -> str:
    """Say that permissions are in the way."""
    return f"'{path}' may not be read: you have no permission"


def _read_text(path: Path) -> str:
    try:
        data = path.read_bytes()
    except PermissionError:
        raise InputError(may_not_read(path)) from None
    except OSError as error:
        raise InputError(f"'{path}' cannot be read: {error.strerror or error}") from None
    utf16 = data[:2] in {b"\xff\xfe", b"\xfe\xff"}
    if data[:2] == b"PK" or data[:2] == b"\x1f\x8b" or (b"\0" in data and not utf16):
        raise InputError(
            f"'{path.name}' is not text but a workbook, an archive or another binary file; "
            "save the table as CSV (UTF-8)"
        )
    try:
        text = data.decode("utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"'{path.name}' is not UTF-8 text (line {line} holds the byte "
            f"0x{data[error.start]:02x}); save it as CSV (UTF-8)"
        ) from None
    if not text.strip():
        raise InputError(f"'{path.name}' is empty")
    return text.replace("\r\n", "\n").replace("\r", "\n")
