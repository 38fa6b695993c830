"""The model that a command reads, and rows of a table in the order of its columns."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beta4ucs.cli.messages import UsageError, say
from beta4ucs.cli.run_record import MODEL_NAME, RunRecord, record_of
from beta4ucs.cli.table_source import NewTable
from beta4ucs.cli.unfinished import finish_interrupted
from beta4ucs.errors import InputError, did_you_mean

if TYPE_CHECKING:
    import numpy as np

    from beta4ucs.cli.table_rows import TableRows
    from beta4ucs.data import Table


def _know_representation(file: str | None) -> None:
    """Import the file of a representation, so that models that use it can be read."""
    if file is not None:
        from beta4ucs.representations.own_file import names_a_file, representation_in

        if not names_a_file(file):
            raise UsageError(
                f"--representation must name a Python file here, got '{file}'; "
                "the model knows its representation"
            )
        representation_in(file)


def load_model(path: Path, *, representation: str | None = None, jobs: int = 1) -> Any:
    """Read a model from its file or from the folder of a run.

    `representation` is the file of its representation, if that is the user's own.
    """
    _know_representation(representation)
    import beta4ucs

    path = path.expanduser()
    if path.is_dir():
        path = path / MODEL_NAME
    if path.name == MODEL_NAME:
        finish_interrupted(path.parent)
    return beta4ucs.load(path).set_params(n_jobs=jobs)


def rows_for(model: Any, source: NewTable, path: Path) -> TableRows:
    """Read rows to predict, in the model's column order, with the roles they had in its run.

    `path` is where the model was loaded from.
    """
    from beta4ucs.cli.table_rows import TableRows
    from beta4ucs.data import align_columns

    record = record_of(path)
    table = _read(source, record)
    for note in table.notes:
        say(note)
    tested = _tested_rows(record, source, table)
    names = getattr(model, "feature_names_in_", None)
    if names is None:  # the model knows columns by their position only
        features = [f"x{feature}" for feature in range(model.n_features_in_)]
        table = replace(table, has_names=False)
    else:
        features = [str(name) for name in names]
    if table.frame is not None and source.target is not None:
        table = _with_truth(table, source.target)
    columns = zip(features, model.encoding_.columns, strict=True)
    categorical = [name for name, column in columns if _is_spelled(column)]
    X, y = align_columns(table, features, model.target_name_, categorical)
    inputs = X.to_numpy() if names is None else X
    return TableRows(source.data, inputs, y, tested, source.rows, table.ids)


def _read(source: NewTable, record: RunRecord | None) -> Table:
    """Read a table without the columns that training left out, if it has them."""
    asked_id = source.id_column
    if record is not None and source.is_file:
        also = [name for name in record.dropped if name not in (asked_id, source.weight_column)]
        id_column = asked_id or record.id_column
        source = replace(source, drop=(*source.drop, *also), id_column=id_column)
    table = source.read(with_target=False)
    if asked_id is not None and table.ids is None:
        known = [] if table.frame is None else [str(name) for name in table.frame.columns]
        raise InputError(
            f"'{table.name}' has no column '{asked_id}'{did_you_mean(asked_id, known)}"
        )
    return table


def _tested_rows(record: RunRecord | None, source: NewTable, table: Table) -> np.ndarray | None:
    """The rows that the model was tested on, if this is the table of its run."""
    if record is None or record.sha256 != source.digest(table):
        return None
    if record.n_rows != table.n_rows:
        raise InputError(
            f"'{source.data}' is the table of the model's run, which read {record.n_rows:,} rows, "
            f"not {table.n_rows:,}: give --header, --separator and --decimal as for fit"
        )
    return record.tested


def _is_spelled(column: Any) -> bool:
    """Whether a feature has values that stand in a file as text; truth values do not."""
    return column.values is not None and not any(isinstance(v, bool) for v in column.values)


def _with_truth(table: Table, target: str) -> Table:
    """Set the column that `--target` means, by name or by number, apart as the true classes."""
    from beta4ucs.data.labels import labels_from_series

    assert table.frame is not None
    names = [str(name) for name in table.frame.columns]
    try:
        index = names.index(target) if target in names else range(len(names))[int(target)]
    except (ValueError, IndexError):
        hint = did_you_mean(target, names)
        raise InputError(f"'{table.name}' has no column '{target}'{hint}") from None
    truth, is_text = table.frame.iloc[:, index], False
    if table.cells is not None:
        truth = table.cells.as_written([names[index]])[names[index]]
        is_text = table.cells.text is not None
    labels = labels_from_series(truth, source=f"'{table.name}'", is_written=is_text)
    return replace(table, y=labels, frame=table.frame.drop(columns=names[index]))
