"""Compile once per machine: where compiled code is kept, and how a function becomes compiled.

Numba notices an edit only in the file of the function itself, not in the files it calls. The cache
folder therefore carries a digest of all kernel sources in its name: any edit means a new folder.
Folders of representations lie in it, named by a digest of their own sources.
"""

import contextlib
import gc
import hashlib
import os
import shutil
import sys
import tempfile
import time
from functools import cache, cached_property
from pathlib import Path

import numba
import platformdirs
from numba.core.registry import CPUDispatcher

from beta4ucs.kernels.compilers import EntryCompiler, InnerCompiler, remembered_call_types

CACHE_VARIABLE = "BETA4UCS_CACHE_DIR"
PACKAGE = Path(__file__).resolve().parent.parent
KERNEL_SOURCES = ("kernels", "learning", "voting/voter.py")
REPRESENTATION_SOURCES = ("representations",)
DIGITS = 16  # of a digest
KEPT_FOLDERS = 4
KEPT_DAYS = 30

# No fast-math: it would let results depend on the machine.
_OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False}
# Called from other kernels only: without the wrappers for callers in Python and C.
_INNER = {**_OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
kernel = numba.njit(**_INNER, pipeline_class=InnerCompiler)
# Small and hot: merged into its callers by LLVM, which lets it drop reference counts of views.
merged_kernel = numba.njit(**_INNER, pipeline_class=InnerCompiler, forceinline=True)
# Merged into its caller before types are inferred: for steps that only name a part of the caller.
inlined_kernel = numba.njit(**_INNER, pipeline_class=InnerCompiler, inline="always")


class _OpenDispatcher(CPUDispatcher):
    """A kernel for other kernels, with a twin that is compiled when Python calls it."""

    @cached_property
    def _twin(self):
        options = {**_OPTIONS, "no_cfunc_wrapper": True, "pipeline_class": EntryCompiler}
        return numba.njit(**options)(self.py_func)

    def __call__(self, *args):
        return self._twin(*args)


def open_kernel(function):
    """Compile a function that Python calls too, as methods of representations do uncompiled."""
    if not is_compiled():
        return function
    options = {"nopython": True, **_INNER}
    return _OpenDispatcher(function, targetoptions=options, pipeline_class=InnerCompiler)


def is_compiled() -> bool:
    """Whether kernels are compiled; ``NUMBA_DISABLE_JIT=1`` runs them as plain Python."""
    return not numba.config.DISABLE_JIT


def compile_cached(function, signature, folder, *, is_entry=False):
    """Compile `function` for `signature`, or load it from `folder` if it was compiled before.

    An entry is called from Python; others have no wrapper for that, see `pointers.py`. Returns the
    function itself when compilation is off.
    """
    if not is_compiled():
        return function
    options = {**_OPTIONS, "no_cfunc_wrapper": True, "no_cpython_wrapper": not is_entry}
    decorate = numba.njit(signature, cache=True, pipeline_class=EntryCompiler, **options)
    with _cache_folder(folder), _no_garbage_collection(), remembered_call_types():
        return decorate(function)


def announce_compilation(folder, entry: str, what: str) -> None:
    """Say once, before the wait, that `entry` is compiled now and not loaded."""
    if is_compiled() and not any(Path(folder).rglob(f"*{entry}*.nbi")):
        print(f"beta4ucs: compiling {what} for this machine (once)", file=sys.stderr, flush=True)


@cache
def kernel_folder(name: str = "kernels", *more: str) -> Path:
    """Folder of the compiled kernels, or of those built on them from `more` sources.

    Named by a digest of all their sources.
    """
    digest = source_digest(source_files(*KERNEL_SOURCES, *more))
    return named_folder(_writable_root(), name, digest)


def named_folder(root: Path, name: str, digest: str) -> Path:
    """Folder for what is compiled from sources with that digest; older ones go in time."""
    folder = root / f"{name}-{digest}"
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    _prune(root.glob(f"{name}-{'?' * DIGITS}"), folder)
    return folder


def digest_of_all() -> str:
    """Digest of everything that is compiled: it decides what a run learns."""
    return source_digest(source_files(*KERNEL_SOURCES, *REPRESENTATION_SOURCES))


def source_digest(paths) -> str:
    """Digest of the contents of source files, in the given order."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in paths:
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()[:DIGITS]


def source_files(*names) -> list[Path]:
    """Modules of the package, and those in its folders."""
    files = []
    for name in names:
        path = PACKAGE / name
        files.extend(sorted(path.glob("*.py")) if path.is_dir() else [path])
    return files


def _writable_root() -> Path:
    chosen = os.environ.get(CACHE_VARIABLE)
    root = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("beta4ucs"))
    if _is_writable(root):
        return root
    # Numba's cache holds code that is executed: never share a folder another user could fill.
    user = os.getuid() if hasattr(os, "getuid") else "user"
    fallback = Path(tempfile.gettempdir()) / f"beta4ucs-{user}"
    if _is_writable(fallback) and _is_private(fallback):
        return fallback
    return Path(tempfile.mkdtemp(prefix="beta4ucs-"))


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder):
            return True
    except OSError:
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


@contextlib.contextmanager
def _cache_folder(folder):
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


@contextlib.contextmanager
def _no_garbage_collection():
    """Compilation allocates much and frees little: the collector only costs time.

    What it leaves counts as old at once, or the collector would look at all of it next.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if gc.get_freeze_count() == 0:  # else somebody has set objects aside, and not for us
            gc.freeze()
            gc.unfreeze()
        if was_enabled:
            gc.enable()
