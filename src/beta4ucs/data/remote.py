"""Real data from OpenML or the UCI repository, brought into the form of the article's files.

Features are taken in the order of the service, checked against the catalogue and given its
names. Rows keep the order of the service, which may differ from the article's file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from beta4ucs.data.catalogue import Problem
from beta4ucs.data.columns import features_from_frame, parse_number
from beta4ucs.data.tables import Table
from beta4ucs.errors import InputError, quoted

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class RemoteSource:
    """Where a problem can be fetched.

    `labels` are the service's class labels in the order of the problem's `class_names`, by
    default these themselves; `drop` leaves out columns, `first` moves some to the front;
    `levels` are the words of each categorical feature in the order of their codes.
    """

    service: str
    key: str | int
    target: str
    labels: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()


_PRESENT = "absent present"
_NORMAL = "norm abnorm"
_SOYBEAN_LEVELS = (
    "april may june july august september october", "normal lt-normal", "lt-norm norm gt-norm",
    "lt-norm norm gt-norm", "yes no",
    "diff-lst-year same-lst-yr same-lst-two-yrs same-lst-sev-yrs",
    "scattered low-areas upper-areas whole-field", "minor pot-severe severe",
    "none fungicide other", "90-100 80-89 lt-80", _NORMAL, _NORMAL,
    "absent yellow-halos no-yellow-halos", "w-s-marg no-w-s-marg dna", "lt-1/8 gt-1/8 dna",
    _PRESENT, _PRESENT, "absent upper-surf lower-surf", _NORMAL, "yes no",
    "absent below-soil above-soil above-sec-nde", "dna brown dk-brown-blk tan", _PRESENT,
    "absent firm-and-dry watery", _PRESENT, "none brown black", _PRESENT,
    "norm diseased few-present dna", "absent colored brown-w/blk-specks distort dna", _NORMAL,
    _PRESENT, _PRESENT, "norm lt-norm", _PRESENT, "norm rotted galls-cysts",
)  # fmt: skip

SOURCES = {
    "dbt": RemoteSource("OpenML", "diabetes", "class", ("tested_negative", "tested_positive")),
    "ecl": RemoteSource("OpenML", "ecoli", "class"),
    "gls": RemoteSource(
        "OpenML", "glass", "Type",
        ("build wind float", "build wind non-float", "vehic wind float", "containers",
         "tableware", "headlamps"),
    ),
    "soy": RemoteSource("OpenML", "soybean", "class", levels=_SOYBEAN_LEVELS),
    "tae": RemoteSource("OpenML", "tae", "Class_attribute", ("1", "2", "3")),
    "yst": RemoteSource("OpenML", "yeast", "class_protein_localization"),
    "col": RemoteSource("UCI", 212, "class", ("Hernia", "Spondylolisthesis", "Normal")),
    "hcl": RemoteSource("UCI", 47, "cp_data", ("1", "2")),
    "mam": RemoteSource("UCI", 161, "Severity", ("0", "1")),
    "nph": RemoteSource("UCI", 936, "Gender", ("1", "2"), first=("Number_of_Doctors_Visited",)),
    "rsn": RemoteSource("UCI", 850, "Class", ("Kecimen", "Besni")),
    "wpb": RemoteSource("UCI", 16, "Outcome", ("N", "R"), drop=("ID",)),
}  # fmt: skip


def fetch(problem: Problem) -> Table:
    """Fetch a problem over the network; any error of the service passes through."""
    source = SOURCES[problem.id]
    frame = _from_openml(source) if source.service == "OpenML" else _from_uci(source)
    labels = _take(frame, source.target)
    frame = frame.drop(columns=[labels.name, *(_take(frame, name).name for name in source.drop)])
    for name in source.first:
        frame.insert(0, name, frame.pop(str(_take(frame, name).name)))
    X, _ = features_from_frame(_coded(frame, source.levels))
    if X.shape != (problem.rows, len(problem.feature_names)):
        raise InputError(
            f"it sent {X.shape[0]} rows of {X.shape[1]} features where the article has "
            f"{problem.rows} of {len(problem.feature_names)}"
        )
    sent = source.labels or problem.class_names
    y = _class_names(labels, dict(zip(sent, problem.class_names, strict=True)))
    return Table(X, y, problem.feature_names, "class", problem.name, problem.class_names)


def _from_openml(source: RemoteSource) -> pd.DataFrame:
    from sklearn.datasets import fetch_openml

    return fetch_openml(name=source.key, version=1, as_frame=True, n_retries=1).frame.copy()


def _from_uci(source: RemoteSource) -> pd.DataFrame:
    try:
        from ucimlrepo import fetch_ucirepo
    except ImportError:
        raise InputError("it needs a client: pip install 'beta4ucs[data]'") from None
    return fetch_ucirepo(id=source.key).data.original.copy()


def _take(frame: pd.DataFrame, name: str) -> pd.Series:
    """A column by name in any case."""
    for column in frame.columns:
        if str(column).casefold() == name.casefold():
            return frame[column]
    raise InputError(f"it sent no column '{name}'")


def _coded(frame: pd.DataFrame, levels: tuple[str, ...]) -> pd.DataFrame:
    """Replace the words of categorical features by their codes; others stay as they are."""
    if not levels:
        return frame
    codes = {}
    for name, words in zip(frame.columns, levels, strict=True):
        code = {word: index for index, word in enumerate(words.split())}
        # words outside the list stay and are refused as text further on
        codes[name] = [code.get(_plain(cell), cell) for cell in frame[name]]
    return type(frame)(codes)


def _class_names(labels: pd.Series, names: dict[str, str]) -> np.ndarray:
    plain = [_plain(cell) for cell in labels]
    unknown = sorted(set(plain) - set(names))
    if unknown:
        raise InputError(f"it sent classes the article does not have: {quoted(unknown)}")
    return np.array([names[label] for label in plain])


def _plain(cell: Any) -> str:
    """A label as text: without quotes, whole numbers without a fraction."""
    number = parse_number(cell)
    if number is not None and number.is_integer():
        return str(int(number))
    return str(cell).strip().strip("'\"")
