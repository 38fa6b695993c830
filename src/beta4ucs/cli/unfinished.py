"""What a process that was killed has left of a folder of results: finished or removed.

A draft bears `PART` while it is written and `COMPLETE` once it is whole, by one renaming. From
then on its files belong into the folder, whoever moves them there.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path

from beta4ucs.errors import InputError

try:
    import fcntl
except ImportError:  # Windows: then nobody can tell whether the owner of a draft is alive
    fcntl = None  # type: ignore[assignment]

PART, COMPLETE = "part", "complete"
MOST_LETTERS = 80  # of the name of a folder in that of its draft


def draft_name(path: Path) -> str:
    """Return a hidden name that no other draft has."""
    return f".{path.name[:MOST_LETTERS]}.{secrets.token_hex(6)}.{PART}"


def claim(folder: Path) -> int | None:
    """Tell others that the owner of this draft is alive; None if another process is.

    Returns a file descriptor; closing it, or the end of the process, gives the draft up.
    """
    number = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(number)
        return None
    return number


@contextlib.contextmanager
def claimed(folder: Path) -> Iterator[bool]:
    """Claim a draft for a while; False if it has a living owner or is no longer there."""
    try:
        number = claim(folder) if fcntl is not None else None
    except FileNotFoundError:
        number = None
    try:
        yield number is not None
    finally:
        if number is not None:
            os.close(number)


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Wait until no other process changes the files of a folder; not where locks are unknown."""
    number = os.open(folder, os.O_RDONLY) if fcntl is not None else None
    try:
        if number is not None:
            with contextlib.suppress(OSError):  # some network disks have no locks
                fcntl.flock(number, fcntl.LOCK_EX)
        yield
    finally:
        if number is not None:
            os.close(number)


def finish_interrupted(path: Path) -> None:
    """Move the files of complete drafts into their folder, if whoever began it was killed."""
    if _drafts(path, path, COMPLETE):
        with alone_in(path):
            finish_drafts(path)


def finish_drafts(path: Path) -> None:
    """As `finish_interrupted`, for whoever is alone in the folder."""
    for draft in _drafts(path, path, COMPLETE):
        with claimed(draft) as is_abandoned:
            if is_abandoned:
                _move_in(draft, path)


def remove_abandoned(path: Path) -> None:
    """Remove what was never complete, inside of the folder and beside it."""
    for place in (path, path.parent):
        for draft in _drafts(place, path, PART):
            with claimed(draft) as is_abandoned:
                if is_abandoned:
                    shutil.rmtree(draft, ignore_errors=True)


def _drafts(place: Path, path: Path, state: str) -> list[Path]:
    start, end = f".{path.name[:MOST_LETTERS]}.", f".{state}"
    try:
        names = [one.name for one in os.scandir(place)]
    except OSError:  # not there, or not to be read: what is asked of it next says so
        return []
    return sorted(place / name for name in names if name.startswith(start) and name.endswith(end))


def _move_in(draft: Path, path: Path) -> None:
    try:
        for file in sorted(one for one in draft.iterdir() if one.is_file()):
            file.replace(path / file.name)
        shutil.rmtree(draft)
    except OSError as error:
        raise InputError(
            f"a run was killed while it replaced the files of '{path}', and what is left of them "
            f"in '{draft}' cannot be moved: {error.strerror or error}"
        ) from None
