"""Does the page of a very large model stay small? Seconds, megabytes, and time to load.

    python benchmarks/report_page.py                       (20,000 rules, 200 columns)
    python benchmarks/report_page.py --rules 2000 --columns 30

The model is put together at random: three classes, every rule asks about a tenth of the columns,
half of the conditions are fuzzy. It is judged on 1,000 random rows. The page must have less than 10
MB, be written within 20 seconds of CPU time on one core, kernels compiled, and load within 2
seconds in a browser; the browser is left out where Playwright or Chromium are missing. The exit
code is 1 if something is missed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pandas as pd

from beta4ucs import Beta4UCSClassifier
from beta4ucs.data.encoding import plain_encoding
from beta4ucs.data.scaling import UnitScaling
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.model_file import Model
from beta4ucs.report import report_page
from beta4ucs.representations import Beta4

MOST_MEGABYTES, MOST_SECONDS, LOADS_WITHIN = 10.0, 20.0, 2.0
CLASSES = np.array(["calm", "rough", "wild"])
N_ROWS = 1000


def random_model(n_rules: int, n_columns: int) -> tuple[Beta4UCSClassifier, pd.DataFrame]:
    """Put a model together, and rows for it."""
    rng = np.random.default_rng(1)
    label, experience = rng.integers(0, 3, n_rules), rng.uniform(1.0, 400.0, n_rules)
    rules = RuleArrays(
        genes=_genes(rng, n_rules, n_columns),
        label=label,
        fitness=rng.uniform(-0.2, 1.0, n_rules),
        experience=experience,
        numerosity=rng.integers(1, 20, n_rules),
        set_size=np.full(n_rules, 40.0),
        time_stamp=np.full(n_rules, 1000),
        mass=np.eye(3)[label] * experience[:, None],
        sets=np.zeros((n_rules, 0), dtype=np.int64),
    )
    scaling = UnitScaling(np.full(n_columns, -5.0), np.linspace(10.0, 20.0, n_columns))
    names = [f"measurement_{column}" for column in range(n_columns)]
    model = Model(
        estimator="Beta4UCSClassifier",
        credit="fuzzy",
        parameters={},
        representation=Beta4(),
        classes=CLASSES,
        class_counts=np.array([40, 30, 30]),
        feature_names=tuple(names),
        target_name="sea",
        encoding=plain_encoding(scaling),
        rules=rules,
        votes=None,
        history={"rules": [float(n_rules)]},
        n_epochs=1,
        n_iterations=100,
        seed=1,
    )
    rows = scaling.low + rng.random((N_ROWS, n_columns)) * (scaling.high - scaling.low)
    return Beta4UCSClassifier()._restore(model), pd.DataFrame(rows, columns=names)


def _genes(rng: np.random.Generator, n_rules: int, n_columns: int) -> np.ndarray:
    shape = (n_rules, n_columns)
    middle, spread = rng.random(shape), rng.uniform(0.2, 0.9, shape)
    genes = np.ones((*shape, 4))
    genes[..., 2], genes[..., 3] = middle - spread, middle + spread
    is_fuzzy = rng.random(shape) < 0.5
    genes[is_fuzzy, :2] = rng.uniform(1.0, 4.0, (int(is_fuzzy.sum()), 2))
    genes[rng.random(shape) > 0.1] = 1.0, 1.0, 0.0, 1.0
    return genes


def seconds_to_load(page: Path) -> float | None:
    """Until rules and vote are there, the best of three; None without a browser."""
    chromium = os.environ.get("BETA4UCS_CHROMIUM") or shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    if chromium is None:
        return None
    flags = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
    ready = "performance.getEntriesByName('beta4ucs-ready')[0].startTime"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=flags)
        times = []
        for _ in range(3):
            tab = browser.new_page()
            tab.goto(page.resolve().as_uri())
            times.append(tab.evaluate(ready) / 1000.0)
            tab.close()
        browser.close()
    return min(times)


def main(arguments: list[str] | None = None) -> int:
    """Write the page, print what it costs and say whether that is little enough."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rules", type=int, default=20_000)
    parser.add_argument("--columns", type=int, default=200)
    asked = parser.parse_args(arguments)
    model, rows = random_model(asked.rules, asked.columns)
    labels = CLASSES[np.arange(len(rows)) % 3]
    report_page(*random_model(20, 3), None)  # compiles
    start, on_the_clock = time.process_time(), time.perf_counter()
    text = report_page(model, rows, labels, rows="test rows")
    spent, waited = time.process_time() - start, time.perf_counter() - on_the_clock
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(text, encoding="utf-8")
        megabytes, loaded = page.stat().st_size / 1e6, seconds_to_load(page)
    print(f"{asked.rules:,} rules, {asked.columns:,} columns, {len(rows):,} rows")
    print(f"  {megabytes:6.2f} MB     at most {MOST_MEGABYTES:g}")
    print(f"  {spent:6.2f} s CPU  at most {MOST_SECONDS:g} ({waited:.2f} s on the clock)")
    print("  no browser" if loaded is None else f"  {loaded:6.2f} s load at most {LOADS_WITHIN:g}")
    is_fine = megabytes < MOST_MEGABYTES and spent < MOST_SECONDS and (loaded or 0) < LOADS_WITHIN
    return 0 if is_fine else 1


if __name__ == "__main__":
    sys.exit(main())
