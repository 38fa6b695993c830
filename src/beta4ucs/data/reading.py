"""A file of any common dialect -> a pandas DataFrame of its cells."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beta4ucs.data.columns import MISSING_MARKERS, check_distinct, is_missing, parse_number
from beta4ucs.errors import InputError, did_you_mean

if TYPE_CHECKING:
    import pandas as pd

WHITESPACE = r"\s+"
_SEPARATOR_WORDS = {
    "tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";",
    "space": WHITESPACE, "whitespace": WHITESPACE, " ": WHITESPACE,
}  # fmt: skip
SAMPLE_ROWS = 200  # rows looked at to find the separator and the header
HEADER_WORDS = {"auto": None, "yes": True, "no": False, True: True, False: False}


@dataclass(frozen=True)
class Cells:
    """The cells of a file: column names are the header's, or x1, x2, ... by position."""

    frame: pd.DataFrame
    has_names: bool
    line_of_first_row: int | None = None  # known if every row takes one line

    def place(self, row: int) -> str:
        """Say where a row (counted from 0) is."""
        if self.line_of_first_row is None:
            return f"row {row + 1}"
        return f"row {row + 1} (line {row + self.line_of_first_row})"


def read_cells(
    path: Path,
    *,
    header: str | bool = "auto",
    separator: str | None = None,
    as_text: Sequence[str] = (),
) -> Cells:
    """Read a text or Parquet file; every problem ends in an `InputError` that says what to do.

    Columns named in `as_text`, if there are such, stay as they are written: 007 is not 7.
    """
    if header not in HEADER_WORDS:
        raise InputError(f"header must be 'auto', True or False, got {header!r}")
    check_is_file(path)
    if path.suffix.lower() in {".parquet", ".pq"}:
        return _read_parquet(path)
    text = DelimitedText(path, _read_text(path), separator)
    sample = list(islice(text.rows(), SAMPLE_ROWS))
    if not sample:  # nothing but quotation marks
        raise InputError(f"'{path.name}' is empty")
    has_names = HEADER_WORDS[header]
    return text.to_cells(looks_like_header(sample) if has_names is None else has_names, as_text)


def looks_like_header(rows: list[list[str]]) -> bool:
    """Whether the first row names the columns.

    It does if it holds no number and no missing marker while numbers follow; over columns that
    are all text, if its cells are distinct and none of them is met again in its column. An
    empty first cell is forgiven: `DataFrame.to_csv` writes one above the index.
    """
    if all(row[-1] == "" for row in rows):  # a separator at the end of every line
        rows = [row[:-1] or row for row in rows]
    first, later = rows[0], rows[1:]
    if first[0] == "" and (len(first) > 2 or _counts_rows([row[0] for row in later])):
        first = first[1:]
        later = [row[1:] for row in later]
    if any(parse_number(cell) is not None for cell in first):  # missing markers are NaN here
        return False
    if any(parse_number(cell) is not None and not is_missing(cell) for r in later for cell in r):
        return True
    recurs = any(cell in row[j : j + 1] for row in later for j, cell in enumerate(first))
    return len(set(first)) == len(first) and not recurs


def _counts_rows(cells: Sequence[Any]) -> bool:
    """Whether a column holds nothing but row numbers, from 0 or from 1."""
    numbers = [str(cell) for cell in cells]
    return any(numbers == [str(i + start) for i in range(len(cells))] for start in (0, 1))


class DelimitedText:
    """The text of a file together with its separator."""

    def __init__(self, path: Path, text: str, separator: str | None) -> None:
        self.name = path.name
        blank = re.match(r"(?:[ \t]*\n)*", text)
        self.n_blank_lines = text.count("\n", 0, blank.end() if blank else 0)
        # lines of blanks are no rows; a line of tabs may be one, except at the end
        self.text = re.sub(r"(?:\n[ \t]*)+\Z", "", re.sub(r"\n +(?=\n)", "\n", text))
        if separator is None:
            separator = "\t" if path.suffix.lower() == ".tsv" else _sniff_separator(self.text)
        self.separator = _SEPARATOR_WORDS.get(separator, separator)
        if len(self.separator) != 1 and self.separator != WHITESPACE:
            raise InputError(
                f"separator must be a single character, 'tab' or 'whitespace', got {separator!r}"
            )

    def rows(self) -> Iterator[list[str]]:
        """Cells of every row that is not blank, stripped."""
        return (cells for _, cells in numbered_rows(self.text, self.separator))

    def to_cells(self, has_names: bool, as_text: Sequence[str] = ()) -> Cells:
        """Cut the text into cells; the first row may hold the names."""
        first = next(self.rows())
        names = first if has_names else None
        known = names or [f"x{j + 1}" for j in range(len(first))]
        kept = [place for place, name in enumerate(known) if name in as_text]
        frame = self._parse(self.n_blank_lines + int(has_names), kept)
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
            frame = _drop_row_numbers(frame)
            check_names(self.name, list(frame.columns))
        n_lines = self.text.count("\n") + 1
        one_line_a_row = n_lines == self.n_blank_lines + int(has_names) + len(frame)
        return Cells(frame, has_names, n_lines - len(frame) + 1 if one_line_a_row else None)

    def _parse(self, skip: int, as_text: Sequence[int] = ()) -> pd.DataFrame:
        import pandas as pd

        options: dict[str, Any] = {"header": None, "skiprows": skip, "low_memory": False}
        options["dtype"] = dict.fromkeys(as_text, str)
        options |= {"sep": self.separator, "skipinitialspace": True}
        spellings = {form for word in MISSING_MARKERS for form in _spellings(word)}
        options |= {"keep_default_na": False, "na_values": sorted(spellings)}
        if tuple(map(int, pd.__version__.split(".")[:2])) < (3, 1):
            options["float_precision"] = "round_trip"  # later versions always are exact
        try:
            return pd.read_csv(io.StringIO(self.text), **options)
        except pd.errors.EmptyDataError:
            raise InputError(f"'{self.name}' has a header but no rows") from None
        except pd.errors.ParserError as error:
            self._check_widths()
            reason = str(error).strip().removeprefix("Error tokenizing data. C error: ")
            raise InputError(f"'{self.name}' cannot be read as a table: {reason}") from None

    def _check_widths(self) -> None:
        """Name the first line that has not as many cells as most have."""
        rows = [(line, len(cells)) for line, cells in numbered_rows(self.text, self.separator)]
        width, _ = _most_common(Counter(n for _, n in rows))
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


def numbered_rows(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Line number and stripped cells of every row that is not blank."""
    lines: Iterator[str] = io.StringIO(text)
    if separator == WHITESPACE:
        lines = (re.sub(r"[ \t]+", " ", line.strip(" \t")) for line in lines)
    delimiter = " " if separator == WHITESPACE else separator
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True)
    try:
        for cells in reader:
            if cells and not (len(cells) == 1 and not cells[0].strip()):
                yield reader.line_num, [cell.strip() for cell in cells]
    except csv.Error as error:
        raise InputError(f"line {reader.line_num} cannot be read as a table: {error}") from None


def _sniff_separator(text: str) -> str:
    """The separator that cuts most lines into the same number of cells, the more cells the better.

    White space comes last: it also stands inside names and around other separators.
    """
    head = "\n".join(islice(text.split("\n"), SAMPLE_ROWS))
    scores = {}
    for order, separator in enumerate((",", ";", "\t")):
        widths = Counter(len(cells) for _, cells in numbered_rows(head, separator))
        width, share = _most_common(widths)
        if width > 1 and 2 * share >= widths.total():
            # order: in "1,5;2,5" comma and semicolon cut alike, and the comma is a decimal one
            scores[separator] = share / widths.total(), width, order
    if scores:
        return max(scores, key=scores.__getitem__)
    widths = Counter(len(cells) for _, cells in numbered_rows(head, WHITESPACE))
    return WHITESPACE if _most_common(widths)[0] > 1 else ","


def _most_common(widths: Counter[int]) -> tuple[int, int]:
    return widths.most_common(1)[0] if widths else (0, 0)


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
    return frame.iloc[:, 1:] if nameless and _counts_rows(list(frame.iloc[:, 0])) else frame


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
    return f"'{path}' may not be read: its permissions keep it from you"


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
