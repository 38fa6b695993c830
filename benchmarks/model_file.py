"""What does the file of a very large model cost? Megabytes, seconds and memory, in both forms.

    python benchmarks/model_file.py                       (20,000 rules, 200 columns)
    python benchmarks/model_file.py --rules 2000 --columns 30

The model is that of `report_page.py`: random, every rule asks about a tenth of the columns. Each
file is saved and loaded in a process of its own. Memory is what the process needed at most beyond
what it had before; seconds are CPU time on one core. Both include what is imported on the way,
which a tiny model shows.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from report_page import random_model

import beta4ucs

FORMS = {"readable": "model.json", "compact": "model.json.gz"}


def measured(job: Callable[[], object]) -> tuple[float, float]:
    """CPU seconds and megabytes of a function that is called in a fork."""
    results = multiprocessing.get_context("fork").SimpleQueue()

    def run() -> None:
        before, start = _peak(), time.process_time()
        job()
        results.put((time.process_time() - start, _peak() - before))

    process = multiprocessing.get_context("fork").Process(target=run)
    process.start()
    process.join()
    if process.exitcode:
        raise SystemExit(f"the process ended with code {process.exitcode}")
    return results.get()


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0


def main() -> None:
    """Print one line per form."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rules", type=int, default=20_000)
    parser.add_argument("--columns", type=int, default=200)
    asked = parser.parse_args()
    print(f"{asked.rules:,} rules, {asked.columns:,} columns")
    with tempfile.TemporaryDirectory() as folder:
        for form, name in FORMS.items():
            path = Path(folder, name)
            saved = measured(partial(random_model(asked.rules, asked.columns)[0].save, path))
            loaded = measured(partial(beta4ucs.load, path))
            print(
                f"  {form:9} {path.stat().st_size / 1e6:6.1f} MB"
                f"   save {saved[0]:5.1f} s, {saved[1]:5.0f} MiB"
                f"   load {loaded[0]:5.1f} s, {loaded[1]:5.0f} MiB"
            )


if __name__ == "__main__":
    main()
