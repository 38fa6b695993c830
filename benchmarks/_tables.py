"""Tables to measure accuracy on: how each is loaded, and which half of them it belongs to.

    from _tables import TABLES, load_table, names
    X, y = load_table("flchain")       # a frame, categories as `category`; an array of text
    names(half="choose")               # tables to choose designs and defaults on
    names(half="judge", group="rare")  # tables to judge the result on, looked at afterwards

Every table belongs to one group and one half. The half follows from the names alone: within a
group, names stand in the order of their SHA-256 digests, and are dealt out in turns, "judge"
first. Nobody can move a table into the other half without renaming it.

Rows are split by `split_rows`: 80 % of each class to learn from, shuffled by the seed. Seeds from
101 on are for choosing, seeds 1 to 10 for judging.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
from _table_catalogue import ENTRIES, TableEntry
from _table_sources import read_source
from sklearn.model_selection import train_test_split

from beta4ucs import InputError

GROUPS = {
    "article": "the article's 25 data sets",
    "general": "2 to 9 classes, fewer than 10,000 rows",
    "rare": "two classes, 10 to 100 rows of the common one for each of the rare one",
    "large": "10,000 to 100,000 rows",
    "many": "10 classes and more",
    "wide": "56 to 130 columns, 208 to 400 rows",
    "timing": "100,000 training rows of 10 columns, for the time alone",
}
HALVES = ("judge", "choose")
MAX_ROWS = 100_000
TEST_SHARE = 0.2
CHOOSING_SEEDS = range(101, 111)
JUDGING_SEEDS = range(1, 11)


def _halves(entries: Iterable[TableEntry]) -> dict[str, str]:
    deals: dict[tuple[str, str], list[str]] = {}
    for entry in entries:
        deals.setdefault((entry.group, entry.recipe), []).append(entry.name)
    return {
        name: HALVES[position % 2]
        for dealt in deals.values()
        for position, name in enumerate(sorted(dealt, key=_digest))
    }


def _digest(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


TABLES = {entry.name: entry for entry in ENTRIES}
HALF_OF = _halves(TABLES.values())


def names(half: str | None = None, group: str | None = None, *, made: bool = True) -> list[str]:
    """Names of tables, in the catalogue's order; `made=False` leaves generated ones out."""
    return [
        name
        for name, entry in TABLES.items()
        if half in (None, HALF_OF[name])
        and group in (None, entry.group)
        and (made or not entry.is_made)
    ]


@cache
def load_table(name: str, data_dir: Path | None = None) -> tuple[pd.DataFrame, np.ndarray]:
    """Features and labels of a table; please do not change the frame, it is kept."""
    if name not in TABLES:
        raise InputError(f"'{name}' is none of the tables: {', '.join(TABLES)}")
    entry = TABLES[name]
    frame = read_source(entry.source, data_dir)
    if entry.prepare is not None:
        frame = entry.prepare(frame)
    frame = frame[frame[entry.target].notna()]
    if entry.n_rows is not None and entry.n_rows < len(frame):
        frame = frame.sample(entry.n_rows, random_state=0)
    frame = frame.reset_index(drop=True)
    X = frame.drop(columns=[entry.target, *entry.drop])
    return _typed(X, entry.categories), frame[entry.target].map(_as_text).to_numpy(dtype=np.str_)


def _typed(X: pd.DataFrame, codes: tuple[str, ...]) -> pd.DataFrame:
    """Numbers as float64; text and codes as categories with text for values."""
    columns = {}
    for name in X.columns:
        column = X[name]
        if name in codes or not pd.api.types.is_numeric_dtype(column.dtype):
            text = column.astype(object).where(column.notna(), None)
            text = text.map(_as_text, na_action="ignore")
            columns[str(name)] = pd.Categorical(text, categories=sorted(set(text.dropna())))
        else:
            columns[str(name)] = column.to_numpy(dtype=np.float64, na_value=np.nan)
    return pd.DataFrame(columns)


def _as_text(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # a code read beside missing values
    return str(value).strip()


def split_rows(y: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows to learn from and rows to test on: 80 % and 20 % of each class."""
    rows = np.arange(len(y))
    train, test = train_test_split(rows, test_size=TEST_SHARE, stratify=y, random_state=seed)
    return train, test
