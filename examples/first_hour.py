"""The first hour with a table of one's own: eleven steps from a CSV file to answers with ids.

Each step is a command as one would type it. The table is made up: 240 patients with numbers,
words, missing values and an id, and whether they came back within a month.
"""

import os
import shlex
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

from beta4ucs.cli import run

FEW = "--populations 1 --max-conditions 3"  # a small search, for a small table and little time


def patients(n: int = 240) -> pd.DataFrame:
    """Make patients, older ones and smokers with more risk."""
    rng = np.random.default_rng(7)
    table = pd.DataFrame(
        {
            "patient": [f"{place:05d}" for place in rng.permutation(n)],
            "age": rng.integers(20, 95, n),
            "smoker": rng.choice(["no", "former", "yes"], n, p=[0.5, 0.3, 0.2]),
            "creatinine": rng.gamma(6.0, 0.2, n).round(2),
            "remark": "none",
        }
    )
    odds = 0.1 * table["age"] - 7.5 + 3 * (table["smoker"] == "yes")
    table["returned"] = np.where(rng.random(n) < 1 / (1 + np.exp(-odds)), "yes", "no")
    table.loc[rng.random(n) < 0.2, "creatinine"] = np.nan
    return table


def step(number: int, what: str, command: str) -> None:
    """Run a command, and stop if it fails."""
    print(f"\n=== {number}. {what}\n$ beta4ucs {command}\n", flush=True)
    if run(shlex.split(command)) != 0:
        raise SystemExit(f"step {number} failed")


def main() -> None:
    """Go through the steps in a folder that is removed in the end."""
    with tempfile.TemporaryDirectory() as folder:
        back = Path.cwd()
        os.chdir(folder)
        try:
            eleven_steps()
        finally:
            os.chdir(back)


def eleven_steps() -> None:
    """From the installed package to answers for new rows."""
    table = patients()
    table[:200].to_csv("patients.csv", index=False)
    table[200:].drop(columns="returned").to_csv("new.csv", index=False)
    columns = "--id patient --drop remark"
    step(1, "Is it installed?", "--version")
    step(
        2,
        "Learn from a mixed table; a fifth of the rows is kept for testing",
        f"fit patients.csv {columns} {FEW} --test-size 0.2 --stratify --seed 1 --top 2 "
        "--threshold 0.4 --positive yes --out run",
    )
    step(
        3, "Read the rules, with what they cover among test rows", "rules run patients.csv --top 3"
    )
    step(4, "See the measures on test rows", "predict run patients.csv --rows test --out test.csv")
    step(
        5, "Why has a row its answer, and what would change it?", "explain run patients.csv --top 1"
    )
    step(6, "A page for people without Python", "report run patients.csv --out report.html")
    step(
        7,
        "Fewer rules that say nearly the same",
        "compact run patients.csv --n-rules 8 --out small.json",
    )
    step(8, "The page of the compacted model", "report small.json patients.csv --out small.html")
    step(
        9,
        "How good is it on any rows? Cross-validation",
        f"cv patients.csv {columns} {FEW} --folds 3 --repeats 1 --out cv.csv --quiet",
    )
    step(
        10,
        "Are there better settings?",
        f"tune patients.csv {columns} {FEW} --test-size 0.2 --stratify --seed 1 --candidates 3 "
        "--folds 2 --top 1 --out tuned",
    )
    step(11, "Answer new rows, each with its id", "predict tuned new.csv --proba --out answers.csv")
    answers = pd.read_csv("answers.csv", dtype=str)
    assert answers["patient"].tolist() == table["patient"][200:].tolist()
    print(answers.head(3).to_string(index=False))
    print(f"\nall eleven steps are done: {len(answers)} new patients have an answer")


if __name__ == "__main__":
    main()
