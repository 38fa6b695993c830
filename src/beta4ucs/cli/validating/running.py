"""Let everybody learn from every fold, and measure the answers to its test rows."""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from beta4ucs.cli.fitting.training import rows_of
from beta4ucs.cli.validating.settings import MEASURES
from beta4ucs.measures import measure_model

if TYPE_CHECKING:
    from beta4ucs.cli.validating.contenders import Contender
    from beta4ucs.cli.validating.folds import Fold
    from beta4ucs.cli.validating.records import FoldRecords, Record
    from beta4ucs.data import Table


class Rounds:
    """Fits of everybody on folds of a table; what the records have is not repeated."""

    def __init__(self, table: Table, records: FoldRecords, n_fits: int, *, quiet: bool) -> None:
        self.table, self.records = table, records
        self._n_fits, self._quiet = n_fits, quiet
        self._n_done = 0

    def run(self, who: Iterable[Contender], folds: Sequence[Fold]) -> None:
        """Go through the folds, on each through everybody, so that all have the same ones."""
        contenders = list(who)
        for fold in folds:
            for one in contenders:
                self._n_done += 1
                if self.records.get(one.name, fold.repeat, fold.fold) is None:
                    self._tell(one, fold)
                    self.records.add(result_of(one, self.table, fold))

    def _tell(self, one: Contender, fold: Fold) -> None:
        if not self._quiet:
            print(
                f"fit {self._n_done} of {self._n_fits}: {one}, repetition {fold.repeat}, "
                f"fold {fold.fold}",
                file=sys.stderr,
                flush=True,
            )


def result_of(one: Contender, table: Table, fold: Fold) -> Record:
    """Learn from the rows of a fold, and measure the others."""
    started = time.perf_counter()
    model = _fitted(one.make(), table, fold.learned)
    if getattr(model, "interrupted_", False):  # Ctrl-C ends a run early: it is no result
        raise KeyboardInterrupt
    seconds = time.perf_counter() - started
    found = measure_model(model, *rows_of(table, fold.tested))
    return {
        "who": one.name,
        "repeat": fold.repeat,
        "fold": fold.fold,
        "rows_learned": len(fold.learned),
        "rows_tested": len(fold.tested),
        **{name: getattr(found, name) for name in MEASURES},
        "rules": getattr(model, "n_rules_", None),
        "seconds": round(seconds, 3),
    }


def _fitted(model: Any, table: Table, learned: np.ndarray) -> Any:
    X, y = rows_of(table, learned)
    weights = {}
    if table.weights is not None:
        steps = getattr(model, "steps", None)
        name = "sample_weight" if steps is None else f"{steps[-1][0]}__sample_weight"
        weights[name] = table.weights[learned]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # the table at the end says how it went
        return model.fit(X, y, **weights)
