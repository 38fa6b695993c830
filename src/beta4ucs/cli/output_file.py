"""A file that a command writes: whole or not at all, and nothing of others is lost."""

from __future__ import annotations

import sys
from pathlib import Path

from beta4ucs.errors import InputError
from beta4ucs.whole_files import write_whole


def check_can_be_written(out: Path | None, *, overwrite: bool) -> None:
    """Refuse a file that is there or cannot be there, before any work; None is no file."""
    if out is None:
        return
    if out.is_dir():
        raise InputError(f"'{out}' is a folder; --out names a file")
    if out.is_file() and not overwrite:
        raise InputError(f"the file '{out}' exists; choose another or replace it with --overwrite")
    if not out.parent.is_dir():
        raise InputError(f"there is no folder '{out.parent}' for the file '{out.name}'")


def print_or_write(text: str, out: Path | None) -> None:
    """Write to a file, or without one to standard output."""
    if out is None:
        sys.stdout.write(text)
    else:
        write_file(out, text)


def write_file(out: Path, text: str) -> None:
    """Put the file in its place in one step; devices and pipes are written to as they are."""
    try:
        write_whole(out, text.encode("utf-8"))
    except OSError as error:
        raise InputError(f"cannot write '{out}': {error.strerror or error}") from None
