"""Every rule of models of all representations: text to rule to text, with the same degrees on rows.

    python benchmarks/round_trip.py [--data wne,mux] [--epochs 3] [--rows 1000]

Data sets that are not there are left out. It ends with an error if any rule comes back changed.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

import beta4ucs
from beta4ucs.data import load
from beta4ucs.data.catalogue import PROBLEMS
from beta4ucs.errors import InputError
from beta4ucs.representations import find, names
from beta4ucs.rules import RuleSet


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


def main() -> int:
    """Print one line per model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=",".join(PROBLEMS))
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--rows", type=int, default=1000)
    told = parser.parse_args()
    n_rules = n_wrong = 0
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
            rules = model.fit(frame, y).rules_
            n, changed, gap = returned(rules, model._inputs(frame))
            n_rules, n_wrong = n_rules + n, n_wrong + changed + (gap > 0.0)
            print(f"{name:<6} {kind:<24} {n:>5} rules, {changed} texts changed, gap {gap:g}")
    print(f"{n_rules:,} rules, {n_wrong} of them or their degrees changed")
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
