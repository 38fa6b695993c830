"""Where the lines of `stream` go: standard output, and a CSV file if one is asked for."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import fields
from pathlib import Path

from beta4ucs.cli.streaming.prequential import Window
from beta4ucs.errors import InputError
from beta4ucs.whole_files import draft_of

HEADER = f"{'rows':>11}  {'accuracy':>8}  {'overall':>7}  {'balanced':>8}  {'rules':>6}  µs a row"
WriteWindow = Callable[[Window], None]


class WindowOutput:
    """Lines on standard output and in a file, and one that is written over on a terminal.

    Where files are written besides, standard output may break: they are finished first.
    """

    def __init__(self, write: WriteWindow | None, *, quiet: bool, has_files: bool) -> None:
        self._write, self._quiet, self._has_files = write, quiet, has_files
        self._is_live = not quiet and sys.stdout.isatty()
        self._broken: OSError | None = None

    def show(self, window: Window) -> None:
        """Write a window for good."""
        if self._write is not None:
            self._write(window)
        self._print(f"\r{window}" if self._is_live else str(window))

    def show_last(self, window: Window) -> None:
        """Show the window so far, on a terminal."""
        if self._is_live:
            self._print(f"\r{window}", end="")

    def show_heading(self) -> None:
        """Print what the columns are."""
        self._print(HEADER)

    def check(self) -> None:
        """Raise the error of standard output, if there was one."""
        if self._broken is not None:
            raise self._broken

    def _print(self, text: str, end: str = "\n") -> None:
        if self._quiet or self._broken is not None:
            return
        try:
            print(text, end=end, flush=True)
        except OSError as error:
            if not self._has_files:
                raise
            self._broken = error


@contextmanager
def window_output(path: Path | None, *, quiet: bool, has_files: bool) -> Iterator[WindowOutput]:
    """Print the heading, and give what takes the lines."""
    with _csv_file(path) as write:
        output = WindowOutput(write, quiet=quiet, has_files=has_files)
        output.show_heading()
        yield output


@contextmanager
def _csv_file(path: Path | None) -> Iterator[WriteWindow | None]:
    """Give what writes a line at once; an earlier file stays until the new one is finished."""
    if path is None:
        yield None
        return
    path = path.expanduser()
    if not path.is_file():
        with _open_csv(path, path) as write:
            yield write
        return
    failure: Exception | None = None
    with draft_of(path.resolve()) as draft, _open_csv(draft, path) as write:
        try:
            yield write
        except Exception as error:  # raised again below: lines up to a bad row are kept, too
            if draft.read_bytes().count(b"\n") < 2:
                raise
            failure = error
    if failure is not None:
        raise failure


@contextmanager
def _open_csv(path: Path, name: Path) -> Iterator[WriteWindow]:
    """Open a file that is told to users by its name; every line is written at once."""
    columns = [field.name for field in fields(Window)]
    with _told_as(name):
        file = path.open("w", newline="", encoding="utf-8")

    def write(line: Mapping[str, object]) -> None:
        with _told_as(name):
            rows.writerow(line)
            file.flush()

    try:
        rows = csv.DictWriter(file, columns, lineterminator="\n")
        write(dict(zip(columns, columns, strict=True)))
        yield lambda window: write({column: getattr(window, column) for column in columns})
    finally:
        with suppress(OSError):  # `write` has told it
            file.close()


@contextmanager
def _told_as(name: Path) -> Iterator[None]:
    """Name the file that cannot be written: it is a matter of the user's, as a bad row is."""
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot write '{name}': {error.strerror or error}") from None
