"""What the program arranges with its process: signals, and streams that may be closed."""

from __future__ import annotations

import io
import os
import sys
from typing import Any

from beta4ucs.training.interruption import take_sigterm_as_ctrl_c

STANDARD_FILES = (0, 1, 2)


def arrange_process() -> None:
    """Make ready a process that belongs to the program alone."""
    take_sigterm_as_ctrl_c()
    _open_closed_files()
    sys.stderr = _that_never_fails(2, sys.stderr)


def stop_writing_to_stdout() -> None:
    """Let nothing more reach standard output, also not what is written when Python ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _open_closed_files() -> None:
    """Open what the caller has closed, or the next file to be opened would take its place."""
    for number in STANDARD_FILES:
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", closefd=False)


class _Messages(io.FileIO):
    """Takes messages. Where they can go no more, as to a terminal that was closed, work goes on."""

    def write(self, data: Any, /) -> int:
        try:
            return super().write(data) or 0
        except OSError:
            return len(data)


def _that_never_fails(number: int, stream: Any) -> io.TextIOWrapper:
    # Without a buffer, as `python -u` has it: Ctrl-C within a write would leave the line in there,
    # to be written once more.
    file: Any = _Messages(number, "w", closefd=False)
    encoding = "utf-8" if stream is None else stream.encoding
    return io.TextIOWrapper(file, encoding, errors="backslashreplace", write_through=True)
