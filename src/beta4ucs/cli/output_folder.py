"""A folder of results that appears, or changes, only when all its files are complete."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

from beta4ucs.cli.unfinished import (
    COMPLETE,
    alone_in,
    claimed,
    draft_name,
    finish_drafts,
    finish_interrupted,
    remove_abandoned,
)
from beta4ucs.errors import InputError, quoted


class Draft:
    """A hidden folder to write to, beside the one it becomes or inside the one it renews."""

    def __init__(self, path: Path, *, overwrite: bool) -> None:
        self.path = path
        self._overwrites = overwrite
        self._renews = path.is_dir()
        name = draft_name(path)
        self.folder = path / name if self._renews else path.with_name(name)
        self._new_parents = [one for one in path.parents if not one.exists()]
        self._claim = contextlib.ExitStack()
        self.is_kept = False

    def make(self) -> None:
        """Make the hidden folder: proof that results can be written there."""
        try:
            self.folder.mkdir(parents=True)
            (self.folder / "probe").touch()
            (self.folder / "probe").unlink()
            self._claim.enter_context(claimed(self.folder))
        except OSError as error:
            self.remove()
            raise InputError(
                f"results cannot be written to '{self.path}': {error.strerror or error}"
            ) from None

    def publish(self) -> None:
        """Put the files in their place; if that fails, earlier files are put back.

        If the process is killed meanwhile, `finish_interrupted` goes on from there.
        """
        try:
            if not self._renews:
                self._appear()
            if self._renews:
                with alone_in(self.path):
                    finish_drafts(self.path)  # of another that was killed after we began
                    self._rename(COMPLETE)
                    self._exchange()
        except (OSError, InputError) as error:
            self.is_kept = True
            self._rename("tmp")
            reason = getattr(error, "strerror", None) or error
            raise InputError(
                f"the results could not be moved to '{self.path}' ({reason}); "
                f"they are in '{self.folder}'"
            ) from None
        self._new_parents = []

    def _appear(self) -> None:
        """Become the folder, or renew it if another process has made one since we began."""
        try:
            self.folder.rename(self.path)
        except OSError:
            if not (self._overwrites and self.path.is_dir()):
                raise
            self.folder = self.folder.rename(self.path / self.folder.name)
            self._renews = True

    def _rename(self, state: str) -> None:
        self.folder = self.folder.rename(self.folder.with_suffix(f".{state}"))

    def _exchange(self) -> None:
        """Replace file by file; other files of the folder stay."""
        names = sorted(file.name for file in self.folder.iterdir())
        earlier = self.folder / "earlier"
        earlier.mkdir()
        with contextlib.ExitStack() as undo:
            for name in names:
                target = self.path / name
                if target.exists():
                    _keep(target, earlier / name)
                    undo.callback((earlier / name).replace, target)
                (self.folder / name).replace(target)
                undo.callback(target.replace, self.folder / name)
            undo.pop_all()

    def remove(self) -> None:
        """Leave no trace, unless something was put in its place."""
        self._claim.close()
        if self.is_kept:
            return
        shutil.rmtree(self.folder, ignore_errors=True)
        for folder in self._new_parents:
            with contextlib.suppress(OSError):
                folder.rmdir()


def _keep(file: Path, copy: Path) -> None:
    """Let a file have a second name; where there are no links, copy it."""
    try:
        copy.hardlink_to(file)
    except OSError:
        shutil.copy2(file, copy)


@contextlib.contextmanager
def output_folder(path: Path, *, overwrite: bool) -> Iterator[Draft]:
    """Refuse a folder that cannot take results; else give a draft of it.

    Nothing is changed in `path` before `Draft.publish`; what the block leaves unpublished is
    removed.
    """
    path = path.expanduser().resolve() if path.is_symlink() else path.expanduser()
    finish_interrupted(path)
    remove_abandoned(path)
    _check_is_free(path, overwrite=overwrite)
    draft = Draft(path, overwrite=overwrite)
    draft.make()
    try:
        yield draft
    finally:
        draft.remove()


def _check_is_free(path: Path, *, overwrite: bool) -> None:
    try:
        if not path.exists():
            return
        if not path.is_dir():
            raise InputError(f"'{path}' is a file; --out names a folder")
        held = sorted(entry.name for entry in path.iterdir())
    except OSError as error:
        raise InputError(
            f"results cannot be written to '{path}': {error.strerror or error}"
        ) from None
    if held and not overwrite:
        raise InputError(
            f"the folder '{path}' is not empty, it holds {quoted(held, 3)}; choose another or "
            "replace the files of an earlier run with --overwrite"
        )
