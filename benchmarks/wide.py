"""Many columns: one-hot tables, noise around a multiplexer, and what a wide row costs.

    python benchmarks/wide.py --records RUNS.csv --table TABLE.md
    python benchmarks/wide.py --only soybean --seeds 1-2 --records RUNS.csv
    python benchmarks/wide.py --records RUNS.csv --table TABLE.md --report-only
    python benchmarks/wide.py --quick --records RUNS.csv             (does it run? judges nothing)

Of every problem floor(0.9 n) rows of a permutation by the seed are learned from, and the rest is
the test. FBRC with its defaults unless said.

soybean    The article's soybean data with a column for each value of each feature, and one for
           "missing" where a feature has missing values: 133 columns of 0 and 1. Three ways: with the
           defaults; as the article does it, without a limit on conditions (max_conditions=0); and,
           for comparison, the 35 original columns given as categories. 50 epochs, 10 seeds.
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
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pandas as pd
from _common import default_data_dir, load_problem, markdown_table, versions, write_text
from _records import append_record, read_records
from fidelity import parse_seeds

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
    return pd.DataFrame(X).astype("category"), codes


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
    is_relief: bool = False


RELIEF = {"feature_weights": "relief"}
CASES = {
    "soybean one-hot": Case(lambda s, d: soybean(d), {}, SOYBEAN_EPOCHS, MIN_SOYBEAN),
    "soybean one-hot, no limit": Case(
        lambda s, d: soybean(d), {"max_conditions": 0}, SOYBEAN_EPOCHS
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
    """One line of the records; accuracies from 0 to 1, times in µs an iteration."""

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
    microseconds: float
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
        **versions(),
    )


def race(short: str, seed: int, n_epochs: int, repeats: int, data_dir: Path | None) -> list[Record]:
    """Time a problem and its wide form in turns; best of the repeats."""
    cases = {f"time, {name}": CASES[name] for name in (short, PAIRS[short])}
    models, rows, best = {}, {}, {}
    for name, case in cases.items():
        X, codes = case.rows(seed, data_dir)
        learned, _ = shuffle_split(len(codes), 0.9, seed)
        rows[name] = X[learned], codes[learned]
        first = Beta4UCSClassifier(n_epochs=1, random_state=seed, **case.options).fit(*rows[name])
        models[name] = Beta4UCSClassifier(
            n_epochs=n_epochs, random_state=seed, feature_weights=first.feature_weights_
        )
    for _ in range(repeats):
        for name, model in models.items():
            seconds = seconds_of(lambda name=name, model=model: model.fit(*rows[name]))
            best[name] = min(seconds, best.get(name, seconds))
    return [
        Record(
            case=name,
            seed=seed,
            epochs=n_epochs,
            columns=rows[name][0].shape[1],
            n_train=len(rows[name][1]),
            test_accuracy=0.0,
            train_accuracy=float(model.score(*rows[name])),
            rules=model.n_rules_,
            first_90=0,
            curve="",
            microseconds=round(1e6 * best[name] / model.n_iterations_, 3),
            **versions(),
        )
        for name, model in models.items()
    ]


def _take(X: Any, rows: np.ndarray) -> Any:
    return X.iloc[rows] if isinstance(X, pd.DataFrame) else X[rows]


def seconds_of(action: Callable[[], object]) -> float:
    """CPU seconds of this process."""
    began = time.process_time()
    action()
    return time.process_time() - began
