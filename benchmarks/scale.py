"""Do a million rows and 20,000 rules go? Time a row and memory, as they grow.

    python benchmarks/scale.py --records RUNS.csv --table TABLE.md
    python benchmarks/scale.py --records RUNS.csv --table TABLE.md --report-only
    python benchmarks/scale.py --quick                     (does it run? judges nothing)

The rows have 50 columns: 30 numbers drawn uniformly, 10 from normal distributions, whose ranges go
on growing as rows come, and 10 categories of 3 to 12 values. In 8 columns a value in 20 is missing.
The class is 1 where (n0 > 0.5 and c0 is not v1) or (g0 > 0.3 and c5 is v1, v2 or v3), and 5 labels
in 100 are turned round: 95 % is the most that can be reached. Rows are written to a Parquet file in
pieces, so they are never in memory together, and read in batches of 10,000 by the package's own
reader.

Each run is a process of its own, which gives every batch to `answer_and_learn`: it answers the rows
one by one and learns from each of them, once. All settings but the number of rules are defaults.
After each 100,000 rows it tells

time      microseconds of CPU a row in this block, for answering and learning, and for reading
memory    the largest resident memory of the process so far
accuracy  share of right answers in the block, each given before its row was learned from

"Rows" is one run through all of them. Its first block, in which ranges grow with almost every batch
and rules are moved along, is not held against the others. "Rules" are shorter runs for each size of
the population; the last block counts, in which populations are full.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pandas as pd
from _common import (
    made_by,
    markdown_table,
    verdict_lines,
    versions,
    write_text,
)
from _records import append_record, read_records

from beta4ucs import Beta4UCSClassifier
from beta4ucs.data import Batches, open_source

N_ROWS = 1_000_000
BLOCK = 100_000
PIECE = 50_000  # rows that are written at once
BATCH = 10_000  # rows that are read at once
RULES = 2000
POPULATIONS = (2000, 5000, 10_000, 20_000)
POPULATION_ROWS = 300_000
TARGET, CLASSES = "class", (0, 1)
SEED = 1

MAX_MEGABYTES = 2000.0
MAX_GROWTH = 1.1  # of the time a row, from the first half of the rows to the second
DEFAULT_RECORDS = Path("results", "scale-runs.csv")

# ---------------------------------------------------------------------- rows


def draw_rows(n_rows: int, seed: int, piece: int) -> pd.DataFrame:
    """One piece of the table, class included."""
    rng = np.random.default_rng([seed, piece])
    columns: dict[str, Any] = {f"n{i}": rng.random(n_rows) for i in range(30)}
    columns |= {f"g{i}": rng.normal(10.0 * i, 1.0 + i, n_rows) for i in range(10)}
    for i in range(10):
        values = [f"v{value}" for value in range(3 + i)]
        columns[f"c{i}"] = pd.Categorical.from_codes(rng.integers(0, 3 + i, n_rows), values)
    frame = pd.DataFrame(columns)
    is_one = (frame["n0"] > 0.5) & (frame["c0"] != "v1")
    is_one |= (frame["g0"] > 0.3) & frame["c5"].isin(["v1", "v2", "v3"])
    is_turned = rng.random(n_rows) < 0.05
    for name in ("n1", "n3", "n5", "n7", "g1", "g3", "c1", "c3"):
        frame.loc[rng.random(n_rows) < 0.05, name] = None
    frame[TARGET] = (is_one.to_numpy() ^ is_turned).astype(np.int64)
    return frame


def write_rows(path: Path, n_rows: int, seed: int) -> None:
    """Write the table piece by piece."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    writer = None
    for piece, start in enumerate(range(0, n_rows, PIECE)):
        frame = draw_rows(min(PIECE, n_rows - start), seed, piece)
        table = pa.Table.from_pandas(frame, preserve_index=False)
        writer = writer or pq.ParquetWriter(path, table.schema)
        writer.write_table(table)
    if writer is not None:
        writer.close()


# ---------------------------------------------------------------------- one run, in its own process


@dataclass(frozen=True)
class Block:
    """What a run tells after each block of rows."""

    rows: int  # seen so far
    learning: float  # microseconds a row in this block
    reading: float
    megabytes: float  # most so far
    accuracy: float  # in this block, from 0 to 1
    rules: int


def learn(path: Path, max_rules: int, n_rows: int, block: int, batch: int) -> Iterator[Block]:
    """Learn from the first rows of a file, batch by batch."""
    model = Beta4UCSClassifier(max_rules=max_rules, random_state=SEED)
    warm = draw_rows(100, SEED + 1, 0)
    Beta4UCSClassifier().partial_fit(warm.drop(columns=TARGET), warm[TARGET], classes=CLASSES)
    seen, learning, reading, right = 0, 0.0, 0.0, 0
    began = time.process_time()
    for X, y, _ in Batches(open_source(path, batch), target=TARGET).rows(CLASSES):
        read = time.process_time()
        answers = model.answer_and_learn(X, y, classes=CLASSES)
        learned = time.process_time()
        reading, learning = reading + read - began, learning + learned - read
        right += int(np.sum(answers == y))
        seen += len(y)
        if seen % block == 0:
            yield Block(
                rows=seen,
                learning=round(1e6 * learning / block, 2),
                reading=round(1e6 * reading / block, 2),
                megabytes=round(peak_megabytes(), 1),
                accuracy=right / block,
                rules=int(model.history_["rules"][-1]),
            )
            learning, reading, right = 0.0, 0.0, 0
        if seen >= n_rows:
            return
        began = time.process_time()


def peak_megabytes() -> float:
    """Largest resident memory of this process; getrusage would include its parent's on Linux."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
        kilobytes = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        kilobytes //= 1024 if sys.platform == "darwin" else 1
    return kilobytes / 1024


# ---------------------------------------------------------------------- all runs


@dataclass(frozen=True)
class Settings:
    """How much to do."""

    n_rows: int = N_ROWS
    block: int = BLOCK
    batch: int = BATCH
    populations: tuple[int, ...] = POPULATIONS
    population_rows: int = POPULATION_ROWS


QUICK = Settings(2000, block=500, batch=250, populations=(100, 200), population_rows=1000)


@dataclass(frozen=True)
class Record:
    """One line of the records: a block of a run."""

    part: str  # "rows" or "rules"
    max_rules: int
    rows: int
    learning: float
    reading: float
    megabytes: float
    accuracy: float
    rules: int
    kernels: str
    beta4ucs: str
    numba: str
    numpy: str
    python: str


def measure(path: Path, settings: Settings) -> Iterator[Record]:
    """Run everything, one process after the other."""
    runs = [("rows", RULES, settings.n_rows)]
    runs += [("rules", size, settings.population_rows) for size in settings.populations]
    for part, max_rules, n_rows in runs:
        for block in start(path, max_rules, n_rows, settings):
            yield Record(part=part, max_rules=max_rules, **asdict(block), **versions())


def start(path: Path, max_rules: int, n_rows: int, settings: Settings) -> Iterator[Block]:
    """Run `learn` in a new process and pass on what it tells."""
    numbers = (max_rules, n_rows, settings.block, settings.batch)
    command = [sys.executable, __file__, "--learn", str(path), *map(str, numbers)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout or ():
            yield Block(**json.loads(line))
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)


@contextmanager
def parquet_file(settings: Settings, given: Path | None) -> Iterator[Path]:
    """The file of rows: the one that was given if it is there, else a new one."""
    with tempfile.TemporaryDirectory() as folder:
        path = given or Path(folder, "rows.parquet")
        if not path.is_file():
            print(f"writing {settings.n_rows:,} rows", file=sys.stderr)
            write_rows(path, settings.n_rows, SEED)
        yield path


# ---------------------------------------------------------------------- the report


def verdicts(records: Sequence[Record]) -> Iterator[tuple[bool, str]]:
    """Hold the run through all rows against the goal."""
    blocks = [record for record in records if record.part == "rows"]
    most = max(record.megabytes for record in blocks)
    yield most <= MAX_MEGABYTES, f"peak memory {most:,.0f} MB (at most {MAX_MEGABYTES:,.0f})"
    half = len(blocks) // 2
    if half > 1:
        early = fmean(record.learning for record in blocks[1:half])
        late = fmean(record.learning for record in blocks[half:])
        yield (
            late <= MAX_GROWTH * early,
            f"time a row in the second half of the rows {late:.1f} µs, in the first, without its "
            f"first block, {early:.1f} (at most {MAX_GROWTH} times)",
        )


def report(records: Sequence[Record], *, is_judged: bool = True) -> str:
    """Write the results as Markdown."""
    blocks = [record for record in records if record.part == "rows"]
    last = blocks[-1].rows
    lines = [
        "# Scale",
        "",
        "50 columns from a Parquet file in batches, each row learned from once;",
        "`benchmarks/scale.py` says how the rows are made and what is measured. Microseconds of",
        "CPU a row in the block that ends there; memory is the most so far of the whole process.",
        "",
        *made_by(map(vars, records)),
        "",
        f"## {last:,} rows, {blocks[0].max_rules:,} rules",
        "",
    ]
    lines += verdict_lines(verdicts(records), is_judged=is_judged)
    header = ["rows", "learning µs", "reading µs", "memory MB", "right %", "rules"]
    lines += ["", *markdown_table(header, [[f"{r.rows:,}", *_cells(r)] for r in blocks])]
    runs = {record.max_rules: record for record in records if record.part == "rules"}
    if runs:
        rows = next(iter(runs.values())).rows
        lines += ["", f"## Populations, after {rows:,} rows", ""]
        cells = [[f"{size:,}", *_cells(record)] for size, record in sorted(runs.items())]
        lines += markdown_table(["most copies", *header[1:]], cells)
    return "\n".join(lines) + "\n"


def _cells(record: Record) -> list[str]:
    return [
        f"{record.learning:.1f}",
        f"{record.reading:.1f}",
        f"{record.megabytes:,.0f}",
        f"{100 * record.accuracy:.2f}",
        f"{record.rules:,}",
    ]


# ---------------------------------------------------------------------- command line


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    summary, _, details = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(
        description=summary, epilog=details, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--records", type=Path, default=DEFAULT_RECORDS, help="written anew, one line per block")
    add("--table", type=Path, help="write the page to this file too")
    add("--parquet", type=Path, help="keep the rows in this file, or take them from it")
    add("--report-only", action="store_true", help="write the page from the records")
    add("--quick", action="store_true", help="2,000 rows, to see that it runs")
    add("--learn", nargs=5, help=argparse.SUPPRESS)  # one run, in a process of its own
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    options = parse_arguments(arguments)
    if options.learn:
        path, *numbers = options.learn
        for block in learn(Path(path), *map(int, numbers)):
            print(json.dumps(asdict(block)), flush=True)
        return
    if not options.report_only:
        settings = QUICK if options.quick else Settings()
        options.records.parent.mkdir(parents=True, exist_ok=True)
        options.records.unlink(missing_ok=True)
        with parquet_file(settings, options.parquet) as path:
            for record in measure(path, settings):
                append_record(options.records, record)
                said = [f"{record.part}, {record.rows:,} rows", *_cells(record)]
                print("  ".join(said), file=sys.stderr, flush=True)
    text = report(read_records(options.records, Record), is_judged=not options.quick)
    print(text, end="")
    if options.table is not None:
        write_text(options.table, text)


if __name__ == "__main__":
    main()
