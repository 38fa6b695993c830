"""Results of folds in a CSV file: one line each, added when it is there, read again to go on."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from beta4ucs.cli.output_file import write_file
from beta4ucs.cli.validating.settings import MEASURES
from beta4ucs.errors import InputError

KEYS = ("who", "repeat", "fold")
COLUMNS = (*KEYS, "rows_learned", "rows_tested", *MEASURES, "rules", "seconds")

Record = dict[str, Any]


class FoldRecords:
    """Results by who, repetition and fold; in memory alone if there is no file.

    The first line of the file says of what data and which folds it is; a file of others is refused.
    """

    def __init__(self, path: Path | None, about: Mapping[str, Any], *, overwrite: bool) -> None:
        self.path = None if path is None else path.expanduser()
        self._about = dict(about)
        self._found: dict[tuple[str, int, int], Record] = {}
        if self.path is None:
            return
        if self.path.is_file() and not overwrite:  # reading a device may have no end
            self._read()
        # a line that a killed program left unfinished is dropped
        write_file(self.path, self._head() + "".join(map(_line, self._found.values())))

    def get(self, who: str, repeat: int, fold: int) -> Record | None:
        """Return a result that is there."""
        return self._found.get((who, repeat, fold))

    def add(self, record: Record) -> None:
        """Keep a result, and write it."""
        self._found[_key(record)] = record
        if self.path is not None:
            try:
                with self.path.open("a", encoding="utf-8", newline="") as file:
                    file.write(_line(record))
            except OSError as error:
                raise InputError(
                    f"cannot add results to '{self.path}': {error.strerror or error}"
                ) from None

    def of(self, who: str) -> list[Record]:
        """Return all results of one, in the order of the folds."""
        return [self._found[key] for key in sorted(self._found) if key[0] == who]

    def _head(self) -> str:
        return f"# {json.dumps(self._about, ensure_ascii=False)}\n{','.join(COLUMNS)}\n"

    def _read(self) -> None:
        assert self.path is not None
        try:
            text = self.path.read_text(encoding="utf-8")
            about = json.loads(text.partition("\n")[0].removeprefix("# "))
        except OSError as error:
            raise InputError(f"cannot read '{self.path}': {error.strerror or error}") from None
        except ValueError:
            about = None
        if not isinstance(about, dict):
            raise InputError(
                f"'{self.path}' exists and holds no results of folds; choose another file"
            )
        for name in {**about, **self._about}:
            if about.get(name) != self._about.get(name):
                raise InputError(
                    f"'{self.path}' holds results with {name} {about.get(name)!r}, not "
                    f"{self._about.get(name)!r}; choose another file or start again with "
                    "--overwrite"
                )
        whole = text[: text.rfind("\n") + 1].splitlines()[2:]
        for cells in csv.reader(whole):
            if len(cells) == len(COLUMNS):
                record = _from_cells(cells)
                self._found[_key(record)] = record


def _key(record: Record) -> tuple[str, int, int]:
    return str(record["who"]), int(record["repeat"]), int(record["fold"])


def _line(record: Record) -> str:
    text = io.StringIO()
    cells = ["" if record[name] is None else record[name] for name in COLUMNS]
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


def _from_cells(cells: list[str]) -> Record:
    record: Record = {"who": cells[0]}
    whole = ("repeat", "fold", "rows_learned", "rows_tested", "rules")
    for name, cell in zip(COLUMNS[1:], cells[1:], strict=True):
        record[name] = None if cell == "" else int(cell) if name in whole else float(cell)
    return record
