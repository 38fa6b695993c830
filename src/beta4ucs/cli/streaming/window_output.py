"""Where the lines of `stream` go: standard output, and a CSV file if one is asked for."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

from beta4ucs.cli.streaming.prequential import Window

HEADER = f"{'rows':>11}  {'accuracy':>8}  {'overall':>7}  {'balanced':>8}  {'rules':>6}  µs a row"


class WindowOutput:
    """Lines on standard output and in a file, and one that is written over on a terminal."""

    def __init__(self, writer: Any, *, quiet: bool) -> None:
        self._writer, self._quiet = writer, quiet
        self._is_live = not quiet and sys.stdout.isatty()

    def show(self, window: Window) -> None:
        """Write a window for good."""
        if self._writer is not None:
            self._writer(window)
        if not self._quiet:
            print(f"\r{window}" if self._is_live else window, flush=True)

    def show_last(self, window: Window) -> None:
        """Show the window so far, on a terminal."""
        if self._is_live:
            print(f"\r{window}", end="", flush=True)


@contextmanager
def window_output(path: Path | None, *, quiet: bool) -> Iterator[WindowOutput]:
    """Print the heading, and give what takes the lines."""
    if not quiet:
        print(HEADER, flush=True)
    if path is None:
        yield WindowOutput(None, quiet=quiet)
        return
    with path.expanduser().open("w", newline="", encoding="utf-8") as file:
        names = [field.name for field in fields(Window)]
        rows = csv.DictWriter(file, names, lineterminator="\n")
        rows.writeheader()

        def write(window: Window) -> None:
            rows.writerow({name: getattr(window, name) for name in names})
            file.flush()

        yield WindowOutput(write, quiet=quiet)
