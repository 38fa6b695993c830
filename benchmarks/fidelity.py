"""Does beta4ucs get the article's numbers? FBR and FBRC against its printed tables.

    python benchmarks/fidelity.py --records RUNS.csv --table TABLE.md      (the whole study)
    python benchmarks/fidelity.py --records RUNS.csv --report-only         (the table again)
    python benchmarks/fidelity.py --only cae,tae,wne --seeds 1-2           (a taste)

The protocol is the article's: for each of its 25 data sets and each seed 1..30, floor(0.9 n) rows
of a random permutation are learned from and the rest is the test; features are scaled by their
range in training; 50 epochs; the same split for both systems. Labels are the article's class
indices, because a tie goes to the first class. The article's own splits are not known, so single
runs cannot be compared, only means over seeds:

    z = (our mean - printed mean) / sqrt(s^2 / n + s^2 / 30)

with s the standard deviation of our n runs: the article prints none, so its standard error is
taken as ours at 30 runs. If all our runs agree (s = 0), z is 0 when the printed mean is the same
to its two digits and infinite otherwise.

Every run adds a line to the records as soon as it is done. A run that is there already is not
repeated, so a study that was interrupted goes on where it stopped. Lines say which kernels (digest
of their sources) and versions made them; the table names all that contributed.

Counts ("22 of 25") are judged as met or missed only if all 25 data sets have 30 runs; before that
the table says "so far". Crisp share is that of the rules that vote, by copies, after the last
epoch. One thing differs from the article by design: a class without a single training row (in
`ecl` two classes have two rows) is unknown to the estimator, while the authors' program may answer
it where all other votes are negative.
"""

from __future__ import annotations

import argparse
import csv
import math
import os
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import joblib
import numpy as np
from _common import (
    SHARED,
    default_data_dir,
    load_problem,
    markdown_table,
    split_problem,
    versions,
    write_text,
)

from beta4ucs import Beta4UCSClassifier, InputError
from beta4ucs.data.datasets import catalogue

SYSTEMS = {"FBR": False, "FBRC": True}  # the article's names; whether conditions are crispified
DATASETS = tuple(info.id for info in catalogue() if info.id != "rcb")  # that one has no table
PAPER_VARIABLE = "BETA4UCS_PAPER"
PAPER_RUNS = 30
DEFAULT_RECORDS = Path("results", "fidelity-runs.csv")
PRINTED_DIGITS = 0.005  # half a unit of the last digit printed
PROGRESS_SECONDS = 5.0

# ---------------------------------------------------------------------- targets

MAX_Z, SETS_WITHIN_Z = 2.0, 22
MAX_RMS_Z = 1.3
MAX_MEAN_DIFFERENCE = 0.5  # points
MAX_TRAIN_DIFFERENCE, SETS_WITHIN_TRAIN = 2.0, 24  # points
MAX_RULES_DIFFERENCE, SETS_WITHIN_RULES = 4.0, 23  # per cent
MAX_CRISP_DIFFERENCE, SETS_WITHIN_CRISP = 6.0, 20  # points
MIN_CMX_ACCURACY = 50.0  # a deletion that goes wrong there stays at 14

# ---------------------------------------------------------------------- runs and their records


@dataclass(frozen=True)
class Task:
    dataset: str
    system: str
    seed: int
    epochs: int


@dataclass(frozen=True)
class RunRecord:
    """One line of the records; accuracies and shares from 0 to 1, counts after the last epoch."""

    dataset: str
    system: str
    seed: int
    epochs: int
    n_train: int
    n_test: int
    test_accuracy: float
    train_accuracy: float
    rules: int
    numerosity: int
    crisp_share: float
    coverings: int
    set_subsumptions: int
    child_subsumptions: int
    ga_runs: int
    crispifications: int
    deletions: int
    merges: int
    iterations: int
    seconds: float
    kernels: str
    beta4ucs: str
    numba: str
    numpy: str
    python: str

    @property
    def task(self) -> Task:
        return Task(self.dataset, self.system, self.seed, self.epochs)


COLUMNS = tuple(field.name for field in fields(RunRecord))
_TYPES: dict[str, type] = {"int": int, "float": float, "str": str}


def run(task: Task, data_dir: Path | None) -> RunRecord:
    """Train and test once."""
    rows = split_problem(task.dataset, task.seed, data_dir)
    model = Beta4UCSClassifier(
        n_epochs=task.epochs, crispify=SYSTEMS[task.system], random_state=task.seed
    ).fit(rows.X_train, rows.y_train)
    if model.interrupted_:  # half a run is no record
        raise KeyboardInterrupt
    last = {name: values[-1].item() for name, values in model.history_.items()}
    details: dict[str, Any] = {name: last[name] for name in COLUMNS if name in last} | versions()
    return RunRecord(
        **asdict(task),
        n_train=len(rows.y_train),
        n_test=len(rows.y_test),
        test_accuracy=float(np.mean(model.predict(rows.X_test) == rows.y_test)),
        train_accuracy=float(np.mean(model.predict(rows.X_train) == rows.y_train)),
        seconds=round(model.fit_seconds_, 4),
        **details,
    )


def read_records(path: Path) -> list[RunRecord]:
    """Read what there is; a line that was cut off while being written is left out."""
    if not path.is_file():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        if tuple(reader.fieldnames or ()) not in ((), COLUMNS):
            raise InputError(f"'{path}' has other columns than the records of this program")
        return [_parse(line) for line in reader if None not in line.values() and None not in line]


def _parse(line: Mapping[str, str]) -> RunRecord:
    values: dict[str, Any] = {
        field.name: _TYPES[str(field.type)](line[field.name]) for field in fields(RunRecord)
    }
    return RunRecord(**values)


def append_record(path: Path, record: RunRecord) -> None:
    """Add a line; after one that was cut off a new line is begun."""
    text = path.read_bytes() if path.is_file() else b""
    with path.open("a", newline="", encoding="utf-8") as file:
        if text and not text.endswith(b"\n"):
            file.write("\n")
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        if not text:
            writer.writeheader()
        writer.writerow(asdict(record))


# ---------------------------------------------------------------------- the study


class Clock:
    """Says how far a study is, a line every few seconds."""

    def __init__(self, costs: Mapping[Task, float]) -> None:
        self._costs, self._total = costs, sum(costs.values())
        self._done, self._cost_done = 0, 0.0
        self._start = time.monotonic()
        self._last_line = -math.inf

    def tick(self, record: RunRecord) -> None:
        """Count a run, and print a line if it is time for one."""
        self._done += 1
        self._cost_done += self._costs[record.task]
        gone = time.monotonic() - self._start
        if gone - self._last_line < PROGRESS_SECONDS and self._done < len(self._costs):
            return
        self._last_line = gone
        left = gone * (self._total / self._cost_done - 1)
        print(
            f"{self._done} of {len(self._costs)} runs, {_minutes(gone)} gone, {_minutes(left)} "
            f"left; {record.dataset} {record.system} seed {record.seed}: test "
            f"{100 * record.test_accuracy:.2f}, {record.rules} rules, {record.seconds:.1f} s",
            file=sys.stderr,
            flush=True,
        )


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def cost(task: Task, data_dir: Path | None) -> float:
    """About how long a run takes, in no unit: an iteration has a fixed part and one by feature."""
    X, _ = load_problem(task.dataset, data_dir)
    return task.epochs * X.shape[0] * (3 + 0.15 * X.shape[1])


def warm_up() -> None:
    """Compile, so that workers only load what is there."""
    X = np.random.default_rng(0).random((40, 2))
    Beta4UCSClassifier(n_epochs=1, random_state=0).fit(X, X[:, 0] > 0.5).predict(X)


def missing_tasks(tasks: Sequence[Task], path: Path) -> list[Task]:
    """Leave out what is recorded, and say so if it was made by other kernels."""
    recorded = {record.task: record for record in read_records(path)}
    present = [recorded[task] for task in tasks if task in recorded]
    print(f"{len(tasks)} runs, {len(present)} of them recorded", file=sys.stderr)
    kernels = versions()["kernels"]
    n_others = sum(record.kernels != kernels for record in present)
    if n_others:
        print(
            f"{n_others} of these are from other kernels than the present ones ({kernels}); to "
            f"repeat them name another file than '{path}'",
            file=sys.stderr,
        )
    return [task for task in tasks if task not in recorded]


def study(tasks: Sequence[Task], path: Path, data_dir: Path | None, n_jobs: int) -> None:
    """Run what has no record yet, the longest runs first, one core each."""
    missing = missing_tasks(tasks, path)
    if not missing:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    costs = {task: cost(task, data_dir) for task in missing}
    missing.sort(key=costs.__getitem__, reverse=True)
    warm_up()
    clock = Clock(costs)
    workers = joblib.Parallel(n_jobs=n_jobs, return_as="generator_unordered")
    for record in workers(joblib.delayed(run)(task, data_dir) for task in missing):
        append_record(path, record)
        clock.tick(record)


# ---------------------------------------------------------------------- against the article


@dataclass(frozen=True)
class Printed:
    """What the article prints for a data set and a system, in per cent; rules are a count."""

    test: float
    train: float
    rules: float
    crisp: float


def read_paper(path: Path) -> dict[tuple[str, str], Printed]:
    """Read the article's tables; the crisp share is printed for FBRC only."""
    with path.open(newline="", encoding="utf-8") as file:
        values = {
            (line["table"], line["dataset"], line["column"]): float(line["value"])
            for line in csv.DictReader(file)
            if line["table"] in ("test_accuracy", "train_accuracy", "population_size", "rule_forms")
        }
    datasets = {dataset for _, dataset, _ in values}
    return {
        (dataset, system): Printed(
            test=values["test_accuracy", dataset, system],
            train=values["train_accuracy", dataset, system],
            rules=values["population_size", dataset, system],
            crisp=values["rule_forms", dataset, "crisp"] if system == "FBRC" else math.nan,
        )
        for dataset in datasets
        for system in SYSTEMS
    }


def z_score(difference: float, deviation: float, n_runs: int) -> float:
    """Difference to a printed mean over the combined standard error."""
    if n_runs < 2:
        return math.nan
    if deviation == 0:
        same = abs(difference) <= PRINTED_DIGITS
        return 0.0 if same else math.copysign(math.inf, difference)
    return difference / math.sqrt(deviation**2 / n_runs + deviation**2 / PAPER_RUNS)


@dataclass(frozen=True)
class Comparison:
    """Means of our runs beside the printed values."""

    dataset: str
    system: str
    n_runs: int
    test: float
    test_deviation: float
    lowest_test: float
    train: float
    rules: float
    crisp: float
    printed: Printed

    @property
    def test_difference(self) -> float:
        return self.test - self.printed.test

    @property
    def z(self) -> float:
        return z_score(self.test_difference, self.test_deviation, self.n_runs)

    @property
    def train_difference(self) -> float:
        return self.train - self.printed.train

    @property
    def rules_difference(self) -> float:
        return 100 * (self.rules / self.printed.rules - 1)

    @property
    def crisp_difference(self) -> float:
        return self.crisp - self.printed.crisp


def compare(dataset: str, runs: Sequence[RunRecord], printed: Printed) -> Comparison:
    """Average the runs of one data set and one system."""
    tests = [100 * record.test_accuracy for record in runs]
    return Comparison(
        dataset=dataset,
        system=runs[0].system,
        n_runs=len(runs),
        test=fmean(tests),
        test_deviation=stdev(tests) if len(tests) > 1 else math.nan,
        lowest_test=min(tests),
        train=100 * fmean(record.train_accuracy for record in runs),
        rules=fmean(record.rules for record in runs),
        crisp=100 * fmean(record.crisp_share for record in runs),
        printed=printed,
    )


def compare_all(
    records: Iterable[RunRecord], paper: Mapping[tuple[str, str], Printed], system: str
) -> list[Comparison]:
    """Compare all data sets of a system that have runs, by name."""
    runs: dict[str, dict[int, RunRecord]] = defaultdict(dict)
    for record in records:
        if record.system == system:
            runs[record.dataset][record.seed] = record
    return [
        compare(dataset, list(runs[dataset].values()), paper[dataset, system])
        for dataset in sorted(runs)
    ]


# ---------------------------------------------------------------------- verdicts


@dataclass(frozen=True)
class Measure:
    """A quantity that is compared data set by data set."""

    name: str
    attribute: str
    limit: float
    sets_within: int
    unit: str

    def of(self, row: Comparison) -> float:
        value: float = getattr(row, self.attribute)
        return value

    def is_within(self, row: Comparison) -> bool:
        return abs(self.of(row)) <= self.limit  # False for nan


Z = Measure("test accuracy", "z", MAX_Z, SETS_WITHIN_Z, "combined standard errors")
TRAIN = Measure(
    "training accuracy", "train_difference", MAX_TRAIN_DIFFERENCE, SETS_WITHIN_TRAIN, "points"
)
RULES = Measure("rule count", "rules_difference", MAX_RULES_DIFFERENCE, SETS_WITHIN_RULES, "%")
CRISP = Measure(
    "crisp share", "crisp_difference", MAX_CRISP_DIFFERENCE, SETS_WITHIN_CRISP, "points"
)


def measures(system: str) -> tuple[Measure, ...]:
    return (Z, TRAIN, RULES, CRISP) if SYSTEMS[system] else (Z, TRAIN, RULES)


@dataclass(frozen=True)
class Verdict:
    text: str
    target: str
    is_met: bool


def judge(rows: Sequence[Comparison]) -> list[Verdict]:
    """Hold the rows of one system against the targets."""
    rms = math.sqrt(fmean(row.z**2 for row in rows))
    mean = fmean(row.test_difference for row in rows)
    within, *others = (_count(measure, rows) for measure in measures(rows[0].system))
    return [
        within,
        Verdict(f"root mean square of z: {rms:.2f}", f"at most {MAX_RMS_Z}", rms <= MAX_RMS_Z),
        Verdict(
            f"mean signed difference of test accuracy: {mean:+.2f} points",
            f"within {MAX_MEAN_DIFFERENCE}",
            abs(mean) <= MAX_MEAN_DIFFERENCE,
        ),
        *others,
        *(_cmx_learns(row) for row in rows if row.dataset == "cmx"),
    ]


def _count(measure: Measure, rows: Sequence[Comparison]) -> Verdict:
    n_within = sum(map(measure.is_within, rows))
    return Verdict(
        f"{measure.name} within {measure.limit:g} {measure.unit}: {n_within} of {len(rows)}",
        f"at least {measure.sets_within} of {len(DATASETS)}",
        # on a part of the data sets: no more misses than the whole may have
        len(rows) - n_within <= len(DATASETS) - measure.sets_within,
    )


def _cmx_learns(row: Comparison) -> Verdict:
    return Verdict(
        f"`cmx` learns: its worst run has {row.lowest_test:.2f} % test accuracy",
        f"above {MIN_CMX_ACCURACY:g}",
        row.lowest_test > MIN_CMX_ACCURACY,
    )


def is_complete(rows: Sequence[Comparison]) -> bool:
    """Whether all data sets have the article's number of runs."""
    enough = {row.dataset for row in rows if row.n_runs >= PAPER_RUNS}
    return enough >= set(DATASETS)


# ---------------------------------------------------------------------- the report


def report(records: Sequence[RunRecord], paper: Mapping[tuple[str, str], Printed]) -> str:
    """Write the comparison as Markdown."""
    lines = ["# FBR and FBRC against the article", "", *_origin(records)]
    for system in SYSTEMS:
        rows = compare_all(records, paper, system)
        if rows:
            lines += ["", f"## {system}", "", *_table(rows), "", *_verdict_lines(rows)]
            lines += ["", *_off_lines(rows)]
    return "\n".join(lines) + "\n"


def _origin(records: Sequence[RunRecord]) -> list[str]:
    made_by = sorted({(r.beta4ucs, r.kernels, r.numba, r.numpy, r.python) for r in records})
    iterations = sum(record.iterations for record in records)
    seconds = sum(record.seconds for record in records)
    return [
        "Means over runs: test and training accuracy in per cent, number of rules, crisp share of",
        "the voting rules in per cent. `z` is the difference in test accuracy over the combined",
        "standard error; bold is beyond the limit.",
        "",
        f"{len(records)} runs of {_joined({r.epochs for r in records})} epochs, "
        f"{iterations:,} iterations in {seconds:,.0f} s of training "
        f"({1e6 * seconds / max(1, iterations):.1f} µs each).",
        *(
            f"Made by beta4ucs {ours} (kernels {kernels}), numba {numba}, numpy {numpy}, "
            f"Python {python}."
            for ours, kernels, numba, numpy, python in made_by
        ),
    ]


def _joined(values: Iterable[object]) -> str:
    return ", ".join(sorted(map(str, values)))


def _table(rows: Sequence[Comparison]) -> list[str]:
    header = ["set", "runs", "test", "paper", "diff", "z", "train", "paper", "diff"]
    header += ["rules", "paper", "diff %"]
    if SYSTEMS[rows[0].system]:
        header += ["crisp", "paper", "diff"]
    return markdown_table(header, [_cells(row) for row in rows])


def _cells(row: Comparison) -> list[str]:
    printed = row.printed
    cells = [row.dataset, str(row.n_runs)]
    cells += [f"{row.test:.2f}", f"{printed.test:.2f}", f"{row.test_difference:+.2f}"]
    cells += [_marked(Z, row)]
    cells += [f"{row.train:.2f}", f"{printed.train:.2f}", _marked(TRAIN, row)]
    cells += [f"{row.rules:.1f}", f"{printed.rules:.1f}", _marked(RULES, row)]
    if SYSTEMS[row.system]:
        cells += [f"{row.crisp:.2f}", f"{printed.crisp:.2f}", _marked(CRISP, row)]
    return cells


def _marked(measure: Measure, row: Comparison) -> str:
    value = measure.of(row)
    text = f"{value:+.2f}"
    return text if math.isnan(value) or measure.is_within(row) else f"**{text}**"


def _verdict_lines(rows: Sequence[Comparison]) -> list[str]:
    so_far = "" if is_complete(rows) else " so far"
    return [
        f"- {'met' if verdict.is_met else 'MISSED'}{so_far}: {verdict.text} ({verdict.target})"
        for verdict in judge(rows)
    ]


def _off_lines(rows: Sequence[Comparison]) -> list[str]:
    off = [
        f"- {row.dataset}: {measure.name} {measure.of(row):+.2f} {measure.unit}"
        for measure in measures(rows[0].system)
        for row in rows
        if not measure.is_within(row) and not math.isnan(measure.of(row))
    ]
    return ["Off:", "", *off] if off else ["Nothing is off."]


# ---------------------------------------------------------------------- command line


def parse_seeds(text: str) -> list[int]:
    """Read '1-30' or '1,4,7-9'."""
    seeds: list[int] = []
    try:
        for part in text.split(","):
            first, _, last = part.partition("-")
            seeds.extend(range(int(first), int(last or first) + 1))
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not like 1-30 or 1,4,7-9") from None
    if not seeds:
        raise argparse.ArgumentTypeError(f"'{text}' holds no seed")
    return sorted(set(seeds))


def parse_names(known: Iterable[str]) -> Any:
    """Make a reader of names with commas between them."""
    known = tuple(known)

    def parse(text: str) -> list[str]:
        names = text.split(",")
        unknown = [name for name in names if name not in known]
        if unknown:
            raise argparse.ArgumentTypeError(f"'{unknown[0]}' is none of {', '.join(known)}")
        return names

    return parse


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    summary, _, details = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(
        description=summary, epilog=details, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--seeds", type=parse_seeds, default="1-30", help="such as 1-30 (default) or 1,4,7-9")
    add("--only", type=parse_names(DATASETS), default=list(DATASETS), help="such as cae,tae,wne")
    add("--systems", type=parse_names(SYSTEMS), default=list(SYSTEMS), help="FBR, FBRC or both")
    add("--epochs", type=int, default=50)
    add("--jobs", type=int, default=-1, help="processes; default one per core")
    add("--data-dir", type=Path, default=default_data_dir(), help="folder with the article's files")
    add("--paper", type=Path, default=_default_paper(), help="tables.csv of the article")
    add("--records", type=Path, default=DEFAULT_RECORDS, help="one line a run, resumed")
    add("--table", type=Path, help="write the comparison to this file too")
    add("--report-only", action="store_true", help="run nothing, compare what is recorded")
    return parser.parse_args(arguments)


def _default_paper() -> Path:
    beside = SHARED / "paper" / "tables.csv"
    named = os.environ.get(PAPER_VARIABLE)
    return Path(named) if named and not beside.is_file() else beside


def main(arguments: Sequence[str] | None = None) -> None:
    options = parse_arguments(arguments)
    if not options.paper.is_file():
        sys.exit(f"the article's tables are not there: name them with --paper or {PAPER_VARIABLE}")
    paper = read_paper(options.paper)
    tasks = [
        Task(dataset, system, seed, options.epochs)
        for dataset in options.only
        for system in options.systems
        for seed in options.seeds
    ]
    try:
        if not options.report_only:
            study(tasks, options.records, options.data_dir, options.jobs)
        wanted = set(tasks)
        records = [record for record in read_records(options.records) if record.task in wanted]
    except InputError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(f"interrupted; '{options.records}' has what is done, the same command goes on")
    if not records:
        sys.exit(f"'{options.records}' has none of these runs")
    text = report(records, paper)
    print(text, end="")
    if options.table is not None:
        write_text(options.table, text)


if __name__ == "__main__":
    main()
