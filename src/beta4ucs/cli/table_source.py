"""The table that a command reads, from a file or by name, and the options that describe it."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beta4ucs.cli import options
from beta4ucs.cli.messages import UsageError, names_data_dir
from beta4ucs.cli.option_groups import OptionGroup, argument, option
from beta4ucs.cli.option_values import categorical_from, columns_from, one_of
from beta4ucs.cli.options import DATA
from beta4ucs.errors import InputError, did_you_mean

if TYPE_CHECKING:
    from beta4ucs.data import Table


@dataclass(frozen=True)
class TableSource(OptionGroup):
    """Where a table is and how it is written."""

    data: str = argument(
        "A CSV, TSV, text or Parquet file, or a data set by name ('beta4ucs datasets').", "DATA"
    )
    target: str | None = None
    header: bool | None = option(
        None,
        "Whether the first row of the file names the columns.",
        names=("--header/--no-header",),
        unless="found out",
        section=DATA,
    )
    separator: str | None = option(
        None,
        "What separates cells: a character, 'tab' or 'whitespace'.",
        unless="found out",
        section=DATA,
    )
    decimal: str = one_of(".", "The decimal point of the file.", (".", ","), section=DATA)
    data_dir: Path | None = options.data_dir()
    categorical: str | tuple[str, ...] = "auto"
    weight_column: str | None = None
    drop: tuple[str, ...] = ()
    id_column: str | None = None

    @property
    def is_file(self) -> bool:
        """Whether it is a file, not the name of a data set; a name has no folder and no dot."""
        path = Path(self.data).expanduser()
        return path.is_file() or bool(path.suffix) or len(path.parts) != 1

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder with Parquet files in it."""
        path = Path(self.data).expanduser()
        return path.is_dir() and next(path.rglob("*.parquet"), None) is not None

    def read(self, *, with_target: bool = True) -> "Table":
        """Read the table; without target the class column may be anywhere, or missing."""
        if not self.is_file:
            return self._by_name()
        from beta4ucs.data import read_table

        return read_table(
            self.data,
            target=self.target if with_target else None,
            header="auto" if self.header is None else self.header,
            separator=self.separator,
            decimal=self.decimal,
            with_target=with_target,
            categorical=self.categorical,
            weight_column=self.weight_column,
            drop=self.drop,
            id_column=self.id_column,
        )

    def _by_name(self) -> "Table":
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
        if self.header is not None or self.separator is not None or self.decimal != ".":
            raise UsageError(
                f"--header, --separator and --decimal are for files; '{self.data}' is not a file"
            )
        if self.weight_column is not None:
            raise UsageError(f"--weight-column is for files; '{self.data}' is not a file")
        if self.drop or self.id_column is not None:
            raise UsageError(f"--drop and --id are for files; '{self.data}' is not a file")
        with names_data_dir():
            table = load(self.data, data_dir=self.data_dir)
        if self.target not in (None, table.target_name):
            raise UsageError(
                f"the class column of data set '{self.data}' is '{table.target_name}', "
                f"not '{self.target}'"
            )
        return self._with_categories(table)

    def _with_categories(self, table: "Table") -> "Table":
        if self.categorical == "auto":
            return table
        if self.categorical == "none":
            return replace(table, frame=None)
        from beta4ucs.data.categories import typed_features
        from beta4ucs.data.whole_numbers import AUTO_INTEGERS, few_whole_numbers

        frame, named = table.to_frame(), self.categorical
        if named == AUTO_INTEGERS:
            named = tuple(few_whole_numbers(frame))
        return replace(table, frame=typed_features(frame, named)[1])

    def digest(self, table: Any) -> str:
        """SHA-256 of the file, or of names, values and labels of a data set without a file."""
        import hashlib

        path = Path(self.data).expanduser()
        if self.is_folder:
            parts = hashlib.sha256()
            for part in sorted(path.rglob("*.parquet")):
                parts.update(_digest_of(part).encode())
            return parts.hexdigest()
        if self.is_file:
            return _digest_of(path)
        content = hashlib.sha256(repr(table.feature_names).encode())
        content.update(table.X.astype("<f8").tobytes())
        content.update(repr(table.labels().tolist()).encode())
        return content.hexdigest()


def _digest_of(path: Path) -> str:
    import hashlib

    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _column(words: str, metavar: str | None = None, **more: Any) -> Any:
    return option(None, words, metavar, section=DATA, **more)


@dataclass(frozen=True)
class TrainingTable(TableSource):
    """A table to learn from."""

    target: str | None = _column(
        "The class column, by name or by number from 0 (-1 is the last).", unless="the last"
    )
    categorical: str | tuple[str, ...] = option(
        "auto",
        "Columns of numbers to treat as categories, separated by commas; columns of strings "
        "always are. auto-integers adds all whole numbers with few values, none allows only "
        "numbers.",
        "auto|auto-integers|none|<names>",
        section=DATA,
        read=categorical_from,
    )
    weight_column: str | None = _column(
        "The column of row weights; it is not used as a feature.",
        "<name>",
        unless="all rows count once",
    )


def _drop(words: str) -> Any:
    return option(tuple, words, "<names>", unless="none", section=DATA, read=columns_from)


def _id_column(words: str, unless: str) -> Any:
    return _column(words, "<name>", names=("--id",), unless=unless)


@dataclass(frozen=True)
class WholeTable(TrainingTable):
    """A table to learn from at once; columns can be left out."""

    drop: tuple[str, ...] = _drop("Columns to leave out, separated by commas.")
    id_column: str | None = _id_column(
        "The column that identifies rows: not used for learning, but repeated in predictions.",
        unless="none",
    )


@dataclass(frozen=True)
class NewTable(TableSource):
    """A table for a model that has been learned."""

    target: str | None = _column(
        "The column with the true classes, if there is one, by name or by number from 0.",
        unless="as in training",
    )
    weight_column: str | None = _column(
        "The column of weights in training, to be ignored.", "<name>", unless="as in training"
    )
    drop: tuple[str, ...] = _drop(
        "Columns to ignore, separated by commas, in addition to those left out in training."
    )
    id_column: str | None = _id_column(
        "The column that identifies rows; 'predict' puts it first.", unless="as in training"
    )
    rows: str | None = one_of(
        None,
        "Which rows to use of the table of the model's run: its training rows, its test rows, or "
        "all.",
        ("train", "test", "all"),
        unless="test if it is that table, else all",
        section=DATA,
    )


@dataclass(frozen=True)
class OptionalTable(NewTable):
    """A table that need not be given; `data` is then empty."""

    data: str = argument("A table to count on, as for 'predict'.", "[DATA]", default="")
