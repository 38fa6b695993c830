"""Where compiled code is kept."""

import os
import time
from pathlib import Path

import pytest

from beta4ucs.errors import InputError
from beta4ucs.kernels import cache_folder


def folder_of_age(root, name, days):
    folder = root / name
    folder.mkdir()
    used = time.time() - days * 86400
    os.utime(folder, (used, used))
    return folder


def test_folders_of_old_sources_are_removed_when_nobody_used_them_for_long(tmp_path):
    many = cache_folder.KEPT_FOLDERS + 3
    old = [folder_of_age(tmp_path, f"kernels-{i:016}", 40 + i) for i in range(many)]
    others = [
        folder_of_age(tmp_path, "kernels-of-others", 400),
        folder_of_age(tmp_path, "triangle-0000000000000001", 400),
    ]
    new = cache_folder.named_folder(tmp_path, "kernels", "f" * cache_folder.DIGITS)
    kept = old[: cache_folder.KEPT_FOLDERS]  # the last that were used
    assert sorted(tmp_path.iterdir()) == sorted([new, *kept, *others])


def test_folders_that_were_used_lately_stay(tmp_path):
    lately = [folder_of_age(tmp_path, f"kernels-{i:016}", i) for i in range(20)]
    again = cache_folder.named_folder(tmp_path, "kernels", f"{19:016}")
    assert again == lately[19]
    assert time.time() - again.stat().st_mtime < 3600
    assert sorted(tmp_path.iterdir()) == sorted(lately)


def test_what_is_compiled_has_a_digest_of_its_contents_and_order(tmp_path):
    one, other = tmp_path / "one.py", tmp_path / "other.py"
    one.write_text("x = 1")
    other.write_text("y = 2")
    digest = cache_folder.source_digest([one, other])
    assert len(digest) == cache_folder.DIGITS
    assert cache_folder.source_digest([other, one]) != digest
    one.write_text("x = 3")
    assert cache_folder.source_digest([one, other]) != digest


def test_a_full_disk_is_as_good_as_none(tmp_path, monkeypatch):
    """A file can often be made on a full disk, and not be filled."""
    full, free = tmp_path / "full", tmp_path / "free"

    def allocate(number, start, n_bytes):
        if str(full) in str(Path(f"/proc/self/fd/{number}").readlink()):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", allocate)
    monkeypatch.setenv(cache_folder.CACHE_VARIABLE, str(full))
    monkeypatch.setattr(cache_folder.tempfile, "gettempdir", lambda: str(free))
    assert cache_folder.folder_of_kernels("kernels").is_relative_to(free)
    monkeypatch.setenv(cache_folder.CACHE_VARIABLE, str(tmp_path / "roomy"))
    assert cache_folder.folder_of_kernels("kernels").is_relative_to(tmp_path / "roomy")


def test_without_room_anywhere_the_folders_are_named(tmp_path, monkeypatch):
    def allocate(number, start, n_bytes):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", allocate)
    monkeypatch.setenv(cache_folder.CACHE_VARIABLE, str(tmp_path / "full"))
    monkeypatch.setattr(cache_folder.tempfile, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(cache_folder, "_own_folder", lambda: tmp_path / "own")
    with pytest.raises(InputError, match=r"neither in '.*full' nor in '.*own'; let BETA4UCS_CACHE"):
        cache_folder.folder_of_kernels("kernels")


def test_where_code_is_kept_does_not_name_the_folder():
    files = cache_folder.source_files(*cache_folder.KERNEL_SOURCES)
    assert "compiled.py" in {file.name for file in files}
    assert "cache_folder.py" not in {file.name for file in files}
