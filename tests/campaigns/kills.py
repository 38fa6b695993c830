"""Commands that are killed, at random moments and at every renaming: nothing of the user is lost.

Commands run in forks of this process, which has the kernels loaded: real processes and signals, and
a kill costs a fraction of a second.
"""

import csv
import json
import math
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

import beta4ucs
from beta4ucs.cli import run
from beta4ucs.cli.process import arrange_process
from command_line import FILES, apples_and_lemons, contents

LEARN = ["--system", "beta4-ucs", "--n-epochs", "6", "-q"]
NOTES = b"mine"
COMMANDS = {
    "fit": ["fit", "fruit.csv", *LEARN, "--seed", "3", "--out", "new"],
    "fit over": ["fit", "fruit.csv", *LEARN, "--seed", "2", "--out", "m", "--overwrite"],
    "evolve over": ["fit", "fruit.csv", "-q", "--seed", "2", "--out", "m", "--overwrite"],
    "stream": ["stream", "long.csv", "--seed", "2", "--window", "300", "--batch", "300",
               "--out", "s.json", "--csv", "s.csv", "--overwrite"],
    "compact": ["compact", "m", "fruit.csv", "--out", "small.json", "--overwrite"],
    "predict": ["predict", "m", "fruit.csv", "--out", "answers.csv", "--overwrite"],
    "report": ["report", "m", "fruit.csv", "--out", "page.html", "--overwrite"],
}  # fmt: skip
RENAMINGS = {"fit": 2, "fit over": 6, "evolve over": 5, "stream": 1, "compact": 2, "predict": 1,
             "report": 1}  # fmt: skip
SIGNALS = ("SIGKILL", "SIGTERM", "SIGINT")
SECONDS_TO_END = 300.0


def cases(seed):
    """Yield (command, signal, moment): every renaming first, then random moments without end.

    A moment is the number of a renaming, or the share of the time that the command takes.
    """
    for name in COMMANDS:
        for number in SIGNALS:
            for renaming in range(RENAMINGS[name]):
                yield name, number, renaming
    rng = random.Random(seed)
    while True:
        yield rng.choice(list(COMMANDS)), rng.choice(SIGNALS), rng.random()


def start(arguments, folder, dies_at=None):
    """Start a command in a fork; with `dies_at` it sends itself a signal before a renaming."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        os.chdir(folder)
        for number, name in ((1, "stdout"), (2, "stderr")):
            os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_APPEND), number)
        sys.stdout = os.fdopen(1, "w", closefd=False)
        sys.stderr = os.fdopen(2, "w", closefd=False)
        for number in (signal.SIGALRM, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, 0)
        arrange_process()
        if dies_at is not None:
            kill_at_renaming(*dies_at)
        code = run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = 130
    finally:
        os._exit(code)


def kill_at_renaming(number, count):
    """Send this process a signal before it renames for the so-manieth time.

    Every renaming before is a letter in the file `renamings`.
    """
    done = Path("renamings").absolute()
    done.write_text("")

    def counted(rename):
        def renamed(*args, **named):
            if done.stat().st_size == count:
                os.kill(os.getpid(), number)
            with done.open("a") as file:
                file.write("x")
            return rename(*args, **named)

        return renamed

    os.rename, os.replace = counted(os.rename), counted(os.replace)


def ended(child):
    """Wait for a process; its exit code, or None if it does not end."""
    end = time.monotonic() + SECONDS_TO_END
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.005)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


@cache
def prepared():
    """A folder with the files of earlier commands, and how long each command takes."""
    folder = Path(tempfile.mkdtemp(prefix="beta4ucs-kills-"))
    apples_and_lemons().to_csv(folder / "fruit.csv", index=False)
    apples_and_lemons(1500).to_csv(folder / "long.csv", index=False)
    first = ["fit", "fruit.csv", *LEARN, "--seed", "1", "--out", "m"]
    assert ended(start(first, folder)) == 0, (folder / "stderr").read_text()
    (folder / "m" / "notes.txt").write_bytes(NOTES)
    seconds = {}
    for name, arguments in COMMANDS.items():
        with tempfile.TemporaryDirectory() as place:
            trial = shutil.copytree(folder, Path(place, "t"))
            began = time.monotonic()
            never = (signal.SIGKILL, math.inf)
            assert ended(start(arguments, trial, never)) == 0, (trial / "stderr").read_text()
            seconds[name] = time.monotonic() - began
            found = (trial / "renamings").stat().st_size
            # code that is compiled on the way is moved into its cache, too
            assert found >= RENAMINGS[name], f"{name} renames {found} times"
            (trial / "renamings").unlink()
            if name not in ("fit", "fit over", "evolve over"):  # earlier files, to be replaced
                for file in trial.iterdir():
                    if file.is_file() and not (folder / file.name).exists():
                        shutil.copy(file, folder / file.name)
    return folder, seconds


def warm_up():
    """Load what commands need, so that forks have it."""
    table = apples_and_lemons()
    X, y = table[["mass", "width"]], table["kind"]
    for model in (
        beta4ucs.Beta4UCSClassifier(n_epochs=1),
        beta4ucs.EvolvedRulesClassifier(n_populations=1),
    ):
        model.fit(X, y).compact(X, y).predict(X)
    beta4ucs.Beta4UCSClassifier().partial_fit(X, y, classes=["apple", "lemon"])


def check(case):
    """Kill a command; the next one must find whole files, and all of the user's."""
    if not prepared.cache_info().currsize:
        warm_up()
    name, number, moment = case
    template, seconds = prepared()
    with tempfile.TemporaryDirectory() as place:
        folder = shutil.copytree(template, Path(place, "t"))
        (folder / "stderr").write_text("")
        killer = getattr(signal, number)
        if isinstance(moment, int):
            child = start(COMMANDS[name], folder, (killer, moment))
        else:
            child = start(COMMANDS[name], folder)
            time.sleep(moment * seconds[name])
            os.kill(child, killer)
        code = ended(child)
        said = (folder / "stderr").read_text()
        if code is None:
            return f"no end within {SECONDS_TO_END:g} s"
        allowed = {0, 130, -9} if number == "SIGKILL" else {0, 130}
        if code not in allowed or "Traceback" in said or "this is a bug" in said:
            return f"exit code {code}: {said[-300:]}"
        return what_is_lost(folder, name, number)


def what_is_lost(folder, name, number):
    """Look at the files as the next command does."""
    if ended(start(["rules", "m"], folder)) != 0:
        return f"the model cannot be read: {(folder / 'stderr').read_text()[-300:]}"
    for place in ("m", "new"):
        if (folder / place).exists():
            wrong = wrong_in_run(folder / place)
            if wrong:
                return f"{place}: {wrong}"
    for file in ("s.json", "small.json"):
        if beta4ucs.load(folder / file).n_rules_ < 1:
            return f"{file} has no rules"
    with (folder / "s.csv").open(newline="") as file:
        if not all(int(line["rows"]) > 0 for line in csv.DictReader(file)):
            return "s.csv is not whole"
    if (folder / "answers.csv").read_text().count("\n") != 61:
        return "answers.csv is not whole"
    if not (folder / "page.html").read_text().rstrip().endswith("</html>"):
        return "page.html is not whole"
    return litter_in(folder) if number != "SIGKILL" else None


def wrong_in_run(folder):
    """Whether the files of a run are of one run, and other files are there."""
    found = contents_of(folder)
    if folder.name == "m" and found.pop("notes.txt", b"") != NOTES:
        return "a file of the user is lost"
    record = json.loads(found["run.json"])
    expected = FILES if "epochs" in record["results"] else FILES[:3]
    if not set(expected) <= set(found) <= set(FILES):
        return f"it holds {sorted(found)}"
    n_rules = len(json.loads(found["model.json"])["rules"])
    n_lines = found["rules.csv"].decode().count("\n") - 1
    if not n_rules == n_lines == record["results"]["rules"]:
        return f"files of two runs: {n_rules}, {n_lines} and {record['results']['rules']} rules"
    if record["seed"] != json.loads(found["model.json"])["training"]["seed"]:
        return "files of two runs: the seeds differ"
    return None


def contents_of(folder):
    hidden = [path for path in folder.iterdir() if path.name.startswith(".")]
    for path in hidden:  # drafts that were not complete; the next fit removes them
        assert path.suffix == ".part" or path.name.endswith(".tmp"), path
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    return contents(folder)


def litter_in(folder):
    """A process that could clean up has left nothing behind."""
    hidden = sorted(path.name for path in folder.rglob(".*"))
    return f"left behind: {hidden}" if hidden else None
