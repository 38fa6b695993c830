"""What the tests of the command line share: a small table, and a terminal."""

import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd

FILES = ["model.json", "rules.csv", "run.json", "summary.csv"]
QUICK = ["--seed", "1", "--system", "beta4-ucs", "--n-epochs", "4"]  # the article's learner
PROGRAM = [sys.executable, "-m", "beta4ucs"]


def apples_and_lemons(n_rows=60):
    rng = np.random.default_rng(3)
    frame = pd.DataFrame({"mass": rng.uniform(80, 200, n_rows).round(1)})
    frame["width"] = (frame["mass"] / 25 + rng.normal(0, 0.3, n_rows)).round(2)
    frame["kind"] = np.where(frame["mass"] + rng.normal(0, 8, n_rows) > 140, "apple", "lemon")
    return frame


def contents(folder):
    """Names and bytes of the files in a folder."""
    return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def assert_one_sentence(error):
    assert error.startswith("beta4ucs: ")
    assert error.count("\n") == 1
    assert "Traceback" not in error


def on_a_terminal(command):
    """What a command writes to a terminal of 80 columns."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "COLUMNS": "80", "LINES": "40", "TERM": "xterm"}
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env)
    os.close(theirs)
    seen = b""
    while select.select([ours], [], [], 60)[0]:
        try:
            piece = os.read(ours, 4096)
        except OSError:  # the other side is closed
            break
        if not piece:
            break
        seen += piece
    os.close(ours)
    assert process.wait(60) == 0
    return seen.decode()
