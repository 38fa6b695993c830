"""A table that `fit` does not hold in memory: whether it is one, its batches, its counts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from beta4ucs.cli.messages import UsageError, say
from beta4ucs.cli.rule_counts import RuleCounts
from beta4ucs.data.batch_sources import open_source
from beta4ucs.data.batches import Batches
from beta4ucs.data.drawing import Drawn, rows_left
from beta4ucs.data.partitions import ParquetSource

if TYPE_CHECKING:
    from beta4ucs.cli.estimator_choice import Choice
    from beta4ucs.cli.fitting.settings import FitSettings
    from beta4ucs.cli.table_source import TableSource
    from beta4ucs.estimators.rule_model import RuleModel
    from beta4ucs.rules import Coverage

LARGE = 1_000_000_000  # bytes in memory from which on a table is not read at once
BATCH = 10_000  # rows that are read at once


@dataclass(frozen=True)
class TableFacts:
    """What is told of a table whose rows are not in memory; some were drawn to learn from."""

    name: str
    n_rows: int
    n_drawn: int
    feature_names: tuple[str, ...]
    categorical: tuple[str, ...]
    target_name: str | None
    classes: tuple[Any, ...]

    @property
    def n_features(self) -> int:
        """Number of features."""
        return len(self.feature_names)


def facts_of(drawn: Drawn) -> TableFacts:
    """What is told of the table that rows were drawn from."""
    train = drawn.train
    classes = tuple(drawn.class_counts)
    told = train.feature_names, train.categorical, train.target_name, classes
    return TableFacts(train.name, drawn.n_rows, train.n_rows, *told)


def batches_of(
    source: TableSource, choice: Choice, settings: FitSettings, *, quiet: bool
) -> Batches | None:
    """Open the table if it is to be learned from in passes; None if it is to be read at once."""
    if settings.passes:
        _check_possible(source, choice, settings)
    if settings.passes is False or choice.has_epochs or not (source.is_file or source.is_folder):
        return None
    size = _bytes_in_memory(source)
    if settings.passes is None and size <= LARGE and not source.is_folder:
        return None
    _check_possible(source, choice, settings)
    if not quiet:
        why = f", as it would take about {size / 1e9:.1f} GB of memory" if size > LARGE else ""
        say(
            f"'{source.data}' is learned from in passes{why}: rules come from rows that are drawn, "
            "and are counted on all rows"
        )
    return _open(source)


def _check_possible(source: TableSource, choice: Choice, settings: FitSettings) -> None:
    if choice.has_epochs:
        raise UsageError("--passes goes with --system evolved-rules; 'stream' is for the others")
    if not (source.is_file or source.is_folder):
        raise UsageError(f"--passes is for files; '{source.data}' is none")
    if settings.stratify:
        raise UsageError("--stratify goes with --no-passes: passes draw test rows one by one")


def _cells_of(source: TableSource) -> Any:
    header = "auto" if source.header is None else source.header
    told: dict[str, Any] = {"separator": source.separator, "decimal": source.decimal}
    return open_source(source.data, BATCH, header=header, **told)


def _bytes_in_memory(source: TableSource) -> int:
    """About how much memory the table would take: numbers have 8 bytes, text what it has."""
    path = Path(source.data).expanduser()
    if source.is_folder or path.suffix.lower() in {".parquet", ".pq"}:
        cells = _cells_of(source)
        assert isinstance(cells, ParquetSource)
        return 8 * cells.n_cells()
    return path.stat().st_size if path.is_file() else 0


def _open(source: TableSource) -> Batches:
    left_out = source.drop if source.id_column is None else (*source.drop, source.id_column)
    return Batches(
        _cells_of(source),
        target=source.target,
        categorical=source.categorical,
        weight_column=source.weight_column,
        drop=left_out,
    )


def count_rows(model: RuleModel, batches: Batches, drawn: Drawn) -> tuple[RuleCounts, int]:
    """Pass over all rows: what each rule covers, and how many of the rows learned from are right.

    The rows learned from are all that are not test rows.
    """
    n_right = 0
    totals: list[Coverage] = []
    for batch in rows_left(batches, list(drawn.class_counts), drawn.tested):
        if len(batch.y):
            n_right += int(np.count_nonzero(model.predict(batch.X) == batch.y))
            found = model.rules_.coverage(batch.X, batch.y)
            totals = [_sum(*pair) for pair in zip(totals, found, strict=True)] if totals else found
    by_role = {"train": totals}
    if drawn.test.n_rows:
        by_role["test"] = model.rules_.coverage(drawn.test.to_frame(), drawn.test.labels())
    return RuleCounts(by_role), n_right


def _sum(one: Coverage, other: Coverage) -> Coverage:
    return one._replace(
        rows=one.rows + other.rows,
        covered=one.covered + other.covered,
        right=(one.right or 0) + (other.right or 0),
        of_class=(one.of_class or 0) + (other.of_class or 0),
    )
