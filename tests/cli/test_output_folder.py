"""Results appear when they are complete; earlier files are safe."""

import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from beta4ucs.cli import output_folder
from beta4ucs.cli.fitting import run_files, training
from beta4ucs.cli.output_folder import Draft
from beta4ucs.cli.unfinished import alone_in, finish_interrupted
from beta4ucs.errors import InputError
from command_line import FILES, QUICK, assert_one_sentence, contents


def test_a_folder_in_use_is_refused_before_training(said, monkeypatch):
    Path("mine").mkdir()
    Path("mine/thesis.txt").write_text("years of work")
    monkeypatch.setattr(training, "_learn", lambda *a, **k: pytest.fail("trained for nothing"))
    code, _, error = said("fit", "fruit.csv", *QUICK, "--out", "mine")
    assert code == 1
    assert_one_sentence(error)
    assert "'mine' is not empty" in error
    assert "--overwrite" in error
    assert contents("mine") == {"thesis.txt": b"years of work"}


def test_overwrite_replaces_only_its_own_files(said):
    assert said("fit", "fruit.csv", *QUICK, "-q", "--out", "m")[0] == 0
    Path("m/notes.txt").write_text("mine")
    before = contents("m")
    assert (
        said("fit", "fruit.csv", *QUICK, "--seed", "2", "-q", "--out", "m", "--overwrite")[0] == 0
    )
    after = contents("m")
    assert sorted(after) == sorted([*FILES, "notes.txt"])
    assert after["notes.txt"] == b"mine"
    assert after["model.json"] != before["model.json"]


def test_an_empty_folder_is_as_good_as_none(said):
    Path("m").mkdir()
    assert said("fit", "fruit.csv", *QUICK, "-q", "--out", "m")[0] == 0
    assert sorted(contents("m")) == FILES


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failure_while_writing_leaves_earlier_files(said, monkeypatch, error):
    assert said("fit", "fruit.csv", *QUICK, "-q", "--out", "m")[0] == 0
    before = contents("m")

    def fail(*args):
        raise error

    monkeypatch.setattr(run_files, "summary_of", fail)
    code, _, text = said(
        "fit", "fruit.csv", *QUICK, "--seed", "2", "-q", "--out", "m", "--overwrite"
    )
    assert code == (130 if isinstance(error, KeyboardInterrupt) else 1)
    assert_one_sentence(text)
    assert isinstance(error, KeyboardInterrupt) or "written to 'm': No space left" in text
    assert contents("m") == before
    assert said("fit", "fruit.csv", *QUICK, "-q", "--out", "new/er")[0] != 0
    assert sorted(path.name for path in Path().iterdir()) == ["fruit.csv", "m"]


def test_a_failure_while_moving_puts_earlier_files_back(monkeypatch):
    folder = Path("m")
    folder.mkdir()
    for name in "abc":
        (folder / name).write_text(f"old {name}")
    replace = Path.replace

    def fail_at_b(self, target):
        if self.parent == draft.folder and self.name == "b":
            raise OSError(5, "Input/output error")
        return replace(self, target)

    with output_folder.output_folder(folder, overwrite=True) as draft:
        for name in "abcd":
            (draft.folder / name).write_text(f"new {name}")
        with monkeypatch.context() as patch:
            patch.setattr(Path, "replace", fail_at_b)
            with pytest.raises(InputError, match=r"not be moved to 'm' .*they are in '.*\.tmp'"):
                draft.publish()
    for name in "abc":
        assert (folder / name).read_text() == f"old {name}"
    assert not (folder / "d").exists()
    assert (draft.folder / "a").read_text() == "new a"  # nothing is lost


KILLED = """
import os, sys
from pathlib import Path
from beta4ucs.cli.output_folder import output_folder

moves_left = int(sys.argv[1])

def die_in_time(move):
    def moved(self, target):
        global moves_left
        if moves_left == 0:
            os._exit(9)
        moves_left -= 1
        return move(self, target)
    return moved

Path.rename, Path.replace = die_in_time(Path.rename), die_in_time(Path.replace)
with output_folder(Path("m"), overwrite=True) as draft:
    for name in "abcd":
        (draft.folder / name).write_text(f"new {name}")
    draft.publish()
"""


@pytest.mark.parametrize("moves", range(6))
def test_a_process_killed_at_any_renaming_leaves_all_old_or_all_new_files(moves):
    Path("m").mkdir()
    old = {name: f"old {name}".encode() for name in "abc"}
    for name, content in old.items():
        Path("m", name).write_bytes(content)
    done = subprocess.run([sys.executable, "-c", KILLED, str(moves)], check=False)
    assert done.returncode == (9 if moves < 5 else 0)
    finish_interrupted(Path("m"))
    new = {name: f"new {name}".encode() for name in "abcd"}
    assert {path.name: path.read_bytes() for path in Path("m").glob("[a-z]")} == (
        new if moves else old
    )
    with output_folder.output_folder(Path("m"), overwrite=True):  # nothing stays for ever
        assert len(list(Path("m").glob(".*"))) == 1
    assert not list(Path("m").glob(".*"))


def test_a_command_finishes_what_a_killed_one_began(said):
    assert said("fit", "fruit.csv", *QUICK, "-q", "--out", "m")[0] == 0
    before = contents("m")
    assert said("fit", "fruit.csv", *QUICK, "--seed", "2", "-q", "--out", "n")[0] == 0
    after = contents("n")
    Path("n").rename("m/.m.123456.complete")
    Path("m/.m.123456.complete/model.json").replace("m/model.json")  # and then it was killed
    assert said("rules", "m")[0] == 0
    assert contents("m") == after != before


def test_a_draft_whose_owner_lives_is_left_alone():
    with output_folder.output_folder(Path("m"), overwrite=False) as mine:
        with output_folder.output_folder(Path("m"), overwrite=False):
            assert mine.folder.is_dir()
        (mine.folder / "a").write_text("mine")
        mine.publish()
    assert contents("m") == {"a": b"mine"}


def test_results_are_kept_if_another_run_was_faster():
    draft = Draft(Path("m"), overwrite=False)
    draft.make()
    (draft.folder / "model.json").write_text("slow")
    Path("m").mkdir()
    Path("m/model.json").write_text("fast")
    with pytest.raises(InputError, match="they are in"):
        draft.publish()
    draft.remove()
    assert Path("m/model.json").read_text() == "fast"
    assert (draft.folder / "model.json").read_text() == "slow"


def test_the_last_of_two_runs_replaces_files_that_it_may_replace():
    with output_folder.output_folder(Path("m"), overwrite=True) as slow:
        (slow.folder / "model.json").write_text("slow")
        with output_folder.output_folder(Path("m"), overwrite=True) as fast:
            (fast.folder / "model.json").write_text("fast")
            (fast.folder / "notes").write_text("fast")
            fast.publish()
        slow.publish()
    assert contents("m") == {"model.json": b"slow", "notes": b"fast"}


def test_files_of_two_runs_are_not_mixed():
    """A run waits while another moves its files, and finishes what a killed one began."""
    Path("m").mkdir()
    with output_folder.output_folder(Path("m"), overwrite=True) as draft:
        for name in "ab":
            (draft.folder / name).write_text("last")
        killed = Path("m/.m.123456.complete")
        killed.mkdir()
        (killed / "b").write_text("killed")
        thread = Thread(target=draft.publish)
        with alone_in(Path("m")):
            thread.start()
            thread.join(0.2)
            assert not Path("m/a").exists()
        thread.join()
    finish_interrupted(Path("m"))
    assert contents("m") == {"a": b"last", "b": b"last"}


@pytest.mark.parametrize(
    ("out", "words"),
    [
        ("fruit.csv", "'fruit.csv' is a file; --out names a folder"),
        ("fruit.csv/m", "results cannot be written to 'fruit.csv/m': Not a directory"),
        ("/proc/beta4ucs/m", "results cannot be written to '/proc/beta4ucs/m'"),
    ],
)
def test_a_folder_that_cannot_be_written(said, out, words):
    code, printed, error = said("fit", "fruit.csv", *QUICK, "--out", out)
    assert (code, printed) == (1, "")
    assert_one_sentence(error)
    assert words in error
