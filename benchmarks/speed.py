"""How fast is beta4ucs? Training, prediction, compilation, start, memory, and xcsf beside it.

    python benchmarks/speed.py --peers --out SPEED.md      (everything, some minutes)
    python benchmarks/speed.py --only training,prediction
    python benchmarks/speed.py --quick                     (does it run? judges nothing)

training    FBRC with the defaults (N = 2000, 50 epochs, seed 1) on the 90 % training rows of seed
            1. "Loop" is the time in the training loop over the iterations, "whole fit" that of the
            call to `fit`, checks and scaling included. Wall clock, best of three rounds in which
            the data sets take turns, one thread, after a round that has compiled or loaded the
            kernels. The targets are for the loop.
prediction  `predict` on all rows of 20mux at once, one thread, checks and scaling included.
cold        CPU seconds of the first `fit` (wine) in a new process with an empty cache folder:
            importing Numba, compiling, training. Of the call alone, then of the whole process with
            all imports. The prediction kernels are compiled by the first `predict`: a line more.
warm        CPU seconds of a new process until it has imported beta4ucs and fitted wine with a full
            cache folder, minus those of a new process until it has imported numpy, pandas and
            scikit-learn (sklearn.base, sklearn.utils.validation). Both read the same two arrays and
            take turns; medians; Python's own bytecode cache is full in both. Then Python tears
            itself down, which takes longer the more was imported: this is not in the judged line,
            and in the line "with Python's exit" below it.
help        `beta4ucs --help` in a new process, median. Judged by the wall clock.
memory      Largest resident memory of a process that has fitted 20mux, and before the fit. On Linux
            VmHWM: getrusage would include the memory of the process that started it.
representations
            All ten systems of the article in turns on 20mux, loop as above; the target is a ratio
            to FBR for those whose conditions are bounded. SymmetricBells, which match every rule,
            on wine. Compilation: CPU seconds of the first `fit` of a further representation, minus
            those of the same `fit` in the next process, with kernels and beta4 compiled before;
            median of three.
peers       xcsf with hyperrectangles (centre and spread) and supervised learning of one-hot labels,
            in turns with beta4ucs on the same rows for the same number of iterations, one thread
            each, best of three, whole `fit` of both. The ratio is judged for the setting "matched":
            what both systems have is set to the article's values (N = 2000, start from nothing,
            theta_EA = theta_del = theta_sub = 50, crossover 0.8, subsumption of children and in
            sets), the rest is xcsf's own, its linear prediction included. Two other settings can be
            asked for with --peer-settings and are not judged: "constant" is matched with a constant
            prediction, nearer to our rules and sometimes cheaper; "defaults" is xcsf as it comes,
            which starts from a random population and never subsumes. Two systems that learn
            different things: the ratio says what an iteration costs, not what it teaches.

Other work on the machine makes all of it slower: the head of the result has the load.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from _common import (
    Split,
    default_data_dir,
    load_problem,
    markdown_table,
    split_problem,
    versions,
    write_text,
)
from _systems import OURS, SYSTEMS

from beta4ucs import Beta4UCSClassifier, InputError
from beta4ucs.data.scaling import UnitScaling

SEED = 1
NAMES = {
    "wne": "wine",
    "can": "cancer",
    "frt": "fruit",
    "mux": "20mux",
    "pdy": "Paddy-Leaf",
    "dbt": "diabetes",
}
MAX_LOOP_MICROSECONDS = {"wne": 6.0, "can": 9.0, "frt": 9.0, "mux": 8.0, "pdy": 4.0}
MAX_ROW_MICROSECONDS = 7.0
MAX_COLD_SECONDS = 10.0
MAX_WARM_SECONDS = 0.8
MAX_HELP_SECONDS = 0.6
MIN_RATIO = 8.0
MAX_RATIO_TO_FBR = 2.5
MAX_BELL_MICROSECONDS = 60.0
MAX_FURTHER_SECONDS = 2.0
UNBOUNDED = ("SymmetricBells",)
PEER_DATASETS = ("wne", "dbt", "mux", "pdy")

# ---------------------------------------------------------------------- what is reported


@dataclass(frozen=True)
class Line:
    """One measurement; `limit` is the most it may be, or the least if `more_is_better`."""

    what: str
    value: float
    unit: str
    limit: float | None = None
    more_is_better: bool = False

    @property
    def target(self) -> str:
        if self.limit is None:
            return ""
        return f"{'≥' if self.more_is_better else '≤'} {self.limit:g}"

    @property
    def verdict(self) -> str:
        if self.limit is None:
            return ""
        is_met = self.value >= self.limit if self.more_is_better else self.value <= self.limit
        return "met" if is_met else "MISSED"

    def cells(self) -> list[str]:
        return [self.what, f"{self.value:,.2f}", self.unit, self.target, self.verdict]


@dataclass(frozen=True)
class Settings:
    """How much to do."""

    data_dir: Path | None = None
    n_epochs: int = 50
    repeats: int = 3
    starts: int = 7
    peer_trials: int | None = None  # at most so many trials of a peer
    peer_settings: tuple[str, ...] = ("matched",)
    is_judged: bool = True  # False if it is too short for the targets


class NotMeasuredError(Exception):
    """A measurement cannot be taken; the text says why."""


# ---------------------------------------------------------------------- training and prediction


@dataclass(frozen=True)
class Timing:
    """Seconds of one fit."""

    model: Beta4UCSClassifier
    loop: float
    whole: float


def fit_once(rows: Split, n_epochs: int) -> Timing:
    """Fit FBRC and take the times."""
    model = Beta4UCSClassifier(n_epochs=n_epochs, random_state=SEED)
    began = time.perf_counter()
    model.fit(rows.X_train, rows.y_train)
    whole = time.perf_counter() - began
    if model.interrupted_:
        raise KeyboardInterrupt
    return Timing(model, model.fit_seconds_, whole)


def microseconds(seconds: float, n: int) -> float:
    return 1e6 * seconds / n


def measure_training(settings: Settings) -> Iterator[Line | str]:
    problems = {}
    for name in NAMES:
        try:
            problems[name] = split_problem(name, SEED, settings.data_dir)
        except InputError as error:
            yield f"training on {NAMES[name]} is left out: {error}"
    yield from time_training(problems, settings)


def time_training(problems: Mapping[str, Split], settings: Settings) -> Iterator[Line]:
    """Time fits in rounds in which all data sets take turns."""
    fits: dict[str, list[Timing]] = {name: [] for name in problems}
    for rows in problems.values():
        fit_once(rows, 1)  # compiles or loads
    for _ in range(settings.repeats):
        for name, rows in problems.items():
            fits[name].append(fit_once(rows, settings.n_epochs))
    for name, timings in fits.items():
        n = timings[0].model.n_iterations_
        loop = microseconds(min(timing.loop for timing in timings), n)
        whole = microseconds(min(timing.whole for timing in timings), n)
        title, limit = NAMES[name], MAX_LOOP_MICROSECONDS.get(name)
        yield Line(f"training loop, {title} ({n:,} iterations)", loop, "µs/iteration", limit)
        yield Line(f"whole fit, {title}", whole, "µs/iteration")


def measure_prediction(settings: Settings) -> Iterator[Line]:
    X, _ = load_problem("mux", settings.data_dir)
    model = fit_once(split_problem("mux", SEED, settings.data_dir), settings.n_epochs).model
    model.predict(X[:1])  # compiles or loads
    best = min(seconds_of(partial(model.predict, X)) for _ in range(3 * settings.repeats))
    yield Line(
        f"prediction, 20mux ({len(X):,} rows at once, {model.n_rules_:,} rules)",
        microseconds(best, len(X)),
        "µs/row",
        MAX_ROW_MICROSECONDS,
    )


def seconds_of(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


# ---------------------------------------------------------------------- representations


def measure_representations(settings: Settings) -> Iterator[Line]:
    loops = best_loops("mux", SYSTEMS, settings)
    for name, loop in loops.items():
        yield Line(f"training loop, {name}, 20mux", loop, "µs/iteration")
    for name, loop in loops.items():
        if name not in OURS:
            limit = None if name in UNBOUNDED else MAX_RATIO_TO_FBR
            yield Line(f"{name} / FBR, 20mux", loop / loops["FBR"], "times", limit)
    for name, loop in best_loops("wne", UNBOUNDED, settings).items():
        yield Line(f"training loop, {name}, wine", loop, "µs/iteration", MAX_BELL_MICROSECONDS)
    yield from measure_further_compilation(settings)


def best_loops(dataset: str, names: Iterable[str], settings: Settings) -> dict[str, float]:
    """Microseconds an iteration of each system, the best of rounds in which all take turns."""
    rows = split_problem(dataset, SEED, settings.data_dir)
    models = {name: SYSTEMS[name].new_model(1, SEED) for name in names}
    best: dict[str, float] = {}
    for n_epochs in (1, *[settings.n_epochs] * settings.repeats):
        for name, model in models.items():
            model.set_params(n_epochs=n_epochs).fit(rows.X_train, rows.y_train)
            loop = microseconds(model.fit_seconds_, model.n_iterations_)
            if n_epochs > 1:  # the first round compiles or loads
                best[name] = min(loop, best.get(name, loop))
    return best


def measure_further_compilation(settings: Settings) -> Iterator[Line]:
    with training_arrays("wne", settings) as folder:
        start(python(FIT + TELL_FIT, folder, 1), folder / "cache")
        for name, system in SYSTEMS.items():
            if name not in OURS:
                command = python(FIT_WITH, folder, 1)
                command += [system.class_path, system.parameters["representation"]]
                found = []
                for repeat in range(settings.repeats):
                    cache = shutil.copytree(folder / "cache", folder / f"cache-{name}-{repeat}")
                    first, again = (start(command, cache).said["fit"] for _ in range(2))
                    found.append(first - again)
                what = f"compiling {name} after β4-UCS"
                yield Line(what, median(found), "s CPU", MAX_FURTHER_SECONDS)


# ---------------------------------------------------------------------- new processes

LIBRARIES = "import numpy, pandas, sklearn, sklearn.base, sklearn.utils.validation"
READ_ARRAYS = """
import sys
X, y = numpy.load(sys.argv[1] + "/X.npy"), numpy.load(sys.argv[1] + "/y.npy")
"""
TELL_CPU = """
import json, time
print(json.dumps({"cpu": time.process_time()}))
"""
FIT = """
import json, time
began = time.process_time()
from beta4ucs import Beta4UCSClassifier
imported = time.process_time()
model = Beta4UCSClassifier(n_epochs=int(sys.argv[2]), random_state=1).fit(X, y)
fitted = time.process_time()
"""
TELL_FIT = """
print(json.dumps({"cpu": fitted, "import": imported - began, "fit": fitted - imported}))
"""
FIT_WITH = """
import json, time
import beta4ucs
model = getattr(beta4ucs, sys.argv[3])(
    representation=sys.argv[4], n_epochs=int(sys.argv[2]), random_state=1
)
began = time.process_time()
model.fit(X, y)
print(json.dumps({"fit": time.process_time() - began}))
"""
TELL_FIT_AND_PREDICT = """
model.predict(X)
predicted = time.process_time()
print(json.dumps({"fit": fitted - imported, "predict": predicted - fitted}))
"""
TELL_MEMORY = """
import json, resource

def peak():
    try:
        with open("/proc/self/status") as file:
            kilobytes = next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        kilobytes /= 1024 if sys.platform == "darwin" else 1
    return kilobytes / 1024

from beta4ucs import Beta4UCSClassifier
before = peak()
model = Beta4UCSClassifier(n_epochs=int(sys.argv[2]), random_state=1).fit(X, y)
print(json.dumps({"before": before, "after": peak()}))
"""


@dataclass(frozen=True)
class Child:
    """What a new process has used, and what it has said."""

    cpu: float
    wall: float
    said: dict[str, float]


def start(command: Sequence[str], cache: Path | None = None) -> Child:
    """Run a command to its end; `cache` is the folder of its compiled kernels."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    if cache is not None:
        environment["BETA4UCS_CACHE_DIR"] = str(cache)
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        reason = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise NotMeasuredError(f"a process failed with '{reason[-1]}'")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    answer = done.stdout.strip().splitlines()[-1:]
    said = json.loads(answer[0]) if answer and answer[0].startswith("{") else {}
    return Child(cpu, wall, said)


def python(code: str, folder: Path, n_epochs: int) -> list[str]:
    """A command that runs code on the arrays in a folder."""
    return [sys.executable, "-c", LIBRARIES + READ_ARRAYS + code, str(folder), str(n_epochs)]


@contextmanager
def training_arrays(name: str, settings: Settings) -> Iterator[Path]:
    """A folder with the training rows, so that a child needs no loader to read them."""
    rows = split_problem(name, SEED, settings.data_dir)
    with tempfile.TemporaryDirectory() as folder:
        np.save(Path(folder, "X.npy"), rows.X_train)
        np.save(Path(folder, "y.npy"), rows.y_train)
        yield Path(folder)


def measure_cold(settings: Settings) -> Iterator[Line]:
    with training_arrays("wne", settings) as folder:
        command = python(FIT + TELL_FIT_AND_PREDICT, folder, settings.n_epochs)
        caches = [folder / f"cache-{repeat}" for repeat in range(settings.repeats)]
        children = [start(command, cache) for cache in caches]
    total = median(child.cpu for child in children)
    fit = median_of(children, "fit")
    yield Line("cold: first fit, empty cache", fit, "s CPU", MAX_COLD_SECONDS)
    yield Line("cold: first predict after it", median_of(children, "predict"), "s CPU")
    yield Line("cold: whole process, imports, both and exit", total, "s CPU")


def measure_warm(settings: Settings) -> Iterator[Line]:
    with training_arrays("wne", settings) as folder:
        libraries = python(TELL_CPU, folder, settings.n_epochs)
        whole = python(FIT + TELL_FIT, folder, settings.n_epochs)
        pairs = [
            (start(libraries), start(whole, folder / "cache")) for _ in range(settings.starts + 1)
        ][1:]  # the first pair fills the caches
    without, with_fit = zip(*pairs, strict=True)
    base, full = median_of(without, "cpu"), median_of(with_fit, "cpu")
    exits = median(c.cpu for c in with_fit) - median(c.cpu for c in without)
    beyond = "warm: import and first fit, beyond the libraries"
    yield Line(beyond, full - base, "s CPU", MAX_WARM_SECONDS)
    yield Line(f"{beyond}, with Python's exit", exits, "s CPU")
    yield Line("warm: of it importing beta4ucs", median_of(with_fit, "import"), "s CPU")
    yield Line("warm: of it fitting", median_of(with_fit, "fit"), "s CPU")
    yield Line("warm: importing numpy, pandas, scikit-learn", base, "s CPU")
    yield Line("warm: whole process, wall clock", median(c.wall for c in with_fit), "s")


def median_of(children: Sequence[Child], name: str) -> float:
    return median(child.said[name] for child in children)


def measure_help(settings: Settings) -> Iterator[Line]:
    command = help_command()
    children = [start(command) for _ in range(settings.starts + 1)][1:]
    wall = median(child.wall for child in children)
    yield Line("beta4ucs --help, wall clock", wall, "s", MAX_HELP_SECONDS)
    yield Line("beta4ucs --help", median(child.cpu for child in children), "s CPU")


def help_command() -> list[str]:
    """The installed command; without one what it would do."""
    installed = shutil.which("beta4ucs", path=str(Path(sys.executable).parent))
    if installed:
        return [installed, "--help"]
    return [sys.executable, "-c", "from beta4ucs.cli import main; main()", "--help"]


def measure_memory(settings: Settings) -> Iterator[Line]:
    with training_arrays("mux", settings) as folder:
        said = start(python(TELL_MEMORY, folder, settings.n_epochs)).said
    yield Line("peak memory of a process that fits 20mux", said["after"], "MB")
    yield Line("peak memory before the fit, after imports", said["before"], "MB")


# ---------------------------------------------------------------------- peers

XCSF_DEFAULTS: dict[str, Any] = {
    "n_actions": 1,
    "omp_num_threads": 1,
    "random_state": SEED,
    "pop_size": 2000,
    "loss_func": "onehot",
    "condition": {"type": "hyperrectangle_csr", "args": {"min": 0, "max": 1, "spread_min": 0.1}},
    "prediction": {"type": "nlms_linear"},
}
XCSF_MATCHED: dict[str, Any] = {
    **XCSF_DEFAULTS,
    "pop_init": False,
    "theta_del": 50,
    "theta_sub": 50,
    "set_subsumption": True,
    "ea": {"theta_ea": 50, "lambda": 2, "p_crossover": 0.8, "subsumption": True},
}
XCSF_SETTINGS = {
    "matched": XCSF_MATCHED,
    "constant": {**XCSF_MATCHED, "prediction": {"type": "constant"}},
    "defaults": XCSF_DEFAULTS,
}


@dataclass(frozen=True)
class PeerTiming:
    seconds: float
    accuracy: float  # on the training rows, to show that it learns


def fit_xcsf(rows: Split, options: Mapping[str, Any], n_trials: int) -> PeerTiming:
    """Fit xcsf to one-hot labels and take the time."""
    import xcsf

    X = UnitScaling.fit(rows.X_train).transform(rows.X_train)
    onehot = np.eye(int(rows.y_train.max()) + 1)[rows.y_train]
    system = xcsf.XCS(
        x_dim=X.shape[1],
        y_dim=onehot.shape[1],
        max_trials=n_trials,
        perf_trials=n_trials,  # no pause for statistics
        **options,
    )
    seconds = seconds_of(lambda: system.fit(X, onehot, True, verbose=False))
    answers = np.argmax(system.predict(X), axis=1)
    return PeerTiming(seconds, float(np.mean(answers == rows.y_train)))


def measure_peers(settings: Settings) -> Iterator[Line | str]:
    for name in PEER_DATASETS:
        for setting in settings.peer_settings:
            try:
                yield from race(name, setting, settings)
            except InputError as error:
                yield f"xcsf on {NAMES[name]} is left out: {error}"


def race(name: str, setting: str, settings: Settings) -> Iterator[Line]:
    """Time both in turns on one data set."""
    rows = split_problem(name, SEED, settings.data_dir)
    n = settings.n_epochs * len(rows.y_train)
    n_trials = min(n, settings.peer_trials or n)
    fit_once(rows, 1)  # compiles or loads
    ours, theirs = [], []
    for _ in range(settings.repeats):
        ours.append(microseconds(fit_once(rows, settings.n_epochs).whole, n))
        theirs.append(fit_xcsf(rows, XCSF_SETTINGS[setting], n_trials))
    peer = microseconds(min(timing.seconds for timing in theirs), n_trials)
    title, limit = NAMES[name], MIN_RATIO if setting == "matched" else None
    accuracy = 100 * theirs[0].accuracy
    yield Line(
        f"xcsf {setting}, {title} ({n_trials:,} trials, training accuracy {accuracy:.1f} %)",
        peer,
        "µs/trial",
    )
    yield Line(f"beta4ucs beside it, {title}", min(ours), "µs/iteration")
    yield Line(f"xcsf {setting} / beta4ucs, {title}", peer / min(ours), "times", limit, True)


# ---------------------------------------------------------------------- command line

PARTS: dict[str, Callable[[Settings], Iterator[Any]]] = {
    "training": measure_training,
    "prediction": measure_prediction,
    "cold": measure_cold,
    "warm": measure_warm,
    "help": measure_help,
    "memory": measure_memory,
    "representations": measure_representations,
    "peers": measure_peers,
}


def tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def measure(parts: Sequence[str], settings: Settings) -> tuple[list[Line], list[str]]:
    """Take all measurements, one after the other, and note what could not be taken."""
    lines: list[Line] = []
    left_out: list[str] = []
    for part in parts:
        for result in _attempt(part, settings):
            if isinstance(result, str):
                tell(result)
                left_out.append(result)
                continue
            line = result if settings.is_judged else replace(result, limit=None)
            tell("  ".join(line.cells()).rstrip())
            lines.append(line)
    return lines, left_out


def _attempt(part: str, settings: Settings) -> Iterator[Line | str]:
    try:
        yield from PARTS[part](settings)
    except (NotMeasuredError, InputError, ImportError) as error:
        yield f"{part} is left out: {error}"


def head(parts: Sequence[str], settings: Settings) -> list[str]:
    """Where and when it was measured."""
    made_by = versions()
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    lines = [
        f"{datetime.date.today()}, {_processor()}, {os.cpu_count()} cores, load before {load}.",
        f"beta4ucs {made_by['beta4ucs']} (kernels {made_by['kernels']}), numba {made_by['numba']}, "
        f"numpy {made_by['numpy']}, Python {made_by['python']}.",
        f"{settings.n_epochs} epochs, best of {settings.repeats}; medians of {settings.starts} "
        "process starts.",
    ]
    if "peers" in parts:
        try:
            lines.append(f"xcsf {version('xcsf')}, {', '.join(settings.peer_settings)}.")
        except ImportError:
            lines.append("xcsf is not installed.")
    return lines


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in text.splitlines() if "model name" in line]
    return names[0] if names else platform.machine()


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    summary, _, details = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(
        description=summary, epilog=details, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--only", help=f"of {', '.join(PARTS)}, with commas between")
    add("--peers", action="store_true", help="time xcsf too")
    add("--peer-trials", type=int, help="stop xcsf after so many trials (default: as many as ours)")
    add("--peer-settings", default="matched", help=f"of {', '.join(XCSF_SETTINGS)}, with commas")
    add("--quick", action="store_true", help="2 epochs, once: to see that it runs")
    add("--data-dir", type=Path, default=default_data_dir(), help="folder with the article's files")
    add("--out", type=Path, help="write the result to this file too")
    options = parser.parse_args(arguments)
    parts = options.only or ",".join(part for part in PARTS if part != "peers")
    options.parts = _names(parser, "--only", parts, PARTS)
    options.kinds = _names(parser, "--peer-settings", options.peer_settings, XCSF_SETTINGS)
    if options.peers and "peers" not in options.parts:
        options.parts.append("peers")
    return options


def _names(
    parser: argparse.ArgumentParser, option: str, text: str, known: Mapping[str, object]
) -> list[str]:
    names = text.split(",")
    for name in names:
        if name not in known:
            parser.error(f"{option}: '{name}' is none of {', '.join(known)}")
    return names


def settings_from(options: argparse.Namespace) -> Settings:
    settings = Settings(
        data_dir=options.data_dir,
        peer_trials=options.peer_trials,
        peer_settings=tuple(options.kinds),
    )
    if options.quick:
        return replace(settings, n_epochs=2, repeats=1, starts=1, peer_trials=2000, is_judged=False)
    return settings


def main(arguments: Sequence[str] | None = None) -> None:
    options = parse_arguments(arguments)
    settings = settings_from(options)
    lines = ["# Speed", "", *head(options.parts, settings), ""]
    measured, left_out = measure(options.parts, settings)
    if not settings.is_judged:
        lines += ["Quick: too short to be held against the targets.", ""]
    header = ["what", "measured", "unit", "target", "verdict"]
    lines += markdown_table(header, [line.cells() for line in measured])
    if left_out:
        lines += ["", *(f"- {reason}" for reason in left_out)]
    text = "\n".join(lines) + "\n"
    print(text, end="")
    if options.out is not None:
        write_text(options.out, text)


if __name__ == "__main__":
    main()
