"""How the time of a fit grows with rows, columns and classes, beside other classifiers.

    python benchmarks/growth.py --records RUNS.csv --page PAGE.md
    python benchmarks/growth.py --records RUNS.csv --page PAGE.md --report-only

Tables are made by scikit-learn's `make_classification`; one thing grows, the others stay at 2,000
rows, 10 columns and 2 classes. Systems have their defaults, as in `_peers.py`. Each fit runs in a
process of its own with one thread; its CPU seconds and the memory that the process gained are what
is recorded. Records are written as runs end, and what is recorded is not run again.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from _common import markdown_table, versions, write_text
from _peers import SYSTEMS
from _records import append_record, read_records
from sklearn.datasets import make_classification
from threadpoolctl import threadpool_limits

COMPARED = ("EvolvedRules", "Beta4UCS", "RF", "XGBoost", "HistGB", "EBM")
USUAL = {"rows": 2_000, "columns": 10, "classes": 2}
GROWTH = {
    "rows": (500, 2_000, 8_000, 32_000),
    "columns": (5, 10, 40, 160),
    "classes": (2, 5, 10, 20),
}


@dataclass(frozen=True)
class Record:
    """What one fit took."""

    grows: str
    size: int
    system: str
    cpu_seconds: float
    megabytes: float
    kernels: str


def table_of(grows: str, size: int) -> tuple[pd.DataFrame, np.ndarray]:
    """Half of the columns tell the classes apart, the others are noise."""
    shape = USUAL | {grows: size}
    X, y = make_classification(
        n_samples=shape["rows"],
        n_features=shape["columns"],
        n_informative=max(5, shape["columns"] // 2),
        n_redundant=0,
        n_classes=shape["classes"],
        n_clusters_per_class=1,
        random_state=1,
    )
    return pd.DataFrame(X).rename(columns=str), y


def fit(system: str, grows: str, size: int, answer: Any) -> None:
    """Send seconds and megabytes; compiling, or loading what is compiled, is no part of a fit."""
    warnings.simplefilter("ignore")
    X, y = table_of(grows, size)
    few = np.union1d(np.unique(y, return_index=True)[1], np.arange(60))
    with threadpool_limits(1):
        SYSTEMS[system].make(1).fit(X.iloc[few], np.unique(y[few], return_inverse=True)[1])
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        began = time.process_time()
        SYSTEMS[system].make(1).fit(X, y)
    took = time.process_time() - began
    gained = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    answer.put((took, gained / 1024))


def run(system: str, grows: str, size: int) -> Record:
    context = multiprocessing.get_context("spawn")
    answer = context.Queue()
    process = context.Process(target=fit, args=(system, grows, size, answer))
    process.start()
    took, gained = answer.get()
    process.join()
    return Record(grows, size, system, round(took, 3), round(gained, 1), versions()["kernels"])


def page(records: Sequence[Record]) -> str:
    """Write one table of CPU seconds for each thing that grows, and one of memory for rows."""
    lines = [
        "# How the time of a fit grows",
        "",
        *(__doc__ or "").split("\n\n")[2].splitlines(),
        "",
    ]
    kernels = sorted({record.kernels for record in records})
    lines += [f"Made by beta4ucs {versions()['beta4ucs']} (kernels {', '.join(kernels)})."]
    for grows in GROWTH:
        lines += ["", f"## {grows.capitalize()}: CPU seconds", "", *_table(records, grows, "cpu")]
    lines += ["", "## Rows: memory gained in MB", "", *_table(records, "rows", "memory")]
    return "\n".join(lines) + "\n"


def _table(records: Sequence[Record], grows: str, what: str) -> list[str]:
    values = {
        (record.system, record.size): f"{record.cpu_seconds:.2f}"
        if what == "cpu"
        else f"{record.megabytes:.0f}"
        for record in records
        if record.grows == grows
    }
    sizes = GROWTH[grows]
    rows = [[name, *(values.get((name, size), "-") for size in sizes)] for name in COMPARED]
    return markdown_table([grows, *(f"{size:,}" for size in sizes)], rows)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    add("--records", type=Path, default=Path("results", "growth-runs.csv"), help="resumed")
    add("--page", type=Path, help="write the page to this file")
    add("--report-only", action="store_true", help="write the page from the records")
    options = parser.parse_args(arguments)
    records = read_records(options.records, Record)
    done = {(record.grows, record.size, record.system) for record in records}
    todo = [
        (system, grows, size) for grows in GROWTH for size in GROWTH[grows] for system in COMPARED
    ]
    options.records.parent.mkdir(parents=True, exist_ok=True)
    for system, grows, size in [] if options.report_only else todo:
        if (grows, size, system) not in done:
            record = run(system, grows, size)
            append_record(options.records, record)
            records.append(record)
            print(f"{record.grows} {record.size:,}: {record.system} {record.cpu_seconds:.2f} s")
    if options.page:
        write_text(options.page, page(records))


if __name__ == "__main__":
    main()
