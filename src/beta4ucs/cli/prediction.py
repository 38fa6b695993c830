"""The command `predict`: answers as CSV."""

from __future__ import annotations

import io
import secrets
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from beta4ucs.cli.inputs import TableSource, load_estimator, rows_for
from beta4ucs.cli.messages import say
from beta4ucs.errors import InputError, quoted


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
        _check_can_be_written(out, overwrite=overwrite)
    model = load_estimator(model_path, jobs)
    X, truth = rows_for(model, source)
    _warn_of_empty_rows(np.asarray(X, dtype=float))
    answers = pd.DataFrame({"prediction": model.predict(X)})
    if proba:
        columns = [f"probability_{label}" for label in model.classes_]
        answers[columns] = model.predict_proba(X)
    text = io.StringIO()
    answers.to_csv(text, index=False, lineterminator="\n")
    if out is None:
        sys.stdout.write(text.getvalue())
    else:
        _write(out, text.getvalue())
    if truth is not None:
        _tell_accuracy(model, answers["prediction"].to_numpy(), truth)
    return 0


def _check_can_be_written(out: Path, *, overwrite: bool) -> None:
    if out.is_dir():
        raise InputError(f"'{out}' is a folder; --out names the file for the answers")
    if out.is_file() and not overwrite:
        raise InputError(f"the file '{out}' exists; choose another or replace it with --overwrite")
    if not out.parent.is_dir():
        raise InputError(f"there is no folder '{out.parent}' for the file '{out.name}'")


def _write(out: Path, text: str) -> None:
    """Put the file in its place in one step; devices and pipes are written to as they are."""
    is_special = out.exists() and not out.is_file()
    draft = out if is_special else out.with_name(f".{out.name[:80]}.{secrets.token_hex(6)}.tmp")
    try:
        draft.write_text(text, encoding="utf-8", newline="\n")
        if not is_special:
            draft.replace(out)
    except OSError as error:
        raise InputError(f"cannot write '{out}': {error.strerror or error}") from None
    finally:
        if not is_special:
            draft.unlink(missing_ok=True)


def _warn_of_empty_rows(X: np.ndarray) -> None:
    empty = np.flatnonzero(np.isnan(X).all(axis=1)) + 1
    if len(empty) == 1:
        say(f"row {empty[0]} has no value at all: its answer is the class most rules vote for")
    elif len(empty):
        say(
            f"{len(empty)} rows have no value at all, the first is row {empty[0]}: their answer is "
            "the class most rules vote for"
        )


def _tell_accuracy(model: Any, answers: np.ndarray, truth: np.ndarray) -> None:
    # as text: one file may spell 1 what another spells "1"
    given, known = truth.astype(str), model.classes_.astype(str)
    unknown = sorted(set(given.tolist()) - set(known.tolist()))
    if unknown:
        say(f"the model does not know the class{'es' * (len(unknown) > 1)} {quoted(unknown)}")
    right = int(np.count_nonzero(given == answers.astype(str)))
    print(f"accuracy {right / len(given):.1%} ({right:,} of {len(given):,} rows)", file=sys.stderr)
