"""Fuzzed inputs of estimators: arrays, frames, labels and weights of all kinds.

`python tests/campaigns/inputs.py 100 7` tries 100 inputs from seed 7 on.
"""

from __future__ import annotations

import random
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse

import beta4ucs
from beta4ucs import (
    Beta4UCSClassifier,
    EvolvedRulesClassifier,
    FuzzyUCSClassifier,
    UCSClassifier,
)

QUICK = {"n_epochs": 2, "max_rules": 60, "random_state": 1}
LEARNERS: dict[str, Callable[[], Any]] = {
    "ucs": lambda: UCSClassifier(**QUICK),
    "beta4": lambda: Beta4UCSClassifier(**QUICK),
    "fuzzy": lambda: FuzzyUCSClassifier(**QUICK),
    "balanced": lambda: UCSClassifier(**QUICK, class_weight="balanced"),
    "never": lambda: UCSClassifier(**QUICK, missing="never"),
    "evolved": lambda: EvolvedRulesClassifier(n_populations=1, size=5, random_state=1),
}
RARELY = {"evolved": 8}  # takes a second


@dataclass
class InputCase:
    """What `fit` is given, by the names of its kinds."""

    learner: str
    rows: str
    labels: str
    weights: str
    X: Any
    y: Any
    sample_weight: Any

    def __str__(self) -> str:
        return f"{self.learner}, X: {self.rows}, y: {self.labels}, weights: {self.weights}"


# ------------------------------------------------------------------ generation


def cases(seed: int) -> Iterator[InputCase]:
    """Endless inputs; the same seed gives the same."""
    draw = random.Random(seed)
    while True:
        n = draw.choice([2, 5, 12, 30, 60])
        rng = np.random.default_rng(draw.getrandbits(32))
        weight = [1 if name not in RARELY else 1 / RARELY[name] for name in LEARNERS]
        (learner,) = draw.choices(list(LEARNERS), weight)
        rows, X = draw.choice(list(ROWS.items()))
        labels, y = draw.choice(list(LABELS.items()))
        weights, w = draw.choice([("none", lambda rng, n: None)] * 5 + list(WEIGHTS.items()))
        yield InputCase(learner, rows, labels, weights, X(rng, n), y(rng, n), w(rng, n))


def a_frame(rng: np.random.Generator, n: int) -> pd.DataFrame:
    odor = rng.choice(["none", "foul", "?", "東京", "007"], n)
    return pd.DataFrame(
        {
            "size": np.where(rng.random(n) < 0.2, np.nan, rng.normal(0, 5, n)),
            "odor": pd.Series(odor, dtype=object),
            "ok": rng.random(n) < 0.5,
            "grade": pd.Categorical(rng.choice(["low", "high"], n), ["low", "high"], ordered=True),
            "code": rng.integers(0, 4, n),
        }
    )


def of_polars(rng: np.random.Generator, n: int) -> Any:
    import polars

    return polars.DataFrame({k: list(v) for k, v in a_frame(rng, n).items()}, strict=False)


def of_pyarrow(rng: np.random.Generator, n: int) -> Any:
    import pyarrow

    return pyarrow.Table.from_pandas(a_frame(rng, n))


ROWS: dict[str, Callable[[np.random.Generator, int], Any]] = {
    "array": lambda rng, n: rng.random((n, 3)),
    "float32": lambda rng, n: rng.random((n, 2)).astype(np.float32),
    "float16": lambda rng, n: rng.random((n, 2)).astype(np.float16),
    "longdouble": lambda rng, n: rng.random((n, 2)).astype(np.longdouble),
    "Fortran order": lambda rng, n: np.asfortranarray(rng.random((n, 3))),
    "read-only": lambda rng, n: _frozen(rng.random((n, 3))),
    "strided": lambda rng, n: rng.random((2 * n, 6))[::2, ::2],
    "integers": lambda rng, n: rng.integers(-(2**60), 2**60, (n, 2)),
    "bool": lambda rng, n: rng.random((n, 3)) < 0.5,
    "with NaN": lambda rng, n: np.where(rng.random((n, 3)) < 0.4, np.nan, rng.random((n, 3))),
    "all NaN": lambda rng, n: np.full((n, 2), np.nan),
    "huge": lambda rng, n: rng.choice([-1.7e308, 1.7e308, 0.0, 5e-324], (n, 2)),
    "huge frame": lambda rng, n: pd.DataFrame(rng.choice([-1.7e308, 1.7e308, np.nan], (n, 2))),
    "infinite": lambda rng, n: np.where(rng.random((n, 2)) < 0.5, np.inf, 0.0),
    "constant": lambda rng, n: np.ones((n, 2)),
    "list": lambda rng, n: rng.random((n, 2)).tolist(),
    "list with None": lambda rng, n: [[None if x < 0.2 else x] for x in rng.random(n)],
    "words": lambda rng, n: rng.choice(["a", "b", "7"], (n, 2)),
    "objects": lambda rng, n: np.array([[i, "ab"[i % 2]] for i in range(n)], dtype=object),
    "ragged": lambda rng, n: [[1.0] * (1 + i % 2) for i in range(n)],
    "one dimension": lambda rng, n: rng.random(n),
    "three dimensions": lambda rng, n: rng.random((n, 2, 2)),
    "no columns": lambda rng, n: np.empty((n, 0)),
    "no rows": lambda rng, n: np.empty((0, 2)),
    "complex": lambda rng, n: rng.random((n, 2)) + 1j,
    "dates": lambda rng, n: pd.DataFrame({"day": pd.date_range("2020-01-01", periods=n)}),
    "date objects": lambda rng, n: pd.DataFrame({"day": [date(2020, 1, 1)] * n}),
    "lists in cells": lambda rng, n: pd.DataFrame({"l": [[1]] * n, "x": range(n)}),
    "sparse": lambda rng, n: sparse.csr_array(rng.random((n, 3))),
    "frame": a_frame,
    "odd index": lambda rng, n: a_frame(rng, n).set_index(pd.Index([7] * n)),
    "odd names": lambda rng, n: pd.DataFrame(rng.random((n, 3)), columns=["", "self", "年 x"]),
    "number names": lambda rng, n: pd.DataFrame(rng.random((n, 2)), columns=[3, 1]),
    "mixed names": lambda rng, n: pd.DataFrame(rng.random((n, 2)), columns=[3, "a"]),
    "same names": lambda rng, n: pd.DataFrame(rng.random((n, 2)), columns=["a", "a"]),
    "nullable": lambda rng, n: a_frame(rng, n).convert_dtypes(),
    "several levels": lambda rng, n: pd.concat({"t": pd.DataFrame(rng.random((n, 2)))}, axis=1),
    "wide": lambda rng, n: rng.random((n, 60)),
    "series": lambda rng, n: pd.Series(rng.random(n)),
    "None": lambda rng, n: None,
    "text": lambda rng, n: "abc",
}
if find_spec("polars") is not None:
    ROWS["polars"] = of_polars
    ROWS["polars lazy"] = lambda rng, n: of_polars(rng, n).lazy()
if find_spec("pyarrow") is not None:
    ROWS["pyarrow"] = of_pyarrow

LABELS: dict[str, Callable[[np.random.Generator, int], Any]] = {
    "words": lambda rng, n: rng.choice(["yes", "no"], n),
    "three words": lambda rng, n: rng.choice(["a", "東京", "007"], n).tolist(),
    "numbers": lambda rng, n: rng.integers(0, 2, n),
    "numbers in front": lambda rng, n: np.array(["007", "7", "07"])[rng.integers(0, 3, n)],
    "negative": lambda rng, n: rng.choice([-1, 1], n),
    "bool": lambda rng, n: rng.random(n) < 0.5,
    "whole floats": lambda rng, n: rng.integers(0, 2, n).astype(float),
    "fractions": lambda rng, n: rng.random(n),
    "series": lambda rng, n: pd.Series(
        rng.choice(["p", "q"], n), name="kind", index=range(5, n + 5)
    ),
    "categories": lambda rng, n: pd.Series(pd.Categorical(rng.choice(["p", "q", "r"], n))),
    "nullable": lambda rng, n: pd.Series(rng.integers(0, 2, n), dtype="Int64"),
    "objects": lambda rng, n: np.array(rng.choice(["p", "q"], n), dtype=object),
    "mixed": lambda rng, n: [1 if x < 0.5 else "a" for x in rng.random(n)],
    "missing": lambda rng, n: [None if x < 0.3 else "a" for x in rng.random(n)],
    "NaN": lambda rng, n: np.where(rng.random(n) < 0.3, np.nan, 1.0),
    "one class": lambda rng, n: ["a"] * n,
    "too few": lambda rng, n: ["a", "b"] * (n // 4),
    "column": lambda rng, n: rng.integers(0, 2, (n, 1)),
    "two columns": lambda rng, n: rng.integers(0, 2, (n, 2)),
    "large": lambda rng, n: rng.choice([2**62, -(2**62)], n),
    "many": lambda rng, n: np.arange(n),
    "bytes": lambda rng, n: rng.choice([b"a", b"b"], n),
    "dates": lambda rng, n: pd.to_datetime(rng.choice(["2020-01-01", "2021-01-01"], n)),
    "None": lambda rng, n: None,
}
WEIGHTS: dict[str, Callable[[np.random.Generator, int], Any]] = {
    "ones": lambda rng, n: np.ones(n),
    "sum to 1": lambda rng, n: np.full(n, 1 / n),
    "random": lambda rng, n: rng.random(n),
    "repeats": lambda rng, n: rng.integers(0, 4, n),
    "huge": lambda rng, n: rng.random(n) * 1e308,
    "huge whole": lambda rng, n: np.full(n, 1e9),
    "tiny": lambda rng, n: np.full(n, 5e-324),
    "unequal": lambda rng, n: 10.0 ** rng.integers(-300, 300, n),
    "zero": lambda rng, n: np.zeros(n),
    "negative": lambda rng, n: -np.ones(n),
    "NaN": lambda rng, n: np.full(n, np.nan),
    "words": lambda rng, n: ["heavy"] * n,
    "too few": lambda rng, n: np.ones(1),
    "series": lambda rng, n: pd.Series(rng.random(n), index=range(3, n + 3)),
}


def _frozen(array: np.ndarray) -> np.ndarray:
    array.setflags(write=False)
    return array


# ------------------------------------------------------------------ what must hold


def check(case: InputCase) -> str | None:
    """None if all is well, else what broke, in one line."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", UserWarning)  # said to the user
        try:
            return _check(case)
        except Exception as error:  # whatever it is, it was not a sentence
            return f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"


def _check(case: InputCase) -> str | None:
    model = LEARNERS[case.learner]()
    try:
        model.fit(case.X, case.y, sample_weight=case.sample_weight)
    except (ValueError, TypeError) as error:  # what scikit-learn raises for such input
        return None if _is_for_users(error) else f"{type(error).__name__}: {error}"
    answers = model.predict(case.X)
    if not set(answers.tolist()) <= set(model.classes_.tolist()):
        return "an answer is no class"
    known = {str(label) for label in np.asarray(case.y).ravel().tolist()}
    if not {str(label) for label in model.classes_.tolist()} <= known:
        return f"classes {model.classes_.tolist()[:5]} are not among {sorted(known)[:5]}"
    chances = model.predict_proba(case.X)
    if not np.allclose(chances.sum(axis=1), 1.0) or chances.min() < 0.0:
        return "probabilities do not sum to 1"
    one = case.X[-1:] if not hasattr(case.X, "slice") else case.X.slice(len(answers) - 1)
    if not np.array_equal(model.predict_proba(one), chances[-1:]):
        return "the last row alone has another answer"
    with tempfile.TemporaryDirectory() as folder:
        try:
            model.save(Path(folder, "model.json"))
        except beta4ucs.InputError:  # labels that a file cannot have, such as dates
            return None
        again = beta4ucs.load(Path(folder, "model.json"))
    if not np.array_equal(again.predict_proba(case.X), chances):
        return "probabilities differ after save and load"
    if again.predict(case.X).tolist() != answers.tolist():
        return "answers differ after save and load"
    return None


def _is_for_users(error: Exception) -> bool:
    """Whether a check has raised it, ours or scikit-learn's, and not some code below."""
    if isinstance(error, beta4ucs.InputError):
        return bool(str(error))
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    name = place.tb_frame.f_code.co_filename if place is not None else ""
    return any(part in name for part in ("validation", "multiclass", "label", "array_api"))


def main(n_cases: int, seed: int) -> int:
    """Try so many inputs; returns how many broke."""
    n_broken = 0
    for i, case in zip(range(n_cases), cases(seed), strict=False):
        if problem := check(case):
            n_broken += 1
            print(f"{i}: {problem}\n   {case}"[:600], flush=True)
    print(f"{n_cases:,} inputs, {n_broken:,} broke")
    return n_broken


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])) > 0)
