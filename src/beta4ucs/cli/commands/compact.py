"""The command `compact`: a model with few rules that answers as well."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from beta4ucs.cli.messages import say
from beta4ucs.cli.output_file import check_can_be_written
from beta4ucs.cli.table_source import TableSource, load_estimator, rows_for
from beta4ucs.errors import InputError, quoted


@dataclass(frozen=True)
class Wish:
    """How to compact; the estimator checks it."""

    method: str = "smallest"
    n_rules: int | None = None
    tolerance: float | None = None


def compact_model(
    model_path: Path,
    source: TableSource,
    out: Path | None,
    wish: Wish,
    *,
    overwrite: bool,
    jobs: int,
    quiet: bool,
) -> int:
    """Compact a model by the rows of a table; returns the exit code."""
    if out is not None:
        out = out.expanduser()
        check_can_be_written(out, overwrite=overwrite)
    model = load_estimator(model_path, jobs)
    X, y = _known_rows(model, source)
    compacted = model.compact(
        X, y, method=wish.method, n_rules=wish.n_rules, tolerance=wish.tolerance
    )
    if out is not None:
        compacted.save(out)  # in one step, or not at all
    if not quiet:
        _print_difference(model, compacted, X, y)
        if out is not None:
            print(f"Written to {out}")
    return 0


def _known_rows(model: Any, source: TableSource) -> tuple[Any, np.ndarray]:
    """Read rows and their classes; those of a class that the model does not know are left out."""
    X, truth = rows_for(model, source)
    if truth is None:
        raise InputError(
            f"'{source.data}' has no column with the true classes, which compaction needs; name it "
            "with --target"
        )
    # as text: one file may spell 1 what another spells "1"
    known = {str(label): code for code, label in enumerate(model.classes_.tolist())}
    codes = np.array([known.get(str(label), -1) for label in truth.tolist()], dtype=np.int64)
    is_known = codes >= 0
    unknown = sorted({str(label) for label in truth[~is_known].tolist()})
    if not is_known.any():
        raise InputError(f"the model knows none of the classes of '{source.data}'")
    if unknown:
        say(f"rows of classes that the model does not know are left out: {quoted(unknown)}")
    return X[is_known], model.classes_[codes[is_known]]


def _print_difference(model: Any, compacted: Any, X: Any, y: np.ndarray) -> None:
    before, after = model.rules_, compacted.rules_
    print(f"rules     {len(before):,} -> {len(after):,}")
    print(f"accuracy  {model.score(X, y):.1%} -> {compacted.score(X, y):.1%} on {len(y):,} rows")
    if not getattr(model.representation_, "matches_crisply", False):
        shares = (np.mean(rules.is_crisp[rules.is_voting]) for rules in (before, after))
        print("crisp     " + " -> ".join(f"{share:.0%}" for share in shares) + " of the rules")
    path = compacted.compaction_.path
    if path is not None and not np.isnan(path.validation_accuracy).any():
        at_size = path.validation_accuracy[path.sizes == path.chosen][0]
        print(f"          {at_size:.1%} on rows held out while rules were chosen")
