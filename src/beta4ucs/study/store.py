"""Where records are kept: a folder with a file that only grows, and files that never change."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from beta4ucs.errors import InputError
from beta4ucs.study.records import (
    INPUTS,
    LATER_RESULTS,
    REPRODUCIBLE,
    Record,
    frame_of,
    records_in,
)
from beta4ucs.whole_files import draft_of

if TYPE_CHECKING:
    import pandas as pd

GROWING = "runs.jsonl"  # one record per line
REQUIRED = ("key", *INPUTS, "error")


class Store:
    """A folder of records.

    `append` writes to runs.jsonl, one line and one system call a record: a process that is killed
    leaves at worst a piece of a line, which is passed over when read. Files ending in .parquet,
    as `export` writes them, are read too. Of two records with one key the later counts.

    Parameters
    ----------
    folder : path
        Made when the first record is written.

    Examples
    --------
    >>> import tempfile
    >>> store = Store(tempfile.mkdtemp())
    >>> store.records()
    {}
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder).expanduser()
        if self.folder.exists() and not self.folder.is_dir():
            raise InputError(f"'{folder}' is a file; records are kept in a folder")

    def append(self, record: Record) -> None:
        """Add a record, so that it is on the disk when this returns."""
        self.folder.mkdir(parents=True, exist_ok=True)
        line = json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n"
        file = os.open(self.folder / GROWING, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            # after a piece of a line, left by a process that was killed, a new line begins
            size = os.fstat(file).st_size
            is_cut = size > 0 and os.pread(file, 1, size - 1) != b"\n"
            os.write(file, (b"\n" if is_cut else b"") + line.encode())
            os.fsync(file)
        finally:
            os.close(file)

    def records(self) -> dict[str, Record]:
        """All records by key."""
        found: dict[str, Record] = {}
        for path in sorted(self.folder.glob("*.parquet")):
            found |= {record["key"]: record for record in _read_parquet(path)}
        path = self.folder / GROWING
        if path.is_file():
            found |= {record["key"]: record for record in _read_lines(path)}
        return found


def _read_lines(path: Path) -> list[Record]:
    records = []
    for line in path.read_bytes().split(b"\n"):
        try:
            record = json.loads(line)
        except ValueError:  # empty, or cut off while it was written: that run is made again
            continue
        if not isinstance(record, dict) or not all(name in record for name in REQUIRED):
            raise InputError(f"'{path}' holds a line that is not a record: {line[:60]!r}")
        records.append(record)
    return records


def _read_parquet(path: Path) -> list[Record]:
    import pandas as pd

    try:
        frame = pd.read_parquet(path)
    except ImportError:
        raise InputError(f"reading '{path}' needs pyarrow: install 'beta4ucs[study]'") from None
    except (ValueError, OSError) as error:
        raise InputError(f"'{path}' is not a Parquet file ({error})") from None
    missing = [name for name in REPRODUCIBLE if name not in frame and name not in LATER_RESULTS]
    if missing:
        raise InputError(f"'{path}' holds no records of runs: it has no column '{missing[0]}'")
    return records_in(frame)


def export(records: Sequence[Record], path: Path, *, with_times: bool = True) -> None:
    """Write records as CSV or Parquet, in an order that does not depend on who was first.

    Parameters
    ----------
    records : sequence of dict
        What to write.
    path : path
        The file; its suffix, .csv or .parquet, says the format.
    with_times : bool, default True
        False leaves out CPU time, versions and what else may differ from machine to machine.
    """
    frame = sorted_frame(records)
    if not with_times:
        frame = frame[list(REPRODUCIBLE)]
    path = path.expanduser()
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix not in (".csv", ".parquet"):
        raise InputError(f"records are written as .csv or .parquet, got '{path}'")
    with draft_of(path) as draft:
        if path.suffix == ".csv":
            frame.to_csv(draft, index=False, lineterminator="\n")
            return
        try:
            frame.to_parquet(draft, index=False, compression="zstd")
        except ImportError:
            raise InputError(f"writing '{path}' needs pyarrow: install 'beta4ucs[study]'") from None


def sorted_frame(records: Sequence[Record]) -> pd.DataFrame:
    """The records as a frame, by data set, system and seed."""
    frame = frame_of(records)
    return frame.sort_values(["dataset", "system", "seed", "key"], ignore_index=True)
