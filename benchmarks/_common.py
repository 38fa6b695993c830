"""What the benchmarks share: where data lie, the article's split, versions, Markdown, options."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

import beta4ucs
from beta4ucs.data.datasets import DATA_DIR_VARIABLE, load

REPOSITORY = Path(__file__).resolve().parent.parent
SHARED = REPOSITORY.parent / "shared"  # what the project's checkouts have beside them


def default_data_dir() -> Path | None:
    """The folder with the article's files, or None."""
    folder = SHARED / "datasets"
    # beta4ucs reads the variable itself
    return None if os.environ.get(DATA_DIR_VARIABLE) or not folder.is_dir() else folder


@dataclass(frozen=True, eq=False)
class Split:
    """Rows to learn from and rows to test on; labels are the article's class indices."""

    X_train: np.ndarray
    y_train: np.ndarray
    X_test: np.ndarray
    y_test: np.ndarray


@cache
def load_problem(name: str, data_dir: Path | None) -> tuple[np.ndarray, np.ndarray]:
    """Features and class indices of one of the article's problems."""
    table = load(name, data_dir=data_dir)
    return table.X, table.class_codes


def split_problem(name: str, seed: int, data_dir: Path | None) -> Split:
    """Split 90/10 by a permutation of the seed: floor(0.9 n) rows to learn from."""
    X, codes = load_problem(name, data_dir)
    order = np.random.default_rng(seed).permutation(len(codes))
    train, test = np.split(order, [9 * len(codes) // 10])
    return Split(X[train], codes[train], X[test], codes[test])


def versions(*more: str) -> dict[str, str]:
    """Versions of what decides a result, the digest of the kernels' sources included.

    `more` names further files and folders of the package that the digest is of.
    """
    from beta4ucs.kernels.cache_folder import digest_of_all

    return {
        "kernels": digest_of_all(*more),
        "beta4ucs": beta4ucs.__version__,
        "numba": version("numba"),
        "numpy": version("numpy"),
        "python": platform.python_version(),
    }


def version_of(package: str) -> str:
    """Version of a package, or of the smaller one with the same modules; "none" without either."""
    for name in (package, f"{package}-cpu"):
        try:
            return version(name)
        except PackageNotFoundError:
            continue
    return "none"


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines of a table: the first column to the left, the others to the right."""
    widths = [max(len(line[i]) for line in [header, *rows]) for i in range(len(header))]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return [_line(header, widths), _line(rule, widths), *(_line(row, widths) for row in rows)]


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    padded = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
    return f"| {' | '.join(padded)} |"


def made_by(records: Iterable[Mapping[str, Any]], *, others: Sequence[str] = ()) -> list[str]:
    """Say which versions made the records, those of other packages included."""
    names = ("beta4ucs", "kernels", "numba", "numpy", "python", *others)
    found = sorted({tuple(str(record[name]) for name in names) for record in records})
    lines = []
    for ours, kernels, numba, numpy, python, *more in found:
        said = [f"{name} {value}" for name, value in zip(others, more, strict=True)]
        said = [f"beta4ucs {ours} (kernels {kernels})", f"numba {numba}", f"numpy {numpy}", *said]
        lines.append(f"Made by {', '.join(said)}, Python {python}.")
    return lines


def verdict_lines(verdicts: Iterable[tuple[bool, str]], *, is_judged: bool = True) -> list[str]:
    """List what is met and what is not, unless the runs were too short to judge by."""
    if not is_judged:
        return ["Quick: too short to be held against the targets."]
    return [f"- {'met' if is_met else 'MISSED'}: {text}" for is_met, text in verdicts]


def write_text(path: Path, text: str) -> None:
    """Write a result file, with the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def parse_seeds(text: str) -> list[int]:
    """Read '1-30' or '1,4,7-9'."""
    seeds: list[int] = []
    try:
        for part in text.split(","):
            first, _, last = part.partition("-")
            seeds.extend(range(int(first), int(last or first) + 1))
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not like 1-30 or 1,4,7-9") from None
    if not seeds:
        raise argparse.ArgumentTypeError(f"'{text}' holds no seed")
    return sorted(set(seeds))


def parse_names(known: Iterable[str]) -> Any:
    """Make a reader of names with commas between them; a system's may be a variant's."""
    known = tuple(known)

    def parse(text: str) -> list[str]:
        names = text.split(",")
        unknown = [name for name in names if name.partition("(")[0] not in known]
        if unknown:
            raise argparse.ArgumentTypeError(f"'{unknown[0]}' is none of {', '.join(known)}")
        return names

    return parse
