"""How few rules do it? Models of the article's 25 data sets, compacted by every method.

    python benchmarks/compaction.py --seeds 1-10 --records RUNS.csv --table TABLE.md
    python benchmarks/compaction.py --records RUNS.csv --report-only     (the table again)
    python benchmarks/compaction.py --only cae,wne --seeds 1 --methods smallest,fu1    (a taste)

The protocol is that of `fidelity.py`: for each data set and seed, floor(0.9 n) rows of a random
permutation are learned from by FBRC with its defaults, and the rest is the test. A method gets the
model and the rows that it has learned from, nothing else: sizes and rules are chosen without a look
at a test row. `smallest[20]` is the method "smallest" asked for 20 rules; such lines are points of
the curve of size and accuracy.

Every method of every run adds a line to the records as soon as it is done; what is there already is
not repeated, so a study that was interrupted goes on where it stopped.

Rules of a data set are the mean over seeds, and so are accuracies; medians and percentiles are over
the data sets, and once more over all runs. Crisp shares are those of the rules that vote, not of
their copies, because compaction changes copies. Seconds are of CPU.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import joblib
import numpy as np
from _common import (
    default_data_dir,
    load_problem,
    made_by,
    markdown_table,
    parse_seeds,
    split_problem,
    versions,
    write_text,
)
from _comparison import DATASETS
from _records import append_record, read_records
from _systems import SYSTEMS

from beta4ucs import Beta4UCSClassifier, InputError
from beta4ucs.compaction import METHODS

OURS = "smallest"
SIZES = (5, 10, 20, 40, 80, 160)  # of the curve
WAYS = (*METHODS, *(f"{OURS}[{size}]" for size in SIZES))
DEFAULT_RECORDS = Path("results", "compaction-runs.csv")

MOST_AT_MEDIAN, MOST_AT_90 = 40, 120  # the goal; test accuracy on average no lower

# ---------------------------------------------------------------------- runs


@dataclass(frozen=True)
class Record:
    """One line of the records; accuracies and shares from 0 to 1."""

    dataset: str
    seed: int
    method: str
    epochs: int
    n_train: int
    n_test: int
    rules_before: int
    rules_after: int
    test_before: float
    test_after: float
    train_before: float
    train_after: float
    crisp_before: float
    crisp_after: float
    seconds: float
    kernels: str
    beta4ucs: str
    numba: str
    numpy: str
    python: str

    @property
    def key(self) -> tuple[str, int, str]:
        return self.dataset, self.seed, self.method


@dataclass(frozen=True)
class Task:
    dataset: str
    seed: int
    epochs: int


def run(task: Task, ways: Sequence[str], data_dir: Path | None) -> list[Record]:
    """Train once, compact in several ways."""
    rows = split_problem(task.dataset, task.seed, data_dir)
    model = Beta4UCSClassifier(n_epochs=task.epochs, random_state=task.seed, missing="matches")
    model.fit(rows.X_train, rows.y_train)
    if model.interrupted_:  # half a run is no record
        raise KeyboardInterrupt
    before = _measure(model, rows)
    records = []
    for way in ways:
        method, n_rules = parse_way(way)
        start = time.process_time()
        compacted = model.compact(rows.X_train, rows.y_train, method, n_rules=n_rules)
        seconds = time.process_time() - start
        after = _measure(compacted, rows)
        measured = {
            f"{name}_{when}": values[name]
            for when, values in (("before", before), ("after", after))
            for name in values
        }
        records.append(
            Record(
                dataset=task.dataset,
                seed=task.seed,
                method=way,
                epochs=task.epochs,
                n_train=len(rows.y_train),
                n_test=len(rows.y_test),
                seconds=round(seconds, 3),
                **measured,
                **versions(),
            )
        )
    return records


def _measure(model: Any, rows: Any) -> dict[str, Any]:
    rules = model.rules_
    return {
        "rules": model.n_rules_,
        "test": float(np.mean(model.predict(rows.X_test) == rows.y_test)),
        "train": float(np.mean(model.predict(rows.X_train) == rows.y_train)),
        "crisp": float(np.mean(rules.is_crisp[rules.is_voting])) if rules.n_voting else 0.0,
    }


def parse_way(way: str) -> tuple[str, int | None]:
    """Split `smallest[20]` into the method and its number of rules."""
    match = re.fullmatch(r"(\w+)(?:\[(\d+)\])?", way)
    if match is None or match[1] not in METHODS or (match[2] and match[1] != OURS):
        raise argparse.ArgumentTypeError(f"'{way}' is none of {', '.join(WAYS)}")
    return match[1], int(match[2]) if match[2] else None


def study(
    tasks: Sequence[Task], ways: Sequence[str], path: Path, data_dir: Path | None, n_jobs: int
) -> None:
    """Run what has no record yet, the longest runs first, one core each."""
    recorded = {record.key for record in read_records(path, Record)}
    missing = {
        task: [way for way in ways if (task.dataset, task.seed, way) not in recorded]
        for task in tasks
    }
    todo = [task for task in tasks if missing[task]]
    print(f"{len(tasks)} runs, {len(tasks) - len(todo)} of them recorded", file=sys.stderr)
    if not todo:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    todo.sort(key=lambda task: load_problem(task.dataset, data_dir)[0].size, reverse=True)
    SYSTEMS["FBRC"].load_kernels()  # compiled here, so that workers only load them
    workers = joblib.Parallel(n_jobs=n_jobs, return_as="generator_unordered")
    jobs = (joblib.delayed(run)(task, missing[task], data_dir) for task in todo)
    for n_done, records in enumerate(workers(jobs), start=1):
        for record in records:
            append_record(path, record)
        first = records[0]
        print(
            f"{n_done} of {len(todo)} runs; {first.dataset} seed {first.seed}: "
            f"{first.rules_before} -> {first.rules_after} rules",
            file=sys.stderr,
            flush=True,
        )


# ---------------------------------------------------------------------- means and verdicts


@dataclass(frozen=True)
class SetMeans:
    """Means over the seeds of one data set and one method; accuracies and shares in per cent."""

    dataset: str
    n_runs: int
    rules_before: float
    rules_after: float
    test_before: float
    test_after: float
    train_before: float
    train_after: float
    crisp_before: float
    crisp_after: float
    seconds: float

    @property
    def test_difference(self) -> float:
        return self.test_after - self.test_before


def means_of(records: Sequence[Record]) -> list[SetMeans]:
    """Average the runs of one method by data set."""
    by_set: dict[str, list[Record]] = {}
    for record in records:
        by_set.setdefault(record.dataset, []).append(record)
    return [_mean(by_set[dataset]) for dataset in sorted(by_set)]


def _mean(runs: Sequence[Record]) -> SetMeans:
    def mean(name: str) -> float:
        return fmean(getattr(record, name) for record in runs)

    shares = ("test", "train", "crisp")
    names = [f"{name}_{when}" for name in shares for when in ("before", "after")]
    return SetMeans(
        dataset=runs[0].dataset,
        n_runs=len(runs),
        rules_before=mean("rules_before"),
        rules_after=mean("rules_after"),
        seconds=mean("seconds"),
        **{name: 100 * mean(name) for name in names},
    )


def verdicts(sets: Sequence[SetMeans], runs: Sequence[Record]) -> Iterator[tuple[bool, str]]:
    """Hold our method against the goal."""
    rules = [row.rules_after for row in sets]
    all_rules = [record.rules_after for record in runs]
    for name, share, most in (
        ("median", 50, MOST_AT_MEDIAN),
        ("90th percentile", 90, MOST_AT_90),
    ):
        value = float(np.percentile(rules, share))
        over_runs = float(np.percentile(all_rules, share))
        yield (
            value <= most,
            f"{name} of the rules over data sets: {value:.1f} (at most {most}); "
            f"over all runs {over_runs:.1f}",
        )
    difference, error = _difference(sets)
    yield (
        difference >= 0.0,
        f"test accuracy averaged over data sets: {fmean(r.test_before for r in sets):.2f} before, "
        f"{fmean(r.test_after for r in sets):.2f} after, difference {difference:+.2f} points "
        f"(no lower), standard error over data sets {error:.2f}",
    )


def _difference(sets: Sequence[SetMeans]) -> tuple[float, float]:
    """Mean difference of test accuracy, and its standard error over data sets."""
    differences = [row.test_difference for row in sets]
    error = stdev(differences) / math.sqrt(len(differences)) if len(sets) > 1 else math.nan
    return fmean(differences), error


# ---------------------------------------------------------------------- the report


def report(records: Sequence[Record]) -> str:
    """Write the results as Markdown."""
    ways = sorted({record.method for record in records}, key=_order)
    runs = {way: [record for record in records if record.method == way] for way in ways}
    sets = {way: means_of(runs[way]) for way in ways}
    lines = ["# Compaction", "", *_origin(records), "", "## Methods", "", *_summary(sets, runs)]
    if OURS in sets:
        is_complete = {row.dataset for row in sets[OURS]} == set(DATASETS)
        lines += ["", f"The goal, for `{OURS}`:", ""]
        lines += [
            f"- {'met' if is_met else 'MISSED'}{'' if is_complete else ' so far'}: {text}"
            for is_met, text in verdicts(sets[OURS], runs[OURS])
        ]
    for way in ways:
        if way in METHODS:
            lines += [
                "",
                f"## {way}",
                "",
                f"{_sentence(METHODS[way].meaning)}",
                "",
                *_table(sets[way]),
            ]
    if any(way not in METHODS for way in ways):
        lines += ["", "## Size and accuracy", "", *_curve(sets)]
    return "\n".join(lines) + "\n"


def _order(way: str) -> tuple[int, int]:
    method, n_rules = parse_way(way)
    return list(METHODS).index(method) + (len(METHODS) if n_rules else 0), n_rules or 0


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _origin(records: Sequence[Record]) -> list[str]:
    seeds = sorted({record.seed for record in records})
    return [
        "FBRC on the article's data sets, 90 % of the rows to learn from; methods see the model",
        "and these rows. Accuracies and shares in per cent, means over runs; a crisp share is that",
        "of the rules that vote. How the methods are defined here stands in",
        "`src/beta4ucs/compaction`; `benchmarks/compaction.py` says how this page is made.",
        "",
        f"{len({(r.dataset, r.seed) for r in records})} runs of "
        f"{', '.join(sorted({str(r.epochs) for r in records}))} epochs, seeds {_ranges(seeds)}.",
        *made_by(map(vars, records)),
    ]


def _ranges(seeds: Sequence[int]) -> str:
    is_range = seeds == list(range(seeds[0], seeds[-1] + 1)) and len(seeds) > 1
    return f"{seeds[0]}-{seeds[-1]}" if is_range else ", ".join(map(str, seeds))


def _summary(
    sets: Mapping[str, Sequence[SetMeans]], runs: Mapping[str, Sequence[Record]]
) -> list[str]:
    header = ["method", "sets", "runs", "median", "90 %", "median of runs", "90 % of runs"]
    header += ["test", "diff", "s.e.", "sets not lower", "train diff", "crisp", "seconds"]
    cells = [["none", *_uncompacted(next(iter(sets.values())))]]
    for way in sets:
        if way not in METHODS:
            continue
        rows, rules = sets[way], [record.rules_after for record in runs[way]]
        difference, error = _difference(rows)
        cells.append(
            [
                way,
                str(len(rows)),
                str(len(rules)),
                *_percentiles([row.rules_after for row in rows]),
                *_percentiles(rules),
                f"{fmean(row.test_after for row in rows):.2f}",
                f"{difference:+.2f}",
                f"{error:.2f}",
                str(sum(row.test_difference >= 0.0 for row in rows)),
                f"{fmean(row.train_after - row.train_before for row in rows):+.2f}",
                f"{fmean(row.crisp_after for row in rows):.1f}",
                f"{fmean(record.seconds for record in runs[way]):.2f}",
            ]
        )
    return [
        "Rules are counted by data set (mean of its runs) and once more by run. `diff` is the test",
        "accuracy after compaction less that before, averaged over data sets, in points, with its",
        "standard error over data sets.",
        "",
        *markdown_table(header, cells),
    ]


def _uncompacted(rows: Sequence[SetMeans]) -> list[str]:
    test, crisp = fmean(row.test_before for row in rows), fmean(row.crisp_before for row in rows)
    counts = _percentiles([row.rules_before for row in rows])
    return [str(len(rows)), "", *counts, "", "", f"{test:.2f}", "", "", "", "", f"{crisp:.1f}", ""]


def _percentiles(values: Sequence[float]) -> list[str]:
    return [f"{value:.1f}" for value in np.percentile(values, [50, 90])]


def _table(rows: Sequence[SetMeans]) -> list[str]:
    header = ["set", "runs", "rules", "after", "test", "after", "diff"]
    header += ["train", "after", "crisp", "after", "seconds"]
    return markdown_table(
        header,
        [
            [
                row.dataset,
                str(row.n_runs),
                f"{row.rules_before:.1f}",
                f"{row.rules_after:.1f}",
                f"{row.test_before:.2f}",
                f"{row.test_after:.2f}",
                f"{row.test_difference:+.2f}",
                f"{row.train_before:.2f}",
                f"{row.train_after:.2f}",
                f"{row.crisp_before:.1f}",
                f"{row.crisp_after:.1f}",
                f"{row.seconds:.2f}",
            ]
            for row in rows
        ],
    )


def _curve(sets: Mapping[str, Sequence[SetMeans]]) -> list[str]:
    """Test accuracy of each data set at several sizes."""
    ways = [way for way in sets if way not in METHODS]
    tests = {way: {row.dataset: row.test_after for row in sets[way]} for way in ways}
    before = {row.dataset: row.test_before for row in sets[ways[0]]}
    names = sorted(set.intersection(*(set(tests[way]) for way in ways)))
    cells = [
        [name, f"{before[name]:.2f}", *(f"{tests[way][name]:.2f}" for way in ways)]
        for name in names
    ]
    means = [fmean(column[name] for name in names) for column in (before, *tests.values())]
    cells.append(["mean", *(f"{mean:.2f}" for mean in means)])
    return [
        f"Test accuracy of `{OURS}` when it is asked for so many rules at most; the first column",
        "is the model before compaction.",
        "",
        *markdown_table(["set", "all", *(str(parse_way(way)[1]) for way in ways)], cells),
    ]


# ---------------------------------------------------------------------- command line


def _names(text: str) -> list[str]:
    unknown = [name for name in text.split(",") if name not in DATASETS]
    if unknown:
        raise argparse.ArgumentTypeError(f"'{unknown[0]}' is none of {', '.join(DATASETS)}")
    return text.split(",")


def _ways(text: str) -> list[str]:
    for way in text.split(","):
        parse_way(way)
    return text.split(",")


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    summary, _, details = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(
        description=summary, epilog=details, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--seeds", type=parse_seeds, default=list(range(1, 6)), help="such as 1-30; default 1-5")
    add("--only", type=_names, default=list(DATASETS), help="such as cae,tae,wne")
    add("--methods", type=_ways, default=list(WAYS), help="such as smallest,fu1,smallest[20]")
    add("--epochs", type=int, default=50)
    add("--jobs", type=int, default=-1, help="processes; default one per core")
    add("--data-dir", type=Path, default=default_data_dir(), help="folder with the article's files")
    add("--records", type=Path, default=DEFAULT_RECORDS, help="one line per run, resumed")
    add("--table", type=Path, help="write the report to this file too")
    add("--report-only", action="store_true", help="run nothing, report what is recorded")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    options = parse_arguments(arguments)
    tasks = [
        Task(dataset, seed, options.epochs) for dataset in options.only for seed in options.seeds
    ]
    wanted = {(task.dataset, task.seed, way) for task in tasks for way in options.methods}
    try:
        if not options.report_only:
            study(tasks, options.methods, options.records, options.data_dir, options.jobs)
        records = [
            record for record in read_records(options.records, Record) if record.key in wanted
        ]
    except InputError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(f"interrupted; '{options.records}' has what is done, the same command goes on")
    if not records:
        sys.exit(f"'{options.records}' has none of these runs")
    text = report(records)
    print(text, end="")
    if options.table is not None:
        write_text(options.table, text)


if __name__ == "__main__":
    main()
