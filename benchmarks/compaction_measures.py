"""What compaction keeps: AUC, log loss and balanced accuracy on unseen rows, by what is asked for.

    python benchmarks/compaction_measures.py --seeds 1-3 --records RUNS.csv --table TABLE.md
    python benchmarks/compaction_measures.py --only wne --learners evolved --seeds 1     (a taste)

Floor(0.9 n) rows of a permutation of the seed are learned from and compacted on; the rest is the
test, of which all measures are. `before` stands for the model as it was learned. Lines are added to
the records as they come; what is there is not repeated.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import pandas as pd
from _common import (
    default_data_dir,
    made_by,
    markdown_table,
    parse_names,
    parse_seeds,
    split_problem,
    versions,
    write_text,
)

from beta4ucs import Beta4UCSClassifier, EvolvedRulesClassifier
from beta4ucs.compaction.row_scores import BY
from beta4ucs.measures import measure_model

SETS = ("wne", "cae", "can", "col", "dbt", "ecl", "gls", "hcl", "mam", "rsn", "tae")
LEARNERS = {
    "evolved": EvolvedRulesClassifier,
    "beta4-ucs": lambda random_state: Beta4UCSClassifier(n_epochs=20, random_state=random_state),
}
MEASURES = ("auc", "log_loss", "balanced_accuracy", "accuracy")
KEYS = ("learner", "dataset", "seed", "by")


def records_of(learner: str, dataset: str, seed: int, data_dir: Any) -> Iterator[dict[str, Any]]:
    """Learn once, and compact by every measure."""
    rows = split_problem(dataset, seed, data_dir)
    model = LEARNERS[learner](random_state=seed).fit(rows.X_train, rows.y_train)
    for by in ("before", *BY):
        one = model if by == "before" else model.compact(rows.X_train, rows.y_train, by=by)
        found = measure_model(one, rows.X_test, rows.y_test)
        yield {
            **dict(zip(KEYS, (learner, dataset, seed, by), strict=True)),
            "rules": one.n_rules_,
            **{name: getattr(found, name) for name in MEASURES},
            **versions(),
        }


def page_of(records: pd.DataFrame) -> str:
    """Means over seeds and data sets, and the AUC of every data set."""
    lines = [
        "# What compaction keeps",
        "",
        "On test rows, means over seeds and then over data sets. `before` is the model as it was "
        "learned; below it the model compacted on training rows, by what is to be kept. "
        "Differences are to `before`, in points for AUC and accuracies.",
        "",
        *made_by(records.to_dict("records")),
    ]
    for learner, own in records.groupby("learner", sort=False):
        means = own.groupby(["by", "dataset"])[["rules", *MEASURES]].mean()
        lines += ["", f"## {learner}", "", *_summary(means), "", "AUC of every data set:", ""]
        lines += _by_dataset(means)
    return "\n".join(lines) + "\n"


def _summary(means: pd.DataFrame) -> list[str]:
    header = ["by", "rules", "AUC", "diff", "sets with a loss > 1 point", "log loss", "balanced"]
    before, rows = means.loc["before"], []
    for by in ("before", *BY):
        own = means.loc[by]
        change = 100 * (own["auc"] - before["auc"])
        rows.append([
            by,
            f"{own['rules'].mean():.1f}",
            f"{own['auc'].mean():.4f}",
            "" if by == "before" else f"{change.mean():+.2f}",
            "" if by == "before" else f"{(change < -1.0).sum()} of {len(change)}",
            f"{own['log_loss'].mean():.3f}",
            f"{100 * own['balanced_accuracy'].mean():.2f}",
        ])  # fmt: skip
    return markdown_table(header, rows)


def _by_dataset(means: pd.DataFrame) -> list[str]:
    ways = ("before", *BY)
    table = means["auc"].unstack("by")[list(ways)]
    rows = [[name, *(f"{value:.4f}" for value in row)] for name, row in table.iterrows()]
    return markdown_table(["set", *ways], rows)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run what is missing, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seeds", type=parse_seeds, default=[1])
    parser.add_argument("--only", type=lambda text: text.split(","), default=list(SETS))
    parser.add_argument("--learners", type=parse_names(LEARNERS), default=list(LEARNERS))
    parser.add_argument("--records", type=Path)
    parser.add_argument("--table", type=Path)
    told = parser.parse_args(arguments)
    found: list[dict[str, Any]] = []
    if told.records is not None and told.records.exists():
        found = pd.read_csv(told.records).to_dict("records")
    done = {tuple(str(one[key]) for key in KEYS[:3]) for one in found}
    for seed in told.seeds:
        for dataset in told.only:
            for learner in told.learners:
                if (learner, dataset, str(seed)) in done:
                    continue
                found += records_of(learner, dataset, seed, default_data_dir())
                if told.records is not None:
                    pd.DataFrame(found).to_csv(told.records, index=False)
                losses = [one["auc"] - found[-4]["auc"] for one in found[-3:]]
                print(learner, dataset, seed, f"AUC {fmean(losses):+.4f}", flush=True)
    page = page_of(pd.DataFrame(found))
    print(page) if told.table is None else write_text(told.table, page)


if __name__ == "__main__":
    main()
