"""Digests of small models, to see whether all ten systems still learn what they learned before.

Every system of the article is trained on four data sets, once in the article's setting and once
with the defaults that a user gets. A line has the digest of the rows and the digest of the model:
all its rules, number by number, and the votes for some rows. Models depend on the seed and the
data alone, so a change that is not meant to touch learning leaves every line as it is.

    python benchmarks/digests.py --check docs/results/digests.txt
    python benchmarks/digests.py --out docs/results/digests.txt    # if learning was meant to change

Wine and the multiplexer need no files. Horse colic and soybean are read from the article's files
(`--data-dir`, or the variable BETA4UCS_DATA); `--only wne,mux` does without them.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from _common import default_data_dir, parse_names, write_text
from _systems import SYSTEMS

from beta4ucs import InputError
from beta4ucs.data import Table, load
from beta4ucs.hyperparameters import TABLES
from beta4ucs.study.systems import System

EPOCHS = {"wne": 20, "hcl": 20, "soy": 20, "mux": 10}  # by data set; enough to fill a population
SETTINGS = ("article", "defaults")
SEED = 7
VOTES_ON = 200  # rows
# Arrays of the learned population, in the order in which they are digested.
RULES = (
    "genes", "label", "fitness", "experience", "numerosity", "set_size", "time_stamp", "mass",
    "sets",
)  # fmt: skip
HEADER = ("set", "system", "setting", "data", "rules", "model")


@dataclass(frozen=True)
class Line:
    """One model."""

    dataset: str
    system: str
    setting: str
    data: str
    rules: str
    model: str

    @property
    def key(self) -> tuple[str, str, str]:
        """Which model it is."""
        return self.dataset, self.system, self.setting

    def __str__(self) -> str:
        return (
            f"{self.dataset:3}  {self.system:15}  {self.setting:8}  {self.data:8}  "
            f"{self.rules:>5}  {self.model}"
        )


def digest(parts: Iterable[Any], length: int) -> str:
    """Digest of arrays, to the last bit."""
    total = hashlib.sha256()
    for part in parts:
        total.update(np.ascontiguousarray(part).tobytes())
    return total.hexdigest()[:length]


def digest_of_model(model: Any, X: Any) -> str:
    """Digest of all rules and of their votes for the first rows."""
    rules = [getattr(model.population_, name) for name in RULES]
    return digest([*rules, model.votes(X[:VOTES_ON])], 16)


def as_users_have_it(system: System) -> System:
    """The system without what a study tells it to learn as in the article."""
    article = {*TABLES, "categorical_features"}
    kept = {name: value for name, value in system.parameters.items() if name not in article}
    return replace(system, parameters=kept)


def learn(dataset: str, table: Table, name: str, setting: str, epochs: int) -> Line:
    """Train one model and digest it."""
    system, X = SYSTEMS[name], table.X
    if setting == "defaults":
        system, X = as_users_have_it(system), table.to_frame()
    model = system.new_model(epochs, SEED)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of classes with a single row
        model.fit(X, table.class_codes)
    data = digest([table.X, table.class_codes], 8)
    return Line(dataset, name, setting, data, str(model.n_rules_), digest_of_model(model, X))


def lines_of(datasets: Sequence[str], data_dir: Path | None) -> Iterator[Line]:
    """Train all models of some data sets."""
    for dataset in datasets:
        table = load(dataset, data_dir=data_dir, random_state=0)  # so that mux is made, not read
        for name in SYSTEMS:
            for setting in SETTINGS:
                yield learn(dataset, table, name, setting, EPOCHS[dataset])


def read_lines(path: Path) -> list[Line]:
    """Read what this program wrote."""
    if not path.is_file():
        raise InputError(f"there is no file '{path}'")
    head, *rows = path.read_text(encoding="utf-8").splitlines()
    if tuple(head.split()) != HEADER or any(len(row.split()) != len(HEADER) for row in rows):
        raise InputError(f"'{path}' is no list of digests: its columns are {', '.join(HEADER)}")
    return [Line(*row.split()) for row in rows]


def differences(known: Sequence[Line], found: Sequence[Line]) -> list[str]:
    """Say which lines are not as they were."""
    before = {line.key: line for line in known}
    said = []
    for line in found:
        if line.key not in before:
            said.append(f"  new: {line}")
        elif line != before[line.key]:
            said += [f"  was: {before[line.key]}", f"  now: {line}"]
    return said


def judge(known: Sequence[Line], found: Sequence[Line]) -> int:
    """Print what differs; return the exit code."""
    said = differences(known, found)
    if not said:
        print(f"All {len(found)} models are as they were.")
        return 0
    print("Not as they were:", *said, sep="\n")
    before = {line.key: line.data for line in known}
    if any(before.get(line.key, line.data) != line.data for line in found):
        print("Some were trained on other rows: these are no files of the article.")
    return 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, print, and compare or write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", type=parse_names(EPOCHS), default=list(EPOCHS), metavar="IDS")
    parser.add_argument("--data-dir", type=Path, default=default_data_dir())
    parser.add_argument("--check", type=Path, metavar="FILE", help="compare with what it says")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the lines there")
    options = parser.parse_args(arguments)
    try:
        known = read_lines(options.check) if options.check else []
        titles = Line(*HEADER)
        print(titles)
        found = []
        for line in lines_of(options.only, options.data_dir):
            print(line, flush=True)
            found.append(line)
    except InputError as error:
        parser.exit(2, f"digests: {error}\n")
    if options.out:
        write_text(options.out, "".join(f"{line}\n" for line in (titles, *found)))
    return judge(known, found) if options.check else 0


if __name__ == "__main__":
    sys.exit(main())
