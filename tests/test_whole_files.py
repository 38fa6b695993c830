"""Files are whole or not there."""

import os
from pathlib import Path

import pytest

from beta4ucs.whole_files import draft_of, write_whole


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written_and_replaced(tmp_path):
    path = tmp_path / "a.txt"
    for content in (b"one", b"two"):
        write_whole(path, content)
        assert path.read_bytes() == content
    assert names_in(tmp_path) == ["a.txt"]


def test_what_fails_leaves_the_earlier_file(tmp_path, monkeypatch):
    path = tmp_path / "a.txt"
    path.write_bytes(b"earlier")

    def fail(_):
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="no space left"):
        write_whole(path, b"later")
    assert path.read_bytes() == b"earlier"
    assert names_in(tmp_path) == ["a.txt"]


def test_a_link_is_followed_and_the_mode_kept(tmp_path):
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_bytes(b"")
    real.chmod(0o640)
    link.symlink_to(real)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    assert real.stat().st_mode & 0o777 == 0o640


def test_a_pipe_takes_what_comes(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(path, b"through")
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)
    assert names_in(tmp_path) == ["pipe"]


def test_a_pipe_behind_a_name_takes_what_comes():
    reader, writer = os.pipe()
    try:
        write_whole(Path(f"/dev/fd/{writer}"), b"through")
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)
        os.close(writer)


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, b"x")


def write_half(path):
    with draft_of(path) as draft:
        draft.write_text("2")
        raise KeyError


def test_a_draft_becomes_the_file_unless_the_block_fails(tmp_path):
    path = tmp_path / "table.csv"
    with draft_of(path) as draft:
        draft.write_text("1")
        assert not path.exists()
    assert path.read_text() == "1"
    with pytest.raises(KeyError):
        write_half(path)
    assert path.read_text() == "1"
    assert names_in(tmp_path) == ["table.csv"]
