"""The command `predict`: answers as CSV."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from beta4ucs.cli.messages import say
from beta4ucs.cli.options import Jobs, ModelPath, Overwrite, OwnRepresentation
from beta4ucs.cli.output_file import check_can_be_written, print_or_write
from beta4ucs.cli.saved_model import load_model, rows_for
from beta4ucs.cli.table_source import NewTable
from beta4ucs.errors import quoted

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


def predict(
    *,
    model: ModelPath,
    table: NewTable,
    out: Annotated[
        Path | None, typer.Option(help="File for the answers.", show_default="standard output")
    ] = None,
    overwrite: Overwrite = False,
    proba: Annotated[
        bool, typer.Option("--proba", help="Add the probability of every class.")
    ] = False,
    jobs: Jobs = 1,
    representation: OwnRepresentation = None,
) -> int:
    """Answer the class of every row of a table, as CSV.

    If the table also has the true classes, the accuracy is printed on standard error.
    """
    import pandas as pd

    check_can_be_written(out, overwrite=overwrite)
    estimator = load_model(model, representation=representation, jobs=jobs)
    X, truth = rows_for(estimator, table)
    _warn_of_empty_rows(pd.isna(X))
    _warn_of_new_values(estimator, pd.DataFrame(X))
    answers = pd.DataFrame({"prediction": estimator.predict(X)})
    if proba:
        columns = [f"probability_{label}" for label in estimator.classes_]
        answers[columns] = estimator.predict_proba(X)
    print_or_write(answers.to_csv(index=False, lineterminator="\n"), out)
    if truth is not None:
        _tell_accuracy(estimator, answers["prediction"].to_numpy(), truth)
    return 0


def _warn_of_empty_rows(is_missing: Any) -> None:
    import numpy as np

    empty = np.flatnonzero(np.asarray(is_missing).all(axis=1)) + 1
    if len(empty) == 1:
        say(f"row {empty[0]} has no value at all: its answer is the class most rules vote for")
    elif len(empty):
        say(
            f"{len(empty)} rows have no value at all, the first is row {empty[0]}: their answer is "
            "the class most rules vote for"
        )


def _warn_of_new_values(model: Any, X: "pd.DataFrame") -> None:
    """Name what categories have here and did not have in training."""
    from beta4ucs.data.encoding import OTHER, plain

    for column, (name, cells) in zip(model.encoding_.columns, X.items(), strict=True):
        if not column.is_set or OTHER in column.values:
            continue
        new = [value for value in cells.dropna().unique() if plain(value) not in column.values]
        if new:
            say(
                f"column '{name}' has values that training did not have, {quoted(new, limit=3)}: "
                "only rules that do not ask about it vote on these rows"
            )


def _tell_accuracy(model: Any, answers: "np.ndarray", truth: "np.ndarray") -> None:
    # as text: one file may spell 1 what another spells "1"
    given, known = truth.astype(str), model.classes_.astype(str)
    unknown = sorted(set(given.tolist()) - set(known.tolist()))
    if unknown:
        say(f"the model does not know the class{'es' * (len(unknown) > 1)} {quoted(unknown)}")
    right = int((given == answers.astype(str)).sum())
    print(f"accuracy {right / len(given):.1%} ({right:,} of {len(given):,} rows)", file=sys.stderr)
