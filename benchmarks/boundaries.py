"""Do rules find the true border? Problems whose border is known: crisp, soft, or both.

    python benchmarks/boundaries.py --records RUNS.csv --table TABLE.md
    python benchmarks/boundaries.py --records RUNS.csv --report-only     (the table again)

Points are uniform on the unit square, 2,000 of them. With the signed distance d to a straight
border, the second class has probability 1 / (1 + exp(-d / 0.1)) where the border is soft, and 0 or
1 where it is crisp. The border is parallel to an axis, or runs along a diagonal. In `mixed` it is
crisp in the left half and soft in the right one.

FBR and FBRC learn 50 epochs with the article's settings. Judged is a grid of 101 x 101 points:
whether the answer is the more probable class, and the mean kurtosis of the rules that vote on a
point (1.8 is crisp, more is fuzzier) by the distance to the border.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

import numpy as np
from _common import made_by, markdown_table, parse_names, parse_seeds, versions, write_text
from _records import append_record, read_records
from scipy import stats

from beta4ucs import Beta4UCSClassifier
from beta4ucs.rules.kurtosis import mean_kurtosis

N_ROWS, N_EPOCHS, SIDE = 2000, 50, 101
SOFTNESS = 0.1  # scale of the logistic curve
BINS = (0.0, 0.02, 0.05, 0.1, 0.2, 0.3)  # distances; the last bin is open
NEAR = 0.05
SYSTEMS = {"FBR": False, "FBRC": True}  # whether rules are made crisp
DEFAULT_RECORDS = Path("results", "boundaries-runs.csv")


class Problem(NamedTuple):
    """A straight border, and where it is soft."""

    is_oblique: bool
    is_soft_left: bool
    is_soft_right: bool

    def distance(self, points: np.ndarray) -> np.ndarray:
        """Signed distance of points to the border."""
        if self.is_oblique:
            return (points[:, 0] + points[:, 1] - 1.0) / np.sqrt(2.0)
        return points[:, 1] - 0.5

    def probability(self, points: np.ndarray) -> np.ndarray:
        """Probability of the second class."""
        d = self.distance(points)
        is_soft = np.where(points[:, 0] < 0.5, self.is_soft_left, self.is_soft_right)
        return np.where(is_soft, 1.0 / (1.0 + np.exp(-d / SOFTNESS)), (d > 0.0).astype(float))


PROBLEMS = {
    "crisp": Problem(False, False, False),
    "soft": Problem(False, True, True),
    "mixed": Problem(False, False, True),
    "oblique": Problem(True, False, False),
    "oblique-soft": Problem(True, True, True),
}


@dataclass(frozen=True)
class Record:
    """One line of the records."""

    problem: str
    system: str
    seed: int
    agreement: float  # share of the grid that gets the more probable class
    rules: int
    crisp_share: float
    kurtosis: str  # by distance, blanks between
    left: float  # kurtosis near the border in the left half
    right: float
    correlation: float  # Spearman's, of kurtosis and distance
    kernels: str
    beta4ucs: str
    numba: str
    numpy: str
    python: str

    @property
    def key(self) -> tuple[str, str, int]:
        return self.problem, self.system, self.seed


def draw(problem: Problem, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows to learn from."""
    rng = np.random.default_rng(seed)
    points = rng.random((N_ROWS, 2))
    return points, (rng.random(N_ROWS) < problem.probability(points)).astype(int)


def grid() -> np.ndarray:
    """The points that are judged."""
    steps = np.linspace(0.0, 1.0, SIDE)
    return np.array([(x, y) for x in steps for y in steps])


def run(name: str, system: str, seed: int) -> Record:
    """Learn a problem once, and judge what was learned."""
    problem, points = PROBLEMS[name], grid()
    X, y = draw(problem, seed)
    settings = {"n_epochs": N_EPOCHS, "crispify": SYSTEMS[system], "missing": "matches"}
    model = Beta4UCSClassifier(**settings, random_state=seed).fit(X, y)
    d = problem.distance(points)
    off_border = np.abs(d) > 1e-9  # on it no class is more probable
    is_right = model.predict(points) == (d > 0.0)
    found = mean_kurtosis(model, points)
    known = ~np.isnan(found)
    bins = np.digitize(np.abs(d), BINS) - 1
    by_bin = [found[known & (bins == i)].mean() for i in range(len(BINS))]
    near = known & (np.abs(d) < NEAR)
    is_left = points[:, 0] < 0.5
    return Record(
        problem=name,
        system=system,
        seed=seed,
        agreement=round(float(is_right[off_border].mean()), 5),
        rules=model.n_rules_,
        crisp_share=round(model.rules_.crisp_share, 4),
        kurtosis=" ".join(f"{value:.4f}" for value in by_bin),
        left=round(float(found[near & is_left].mean()), 4),
        right=round(float(found[near & ~is_left].mean()), 4),
        correlation=round(float(stats.spearmanr(found[known], np.abs(d[known]))[0]), 4),
        **versions(),
    )


def study(
    problems: Sequence[str], systems: Sequence[str], seeds: Sequence[int], path: Path
) -> None:
    """Run what has no record yet."""
    recorded = {record.key for record in read_records(path, Record)}
    path.parent.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        for problem in problems:
            for system in systems:
                if (problem, system, seed) not in recorded:
                    append_record(path, run(problem, system, seed))


# ---------------------------------------------------------------------- the report


def report(records: Sequence[Record]) -> str:
    """Write the results as Markdown."""
    seeds = sorted({record.seed for record in records})
    lines = [
        "# Known borders", "",
        "Do rules find the true border, and are they fuzzy where it is soft? Problems with a",
        "straight border that is crisp, soft, or crisp in one half and soft in the other;",
        "`benchmarks/boundaries.py` says how they are made and judged.",
        f"{len(records)} runs, seeds {seeds[0]} to {seeds[-1]}; ± is the standard deviation over",
        "seeds.", *made_by([vars(record) for record in records]),
    ]  # fmt: skip
    for system in SYSTEMS:
        here = [record for record in records if record.system == system]
        if here:
            lines += ["", f"## {system}", "", *_found(here), "", *_by_distance(here), ""]
            lines += _halves(here)
    return "\n".join(lines) + "\n"


def _of(records: Sequence[Record], problem: str) -> list[Record]:
    return [record for record in records if record.problem == problem]


def _spread(values: Sequence[float], digits: int = 2) -> str:
    mean = f"{fmean(values):.{digits}f}"
    return f"{mean} ± {stdev(values):.{digits}f}" if len(values) > 1 else mean


def _found(records: Sequence[Record]) -> list[str]:
    """How much of the square is answered right, and by how many and which rules."""
    rows = []
    for problem in PROBLEMS:
        runs = _of(records, problem)
        if runs:
            rows.append([
                problem, str(len(runs)), _spread([100 * r.agreement for r in runs]),
                f"{fmean(r.rules for r in runs):,.0f}",
                _spread([100 * r.crisp_share for r in runs], 1),
            ])  # fmt: skip
    return markdown_table(["border", "runs", "more probable class, %", "rules", "crisp, %"], rows)


def _by_distance(records: Sequence[Record]) -> list[str]:
    """Mean kurtosis by distance, and in how many runs it falls with the distance."""
    names = [*(f"{low:g} to {high:g}" for low, high in pairwise(BINS)), f"from {BINS[-1]:g}"]
    rows = []
    for problem in PROBLEMS:
        runs = _of(records, problem)
        if runs:
            means = np.mean([[float(v) for v in r.kurtosis.split()] for r in runs], axis=0)
            falls = sum(r.correlation < 0.0 for r in runs)
            rows.append([problem, *(f"{value:.3f}" for value in means),
                         f"{fmean(r.correlation for r in runs):+.2f}",
                         f"{falls} of {len(runs)}"])  # fmt: skip
    header = ["kurtosis at a distance", *names, "Spearman", "falls in"]
    return markdown_table(header, rows)


def _halves(records: Sequence[Record]) -> list[str]:
    """Kurtosis near the border, left against right: the two differ in `mixed` alone."""
    rows = []
    for problem in PROBLEMS:
        runs = _of(records, problem)
        differences = np.array([r.right - r.left for r in runs])
        if len(runs) > 1:
            p = stats.wilcoxon(differences).pvalue if differences.any() else 1.0
            rows.append([problem, f"{fmean(r.left for r in runs):.3f}",
                         f"{fmean(r.right for r in runs):.3f}",
                         f"{differences.mean():+.3f}", f"{p:.3g}"])  # fmt: skip
    header = [f"kurtosis within {NEAR:g} of the border", "left half", "right half", "difference",
              "p (Wilcoxon)"]  # fmt: skip
    return markdown_table(header, rows)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--problems", type=parse_names(PROBLEMS), default=list(PROBLEMS))
    parser.add_argument("--systems", type=parse_names(SYSTEMS), default=list(SYSTEMS))
    parser.add_argument("--seeds", type=parse_seeds, default=list(range(1, 11)), help="as 1-10")
    parser.add_argument("--records", type=Path, default=DEFAULT_RECORDS, help="one line per run")
    parser.add_argument("--table", type=Path, help="file for the report; default: print it")
    parser.add_argument("--report-only", action="store_true", help="run nothing")
    options = parser.parse_args(arguments)
    if not options.report_only:
        study(options.problems, options.systems, options.seeds, options.records)
    records = read_records(options.records, Record)
    if not records:
        parser.error(f"there are no runs in '{options.records}'")
    text = report(records)
    if options.table is None:
        print(text)
    else:
        write_text(options.table, text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
