"""Every rule of models of all representations: text to rule to text, with the same degrees on rows.

    python benchmarks/round_trip.py [--data wne,mux] [--epochs 3] [--rows 1000]
    python benchmarks/round_trip.py --records RUNS.csv --table docs/results/round-trip.md

Data sets that are not there are left out. It ends with an error if any rule comes back changed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from _common import made_by, markdown_table, verdict_lines, versions, write_text
from _records import append_record, read_records

import beta4ucs
from beta4ucs.data import load
from beta4ucs.data.catalogue import PROBLEMS
from beta4ucs.errors import InputError
from beta4ucs.representations import find, names
from beta4ucs.rules import RuleSet

COMMAND = (
    "python benchmarks/round_trip.py --records docs/results/round-trip-runs.csv "
    "--table docs/results/round-trip.md"
)


@dataclass(frozen=True)
class Record:
    """A model whose rules went to text and back."""

    data: str
    representation: str
    rules: int
    changed: int
    gap: float
    beta4ucs: str
    kernels: str
    numba: str
    numpy: str
    python: str


def returned(rules: RuleSet, inputs: np.ndarray) -> tuple[int, int, float]:
    """Number of rules, those whose text changed, and the largest difference of degrees."""
    from beta4ucs.rules.matching import degrees_of

    texts = rules.exact_texts()
    parsed = [rules.parse(text) for text in texts]
    arrays = rules.arrays._replace(
        genes=np.array([one.genes for one in parsed]),
        sets=np.array([one.sets for one in parsed], dtype=np.int64),
        label=np.array([one.label for one in parsed]),
    )
    again = RuleSet(
        arrays,
        rules.representation,
        rules.encoding,
        rules.feature_names,
        rules.classes,
        rules.votes,
    )
    n_changed = sum(a != b for a, b in zip(texts, again.exact_texts(), strict=True))
    gap = np.abs(degrees_of(rules, inputs) - degrees_of(again, inputs)).max(initial=0.0)
    return len(texts), n_changed, float(gap)


def models(epochs: int) -> list[tuple[str, beta4ucs.estimators.rule_model.RuleModel]]:
    """One learner for each representation, FBRC and FBR apart."""
    told = {"n_epochs": epochs, "random_state": 1, "max_rules": 200}
    made = [
        ("FBRC", beta4ucs.Beta4UCSClassifier(**told)),
        ("FBR", beta4ucs.Beta4UCSClassifier(crispify=False, **told)),
    ]
    for name in names():
        if name != "beta4":
            made.append((name, beta4ucs.FuzzyUCSClassifier(representation=find(name), **told)))
    return made


def page(records: Sequence[Record]) -> str:
    """One line per representation, and the verdict."""
    n_rules = sum(one.rules for one in records)
    n_wrong = sum(one.changed + (one.gap > 0.0) for one in records)
    lines = [
        [
            kind,
            f"{len(own):,}",
            f"{sum(one.rules for one in own):,}",
            f"{sum(one.changed for one in own):,}",
            f"{max(one.gap for one in own):g}",
        ]
        for kind in dict.fromkeys(one.representation for one in records)
        if (own := [one for one in records if one.representation == kind])
    ]
    return "\n".join(
        [
            "# Rules as text, both ways",
            "",
            f"`{COMMAND}`",
            "",
            "Every rule of models of all representations is written as text (`rules --exact`) and "
            "read back; then it is written again,",
            "and its matching degrees on up to 1,000 rows are compared with those of the rule that "
            "was learned. Models learn one epoch",
            "from these rows, with at most 200 copies of rules and seed 1.",
            "",
            *verdict_lines([(n_wrong == 0, f"{n_rules:,} rules of {len(records):,} models: "
                             f"{n_wrong} texts or degrees changed")]),
            "",
            *markdown_table(
                ["representation", "data sets", "rules", "texts changed", "largest gap"], lines
            ),
            "",
            *made_by([asdict(one) for one in records]),
            "",
        ]
    )  # fmt: skip


def main() -> int:
    """Measure what is missing, print one line per model, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=",".join(PROBLEMS))
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--records", type=Path, help="one line per model; what is there is kept")
    parser.add_argument("--table", type=Path, help="the page to write")
    told = parser.parse_args()
    records = read_records(told.records, Record) if told.records else []
    done = {(one.data, one.representation) for one in records}
    for name in told.data.split(","):
        try:
            table = load(name)
        except InputError as error:
            print(f"{name}: left out, {error}")
            continue
        rng = np.random.default_rng(1)
        rows = rng.permutation(table.n_rows)[: told.rows]
        frame, y = table.to_frame().iloc[rows], table.labels()[rows]
        for kind, model in models(told.epochs):
            if (name, kind) in done:
                continue
            rules = model.fit(frame, y).rules_
            one = Record(name, kind, *returned(rules, model._inputs(frame)), **versions())
            records.append(one)
            if told.records:
                append_record(told.records, one)
            print(
                f"{name:<6} {kind:<24} {one.rules:>5} rules, {one.changed} texts changed, "
                f"gap {one.gap:g}",
                flush=True,
            )
    if told.table:
        write_text(told.table, page(records))
    n_wrong = sum(one.changed + (one.gap > 0.0) for one in records)
    print(f"{sum(one.rules for one in records):,} rules, {n_wrong} texts or degrees changed")
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
