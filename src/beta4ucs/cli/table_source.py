"""What a command reads: a table from a file or by name, a model from a folder or a file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beta4ucs.cli.messages import UsageError, names_data_dir
from beta4ucs.errors import InputError, did_you_mean

if TYPE_CHECKING:
    from beta4ucs.data import Table

MODEL_NAME = "model.json"


@dataclass(frozen=True)
class TableSource:
    """Where a table is and how it is written."""

    data: str
    target: str | None = None
    header: bool | None = None
    separator: str | None = None
    data_dir: Path | None = None
    weight_column: str | None = None
    categorical: str | tuple[str, ...] = "auto"

    @property
    def is_file(self) -> bool:
        """Whether it is a file, not the name of a data set; a name has no folder and no dot."""
        path = Path(self.data).expanduser()
        return path.is_file() or bool(path.suffix) or len(path.parts) != 1

    def read(self, *, with_target: bool = True) -> Table:
        """Read the table; without target the class column may be anywhere, or missing."""
        if not self.is_file:
            return self._by_name()
        from beta4ucs.data import read_table

        return read_table(
            self.data,
            target=self.target if with_target else None,
            header="auto" if self.header is None else self.header,
            separator=self.separator,
            with_target=with_target,
            categorical=self.categorical,
            weight_column=self.weight_column,
        )

    def _by_name(self) -> Table:
        from beta4ucs.data import load
        from beta4ucs.data.catalogue import PROBLEMS, find_problem

        try:
            find_problem(self.data)
        except InputError:
            if Path(self.data).is_dir():
                raise InputError(f"'{self.data}' is a folder; name a file in it") from None
            known = [word for entry in PROBLEMS.values() for word in (entry.id, entry.name)]
            hint = did_you_mean(self.data, known) or "; 'beta4ucs datasets' lists the data sets"
            raise InputError(f"there is no file and no data set '{self.data}'{hint}") from None
        if self.header is not None or self.separator is not None:
            raise UsageError(f"--header and --separator are for files; '{self.data}' is none")
        if self.weight_column is not None:
            raise UsageError(f"--weight-column is for files; '{self.data}' is none")
        with names_data_dir():
            table = load(self.data, data_dir=self.data_dir)
        if self.target not in (None, table.target_name):
            raise UsageError(
                f"the class column of data set '{self.data}' is '{table.target_name}', "
                f"not '{self.target}'"
            )
        return self._with_categories(table)

    def _with_categories(self, table: Table) -> Table:
        if self.categorical == "auto":
            return table
        if self.categorical == "none":
            return replace(table, frame=None)
        from beta4ucs.data.categories import typed_features

        return replace(table, frame=typed_features(table.to_frame(), self.categorical)[1])

    def digest(self, table: Table) -> str:
        """SHA-256 of the file, or of names, values and labels of a data set without a file."""
        import hashlib

        if self.is_file:
            return hashlib.sha256(Path(self.data).expanduser().read_bytes()).hexdigest()
        content = hashlib.sha256(repr(table.feature_names).encode())
        content.update(table.X.astype("<f8").tobytes())
        content.update(repr(table.labels().tolist()).encode())
        return content.hexdigest()


def know_representation(file: str | None) -> None:
    """Import the file of a representation, so that models that use it can be read."""
    if file is not None:
        from beta4ucs.representations.own_file import names_a_file, representation_in

        if not names_a_file(file):
            raise UsageError(
                f"--representation must name a Python file here, got '{file}'; "
                "the model knows its representation"
            )
        representation_in(file)


def load_estimator(path: Path, jobs: int) -> Any:
    """Read a model from its file or from the folder of a run."""
    import beta4ucs

    path = path.expanduser()
    if path.is_dir():
        path = path / MODEL_NAME
    return beta4ucs.load(path).set_params(n_jobs=jobs)


def rows_for(model: Any, source: TableSource) -> tuple[Any, Any]:
    """Read rows to predict: a frame in the model's column order, and the true classes or None."""
    from beta4ucs.data import align_columns

    table = source.read(with_target=False)
    names = getattr(model, "feature_names_in_", None)
    if names is None:  # the model knows columns by their position only
        features = [f"x{feature}" for feature in range(model.n_features_in_)]
        table = replace(table, has_names=False)
    else:
        features = [str(name) for name in names]
    if table.frame is not None and source.target is not None:
        table = _with_truth(table, source.target)
    X, y = align_columns(table, features, model.target_name_)
    return (X.to_numpy() if names is None else X), y


def _with_truth(table: Table, target: str) -> Table:
    """Set the column that `--target` means, by name or by number, apart as the true classes."""
    from beta4ucs.data.columns import labels_from_series

    assert table.frame is not None
    names = [str(name) for name in table.frame.columns]
    try:
        index = names.index(target) if target in names else range(len(names))[int(target)]
    except (ValueError, IndexError):
        hint = did_you_mean(target, names)
        raise InputError(f"'{table.name}' has no column '{target}'{hint}") from None
    truth = labels_from_series(table.frame.iloc[:, index], source=f"'{table.name}'")
    return replace(table, y=truth, frame=table.frame.drop(columns=names[index]))
