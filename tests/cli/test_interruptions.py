"""Bugs, closed pipes, Ctrl-C, and two processes at once."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

import beta4ucs
from beta4ucs.cli.estimator_choice import EstimatorChoice
from beta4ucs.cli.fitting import training
from beta4ucs.kernels.compiled import kernel_folder
from beta4ucs.training import interruption
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


@pytest.mark.parametrize("signals", [[signal.SIGINT], [signal.SIGTERM] * 2], ids=["int", "term"])
def test_ctrl_c_keeps_what_was_learned(signals):
    """SIGTERM does the same, also if it comes twice, as `timeout` sends it."""
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
    for number in signals:
        process.send_signal(number)
    pressed = time.monotonic()
    out, error = process.communicate(timeout=60)
    assert time.monotonic() - pressed < 10
    assert process.returncode == 130
    assert re.search(r"beta4ucs: training was interrupted after \d+ of 540000000 iterations", error)
    assert "Traceback" not in error
    assert "most useful rules" in out
    assert sorted(contents("m")) == FILES
    assert json.loads(Path("m/run.json").read_text())["interrupted"] is True
    assert beta4ucs.load("m/model.json").n_rules_ > 0


def test_evolved_rules_are_made_of_what_had_been_begun():
    command = [*PROGRAM, "fit", "mux", "--seed", "1", "--test-size", "0.1", "--out", "m"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1
    )
    heard = ""
    while "growing 10 populations" not in heard:  # past loading and compiling
        line = process.stderr.readline()
        assert line, heard
        heard += line
    process.send_signal(signal.SIGTERM)
    out, error = process.communicate(timeout=60)
    assert process.returncode == 130, error
    assert "beta4ucs: training was interrupted" in error
    assert "Traceback" not in error
    assert "most useful rules" in out
    assert json.loads(Path("m/run.json").read_text())["interrupted"] is True
    assert beta4ucs.load("m/model.json").n_rules_ > 0


def test_sigterm_while_kernels_are_loaded_ends_the_whole_command(said, monkeypatch):
    class Interrupted:
        interrupted_ = True

        def fit(self, X, y):
            return self

    monkeypatch.setattr(EstimatorChoice, "least", lambda self: Interrupted())
    code, _, error = said("fit", "fruit.csv", *QUICK, "--out", "m")
    assert (code, error) == (130, "beta4ucs: interrupted; no file was written\n")


def test_sigterm_after_training_does_not_cost_the_model(said, monkeypatch):
    """Ctrl-C too, unless it is pressed twice."""

    scores_of = training.Scores.of

    def judge(*args):
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGTERM)
        return scores_of(*args)

    monkeypatch.setattr(training.Scores, "of", judge)
    monkeypatch.setattr(interruption.Interruption, "_last_request", -1e9)
    before = signal.signal(signal.SIGTERM, interruption._interrupt_once)
    try:
        assert said("fit", "fruit.csv", *QUICK, "-q", "--out", "m")[0] == 0
    finally:
        signal.signal(signal.SIGTERM, before)
    assert sorted(contents("m")) == FILES


@pytest.mark.parametrize(
    "redirection", [">&-", ">/dev/full", "2>&-", "2>/dev/full", ">&- 2>&- <&-"]
)
def test_files_stand_whatever_the_streams_are(redirection):
    command = shlex.join([*PROGRAM, "fit", "fruit.csv", *QUICK, "--out", "m"])
    done = subprocess.run(
        f"{command} {redirection}", shell=True, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert done.returncode == (1 if redirection == ">/dev/full" else 0)
    assert sorted(contents("m")) == FILES
    assert "fitness" not in Path("fruit.csv").read_text()  # nothing took the place of a stream


def test_help_where_nothing_can_be_written():
    done = subprocess.run(
        f"{shlex.join(PROGRAM)} --help >/dev/full",
        shell=True, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert_one_sentence(done.stderr)


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
