"""The command `predict`: answers as CSV."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beta4ucs.cli import options
from beta4ucs.cli.messages import say
from beta4ucs.cli.option_groups import option
from beta4ucs.cli.output_file import check_can_be_written, print_or_write
from beta4ucs.cli.saved_model import load_model, rows_for
from beta4ucs.cli.table_source import NewTable
from beta4ucs.errors import quoted

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from beta4ucs.cli.table_rows import TablePart


def predict(
    *,
    model: Path = options.model(),
    table: NewTable,
    out: Path | None = option(None, "File for the predictions.", unless="standard output"),
    overwrite: bool = options.overwrite(),
    proba: bool = option(False, "Add the probability of every class."),
    jobs: int = options.jobs(),
    representation: str | None = options.own_representation(),
) -> int:
    """Predict the class of every row of a table, as CSV.

    If the table also has the true classes, the accuracy is printed on standard error: on the test
    rows if it is the table of the model's run, else on all rows. --rows predicts only some rows,
    each with its number. The column that --id names, here or in training, comes first.
    """
    import numpy as np
    import pandas as pd

    check_can_be_written(out, overwrite=overwrite)
    estimator = load_model(model, representation=representation, jobs=jobs)
    every = rows_for(estimator, table, model)
    rows = every.of(table.rows or "all")
    _warn_of_empty_rows(pd.isna(rows.X), rows.numbers)
    _warn_of_new_values(estimator, pd.DataFrame(rows.X))
    answers = pd.DataFrame({"prediction": estimator.predict(rows.X)})
    if proba:
        columns = [f"probability_{label}" for label in estimator.classes_]
        answers[columns] = estimator.predict_proba(rows.X)
    judged = every.chosen()
    of_judged = answers.iloc[np.searchsorted(rows.numbers, judged.numbers)]["prediction"]
    if rows.role != "all":
        answers.insert(0, "row", rows.numbers)
    if every.ids is not None:
        ids = every.ids.iloc[rows.numbers - 1].to_numpy()
        answers.insert(0, str(every.ids.name), ids, allow_duplicates=True)
    print_or_write(answers.to_csv(index=False, lineterminator="\n"), out)
    if judged.y is not None:
        _tell_accuracy(estimator, of_judged.to_numpy(), judged)
    return 0


def _warn_of_empty_rows(is_missing: Any, numbers: "np.ndarray") -> None:
    import numpy as np

    empty = numbers[np.asarray(is_missing).all(axis=1)]
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
                f"column '{name}' has values that did not occur in training, "
                f"{quoted(new, limit=3)}: only rules without a condition on it vote on these rows"
            )


def _tell_accuracy(model: Any, answers: "np.ndarray", rows: "TablePart") -> None:
    from beta4ucs.measures import places_of

    assert rows.y is not None
    truth = places_of(rows.y, model.classes_)
    unknown = sorted({str(label) for label in rows.y[truth < 0].tolist()})
    if unknown:
        say(f"the model does not know the class{'es' * (len(unknown) > 1)} {quoted(unknown)}")
    right = int((truth == places_of(answers, model.classes_)).sum())
    print(f"accuracy {right / len(rows):.1%} ({right:,} of {rows})", file=sys.stderr)
