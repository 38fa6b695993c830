"""Many columns: one-hot tables, noise around a multiplexer, and what a wide row costs.

    python benchmarks/wide.py --records RUNS.csv --table TABLE.md
    python benchmarks/wide.py --only soybean --seeds 1-2 --records RUNS.csv
    python benchmarks/wide.py --records RUNS.csv --table TABLE.md --report-only
    python benchmarks/wide.py --quick --records RUNS.csv             (does it run? judges nothing)

Of every problem floor(0.9 n) rows of a permutation by the seed are learned from, and the rest is
the test. FBRC with its defaults unless said.

soybean    The article's soybean data with a column for each value of each feature, and one for
           "missing" where a feature has missing values: 133 columns of 0 and 1. Three ways: with
           the defaults; as in the article, without a limit on conditions (max_conditions=None);
           and, for comparison, the 35 original columns given as categories. 50 epochs, 10 seeds.
bits       The 20-bit multiplexer: 20 random bits, and 180 random bits that mean nothing. 6,000 rows
           drawn by the seed, feature_weights="relief", 200 epochs, 3 seeds; and for comparison
           without weights, and without the added columns.
real       The article's real-valued 20-multiplexer (`mux`, 6,000 rows) with 180 uniform columns by
           the seed; the rest as for bits.
time       Microseconds of CPU an iteration on both multiplexers, with the added columns and
           without, in turns, 50 epochs, the best of three. Weights are computed before and given as
           numbers, so this is training alone; what relief takes is told beside it.

Accuracies on the test rows after each tenth of the epochs are recorded as a curve; the judged value
is that after the last epoch.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pandas as pd
from _common import (
    default_data_dir,
    load_problem,
    made_by,
    markdown_table,
    parse_seeds,
    verdict_lines,
    versions,
    write_text,
)
from _records import append_record, read_records

from beta4ucs import Beta4UCSClassifier
from beta4ucs.data.splitting import shuffle_split

N_ROWS = 6000
N_ADDED = 180
ADDRESS_BITS = 4
SOYBEAN_EPOCHS, MULTIPLEXER_EPOCHS, TIMED_EPOCHS = 50, 200, 50
SOYBEAN_SEEDS, MULTIPLEXER_SEEDS = tuple(range(1, 11)), (1, 2, 3)
REPEATS = 3
POINTS = 10  # of a curve

MIN_SOYBEAN = 80.0
MIN_MULTIPLEXER = 90.0
MAX_RATIO = 3.0
DEFAULT_RECORDS = Path("results", "wide-runs.csv")

# ---------------------------------------------------------------------- problems


def one_hot(X: np.ndarray) -> np.ndarray:
    """A column for each value of each feature, and for "missing" where some are."""
    columns = []
    for values in X.T:
        is_missing = np.isnan(values)
        columns += [values == value for value in np.unique(values[~is_missing])]
        columns += [is_missing] if is_missing.any() else []
    return np.array(columns, dtype=np.float64).T


def soybean(data_dir: Path | None) -> tuple[np.ndarray, np.ndarray]:
    X, codes = load_problem("soy", data_dir)
    return one_hot(X), codes


def soybean_categories(data_dir: Path | None) -> tuple[pd.DataFrame, np.ndarray]:
    X, codes = load_problem("soy", data_dir)
    return pd.DataFrame(X).add_prefix("x").astype("category"), codes


def bit_multiplexer(seed: int, n_added: int) -> tuple[np.ndarray, np.ndarray]:
    """Random bits; the first four say which of the next sixteen is the class."""
    rng = np.random.default_rng(seed)
    width = ADDRESS_BITS + 2**ADDRESS_BITS
    X = rng.integers(0, 2, size=(N_ROWS, width + N_ADDED)).astype(np.float64)
    address = X[:, :ADDRESS_BITS] @ 2 ** np.arange(ADDRESS_BITS)[::-1]
    codes = X[np.arange(N_ROWS), ADDRESS_BITS + address.astype(np.int64)].astype(np.int64)
    return X[:, : width + n_added].copy(), codes


def real_multiplexer(
    seed: int, n_added: int, data_dir: Path | None
) -> tuple[np.ndarray, np.ndarray]:
    X, codes = load_problem("mux", data_dir)
    noise = np.random.default_rng(seed).random((len(codes), n_added))
    return np.hstack([X, noise]), codes


@dataclass(frozen=True)
class Case:
    """A problem and a way to learn it."""

    rows: Callable[[int, Path | None], tuple[Any, np.ndarray]]  # of a seed and the data folder
    options: dict[str, Any]
    n_epochs: int
    minimum: float | None = None  # of the mean test accuracy


RELIEF = {"feature_weights": "relief"}
CASES = {
    "soybean one-hot": Case(lambda s, d: soybean(d), {}, SOYBEAN_EPOCHS, MIN_SOYBEAN),
    "soybean one-hot, no limit": Case(
        lambda s, d: soybean(d), {"max_conditions": None}, SOYBEAN_EPOCHS
    ),
    "soybean categories": Case(lambda s, d: soybean_categories(d), {}, SOYBEAN_EPOCHS),
    "bits + 180, relief": Case(
        lambda s, d: bit_multiplexer(s, N_ADDED), RELIEF, MULTIPLEXER_EPOCHS, MIN_MULTIPLEXER
    ),
    "bits + 180, no weights": Case(
        lambda s, d: bit_multiplexer(s, N_ADDED), {}, MULTIPLEXER_EPOCHS
    ),
    "bits": Case(lambda s, d: bit_multiplexer(s, 0), {}, MULTIPLEXER_EPOCHS),
    "real + 180, relief": Case(
        lambda s, d: real_multiplexer(s, N_ADDED, d), RELIEF, MULTIPLEXER_EPOCHS, MIN_MULTIPLEXER
    ),
    "real + 180, no weights": Case(
        lambda s, d: real_multiplexer(s, N_ADDED, d), {}, MULTIPLEXER_EPOCHS
    ),
    "real": Case(lambda s, d: real_multiplexer(s, 0, d), {}, MULTIPLEXER_EPOCHS),
}
PAIRS = {"bits": "bits + 180, relief", "real": "real + 180, relief"}  # timed in turns
PARTS = ("soybean", "bits", "real", "time")

# ---------------------------------------------------------------------- runs


@dataclass(frozen=True)
class Record:
    """One line of the records; accuracies from 0 to 1."""

    case: str
    seed: int
    epochs: int
    columns: int
    n_train: int
    test_accuracy: float
    train_accuracy: float
    rules: int
    first_90: int  # the first epoch with 90 % on the test rows, 0 if there is none
    curve: str  # test accuracies after each tenth of the epochs
    microseconds: float  # CPU of training, 0 where it is not timed
    relief: float  # CPU seconds for the weights, likewise
    kernels: str
    beta4ucs: str
    numba: str
    numpy: str
    python: str

    @property
    def key(self) -> tuple[str, int, int]:
        return self.case, self.seed, self.epochs


def learn(name: str, seed: int, n_epochs: int, data_dir: Path | None) -> Record:
    """Learn once, with a look at the test rows after every epoch that learning does not see."""
    case = CASES[name]
    X, codes = case.rows(seed, data_dir)
    learned, tested = shuffle_split(len(codes), 0.9, seed)
    model = Beta4UCSClassifier(n_epochs=n_epochs, random_state=seed, **case.options)
    model.fit(_take(X, learned), codes[learned], eval_set=(_take(X, tested), codes[tested]))
    if model.interrupted_:  # half a run is no record
        raise KeyboardInterrupt
    accuracy = model.history_["test_accuracy"]
    is_good = np.flatnonzero(accuracy >= MIN_MULTIPLEXER / 100)
    places = np.linspace(0, n_epochs, min(POINTS, n_epochs) + 1).astype(int)[1:] - 1
    return Record(
        case=name,
        seed=seed,
        epochs=n_epochs,
        columns=X.shape[1],
        n_train=len(learned),
        test_accuracy=float(accuracy[-1]),
        train_accuracy=float(model.score(_take(X, learned), codes[learned])),
        rules=model.n_rules_,
        first_90=int(is_good[0]) + 1 if len(is_good) else 0,
        curve=" ".join(f"{accuracy[place]:.4f}" for place in places),
        microseconds=0.0,
        relief=0.0,
        **versions(),
    )


def race(short: str, seed: int, n_epochs: int, repeats: int, data_dir: Path | None) -> list[Record]:
    """Time a problem and its wide form in turns; best of the repeats."""
    timed = [Timed(name, seed, n_epochs, data_dir) for name in (short, PAIRS[short])]
    for _ in range(repeats):
        for each in timed:
            each.fit()
    return [each.record(seed) for each in timed]


class Timed:
    """Fits of one case with weights that are known beforehand."""

    def __init__(self, name: str, seed: int, n_epochs: int, data_dir: Path | None) -> None:
        case = CASES[name]
        X, codes = case.rows(seed, data_dir)
        learned, _ = shuffle_split(len(codes), 0.9, seed)
        self.name, self.rows, self.best = name, (X[learned], codes[learned]), np.inf
        first = Beta4UCSClassifier(n_epochs=1, random_state=seed, **case.options)
        first.fit(*self.rows)  # compiles or loads
        self.model = Beta4UCSClassifier(
            n_epochs=1, random_state=seed, feature_weights=first.feature_weights_
        )
        with_scores, without = (
            seconds_of(partial(model.fit, *self.rows)) for model in (first, self.model)
        )
        self.relief = with_scores - without if case.options else 0.0
        self.model.n_epochs = n_epochs

    def fit(self) -> None:
        self.best = min(self.best, seconds_of(partial(self.model.fit, *self.rows)))

    def record(self, seed: int) -> Record:
        X, codes = self.rows
        return Record(
            case=f"time, {self.name}",
            seed=seed,
            epochs=self.model.n_epochs,
            columns=X.shape[1],
            n_train=len(codes),
            test_accuracy=0.0,
            train_accuracy=float(self.model.score(X, codes)),
            rules=self.model.n_rules_,
            first_90=0,
            curve="",
            microseconds=round(1e6 * self.best / self.model.n_iterations_, 3),
            relief=round(self.relief, 3),
            **versions(),
        )


def _take(X: Any, rows: np.ndarray) -> Any:
    return X.iloc[rows] if isinstance(X, pd.DataFrame) else X[rows]


def seconds_of(action: Callable[[], object]) -> float:
    """CPU seconds of this process."""
    began = time.process_time()
    action()
    return time.process_time() - began


@dataclass(frozen=True)
class Settings:
    """How much to do."""

    data_dir: Path | None = None
    seeds: tuple[int, ...] | None = None  # in place of those of each problem
    shorter: int = 1  # divides the numbers of epochs
    repeats: int = REPEATS


def study(parts: Sequence[str], path: Path, settings: Settings) -> None:
    """Run what has no record yet; each run is written as soon as it is done."""
    recorded = {record.key for record in read_records(path, Record)}
    path.parent.mkdir(parents=True, exist_ok=True)
    for part in parts:
        for key, work in _tasks(part, settings):
            if key not in recorded:
                for record in work():
                    append_record(path, record)
                    print(_line(record), file=sys.stderr, flush=True)


def _tasks(
    part: str, settings: Settings
) -> Iterator[tuple[tuple[str, int, int], Callable[[], list[Record]]]]:
    """Keys of the records, and what makes them."""
    if part == "time":
        n_epochs, seeds = TIMED_EPOCHS // settings.shorter, (settings.seeds or (1,))[:1]
        for short in PAIRS:
            for seed in seeds:
                options = (short, seed, n_epochs, settings.repeats, settings.data_dir)
                yield (f"time, {short}", seed, n_epochs), partial(race, *options)
        return
    own_seeds = SOYBEAN_SEEDS if part == "soybean" else MULTIPLEXER_SEEDS
    for name, case in CASES.items():
        for seed in settings.seeds or own_seeds:
            if name.startswith(part):
                n_epochs = case.n_epochs // settings.shorter
                options = (name, seed, n_epochs, settings.data_dir)
                yield (name, seed, n_epochs), partial(_learned, *options)


def _learned(name: str, seed: int, n_epochs: int, data_dir: Path | None) -> list[Record]:
    return [learn(name, seed, n_epochs, data_dir)]


def _line(record: Record) -> str:
    what = f"{record.case}, seed {record.seed}: "
    if record.microseconds:
        return what + f"{record.microseconds:.1f} µs"
    return what + f"{100 * record.test_accuracy:.2f} ({record.rules} rules)"


# ---------------------------------------------------------------------- the report


def verdicts(records: Sequence[Record]) -> Iterator[tuple[bool, str]]:
    """Hold mean accuracies and times against the goals."""
    for name, case in CASES.items():
        runs = [record for record in records if record.case == name]
        if runs and case.minimum is not None:
            mean = 100 * fmean(record.test_accuracy for record in runs)
            text = f"{name}: test accuracy {mean:.2f} (at least {case.minimum:g})"
            yield mean >= case.minimum, text
    times = _times(records)
    for short, wide in PAIRS.items():
        if short in times:
            ratio = times[wide].microseconds / times[short].microseconds
            text = f"{wide}: {ratio:.2f} times the time of {short} (at most {MAX_RATIO:g})"
            yield ratio <= MAX_RATIO, text


def _times(records: Sequence[Record]) -> dict[str, Record]:
    return {r.case.removeprefix("time, "): r for r in records if r.case.startswith("time, ")}


def report(records: Sequence[Record], *, is_judged: bool = True) -> str:
    """Write the results as Markdown."""
    lines = [
        "# Wide tables",
        "",
        "`benchmarks/wide.py` says what the problems are. Accuracies in per cent, means over",
        "seeds, ± is the standard deviation over them; rows not learned from are the test.",
        "",
        *made_by(map(vars, records)),
        "",
    ]
    lines += verdict_lines(verdicts(records), is_judged=is_judged)
    runs = {name: [r for r in records if r.case == name] for name in CASES}
    runs = {name: of_case for name, of_case in runs.items() if of_case}
    if runs:
        lines += ["", "## Accuracy", "", *_accuracies(runs)]
        lines += ["", "## Test accuracy as epochs go by", "", *_curves(runs)]
    times = _times(records)
    if times:
        lines += ["", "## Time", "", "Relief is computed once, before training.", ""]
        header = ["problem", "columns", "epochs", "µs/iteration", "relief, CPU s"]
        cells = [
            [
                name,
                str(record.columns),
                str(record.epochs),
                f"{record.microseconds:.2f}",
                f"{record.relief:.1f}" if record.relief else "",
            ]
            for name, record in times.items()
        ]
        lines += markdown_table(header, cells)
    return "\n".join(lines) + "\n"


def _accuracies(runs: dict[str, list[Record]]) -> list[str]:
    header = ["problem", "columns", "epochs", "seeds", "test", "±", "lowest", "train", "rules"]
    header += ["first epoch with 90"]
    cells = []
    for name, of_case in runs.items():
        test = [100 * record.test_accuracy for record in of_case]
        firsts = [record.first_90 for record in of_case]
        cells.append(
            [
                name,
                str(of_case[0].columns),
                str(of_case[0].epochs),
                str(len(of_case)),
                f"{fmean(test):.2f}",
                f"{stdev(test):.2f}" if len(test) > 1 else "",
                f"{min(test):.2f}",
                f"{100 * fmean(record.train_accuracy for record in of_case):.2f}",
                f"{fmean(record.rules for record in of_case):.0f}",
                ", ".join(str(first or "-") for first in firsts),
            ]
        )
    return markdown_table(header, cells)


def _curves(runs: dict[str, list[Record]]) -> list[str]:
    curves = {
        name: np.mean([[float(part) for part in r.curve.split()] for r in of_case], axis=0)
        for name, of_case in runs.items()
    }
    longest = max(map(len, curves.values()))
    header = ["problem", *(f"{10 * (i + 1)} %" for i in range(longest))]
    cells = [[name, *(f"{100 * value:.1f}" for value in curve)] for name, curve in curves.items()]
    return markdown_table(header, [row + [""] * (len(header) - len(row)) for row in cells])


# ---------------------------------------------------------------------- command line


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    summary, _, details = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(
        description=summary, epilog=details, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--only", default=",".join(PARTS), help="of these, with commas between (default: all)")
    add("--seeds", type=parse_seeds, help="such as 1-10; default: 1-10 for soybean, 1-3 for others")
    add("--records", type=Path, default=DEFAULT_RECORDS, help="what is there is not repeated")
    add("--table", type=Path, help="write the page to this file too")
    add("--report-only", action="store_true", help="write the page from the records")
    add("--quick", action="store_true", help="one seed, a fiftieth of the epochs")
    add("--data-dir", type=Path, default=default_data_dir(), help="folder with the article's files")
    options = parser.parse_args(arguments)
    options.parts = options.only.split(",")
    for part in options.parts:
        if part not in PARTS:
            parser.error(f"--only: '{part}' is none of {', '.join(PARTS)}")
    return options


def main(arguments: Sequence[str] | None = None) -> None:
    options = parse_arguments(arguments)
    if not options.report_only:
        seeds = tuple(options.seeds) if options.seeds else (1,) if options.quick else None
        shorter, repeats = (50, 1) if options.quick else (1, REPEATS)
        settings = Settings(options.data_dir, seeds, shorter, repeats)
        study(options.parts, options.records, settings)
    text = report(read_records(options.records, Record), is_judged=not options.quick)
    print(text, end="")
    if options.table is not None:
        write_text(options.table, text)


if __name__ == "__main__":
    main()
