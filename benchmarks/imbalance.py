"""One row in a hundred: are rare classes found? Balanced accuracy beside XGBoost and a forest.

    python benchmarks/imbalance.py --seeds 1-10 --records RUNS.csv --table TABLE.md
    python benchmarks/imbalance.py --records RUNS.csv --table TABLE.md --report-only
    python benchmarks/imbalance.py --seeds 1 --quick --records RUNS.csv      (does it run?)

Two problems with ten features, of which the first four tell the class. To learn from there are
10,000 common rows and 100 rare ones. The test has 10,000 of each: balanced accuracy is the mean of
the two classes' shares of right answers, so this gives the same value as rows in a ratio of
100 : 1, only more exactly. Common rows are uniform in all features. Rare rows are

boxes   three in four of them uniform in one of three boxes, the others uniform everywhere. A box
        bounds three of the four features, each to a quarter of its range. So a box holds about 25
        rare rows and 156 common ones to learn from.
clouds  from one of two normal distributions in the four features, standard deviation 0.12, cut off
        at the ends of the ranges; uniform in the six others.

Boxes and centres are drawn by the seed, as are all rows and the models. "Best possible" knows the
densities and answers "rare" where that of the rare class is higher. The problems were written down
before any model had seen them.

The models, with their defaults unless said:

β4-UCS            class_weight="balanced", which is judged; once without weights; and "tuned": with
                  the weights, 20 epochs, and the limit on conditions (none, 3, 5) chosen by the
                  balanced accuracy in a threefold cross-validation of the rows to learn from
XGBoost           scale_pos_weight=100; once without; and "tuned": with the weight, and with depth
                  (2, 4, 6), rounds (50, 200) and learning rate (0.1, 0.3) chosen in the same way
random forest     class_weight="balanced"

We are held against XGBoost defaults to defaults and tuned to tuned.

What the weights do to the population is shown by the rules of the rare class and their copies, once
as they are and once among the rules with enough experience to vote.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import numpy as np
from _common import (
    made_by,
    markdown_table,
    parse_seeds,
    verdict_lines,
    version_of,
    versions,
    write_text,
)
from _records import append_record, read_records

from beta4ucs import Beta4UCSClassifier

N_FEATURES = 10
N_TELLING = 4
N_COMMON, N_RARE, N_TEST = 10_000, 100, 10_000
RATIO = N_COMMON // N_RARE
OURS, OURS_TUNED = "β4-UCS balanced", "β4-UCS balanced, tuned"
PEER, PEER_TUNED = "XGBoost weighted", "XGBoost weighted, tuned"
PAIRS = {OURS: PEER, OURS_TUNED: PEER_TUNED}  # held against each other
MOST_BEHIND = 2.0  # points of balanced accuracy behind XGBoost with weights
DEFAULT_RECORDS = Path("results", "imbalance-runs.csv")

# ---------------------------------------------------------------------- problems


class Boxes:
    """Three boxes that hold three quarters of the rare rows."""

    share, side = 0.75, 0.25

    def __init__(self, rng: np.random.Generator) -> None:
        self.features = np.array([rng.permutation(N_TELLING)[:3] for _ in range(3)])
        self.low = rng.uniform(0.0, 1.0 - self.side, size=(3, 3))

    def rare(self, n_rows: int, rng: np.random.Generator) -> np.ndarray:
        X = rng.random((n_rows, N_FEATURES))
        box = rng.integers(0, 3, n_rows)
        inside = np.flatnonzero(rng.random(n_rows) < self.share)
        for bound in range(3):
            feature = self.features[box[inside], bound]
            low = self.low[box[inside], bound]
            X[inside, feature] = low + self.side * X[inside, feature]
        return X

    def density(self, X: np.ndarray) -> np.ndarray:
        """Density of the rare class; that of the common one is 1."""
        total = np.zeros(len(X))
        for features, low in zip(self.features, self.low, strict=True):
            values = X[:, features]
            total += np.all((values >= low) & (values <= low + self.side), axis=1)
        return (1.0 - self.share) + self.share * total / 3 / self.side**3


class Clouds:
    """Two normal distributions, cut off at the ends of the ranges."""

    deviation = 0.12

    def __init__(self, rng: np.random.Generator) -> None:
        self.centres = rng.uniform(0.2, 0.8, size=(2, N_TELLING))

    def rare(self, n_rows: int, rng: np.random.Generator) -> np.ndarray:
        X = rng.random((n_rows, N_FEATURES))
        centres = self.centres[rng.integers(0, 2, n_rows)]
        X[:, :N_TELLING] = -1.0
        while np.any(is_out := (X < 0.0) | (X > 1.0)):
            rows, features = np.nonzero(is_out)
            X[rows, features] = rng.normal(centres[rows, features], self.deviation)
        return X

    def density(self, X: np.ndarray) -> np.ndarray:
        total = np.zeros(len(X))
        for centre in self.centres:
            apart = (X[:, :N_TELLING] - centre) / self.deviation
            inside = [self._inside(value) for value in centre]
            scale = math.prod(inside) * (self.deviation * math.sqrt(2 * math.pi)) ** N_TELLING
            total += np.exp(-0.5 * np.sum(apart**2, axis=1)) / scale
        return total / 2

    def _inside(self, centre: float) -> float:
        ends = ((1.0 - centre) / self.deviation, -centre / self.deviation)
        above, below = (0.5 * (1.0 + math.erf(end / math.sqrt(2))) for end in ends)
        return above - below


PROBLEMS: dict[str, Callable[[np.random.Generator], Any]] = {"boxes": Boxes, "clouds": Clouds}


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows to learn from and to test; class 1 is rare."""

    X: np.ndarray
    y: np.ndarray
    X_test: np.ndarray
    y_test: np.ndarray
    best: np.ndarray  # the best possible answers to the test


def draw(problem: str, seed: int) -> Rows:
    """Draw a problem of this kind, and its rows."""
    rng = np.random.default_rng(seed)
    kind = PROBLEMS[problem](rng)
    X = np.vstack([rng.random((N_COMMON, N_FEATURES)), kind.rare(N_RARE, rng)])
    y = np.repeat([0, 1], [N_COMMON, N_RARE])
    order = rng.permutation(len(y))
    X_test = np.vstack([rng.random((N_TEST, N_FEATURES)), kind.rare(N_TEST, rng)])
    best = (kind.density(X_test) > 1.0).astype(np.int64)
    return Rows(X[order], y[order], X_test, np.repeat([0, 1], N_TEST), best)


# ---------------------------------------------------------------------- models


def ours(seed: int, is_quick: bool, class_weight: str | None = "balanced") -> Any:
    n_epochs = 3 if is_quick else 50
    return Beta4UCSClassifier(n_epochs=n_epochs, class_weight=class_weight, random_state=seed)


def ours_tuned(seed: int, is_quick: bool) -> Any:
    grid = {"max_conditions": [None, 3, 5], "n_epochs": [20]}
    if is_quick:
        grid = {"max_conditions": [3], "n_epochs": [2]}
    return tuned(ours(seed, is_quick), grid, seed)


def xgboost(seed: int, weight: float = RATIO) -> Any:
    from xgboost import XGBClassifier

    return XGBClassifier(scale_pos_weight=weight, random_state=seed, n_jobs=1)


def xgboost_tuned(seed: int, is_quick: bool) -> Any:
    grid = {"max_depth": [2, 4, 6], "n_estimators": [50, 200], "learning_rate": [0.1, 0.3]}
    if is_quick:
        grid = {"max_depth": [2], "n_estimators": [5]}
    return tuned(xgboost(seed), grid, seed)


def tuned(model: Any, grid: dict[str, list[Any]], seed: int) -> Any:
    """Choose settings on the rows to learn from, by balanced accuracy."""
    from sklearn.model_selection import GridSearchCV, StratifiedKFold

    folds = StratifiedKFold(3, shuffle=True, random_state=seed)
    return GridSearchCV(model, grid, scoring="balanced_accuracy", cv=folds)


def forest(seed: int, is_quick: bool) -> Any:
    from sklearn.ensemble import RandomForestClassifier

    n_trees = 5 if is_quick else 100
    return RandomForestClassifier(n_trees, class_weight="balanced", random_state=seed, n_jobs=1)


MODELS: dict[str, Callable[[int, bool], Any]] = {
    OURS: ours,
    OURS_TUNED: ours_tuned,
    "β4-UCS": lambda seed, is_quick: ours(seed, is_quick, None),
    PEER: lambda seed, is_quick: xgboost(seed),
    PEER_TUNED: xgboost_tuned,
    "XGBoost": lambda seed, is_quick: xgboost(seed, 1.0),
    "random forest balanced": forest,
}

# ---------------------------------------------------------------------- runs


@dataclass(frozen=True)
class Record:
    """One line of the records; accuracies from 0 to 1; counts of rules are 0 for other models."""

    problem: str
    seed: int
    model: str
    balanced_accuracy: float
    rare: float  # share of the rare rows found
    common: float
    best: float  # balanced accuracy that is possible
    rules: int
    rare_rules: int
    copies: int
    rare_copies: int
    voting: int  # copies of rules that vote
    rare_voting: int
    chosen: str  # by tuning
    seconds: float  # of CPU, for learning
    kernels: str
    beta4ucs: str
    numba: str
    numpy: str
    python: str
    xgboost: str

    @property
    def key(self) -> tuple[str, int, str]:
        return self.problem, self.seed, self.model


def run(problem: str, seed: int, name: str, is_quick: bool) -> Record:
    """Learn once and test."""
    rows = draw(problem, seed)
    model = MODELS[name](seed, is_quick)
    began = time.process_time()
    model.fit(rows.X, rows.y)
    seconds = time.process_time() - began
    chosen = getattr(model, "best_params_", {})
    common, rare = recalls(model.predict(rows.X_test), rows.y_test)
    return Record(
        problem=problem,
        seed=seed,
        model=name,
        balanced_accuracy=(common + rare) / 2,
        rare=rare,
        common=common,
        best=fmean(recalls(rows.best, rows.y_test)),
        **counts(model),
        chosen=" ".join(f"{name}={value}" for name, value in sorted(chosen.items())),
        seconds=round(seconds, 3),
        **versions(),
        xgboost=version_of("xgboost"),
    )


def recalls(answers: np.ndarray, labels: np.ndarray) -> tuple[float, float]:
    """Share of right answers in class 0 and in class 1."""
    common, rare = (float(np.mean(answers[labels == label] == label)) for label in (0, 1))
    return common, rare


def counts(model: Any) -> dict[str, int]:
    """How many rules there are for each class."""
    names = ("rules", "rare_rules", "copies", "rare_copies", "voting", "rare_voting")
    model = getattr(model, "best_estimator_", model)
    if not isinstance(model, Beta4UCSClassifier):
        return dict.fromkeys(names, 0)
    arrays, is_voting = model.population_, model.rules_.is_voting
    is_rare, copies = arrays.label == 1, arrays.numerosity
    values = (
        arrays.n_rules,
        is_rare.sum(),
        copies.sum(),
        copies[is_rare].sum(),
        copies[is_voting].sum(),
        copies[is_voting & is_rare].sum(),
    )
    return {name: int(value) for name, value in zip(names, values, strict=True)}


def study(seeds: Sequence[int], path: Path, is_quick: bool) -> None:
    """Run what has no record yet."""
    recorded = {record.key for record in read_records(path, Record)}
    tasks = [(problem, seed, name) for seed in seeds for problem in PROBLEMS for name in MODELS]
    path.parent.mkdir(parents=True, exist_ok=True)
    for task in tasks:
        if task not in recorded:
            record = run(*task, is_quick)
            append_record(path, record)
            print(
                f"{record.problem} seed {record.seed}, {record.model}: "
                f"{100 * record.balanced_accuracy:.2f}",
                file=sys.stderr,
                flush=True,
            )


# ---------------------------------------------------------------------- the report


def verdicts(records: Sequence[Record]) -> Iterator[tuple[bool, str]]:
    """Hold our balanced accuracy against XGBoost's, problem by problem."""
    for problem in PROBLEMS:
        for one, other in PAIRS.items():
            mine, theirs = (
                100 * fmean(r.balanced_accuracy for r in records if r.key[::2] == (problem, name))
                for name in (one, other)
            )
            yield (
                mine - theirs >= -MOST_BEHIND,
                f"{problem}: {one} {mine:.2f}, {other} {theirs:.2f}, difference "
                f"{mine - theirs:+.2f} points (no lower than -{MOST_BEHIND:g})",
            )


def report(records: Sequence[Record], *, is_judged: bool = True) -> str:
    """Write the results as Markdown."""
    seeds = sorted({record.seed for record in records})
    lines = [
        "# One row in a hundred",
        "",
        "10,000 common rows and 100 rare ones to learn from, 10 features;",
        "`benchmarks/imbalance.py` says how they are drawn and how the models are set. Accuracies",
        f"in per cent on 10,000 test rows of each class, means over {len(seeds)} seeds; ± is the",
        "standard deviation over them. CPU seconds are for learning, tuning included.",
        "",
        *made_by(map(vars, records), others=["xgboost"]),
        "",
    ]
    lines += verdict_lines(verdicts(records), is_judged=is_judged)
    for problem in PROBLEMS:
        of_problem = [record for record in records if record.problem == problem]
        lines += ["", f"## {problem.capitalize()}", "", *_accuracies(of_problem)]
        lines += ["", "The population:", "", *_populations(of_problem)]
    return "\n".join(lines) + "\n"


def _accuracies(records: Sequence[Record]) -> list[str]:
    header = ["model", "balanced", "±", "rare rows", "common rows", "CPU s"]
    first = next(iter(MODELS))
    best = 100 * fmean(record.best for record in records if record.model == first)
    cells = [["best possible", f"{best:.2f}", "", "", "", ""]]
    for name in MODELS:
        runs = [record for record in records if record.model == name]
        values = [100 * record.balanced_accuracy for record in runs]
        cells.append(
            [
                name,
                f"{fmean(values):.2f}",
                f"{stdev(values):.2f}" if len(values) > 1 else "",
                f"{100 * fmean(record.rare for record in runs):.2f}",
                f"{100 * fmean(record.common for record in runs):.2f}",
                f"{fmean(record.seconds for record in runs):.1f}",
            ]
        )
    return markdown_table(header, cells)


def _populations(records: Sequence[Record]) -> list[str]:
    header = ["model", "rules", "of the rare class", "%", "copies", "of the rare class", "%"]
    header += ["copies that vote", "of the rare class", "%"]
    cells = []
    for name in MODELS:
        runs = [record for record in records if record.model == name and record.rules > 0]
        if runs:
            row = [name]
            for part in ("rules", "copies", "voting"):
                whole = fmean(getattr(record, part) for record in runs)
                rare = fmean(getattr(record, f"rare_{part}") for record in runs)
                row += [f"{whole:.0f}", f"{rare:.0f}", f"{100 * rare / whole:.1f}"]
            cells.append(row)
    return markdown_table(header, cells)


# ---------------------------------------------------------------------- command line


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    summary, _, details = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(
        description=summary, epilog=details, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--seeds", type=parse_seeds, default=parse_seeds("1-10"), help="such as 1-10 or 1,3,5")
    add("--records", type=Path, default=DEFAULT_RECORDS, help="what is there is not repeated")
    add("--table", type=Path, help="write the page to this file too")
    add("--report-only", action="store_true", help="write the page from the records")
    add("--quick", action="store_true", help="few epochs and trees, to see that it runs")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    options = parse_arguments(arguments)
    if not options.report_only:
        study(options.seeds, options.records, options.quick)
    text = report(read_records(options.records, Record), is_judged=not options.quick)
    print(text, end="")
    if options.table is not None:
        write_text(options.table, text)


if __name__ == "__main__":
    main()
