"""Run campaigns for some minutes, count, and keep the shortest input that fails."""

import argparse
import csv
import hashlib
import importlib
import itertools
import json
import math
import signal
import time
from pathlib import Path

import beta4ucs

PARTS = {
    "tables": "tables that were made up",
    "inputs": "inputs of the Python classes",
    "model_files": "model files, damaged and edited",
    "kills": "processes killed, at random and at every renaming",
    "environments": "environments: streams, disks, locales, terminals, missing packages",
}
AIMS = {"tables": 10_000, "inputs": 500, "model_files": 10_000, "kills": 260, "environments": 50}
SECONDS_PER_CASE = 600.0  # longer counts as a hang, also on a machine that is busy
SECONDS_PER_RECORD = 60.0
RECORD = ("part", "seed", "start", "cases", "found", "seconds", "code")


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


def batches(part, seed, start, seconds, most):
    """Check cases until time is over; yields how many, and the failing ones with the reason.

    A batch ends after a minute or with a failing case, so that little is lost if this is killed.
    """
    n_cases, failing, began, end = 0, [], time.monotonic(), math.inf
    for case in itertools.islice(part.cases(seed), start, start + most):
        wrong = checked(part, case)
        if end == math.inf:  # what is prepared for the first one does not count
            end = time.monotonic() + seconds
        n_cases += 1
        if wrong is not None:
            failing.append((case, wrong))
        if failing or time.monotonic() > began + SECONDS_PER_RECORD:
            yield n_cases, failing
            n_cases, failing, began = 0, [], time.monotonic()
        if time.monotonic() > end:
            break
    if n_cases:
        yield n_cases, failing


def code_digest():
    """A digest of all sources of the package."""
    sources = Path(beta4ucs.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(sources.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(f"{path.relative_to(sources)}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def part_of(name):
    """The module of a part; None if it is not there."""
    try:
        return importlib.import_module(f"campaigns.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"campaigns.{name}":
            raise
        return None


def keep(name, seed, failing, folder):
    """Write down failing inputs and the reasons; the shortest input stands alone in a file."""
    folder.mkdir(parents=True, exist_ok=True)
    shortest = folder / f"{name}-{seed}-shortest"
    for case, wrong in failing:
        content = case if isinstance(case, bytes) else f"{case!r}\n".encode()
        if not shortest.exists() or len(content) < shortest.stat().st_size:
            shortest.write_bytes(content)
        with (folder / f"{name}-{seed}.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps({"wrong": wrong, "case": repr(case)}) + "\n")
        print(f"  {name}: {wrong[:300]}\n  shortest failing input: {shortest}", flush=True)


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
        "| part | cases | aim | findings | code (digest of all sources) |",
        "|---|---:|---:|---:|---|",
    ]
    for name, what in PARTS.items():
        mine = [one for one in records if one["part"] == name]
        cases, found = (sum(int(one[field]) for one in mine) for field in ("cases", "found"))
        codes = ", ".join(sorted({one["code"] for one in mine})) or "-"
        lines.append(f"| {what} | {cases:,} | {AIMS[name]:,} | {found:,} | {codes} |")
    lines += [
        "",
        "Made by `PYTHONPATH=tests python -m campaigns --aims --records",
        "docs/results/campaign-runs.csv --page docs/results/campaign.md`, which goes on where the",
        "records end. `make campaign MINUTES=30` runs all parts for as long. Failing inputs go to",
        "`campaign-failures`.",
        "",
    ]
    return "\n".join(lines)


def parse(arguments):
    parser = argparse.ArgumentParser(prog="campaigns", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0, help="for all parts together")
    parser.add_argument("--parts", default=",".join(PARTS), help="with commas between")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=10**9, help="cases of each part")
    parser.add_argument("--aims", action="store_true", help="as many as aimed at, however long")
    parser.add_argument("--records", type=Path, help="file to add the counts to, and to go on from")
    parser.add_argument("--failures", type=Path, default=Path("campaign-failures"))
    parser.add_argument("--page", type=Path, help="page to write from the records")
    return parser.parse_args(arguments)


def main(arguments=None):
    told = parse(arguments)
    names = [name for name in told.parts.split(",") if name]
    seconds = math.inf if told.aims else 60.0 * told.minutes / len(names)
    n_failing = sum(run_part(name, told, seconds) for name in names)
    if told.page:
        told.page.write_text(page_of(read_records(told.records)), encoding="utf-8")
    return 1 if n_failing else 0


def run_part(name, told, seconds):
    """Check cases from where the records end; returns how many fail."""
    part = part_of(name)
    if part is None:
        print(f"{name}: not there")
        return 0
    records = read_records(told.records) if told.records else []
    done = [one for one in records if (one["part"], one["seed"]) == (name, str(told.seed))]
    first = start = sum(int(one["cases"]) for one in done)
    most = max(0, min(told.most, AIMS[name] - start if told.aims else told.most))
    began, n_failing, code = time.monotonic(), 0, code_digest()
    for n_cases, failing in batches(part, told.seed, start, seconds, most):
        now = time.monotonic()
        values = (name, told.seed, start, n_cases, len(failing), round(now - began, 1), code)
        if told.records:
            add_record(told.records, dict(zip(RECORD, values, strict=True)))
        if failing:
            keep(name, told.seed, failing, told.failures)
        start, began, n_failing = start + n_cases, now, n_failing + len(failing)
    print(f"{name}: {start - first:,} cases from {first:,} on, {n_failing} failing", flush=True)
    return n_failing


if __name__ == "__main__":
    raise SystemExit(main())
