"""How time and memory of a fit grow with rows, columns, classes, rules and cores.

    python benchmarks/growth.py --records RUNS.csv --page PAGE.md --picture PICTURE.svg
    python benchmarks/growth.py --records RUNS.csv --page PAGE.md --report-only

Tables are made by scikit-learn's `make_classification`: half of the columns are informative, the
others are noise. One thing grows, the others stay at 2,000 rows, 10 columns, 2 classes, 2,000 rules
and one thread. Systems have their defaults, as in `_peers.py`; Beta4UCS learns for 50 epochs, xcsf,
set as in `speed.py`, for 10. Each fit runs in a process of its own, after a small fit that compiles
or loads what is needed; EBM needs none, and is measured where it takes a minute or two. The memory
is the most that the process held during the fit, less what it held before. Every figure is of a
single fit, so only large differences mean something; what was not run has a dash.
"""

from __future__ import annotations

import argparse
import multiprocessing
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
from speed import XCSF_MATCHED
from threadpoolctl import threadpool_limits

XCSF, XCSF_EPOCHS, EBM = "xcsf, 10 epochs", 10, "EBM"
COMPARED = ("EvolvedRules", "Beta4UCS", XCSF, "RF", "XGBoost", EBM)
EBM_CASES = {("rows", 500), ("rows", 2_000)}
USUAL = {"rows": 2_000, "columns": 10, "classes": 2, "rules": 2_000, "cores": 1}
GROWTH = {
    "rows": (500, 2_000, 8_000),
    "columns": (5, 10, 40),
    "classes": (2, 5, 10),
    "rules": (500, 2_000, 8_000),
    "cores": (1, 2),
}
TITLES = {
    "rows": "Rows",
    "columns": "Columns",
    "classes": "Classes",
    "rules": "Rules that a population may hold (`max_rules`, `pop_size`)",
    "cores": "Cores (`n_jobs`)",
}
ONLY = {"rules": ("Beta4UCS", XCSF), "cores": ("EvolvedRules", "RF")}


@dataclass(frozen=True)
class Record:
    """What one fit took."""

    grows: str
    size: int
    system: str
    cpu_seconds: float
    wall_seconds: float
    megabytes: float
    kernels: str


class Xcsf:
    """xcsf on one-hot labels, with the interface of scikit-learn."""

    def __init__(self, pop_size: int) -> None:
        self.options = {**XCSF_MATCHED, "pop_size": pop_size}

    def fit(self, X: pd.DataFrame, y: np.ndarray) -> Xcsf:
        import xcsf

        numbers = np.ascontiguousarray(X)
        low, high = numbers.min(axis=0), numbers.max(axis=0)
        labels = np.eye(int(y.max()) + 1)[y]
        n_trials = XCSF_EPOCHS * len(y)
        system = xcsf.XCS(
            x_dim=X.shape[1],
            y_dim=labels.shape[1],
            max_trials=n_trials,
            perf_trials=n_trials,
            **self.options,
        )
        system.fit((numbers - low) / (high - low), labels, True, verbose=False)
        return self


def model_of(system: str, grows: str, size: int) -> Any:
    if system == XCSF:
        return Xcsf(size if grows == "rules" else XCSF_MATCHED["pop_size"])
    model = SYSTEMS[system].make(1)
    if grows == "rules":
        return model.set_params(max_rules=size)
    if grows == "cores":
        (model[-1] if system == "RF" else model).set_params(n_jobs=size)
    return model


def table_of(grows: str, size: int) -> tuple[pd.DataFrame, np.ndarray]:
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
    """Send seconds and megabytes of a fit that finds everything compiled."""
    warnings.simplefilter("ignore")
    X, y = table_of(grows, size)
    few = np.union1d(np.unique(y, return_index=True)[1], np.arange(60))
    with threadpool_limits(size if grows == "cores" else 1):
        labels = np.unique(y[few], return_inverse=True)[1]
        if system != EBM:
            model_of(system, grows, size).fit(X.iloc[few], labels)
        model = model_of(system, grows, size)
        before = memory("VmRSS", forget_peak=True)
        cpu, wall = time.process_time(), time.perf_counter()
        model.fit(X, y)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    answer.put((cpu, wall, memory("VmHWM") - before))


def memory(name: str, *, forget_peak: bool = False) -> float:
    """Return what Linux says of this process, in MB: VmRSS now, VmHWM the most so far."""
    if forget_peak:
        Path("/proc/self/clear_refs").write_text("5")
    told = Path("/proc/self/status").read_text().split(f"{name}:")[1]
    return int(told.split()[0]) / 1024


def run(system: str, grows: str, size: int) -> Record:
    context = multiprocessing.get_context("spawn")
    answer = context.Queue()
    process = context.Process(target=fit, args=(system, grows, size, answer))
    process.start()
    process.join()
    if process.exitcode:
        raise SystemExit(f"{system} failed with {size} {grows}")
    cpu, wall, gained = answer.get()
    took = (round(cpu, 3), round(wall, 3), round(gained, 1))
    return Record(grows, size, system, *took, versions()["kernels"])


# ---------------------------------------------------------------------- page


def page(records: Sequence[Record]) -> str:
    """Write the times of everything that grows, and the memory for rows and columns."""
    lines = ["# How a fit grows", "", *(__doc__ or "").split("\n\n")[2].splitlines(), ""]
    lines += ["[Performance](../performance.md) has a picture of it, and what to turn.", ""]
    kernels = sorted({record.kernels for record in records})
    lines += [f"Made by beta4ucs {versions()['beta4ucs']} (kernels {', '.join(kernels)})."]
    for grows, title in TITLES.items():
        clock = "wall-clock seconds" if grows == "cores" else "CPU seconds"
        lines += ["", f"## {title}: {clock}", "", *_table(records, grows, is_memory=False)]
    for grows in ("rows", "columns"):
        lines += ["", f"## {TITLES[grows]}: memory gained in MB", ""]
        lines += _table(records, grows, is_memory=True)
    return "\n".join(lines) + "\n"


def _table(records: Sequence[Record], grows: str, *, is_memory: bool) -> list[str]:
    values = by_case(records)

    def cell(system: str, size: int) -> str:
        record = values.get((system, *case(grows, size)))
        if record is None:
            return "-"
        if is_memory:
            return f"{record.megabytes:.0f}"
        return f"{record.wall_seconds if grows == 'cores' else record.cpu_seconds:.2f}"

    sizes = GROWTH[grows]
    rows = [[name, *(cell(name, size) for size in sizes)] for name in ONLY.get(grows, COMPARED)]
    return markdown_table([grows, *(f"{size:,}" for size in sizes)], rows)


def draw(records: Sequence[Record], path: Path) -> None:
    """Draw CPU seconds as lines, one panel for everything that grows but cores."""
    import matplotlib.pyplot as plt

    values = by_case(records)
    panels = [grows for grows in GROWTH if grows != "cores"]
    figure, axes = plt.subplots(2, 2, figsize=(8, 6), sharey=True, layout="constrained")
    for one, grows in zip(axes.flat, panels, strict=True):
        for place, system in enumerate(COMPARED):
            found = [(n, values.get((system, *case(grows, n)))) for n in GROWTH[grows]]
            known = [(n, record.cpu_seconds) for n, record in found if record is not None]
            if system in ONLY.get(grows, COMPARED) and known:
                one.plot(*zip(*known, strict=True), marker="o", color=f"C{place}", label=system)
        one.set(xscale="log", yscale="log", xlabel=grows, xticks=GROWTH[grows])
        one.set_xticklabels([f"{size:,}" for size in GROWTH[grows]])
        one.minorticks_off()
    figure.supylabel("CPU seconds of a fit")
    axes[0, 0].legend(fontsize="small")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})


# ---------------------------------------------------------------------- what is run


def case(grows: str, size: int) -> tuple[str, int]:
    """The usual table is the same one, whatever grows."""
    return ("rows", USUAL["rows"]) if size == USUAL[grows] else (grows, size)


def by_case(records: Sequence[Record]) -> dict[tuple[str, str, int], Record]:
    return {(one.system, *case(one.grows, one.size)): one for one in records}


def cases() -> list[tuple[str, str, int]]:
    """Everything that is measured, once; EBM last, which takes longest."""
    every = [
        (system, *case(grows, size))
        for grows, sizes in GROWTH.items()
        for size in sizes
        for system in ONLY.get(grows, COMPARED)
    ]
    wanted = [one for one in dict.fromkeys(every) if one[0] != EBM or one[1:] in EBM_CASES]
    return sorted(wanted, key=lambda one: one[0] == EBM)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    add("--records", type=Path, default=Path("results", "growth-runs.csv"), help="resumed")
    add("--page", type=Path, help="write the page to this file")
    add("--picture", type=Path, help="draw it into this file")
    add("--report-only", action="store_true", help="write page and picture from the records")
    options = parser.parse_args(arguments)
    records = read_records(options.records, Record)
    done = by_case(records)
    options.records.parent.mkdir(parents=True, exist_ok=True)
    todo = [] if options.report_only else [one for one in cases() if one not in done]
    for system, grows, size in todo:
        record = run(system, grows, size)
        append_record(options.records, record)
        records.append(record)
        print(f"{grows} {size:,}: {system} {record.cpu_seconds:.2f} s", flush=True)
    if options.page:
        write_text(options.page, page(records))
    if options.picture:
        draw(records, options.picture)


if __name__ == "__main__":
    main()
