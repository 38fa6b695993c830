"""Run campaigns for some minutes, count, and keep the shortest input that fails."""

import argparse
import csv
import importlib
import itertools
import json
import math
import signal
import time
from pathlib import Path

from beta4ucs.kernels.cache_folder import digest_of_all

PARTS = {
    "tables": "tables that were made up",
    "inputs": "inputs of the Python classes",
    "model_files": "model files, damaged and edited",
    "kills": "processes killed, at random and at every renaming",
    "environments": "environments: streams, disks, locales, terminals, missing packages",
}
AIMS = {"tables": 10_000, "inputs": 500, "model_files": 10_000, "kills": 200, "environments": 40}
SECONDS_PER_CASE = 120.0  # longer counts as a hang
RECORD = ("part", "seed", "start", "cases", "found", "seconds", "kernels")


class Hang(BaseException):
    """A case has not come to an end."""


def checked(part, case):
    """What is wrong with a case, a hang included."""

    def ring(number, frame):
        raise Hang

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, SECONDS_PER_CASE)
    try:
        return part.check(case)
    except Hang:
        return f"no end within {SECONDS_PER_CASE:g} s"
    except Exception as error:  # a check that fails is a finding, too
        return f"{type(error).__name__}: {error}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def run_part(part, seed, start, seconds, most):
    """Check cases until time is over; returns how many, and the failing ones with the reason."""
    end, n_cases, failing = math.inf, 0, []
    for case in itertools.islice(part.cases(seed), start, None):
        if n_cases >= most or time.monotonic() > end:
            break
        wrong = checked(part, case)
        if n_cases == 0:  # what is prepared for the first one does not count
            end = time.monotonic() + seconds
        n_cases += 1
        if wrong is not None:
            failing.append((case, wrong))
    return n_cases, failing


def part_of(name):
    """The module of a part; None if it is not there."""
    try:
        return importlib.import_module(f"campaigns.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"campaigns.{name}":
            raise
        return None


def keep(name, seed, failing, folder):
    """Write the shortest failing input, and the reasons of all."""
    folder.mkdir(parents=True, exist_ok=True)
    case, wrong = min(failing, key=lambda pair: len(repr(pair[0])))
    shortest = folder / f"{name}-{seed}-shortest"
    shortest.write_bytes(case if isinstance(case, bytes) else f"{case!r}\n".encode())
    with (folder / f"{name}-{seed}.jsonl").open("a", encoding="utf-8") as file:
        for one, reason in failing:
            file.write(json.dumps({"wrong": reason, "case": repr(one)}) + "\n")
    print(f"  shortest failing input: {shortest}\n  {wrong[:300]}")


def read_records(path):
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def add_record(path, record):
    is_new = not path.exists()
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, RECORD, lineterminator="\n")
        if is_new:
            writer.writeheader()
        writer.writerow(record)


def page_of(records):
    """The page of results."""
    lines = [
        "# Campaigns",
        "",
        "Seeded searches for tracebacks, hangs, silent mistakes and lost files. A finding is a",
        "case that ended in one of these.",
        "",
        "| part | cases | aim | findings | code (digest of the kernels) |",
        "|---|---:|---:|---:|---|",
    ]
    for name, what in PARTS.items():
        mine = [one for one in records if one["part"] == name]
        cases, found = (sum(int(one[field]) for one in mine) for field in ("cases", "found"))
        codes = ", ".join(sorted({one["kernels"] for one in mine})) or "-"
        lines.append(f"| {what} | {cases:,} | {AIMS[name]:,} | {found:,} | {codes} |")
    lines += [
        "",
        "Made by `PYTHONPATH=tests python -m campaigns --records docs/results/campaign-runs.csv",
        "--page docs/results/campaign.md`, which goes on where the records end. `make campaign",
        "MINUTES=30` runs all parts for as long, and writes failing inputs to `campaign-failures`.",
        "",
    ]
    return "\n".join(lines)


def parse(arguments):
    parser = argparse.ArgumentParser(prog="campaigns", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0, help="for all parts together")
    parser.add_argument("--parts", default=",".join(PARTS), help="with commas between")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=10**9, help="cases of each part")
    parser.add_argument("--records", type=Path, help="file to add the counts to, and to go on from")
    parser.add_argument("--failures", type=Path, default=Path("campaign-failures"))
    parser.add_argument("--page", type=Path, help="page to write from the records")
    return parser.parse_args(arguments)


def main(arguments=None):
    told = parse(arguments)
    names = [name for name in told.parts.split(",") if name]
    n_failing = 0
    for name in names:
        part = part_of(name)
        if part is None:
            print(f"{name}: not there")
            continue
        records = read_records(told.records) if told.records else []
        done = [r for r in records if (r["part"], r["seed"]) == (name, str(told.seed))]
        start, began = sum(int(one["cases"]) for one in done), time.monotonic()
        seconds = 60.0 * told.minutes / len(names)
        n_cases, failing = run_part(part, told.seed, start, seconds, told.most)
        spent = time.monotonic() - began
        print(f"{name}: {n_cases:,} cases from {start:,} on, {len(failing)} failing, {spent:.0f} s")
        if failing:
            keep(name, told.seed, failing, told.failures)
        n_failing += len(failing)
        if told.records and n_cases:
            values = (name, told.seed, start, n_cases, len(failing), round(spent), digest_of_all())
            add_record(told.records, dict(zip(RECORD, values, strict=True)))
    if told.page:
        told.page.write_text(page_of(read_records(told.records)), encoding="utf-8")
    return 1 if n_failing else 0


if __name__ == "__main__":
    raise SystemExit(main())
