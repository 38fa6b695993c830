"""Learn from five million rows in passes: time, peak memory, and how right the rules are.

    python benchmarks/larger_than_memory.py
    python benchmarks/larger_than_memory.py --rows 200000 --parquet ROWS.parquet

The rows are those of `scale.py`: 40 numbers, 10 categories, missing values, and 95 % is the most
that can be right. They are written to a Parquet file in pieces. `beta4ucs fit --passes` then learns
from the file in a process of its own; its peak memory stands beside what the cells alone would take
as a table of numbers.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scale import SEED, TARGET, peak_megabytes, write_rows

N_ROWS = 5_000_000
N_COLUMNS = 51


def fit(path: Path) -> None:
    """Learn from a file; print figures as JSON, the rest on standard error."""
    from beta4ucs.cli import run

    start, cpu = time.perf_counter(), time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "run")
        told = ["--target", TARGET, "--seed", str(SEED), "--out", str(out), "--quiet"]
        if code := run(["fit", str(path), "--passes", *told]):
            raise SystemExit(code)
        record = json.loads((out / "run.json").read_text(encoding="utf-8"))
    found = {
        "rows": record["data"]["rows"],
        "rows drawn": record["split"]["rows_drawn"],
        "rules": record["results"]["rules"],
        "right on test rows": round(record["results"]["test_accuracy"], 4),
        "test rows": record["split"]["rows_tested"],
        "seconds": round(time.perf_counter() - start),
        "CPU seconds": round(time.process_time() - cpu),
        "peak memory in MB": round(peak_megabytes()),
    }
    print(json.dumps(found))


def measure(path: Path) -> dict[str, Any]:
    """Run `fit` in a new process."""
    command = [sys.executable, __file__, "--fit", str(path)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found | {"cells as numbers in MB": round(found["rows"] * N_COLUMNS * 8 / 2**20)}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    add("--rows", type=int, default=N_ROWS, help="how many")
    add("--parquet", type=Path, help="keep the rows in this file, or take them from it")
    add("--fit", type=Path, help=argparse.SUPPRESS)  # one run, in a process of its own
    options = parser.parse_args(arguments)
    if options.fit:
        fit(options.fit)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = options.parquet or Path(folder, "rows.parquet")
        if not path.is_file():
            print(f"writing {options.rows:,} rows", file=sys.stderr)
            write_rows(path, options.rows, SEED)
        for name, value in measure(path).items():
            print(f"{name:<24}{value:>12,}")


if __name__ == "__main__":
    main()
