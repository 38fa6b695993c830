"""The command `predict`: answers as CSV."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from beta4ucs.cli.messages import say
from beta4ucs.cli.output_file import check_can_be_written, write_file
from beta4ucs.cli.table_source import TableSource, load_estimator, rows_for
from beta4ucs.data.encoding import OTHER, plain
from beta4ucs.errors import quoted


def answer_rows(
    model_path: Path,
    source: TableSource,
    out: Path | None,
    *,
    proba: bool,
    overwrite: bool,
    jobs: int,
) -> int:
    """Predict every row of a table; returns the exit code."""
    if out is not None:
        check_can_be_written(out, overwrite=overwrite)
    model = load_estimator(model_path, jobs)
    X, truth = rows_for(model, source)
    _warn_of_empty_rows(pd.isna(X))
    _warn_of_new_values(model, pd.DataFrame(X))
    answers = pd.DataFrame({"prediction": model.predict(X)})
    if proba:
        columns = [f"probability_{label}" for label in model.classes_]
        answers[columns] = model.predict_proba(X)
    text = io.StringIO()
    answers.to_csv(text, index=False, lineterminator="\n")
    if out is None:
        sys.stdout.write(text.getvalue())
    else:
        write_file(out, text.getvalue())
    if truth is not None:
        _tell_accuracy(model, answers["prediction"].to_numpy(), truth)
    return 0


def _warn_of_empty_rows(is_missing: Any) -> None:
    empty = np.flatnonzero(np.asarray(is_missing).all(axis=1)) + 1
    if len(empty) == 1:
        say(f"row {empty[0]} has no value at all: its answer is the class most rules vote for")
    elif len(empty):
        say(
            f"{len(empty)} rows have no value at all, the first is row {empty[0]}: their answer is "
            "the class most rules vote for"
        )


def _warn_of_new_values(model: Any, X: pd.DataFrame) -> None:
    """Name what categories have here and did not have in training."""
    for column, (name, cells) in zip(model.encoding_.columns, X.items(), strict=True):
        if not column.is_set or OTHER in column.values:
            continue
        new = [value for value in cells.dropna().unique() if plain(value) not in column.values]
        if new:
            say(
                f"column '{name}' has values that training did not have, {quoted(new, limit=3)}: "
                "only rules that do not ask about it vote on these rows"
            )


def _tell_accuracy(model: Any, answers: np.ndarray, truth: np.ndarray) -> None:
    # as text: one file may spell 1 what another spells "1"
    given, known = truth.astype(str), model.classes_.astype(str)
    unknown = sorted(set(given.tolist()) - set(known.tolist()))
    if unknown:
        say(f"the model does not know the class{'es' * (len(unknown) > 1)} {quoted(unknown)}")
    right = int(np.count_nonzero(given == answers.astype(str)))
    print(f"accuracy {right / len(given):.1%} ({right:,} of {len(given):,} rows)", file=sys.stderr)
