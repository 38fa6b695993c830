"""What each part of `EvolvedRulesClassifier` is worth: the same learner without it.

    python benchmarks/choices.py --records RUNS.csv --table TABLE.md
    python benchmarks/choices.py --variants "as it is,no made rows" --tables heart,car --seeds 101

Runs are on tables that designs and defaults were chosen on, with seeds for choosing (`_tables.py`);
they judge nothing. Records are written as runs end, and what is recorded is not run again.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pandas as pd
from _common import default_data_dir, markdown_table, parse_names, parse_seeds, versions, write_text
from _measures import measures
from _records import append_record, read_records
from _tables import TABLES, load_table, split_rows
from threadpoolctl import threadpool_limits

from beta4ucs import EvolvedRulesClassifier
from beta4ucs.evolved_rules import settings
from beta4ucs.evolved_rules.settings import Settings

DEFAULT_RECORDS = Path("results", "choices-runs.csv")
SMALL = (
    *("heart", "haberman", "breast", "saheart", "births14", "Womenlf", "wpb", "sonar", "Mroz"),
    *("TitanicSurvival", "ionosphere", "tic-tac-toe", "vehicle", "gls", "olive", "car-good"),
    *("azcabgptca", "winequality-red-4", "soy", "10-classes-1"),
)
# What is changed: settings, or the answer of the likelier class.
VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "as it is": {},
    "no populations: search alone": {"share_of_pool": 0.0},
    "two populations": {"n_populations": 2},
    "twenty populations": {"n_populations": 20},
    "populations use up their budget": {"least_of_budget": 1.0},
    "three lists of each kind": {"n_folds": 3, "n_folds_of_many_rows": 3},
    "no weights for whole pools": {"penalty_of_all": 1e9, "corrections_of_all": (1e9,)},
    "shares as they are counted": {"correction_penalty": 0.0, "corrections_of_all": (1e9,)},
    "at most two conditions": {"max_conditions": 2},
    "no made rows": {"blends": 0},
    "a rare class is answered where it is likelier": {"threshold": None},
}


@dataclass(frozen=True)
class Record:
    """What came of one run."""

    table: str
    variant: str
    seed: int
    accuracy: float
    balanced_accuracy: float
    auc: float
    log_loss: float
    rules: int
    cpu_seconds: float
    kernels: str

    @property
    def key(self) -> tuple[str, str, int]:
        return self.table, self.variant, self.seed


def run(table: str, variant: str, seed: int, data_dir: Path | None) -> Record:
    """Learn with one part changed, and measure on the test rows."""
    X, y = load_table(table, data_dir)
    codes = np.unique(y, return_inverse=True)[1]
    train, test = split_rows(y, seed)
    changes = {name: value for name, value in VARIANTS[variant].items() if name != "threshold"}

    def changed(**told: Any) -> Settings:
        return Settings(**{**told, **changes})

    began = time.process_time()
    with threadpool_limits(1), patch.object(settings, "Settings", changed):
        model = EvolvedRulesClassifier(random_state=seed).fit(X.iloc[train], codes[train])
    seconds = time.process_time() - began
    if "threshold" in VARIANTS[variant]:
        model = model.with_threshold(None)
    found = measures(
        model.predict_proba(X.iloc[test]), model.predict(X.iloc[test]), codes[test], codes[train]
    )
    return Record(
        table=table,
        variant=variant,
        seed=seed,
        **{name: round(found[name], 6) for name in MEASURED},
        rules=model.n_rules_,
        cpu_seconds=round(seconds, 3),
        kernels=versions()["kernels"],
    )


MEASURED = ("accuracy", "balanced_accuracy", "auc", "log_loss")


def report(records: Sequence[Record], variants: Sequence[str]) -> str:
    """Means over the tables and seeds that all variants have."""
    frame = pd.DataFrame([vars(record) for record in records])
    frame = frame[frame.variant.isin(variants)]
    counts = frame.groupby(["table", "seed"]).variant.nunique()
    shared = counts[counts == frame.variant.nunique()].index
    frame = frame.set_index(["table", "seed"]).loc[shared].reset_index()
    rows = []
    for name in variants:
        part = frame[frame.variant == name]
        if len(part):
            shares = [f"{100 * part[one].mean():.1f}" for one in MEASURED[:3]]
            loss, median = f"{part.log_loss.mean():.4f}", f"{part.rules.median():.0f}"
            rows.append([name, *shares, loss, median, f"{part.cpu_seconds.median():.2f}"])
    header = ["variant", "accuracy", "balanced accuracy", "AUC", "log loss", "rules", "CPU s"]
    lines = [
        "# What each part of the evolved rules is worth",
        "",
        f"Means over {frame.table.nunique()} tables that settings were chosen on, and "
        f"{frame.seed.nunique()} seed{'s' * (frame.seed.nunique() > 1)}; 80 % of the rows of each "
        "class are learned from, the others tested on. Rules and CPU seconds are medians. "
        "`benchmarks/choices.py` says how to repeat it. These tables judge nothing: "
        "[accuracy](accuracy.md) does.",
        "",
        *markdown_table(header, rows),
        "",
        f"Tables: {', '.join(sorted(frame.table.unique()))}.",
    ]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    summary, _, details = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(
        description=summary, epilog=details, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--variants", type=parse_names(VARIANTS), default=list(VARIANTS))
    add("--tables", type=parse_names(TABLES), default=list(SMALL))
    add("--seeds", type=parse_seeds, default=[101, 102], help="(default: 101,102)")
    add("--records", type=Path, default=DEFAULT_RECORDS, help="what is there is not repeated")
    add("--table", type=Path, help="write the page to this file")
    add("--data-dir", type=Path, default=default_data_dir(), help="folder with the article's files")
    options = parser.parse_args(arguments)
    options.records.parent.mkdir(parents=True, exist_ok=True)
    done = {record.key for record in read_records(options.records, Record)}
    for seed in options.seeds:
        for table in options.tables:
            for variant in options.variants:
                if (table, variant, seed) not in done:
                    append_record(options.records, run(table, variant, seed, options.data_dir))
    page = report(read_records(options.records, Record), options.variants)
    if options.table is None:
        print(page, end="")
    else:
        write_text(options.table, page)


if __name__ == "__main__":
    main()
