"""Bugs, closed pipes, Ctrl-C, and two processes at once."""

import json
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

import beta4ucs
from beta4ucs.cli.fitting import training
from beta4ucs.kernels.compiled import kernel_folder
from command_line import FILES, PROGRAM, QUICK, assert_one_sentence, contents


def test_a_bug_is_called_a_bug(said, monkeypatch):
    def broken(*args, **kwargs):
        raise ZeroDivisionError("division\nby zero" * 100)

    monkeypatch.setattr(training, "_learn", broken)
    code, _, error = said("fit", "fruit.csv", *QUICK)
    assert code == 1
    assert_one_sentence(error)
    assert "this is a bug in beta4ucs (ZeroDivisionError: division" in error
    assert "in test_interruptions.py line" in error
    assert len(error) < 500
    assert "Traceback" in said("fit", "fruit.csv", *QUICK, "--debug")[2]
    monkeypatch.setenv("BETA4UCS_DEBUG", "1")
    assert "Traceback" in said("fit", "fruit.csv", *QUICK)[2]


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (MemoryError(), 1, "there is not enough memory"),
        (PermissionError(13, "Permission denied", "x"), 1, "write 'x': Permission denied"),
        (KeyboardInterrupt(), 130, "interrupted; no file was written"),
    ],
)
def test_what_the_system_does_gets_a_sentence(said, monkeypatch, error, code, words):
    def fail(*args, **kwargs):
        raise error

    monkeypatch.setattr(training, "_learn", fail)
    got, _, text = said("fit", "fruit.csv", *QUICK, "--out", "m")
    assert got == code
    assert_one_sentence(text)
    assert words in text
    assert not Path("m").exists()


def test_a_reader_that_has_enough(trained):
    command = [*PROGRAM, "rules", str(trained), "--format", "json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) == 141


def test_files_are_written_also_if_nobody_reads_the_report():
    command = [*PROGRAM, "fit", "wine", *QUICK, "--top", "99999", "--out", "m"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    process.stdout.close()
    assert process.wait(120) == 141
    assert sorted(contents("m")) == FILES


def test_a_terminal_that_lacks_letters():
    lines = [f"{i},{'Ürgüp' if i < 15 else 'Çerçevelik'}" for i in range(30)]
    Path("kürbis.csv").write_text("\n".join(["größe,art", *lines]), encoding="utf-8")
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [*PROGRAM, "fit", "kürbis.csv", *QUICK]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert r"THEN \xc7er\xe7evelik" in done.stdout


def test_ctrl_c_keeps_what_was_learned():
    command = [*PROGRAM, "fit", "mux", *QUICK, "--n-epochs", "100000", "--out", "m"]
    process = subprocess.Popen(
        [*command, "--no-track-accuracy"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # a shell that starts the tests in the background would have it ignored
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    heard = ""
    while "epoch 1" not in heard:  # past loading and compiling
        line = process.stderr.readline()
        assert line, heard
        heard += line
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    pressed = time.monotonic()
    out, error = process.communicate(timeout=60)
    assert time.monotonic() - pressed < 10
    assert process.returncode == 130
    assert re.search(r"beta4ucs: training was interrupted after \d+ of 540000000 iterations", error)
    assert "Traceback" not in error
    assert "strongest rules" in out
    assert sorted(contents("m")) == FILES
    assert json.loads(Path("m/run.json").read_text())["interrupted"] is True
    assert beta4ucs.load("m/model.json").n_rules_ > 0


def test_two_processes_with_one_cache():
    """Both compile the representation; the trainer, which would take longer, is there."""
    folder = kernel_folder()
    left_out = shutil.ignore_patterns("*-beta4-*", "*.tmp.*")  # the latter are being written
    shutil.copytree(folder, Path("cache") / folder.name, ignore=left_out)
    env = {**os.environ, "BETA4UCS_CACHE_DIR": str(Path("cache").resolve())}
    processes = [
        subprocess.Popen(
            [*PROGRAM, "fit", "fruit.csv", *QUICK, "-q", "--out", name],
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in ("a", "b")
    ]
    errors = []
    for process in processes:
        out, error = process.communicate(timeout=300)
        assert (process.returncode, out) == (0, "")
        assert "Traceback" not in error
        errors.append(error)
    assert "compiling the beta4 representation" in "".join(errors)
    assert "learning kernels" not in "".join(errors)
    assert contents("a")["model.json"] == contents("b")["model.json"]
    assert any(Path("cache").glob("*/*-beta4-*/**/*.nbi"))
