"""Files that are whole or not there: written beside their place, then moved in one step."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, or replace an earlier one.

    A link is followed, and an earlier file keeps its mode. Devices and pipes take the content as
    it comes.
    """
    if path.exists() and not path.is_file():  # a pipe behind /dev/stdout has no other path
        path.write_bytes(content)
        return
    with draft_of(path.resolve()) as draft, draft.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def draft_of(path: Path) -> Iterator[Path]:
    """Give a hidden path to write to; it becomes `path` when the block ends without an error."""
    draft = path.with_name(f".{path.name[:80]}.{secrets.token_hex(8)}.tmp")
    try:
        yield draft
        if path.exists():
            shutil.copymode(path, draft)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
