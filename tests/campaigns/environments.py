"""Commands in odd surroundings: streams, disks, locales, terminals, limits, missing packages."""

import contextlib
import os
import pty
import select
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

from beta4ucs.kernels.compiled import kernel_folder
from command_line import FILES, PROGRAM, apples_and_lemons

NOWHERE = "/proc/nowhere"  # where nobody can write, root included
LEARN = "fit fruit.csv --system beta4-ucs --n-epochs 2 --seed 1 --out new"
BLOCKER = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Blocker())
"""
SECONDS = 500.0

# name -> (command, its surroundings: variables, `shell` around it, code, `without` packages, ...)
ENVIRONMENTS = {
    "plain": (LEARN, {}),
    "stdout closed": (LEARN, {"shell": "{} >&-"}),
    "stderr closed": (LEARN, {"shell": "{} 2>&-"}),
    "stdin closed": (LEARN, {"shell": "{} <&-"}),
    "all streams closed": (LEARN, {"shell": "{} <&- >&- 2>&-"}),
    "stdout full": (LEARN, {"shell": "{} >/dev/full", "code": 1}),
    "stderr full": (LEARN, {"shell": "{} 2>/dev/full"}),
    "nobody reads": ("rules m --top 9999", {"shell": "{} | true; exit ${{PIPESTATUS[0]}}",
                                            "code": (0, 141)}),
    "help into a full disk": ("fit --help", {"shell": "{} >/dev/full", "code": 1}),
    "no home": (LEARN, {"unset": ["HOME", "XDG_CACHE_HOME", "BETA4UCS_CACHE_DIR"]}),
    "a home that cannot be written": ("rules m", {"HOME": NOWHERE, "XDG_CACHE_HOME": NOWHERE}),
    "a cache that cannot be written": (LEARN, {"BETA4UCS_CACHE_DIR": NOWHERE}),
    "a cache that is a file": (LEARN, {"BETA4UCS_CACHE_DIR": "fruit.csv"}),
    "a full cache disk": (LEARN, {"tmpfs": "cache", "BETA4UCS_CACHE_DIR": "cache/x"}),
    "a full disk for results": (LEARN + "2/m", {"tmpfs": "new2", "code": 1, "files": ()}),
    "a full disk for answers": ("predict m fruit.csv --out full/a",
                                {"tmpfs": "full", "code": 1}),
    "no temporary folder": (LEARN, {"TMPDIR": NOWHERE}),
    "C locale": (LEARN, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
    "a locale that is not there": (LEARN, {"LC_ALL": "tr_TR.ISO-8859-9", "LANG": "xx_XX"}),
    "ASCII streams": (LEARN, {"PYTHONIOENCODING": "ascii"}),
    "Latin streams": ("rules m", {"PYTHONIOENCODING": "latin-1"}),
    "UTF-16 streams": ("rules m", {"PYTHONIOENCODING": "utf-16"}),
    "8 columns": ("rules m", {"COLUMNS": "8"}),
    "0 columns": (LEARN, {"COLUMNS": "0", "LINES": "0"}),
    "columns that are no number": ("fit --help", {"COLUMNS": "wide", "LINES": "-3"}),
    "a dumb terminal": (LEARN, {"TERM": "dumb", "terminal": (24, 80)}),
    "a terminal without a name": (LEARN, {"unset": ["TERM"], "terminal": (24, 80)}),
    "a small terminal": (LEARN, {"terminal": (3, 12)}),
    "a terminal of one letter": ("rules m", {"terminal": (1, 1)}),
    "a terminal of no size": (LEARN, {"terminal": (0, 0)}),
    "no colours": ("rules m", {"NO_COLOR": "1", "terminal": (24, 80)}),
    "no jinja2": ("report m fruit.csv --out r.html", {"without": ["jinja2"], "code": 1}),
    "no matplotlib": ("study figure illustrations --out figures",
                      {"without": ["matplotlib"], "code": 1}),
    "no pyarrow": ("predict m fruit.parquet", {"without": ["pyarrow", "fastparquet"], "code": 1}),
    "no statsmodels": ("study list", {"without": ["statsmodels", "distributed"], "code": 1}),
    "no extras": (LEARN, {"without": ["jinja2", "matplotlib", "pyarrow", "statsmodels", "dask",
                                      "distributed", "xgboost", "psutil", "polars"]}),
    "warnings are errors": (LEARN, {"PYTHONWARNINGS": "error::UserWarning"}),
    "optimised": (LEARN, {"PYTHONOPTIMIZE": "2"}),
    "no bytecode": ("rules m", {"PYTHONDONTWRITEBYTECODE": "1"}),
    "hash seed": ("rules m", {"PYTHONHASHSEED": "0"}),
    "odd time zone": (LEARN, {"TZ": "Nowhere/Else"}),
    "few open files": (LEARN, {"shell": "ulimit -n 40; {}"}),
    "little memory": (LEARN, {"shell": "ulimit -v 700000; {}", "code": (0, 1), "files": ()}),
    "small files only": (LEARN, {"shell": "ulimit -f 1; {}", "code": (0, 1), "files": ()}),
    "a folder that is gone": ("datasets", {"shell": "mkdir g && cd g && rmdir ../g && {}"}),
    "a folder that cannot be written": ("rules {here}/m", {"shell": "cd /proc && {}"}),
    "a folder with odd letters": (LEARN, {"folder": "Ü b\n%s'\""}),
    "nothing is allowed": (LEARN, {"shell": "umask 0777; {}", "code": (0, 1), "files": ()}),
    "its own bytes": (LEARN, {"PYTHONMALLOC": "debug"}),
    "terminated by timeout": ("fit mux --system beta4-ucs --n-epochs 100000 --out new",
                              {"shell": "timeout 60 {}", "code": 124}),
}  # fmt: skip


def cases(seed):
    """Yield the names of all environments; the seed is for those who have one."""
    yield from ENVIRONMENTS


@cache
def trained():
    """A folder with a table and a model."""
    folder = Path(tempfile.mkdtemp(prefix="beta4ucs-environments-"))
    apples_and_lemons().to_csv(folder / "fruit.csv", index=False)
    apples_and_lemons().to_parquet(folder / "fruit.parquet")
    command = [*PROGRAM, *LEARN.replace("new", "m").split(), "-q"]
    subprocess.run(command, cwd=folder, check=True)
    return folder


def check(name):
    """Run a command there: a sentence or what was asked for, no traceback, and files that stand."""
    command, told = ENVIRONMENTS[name]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, told.get("folder", "here"))
        shutil.copytree(trained(), folder)
        if "tmpfs" in told and not mount_full(folder / told["tmpfs"]):
            return None  # only root can make a disk that is full
        try:
            return wrong_with(folder, command.replace("{here}", str(folder)), told)
        finally:
            if "tmpfs" in told:
                subprocess.run(["umount", str(folder / told["tmpfs"])], check=False)


def wrong_with(folder, command, told):
    words = shlex.join([*PROGRAM, *command.split()])
    line = told.get("shell", "{}").format(words)
    code, said = started(["bash", "-c", line], folder, surroundings(folder, told), told)
    if code is None:
        return f"no end within {SECONDS:g} s"
    for word in ("Traceback", "Exception ignored", "this is a bug", "Fatal Python"):
        if word in said:
            return said[-600:]
    allowed = told.get("code", 0)
    if code not in (allowed if isinstance(allowed, tuple) else (allowed,)):
        return f"exit code {code}: {said[-600:]}"
    expected = told.get("files", FILES if "--out new" in command else ())
    there = sorted(path.name for path in (folder / "new").glob("*"))
    return f"there are only {there}" if expected and there != list(expected) else None


def surroundings(folder, told):
    env = {**os.environ, "BETA4UCS_CACHE_DIR": str(kernel_folder().parent)}
    env |= {name: value for name, value in told.items() if name.isupper()}
    for name in told.get("unset", ()):
        env.pop(name, None)
    if "without" in told:
        hook = folder / "hook"
        hook.mkdir()
        (hook / "sitecustomize.py").write_text(BLOCKER.format(names=set(told["without"])))
        env["PYTHONPATH"] = f"{hook}{os.pathsep}{env.get('PYTHONPATH', '')}"
    return env


def started(command, folder, env, told):
    """Exit code, or None if there is no end, and all that was said."""
    if "terminal" in told:
        return on_terminal(command, folder, env, told["terminal"])
    try:
        done = subprocess.run(
            command, cwd=folder, env=env, capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, (done.stdout + done.stderr).decode("utf-8", "replace")


def on_terminal(command, folder, env, size):
    import fcntl
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    env = {name: value for name, value in env.items() if name not in ("COLUMNS", "LINES")}
    process = subprocess.Popen(
        command, cwd=folder, env=env, stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    seen, end = b"", time.monotonic() + SECONDS
    while time.monotonic() < end:
        if not select.select([ours], [], [], 1.0)[0]:
            continue
        try:
            seen += os.read(ours, 4096)
        except OSError:  # the other side is closed
            break
    os.close(ours)
    try:
        return process.wait(max(1.0, end - time.monotonic())), seen.decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return None, ""


def mount_full(folder):
    """Make a disk without room, if that is allowed."""
    folder.mkdir()
    if sys.platform != "linux" or os.getuid() != 0:
        return False
    command = ["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        return False
    with contextlib.suppress(OSError), (folder / "ballast").open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    return True
