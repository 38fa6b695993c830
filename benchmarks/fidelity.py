"""Does beta4ucs get the article's numbers? Its ten systems against its printed tables.

    python benchmarks/fidelity.py --all --records RUNS.csv --table TABLE.md   (the whole study)
    python benchmarks/fidelity.py --all --records RUNS.csv --report-only      (the table again)
    python benchmarks/fidelity.py --only cae,tae,wne --seeds 1-2              (a taste: FBR, FBRC)
    python benchmarks/fidelity.py --systems Triangles --set relative_mutation=1
                                                             (another definition of a system)

The protocol is the article's: for each of its 25 data sets and each seed, floor(0.9 n) rows of a
random permutation are learned from and the rest is the test; features are scaled by their range in
training; 50 epochs; the same split for all systems. FBR and FBRC have the seeds 1..30, the others
1..10. Labels are the article's class indices, because a tie goes to the first class. The article's
own splits are not known, so single runs cannot be compared, only means over seeds:

    z = (our mean - printed mean) / sqrt(s^2 / n + s^2 / 30)

with s the standard deviation of our n runs: the article prints none, so its standard error is
taken as ours at 30 runs. If all our runs agree (s = 0), z is 0 when the printed mean is the same
to its two digits and infinite otherwise.

Every run adds a line to the records as soon as it is done. A run that is there already is not
repeated, so a study that was interrupted goes on where it stopped. Lines say which kernels (digest
of their sources) and versions made them; the table names all that contributed. A variant made by
--set is recorded, and compared, under a name of its own such as Triangles(relative_mutation=1).

Counts ("22 of 25") are judged as met or missed only if all 25 data sets have all runs; before that
the table says "so far". Ranks are averaged over the data sets that all systems in the table have;
the printed ones over the same. Crisp share is that of the rules that vote, by copies, after the
last epoch. One thing differs from the article by design: a class without a single training row (in
`ecl` two classes have two rows) is unknown to the estimator, while the authors' program may answer
it where all other votes are negative.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import fmean
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
from _comparison import (
    DATASETS,
    Comparison,
    Measure,
    Printed,
    Verdict,
    both_ranks,
    compare_all,
    has_crisp_share,
    is_complete,
    judge,
    judge_definition,
    judge_ranks,
    mean_train_difference,
    measures,
    read_paper,
    rms_z,
    rules_measure,
    runs_wanted,
)
from _records import COLUMNS, RunRecord, Task, append_record, read_records
from _systems import OURS, SYSTEMS, base, new_model, variant

from beta4ucs import InputError

PAPER_VARIABLE = "BETA4UCS_PAPER"
DEFAULT_RECORDS = Path("results", "fidelity-runs.csv")
PROGRESS_SECONDS = 5.0

# ---------------------------------------------------------------------- the study


def run(task: Task, data_dir: Path | None) -> RunRecord:
    """Train and test once."""
    rows = split_problem(task.dataset, task.seed, data_dir)
    model = new_model(task.system, n_epochs=task.epochs, random_state=task.seed)
    model.fit(rows.X_train, rows.y_train)
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
    seconds = SYSTEMS[base(task.system)].seconds
    return seconds * task.epochs * X.shape[0] * (3 + 0.15 * X.shape[1])


def warm_up(systems: Iterable[str]) -> None:
    """Compile, so that workers only load what is there."""
    X = np.random.default_rng(0).random((40, 2))
    for system in systems:
        new_model(system, n_epochs=1, random_state=0).fit(X, X[:, 0] > 0.5).predict(X)


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
    warm_up(sorted({task.system for task in missing}))
    clock = Clock(costs)
    workers = joblib.Parallel(n_jobs=n_jobs, return_as="generator_unordered")
    for record in workers(joblib.delayed(run)(task, data_dir) for task in missing):
        append_record(path, record)
        clock.tick(record)


# ---------------------------------------------------------------------- the report


def report(records: Sequence[RunRecord], paper: Mapping[tuple[str, str], Printed]) -> str:
    """Write the comparison as Markdown."""
    names = sorted({record.system for record in records}, key=_order)
    rows_by_system = {name: compare_all(records, paper, name) for name in names}
    lines = ["# beta4ucs against the article", "", *_origin(records)]
    lines += ["", "## Summary", "", *_summary(rows_by_system)]
    for name, rows in rows_by_system.items():
        lines += ["", f"## {name}", "", *_table(rows), ""]
        verdicts = judge(rows) if base(name) in OURS else judge_definition(rows)
        lines += [*_verdict_lines(verdicts, is_complete(rows)), "", *_off_lines(rows)]
    return "\n".join(lines) + "\n"


def _order(system: str) -> tuple[int, str]:
    return list(SYSTEMS).index(base(system)), system


def _summary(rows_by_system: Mapping[str, Sequence[Comparison]]) -> list[str]:
    ours, printed = both_ranks(rows_by_system)
    header = ["system", "sets", "runs", "train diff", "rules 4 %", "rules 10 %"]
    header += ["rms z", "test diff", "rank", "paper"]
    cells = [
        [name, *_summary_cells(rows), _number(ours.get(name)), _number(printed.get(name))]
        for name, rows in rows_by_system.items()
    ]
    lines = [
        "Training accuracy: mean absolute difference in points. Rules: sets whose rule count is",
        "within 4 or 10 %. Test accuracy: root mean square of z, mean signed difference in points,",
        "average rank among the systems here, and the same from the printed values.",
        "",
        *markdown_table(header, cells),
        "",
        "What tells whether a definition is the article's:",
        "",
    ]
    for name, rows in rows_by_system.items():
        lines += _verdict_lines(judge_definition(rows), is_complete(rows), f"{name}: ")
    is_all = all(map(is_complete, rows_by_system.values()))
    return lines + _verdict_lines(judge_ranks(ours), is_all)


def _summary_cells(rows: Sequence[Comparison]) -> list[str]:
    within = [sum(map(rules_measure(known).is_within, rows)) for known in (True, False)]
    n_runs = sorted({row.n_runs for row in rows})
    return [
        str(len(rows)),
        "-".join(map(str, sorted({n_runs[0], n_runs[-1]}))),
        f"{mean_train_difference(rows):.2f}",
        *map(str, within),
        _number(rms_z(rows)),
        f"{fmean(row.test_difference for row in rows):+.2f}",
    ]


def _number(value: float | None) -> str:
    return "" if value is None or math.isnan(value) else f"{value:.2f}"


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
    if has_crisp_share(rows[0].system):
        header += ["crisp", "paper", "diff"]
    return markdown_table(header, [_cells(row) for row in rows])


def _cells(row: Comparison) -> list[str]:
    printed, (z, train, rules, *crisp) = row.printed, measures(row.system)
    cells = [row.dataset, str(row.n_runs)]
    cells += [f"{row.test:.2f}", f"{printed.test:.2f}", f"{row.test_difference:+.2f}"]
    cells += [_marked(z, row)]
    cells += [f"{row.train:.2f}", f"{printed.train:.2f}", _marked(train, row)]
    cells += [f"{row.rules:.1f}", f"{printed.rules:.1f}", _marked(rules, row)]
    for measure in crisp:
        cells += [f"{row.crisp:.2f}", f"{printed.crisp:.2f}", _marked(measure, row)]
    return cells


def _marked(measure: Measure, row: Comparison) -> str:
    value = measure.of(row)
    text = f"{value:+.2f}"
    return text if math.isnan(value) or measure.is_within(row) else f"**{text}**"


def _verdict_lines(verdicts: Sequence[Verdict], is_final: bool, whose: str = "") -> list[str]:
    so_far = "" if is_final else " so far"
    return [
        f"- {'met' if verdict.is_met else 'MISSED'}{so_far}: {whose}{verdict.text} "
        f"({verdict.target})"
        for verdict in verdicts
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
    """Make a reader of names with commas between them; a system's may be a variant's."""
    known = tuple(known)

    def parse(text: str) -> list[str]:
        names = text.split(",")
        unknown = [name for name in names if base(name) not in known]
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
    add("--seeds", type=parse_seeds, help="such as 1-30; default 1-30 for FBR(C), 1-10 for others")
    add("--only", type=parse_names(DATASETS), default=list(DATASETS), help="such as cae,tae,wne")
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--systems",
        type=parse_names(SYSTEMS),
        help="default FBR,FBRC; also variants as the table names them",
    )
    which.add_argument("--all", action="store_true", help="all ten systems")
    add("--set", action="append", default=[], metavar="NAME=VALUE", help="change the definition")
    add("--epochs", type=int, default=50)
    add("--jobs", type=int, default=-1, help="processes; default one per core")
    add("--data-dir", type=Path, default=default_data_dir(), help="folder with the article's files")
    add("--paper", type=Path, default=_default_paper(), help="tables.csv of the article")
    add("--records", type=Path, default=DEFAULT_RECORDS, help="one line a run, resumed")
    add("--table", type=Path, help="write the comparison to this file too")
    add("--report-only", action="store_true", help="run nothing, compare what is recorded")
    return parser.parse_args(arguments)


def tasks_of(options: argparse.Namespace) -> list[Task]:
    """Every run that the options ask for; raise InputError for a change that no system knows."""
    names = list(SYSTEMS) if options.all else options.systems or list(OURS)
    systems = [variant(name, options.set) for name in names]
    for system in systems:
        new_model(system)
    return [
        Task(dataset, system, seed, options.epochs)
        for dataset in options.only
        for system in systems
        for seed in options.seeds or range(1, runs_wanted(system) + 1)
    ]


def _default_paper() -> Path:
    beside = SHARED / "paper" / "tables.csv"
    named = os.environ.get(PAPER_VARIABLE)
    return Path(named) if named and not beside.is_file() else beside


def main(arguments: Sequence[str] | None = None) -> None:
    options = parse_arguments(arguments)
    if not options.paper.is_file():
        sys.exit(f"the article's tables are not there: name them with --paper or {PAPER_VARIABLE}")
    paper = read_paper(options.paper)
    try:
        tasks = tasks_of(options)
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
