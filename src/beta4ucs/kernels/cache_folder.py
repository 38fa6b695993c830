"""Where compiled code is kept: one folder per state of the sources.

Numba notices an edit only in the file of the function itself, not in the files it calls. The cache
folder therefore carries a digest of all kernel sources in its name: any edit means a new folder.
Folders of representations lie in it, named by a digest of their own sources.
"""

import hashlib
import os
import shutil
import tempfile
import time
from functools import cache
from pathlib import Path

import numba
import platformdirs

from beta4ucs.errors import InputError

CACHE_VARIABLE = "BETA4UCS_CACHE_DIR"
PACKAGE = Path(__file__).resolve().parent.parent
KERNEL_SOURCES = ("kernels", "learning", "voting/voter.py")
REPRESENTATION_SOURCES = ("representations",)
DIGITS = 16  # of a digest
ROOM = 16 << 20  # bytes: all kernels with all representations take less
KEPT_FOLDERS = 4
KEPT_DAYS = 30


def folder_of_kernels(name: str, *more: str) -> Path:
    """Folder of the kernels as they are compiled in one way, named by a digest of their sources.

    `more` names folders of the package whose kernels are built on these.
    """
    digest = source_digest(source_files(*KERNEL_SOURCES, *more))
    for root in (_first_choice(), _shared_fallback()):
        if root is not None and _has_room(root, f"{name}-{digest}"):
            return named_folder(root, name, digest)
    if not _has_room(own := _own_folder(), f"{name}-{digest}"):
        raise InputError(
            f"there is no room for compiled code, neither in '{_first_choice()}' nor in '{own}'; "
            f"let {CACHE_VARIABLE} name a folder with {ROOM >> 20} MB of room"
        )
    return named_folder(own, name, digest)


def named_folder(root: Path, name: str, digest: str) -> Path:
    """Folder for what is compiled from sources with that digest; older ones go in time."""
    folder = root / f"{name}-{digest}"
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    _prune(root.glob(f"{name}-{'?' * DIGITS}"), folder)
    return folder


def digest_of_all(*more: str) -> str:
    """Digest of everything that is compiled: it decides what a run of the article's learners gives.

    `more` names further files and folders of the package that decide a result.
    """
    return source_digest(source_files(*KERNEL_SOURCES, *REPRESENTATION_SOURCES, *more))


def source_digest(paths) -> str:
    """Digest of the contents of source files, in the given order."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in paths:
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()[:DIGITS]


def source_files(*names) -> list[Path]:
    """Modules of the package, and those in its folders; not this one, which compiles nothing."""
    files = []
    for name in names:
        path = PACKAGE / name
        files.extend(sorted(path.rglob("*.py")) if path.is_dir() else [path])
    return [file for file in files if file != Path(__file__).resolve()]


def _first_choice() -> Path:
    chosen = os.environ.get(CACHE_VARIABLE)
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("beta4ucs"))


def _shared_fallback() -> Path | None:
    # Numba's cache holds code that is executed: never share a folder another user could fill.
    user = os.getuid() if hasattr(os, "getuid") else "user"
    folder = Path(tempfile.gettempdir()) / f"beta4ucs-{user}"
    return folder if _is_writable(folder) and _is_private(folder) else None


@cache
def _own_folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="beta4ucs-"))


@cache
def _has_room(root: Path, name: str) -> bool:
    """Whether a folder for code is there, or can be made, and code can be written to it."""
    return _is_writable(root) and _is_writable(root / name, ROOM)


def _is_writable(folder: Path, n_bytes: int = 0) -> bool:
    """Whether so much can be written there; a folder that is not there is made."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder) as file:
            if n_bytes and hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, n_bytes)
            else:
                file.write(bytes(n_bytes))
            return True
    except OSError:  # not allowed, or the disk is full
        return False


def _is_private(folder: Path) -> bool:
    if not hasattr(os, "getuid"):
        return True
    status = folder.lstat()
    return status.st_uid == os.getuid() and status.st_mode & 0o077 == 0 and not folder.is_symlink()


def _prune(folders, current: Path) -> None:
    """Remove folders of earlier sources that nobody has used for a while."""
    others = [path for path in folders if path != current]
    others.sort(key=_last_use, reverse=True)
    oldest_kept = time.time() - KEPT_DAYS * 86400
    for path in others[KEPT_FOLDERS:]:
        if _last_use(path) < oldest_kept:
            shutil.rmtree(path, ignore_errors=True)


def _last_use(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:  # another process pruned it meanwhile
        return 0.0
