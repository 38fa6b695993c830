"""Streams that drift: rules beside river's Hoeffding tree and adaptive random forest.

    python benchmarks/streams.py --seeds 1-3 --records RUNS.csv --table TABLE.md
    python benchmarks/streams.py --records RUNS.csv --report-only     (the table again)
    python benchmarks/streams.py --rows 5000 --seeds 1 --systems rules,tree    (a taste)

Needs river (`pip install 'beta4ucs[streams]'`). Every row is answered before it is learned from,
and learned from once ("prequential"). The streams are those of river's generators:

- SEA: the variants 0, 1, 2, 3, a quarter of the rows each; a label is wrong with a chance of 10 %.
- Agrawal: the functions 0, 1, 2, 3, a quarter of the rows each, perturbation 5 %. Education, car
  and zip code are categories for the rules; river gets the numbers that its generator makes.
- hyperplane: 10 features, all of which drift by 0.001 a row, turning back with a chance of 10 %;
  5 % noise.

Systems: `rules` is Beta4UCSClassifier with `STREAM`, which was chosen on other seeds (101 and
102), the same for all streams; `rules-defaults` has the defaults of a table that is learned from
as a whole; `tree` and `forest` are river's with their defaults. Rules get their rows in batches of
1,000, whose ranges and values are known before the first row is answered; of the first batch also
the classes, for the order of a category's values.

A run adds a line to the records as soon as it is done; what is there already is not repeated.
Microseconds a row are of CPU, for answering and learning, without the making of the rows.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pandas as pd
from _common import (
    made_by,
    markdown_table,
    parse_names,
    parse_seeds,
    versions,
    write_text,
)
from _records import append_record, read_records

from beta4ucs import Beta4UCSClassifier, Evolution, InputError

GENERATORS = ("SEA", "Agrawal", "hyperplane")
SYSTEMS = ("rules", "rules-defaults", "tree", "forest")
STREAM: dict[str, Any] = {
    "forgetting": 0.01,
    "evolution": Evolution(ga_threshold=12, fitness_power=10, deletion_fraction=0.5),
}
N_CONCEPTS = 4
BATCH, WINDOW = 1000, 5000
CATEGORIES = ["elevel", "car", "zipcode"]
GOAL_POINTS, GOAL_GENERATORS = 2.0, 2  # within so many points of the forest, on so many
DEFAULT_RECORDS = Path("results", "streams-runs.csv")


@dataclass(frozen=True)
class Record:
    """One line of the records; accuracies from 0 to 1."""

    generator: str
    system: str
    seed: int
    rows: int
    accuracy: float
    windows: str  # accuracies of 5,000 rows each, blanks between
    rules: int  # at the end; 0 for river
    microseconds: float  # a row
    river: str
    kernels: str
    beta4ucs: str
    numba: str
    numpy: str
    python: str

    @property
    def key(self) -> tuple[str, str, int, int]:
        return self.generator, self.system, self.seed, self.rows


# ---------------------------------------------------------------------- rows


def rows_of(generator: str, seed: int, n_rows: int) -> tuple[list[dict[Any, Any]], list[int]]:
    """Features and classes as river makes them."""
    features, labels = [], []
    for stream, n in _concepts(generator, seed, n_rows):
        for row, label in stream.take(n):
            features.append(row)
            labels.append(int(label))
    return features, labels


def _concepts(generator: str, seed: int, n_rows: int) -> Iterator[tuple[Any, int]]:
    from river.datasets import synth

    if generator == "hyperplane":
        yield (
            synth.Hyperplane(
                seed=seed,
                n_features=10,
                n_drift_features=10,
                mag_change=0.001,
                noise_percentage=0.05,
                sigma=0.1,
            ),
            n_rows,
        )
        return
    for concept, part in enumerate(np.array_split(np.arange(n_rows), N_CONCEPTS)):
        own_seed = 10 * seed + concept
        if generator == "SEA":
            yield synth.SEA(variant=concept, noise=0.1, seed=own_seed), len(part)
        else:
            yield (
                synth.Agrawal(classification_function=concept, perturbation=0.05, seed=own_seed),
                len(part),
            )


def frame_of(generator: str, features: Sequence[dict[Any, Any]]) -> pd.DataFrame:
    """The rows as a table with its categories."""
    frame = pd.DataFrame(features).rename(columns=str)
    if generator == "Agrawal":
        frame[CATEGORIES] = frame[CATEGORIES].astype("category")
    return frame


# ---------------------------------------------------------------------- runs


def run(generator: str, system: str, seed: int, n_rows: int) -> Record:
    """Follow a stream to its end."""
    features, labels = rows_of(generator, seed, n_rows)
    if system.startswith("rules"):
        settings = STREAM if system == "rules" else {}
        is_right, seconds, rules = _follow(frame_of(generator, features), labels, seed, settings)
    else:
        is_right, seconds = _follow_one_by_one(_model(system, seed), features, labels)
        rules = 0
    parts = np.array_split(is_right, max(1, round(n_rows / WINDOW)))
    return Record(
        generator=generator,
        system=system,
        seed=seed,
        rows=n_rows,
        accuracy=round(float(is_right.mean()), 5),
        windows=" ".join(f"{part.mean():.4f}" for part in parts),
        rules=rules,
        microseconds=round(1e6 * seconds / n_rows, 1),
        river=version("river"),
        **versions(),
    )


def _follow(
    frame: pd.DataFrame, labels: Sequence[int], seed: int, settings: dict[str, Any]
) -> tuple[np.ndarray, float, int]:
    truth = np.array(labels)
    batches = [slice(start, start + BATCH) for start in range(0, len(truth), BATCH)]
    pieces = [(frame.iloc[rows], truth[rows]) for rows in batches]
    warm = Beta4UCSClassifier(**settings)  # kernels are compiled before the clock starts
    warm.partial_fit(*pieces[0], classes=[0, 1])
    model = Beta4UCSClassifier(random_state=seed, **settings)
    start = time.process_time()
    answers = [model.answer_and_learn(*piece, classes=[0, 1]) for piece in pieces]
    seconds = time.process_time() - start
    return np.concatenate(answers) == truth, seconds, model.n_rules_


def _model(system: str, seed: int) -> Any:
    from river import forest, tree

    return forest.ARFClassifier(seed=seed) if system == "forest" else tree.HoeffdingTreeClassifier()


def _follow_one_by_one(
    model: Any, features: Sequence[dict[Any, Any]], labels: Sequence[int]
) -> tuple[np.ndarray, float]:
    is_right = np.zeros(len(labels), dtype=bool)
    start = time.process_time()
    for i, (row, label) in enumerate(zip(features, labels, strict=True)):
        is_right[i] = model.predict_one(row) == label
        model.learn_one(row, label)
    return is_right, time.process_time() - start


def study(
    generators: Sequence[str], systems: Sequence[str], seeds: Sequence[int], n_rows: int, path: Path
) -> None:
    """Run what has no record yet, one run after the other."""
    recorded = {record.key for record in read_records(path, Record)}
    path.parent.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        for system in systems:
            for generator in generators:
                if (generator, system, seed, n_rows) in recorded:
                    continue
                record = run(generator, system, seed, n_rows)
                append_record(path, record)
                print(
                    f"{generator} seed {seed}, {system}: {record.accuracy:.2%}, "
                    f"{record.microseconds:.0f} µs a row",
                    file=sys.stderr,
                    flush=True,
                )


# ---------------------------------------------------------------------- the report


def report(records: Sequence[Record]) -> str:
    """Write the results as Markdown."""
    lines = ["# Streams", "", *_origin(records)]
    for generator in GENERATORS:
        here = [record for record in records if record.generator == generator]
        if here:
            lines += ["", f"## {generator}", "", *_summary(here), "", *_windows(here)]
    lines += ["", "## The goal", "", *_verdict(records)]
    return "\n".join(lines) + "\n"


def _origin(records: Sequence[Record]) -> list[str]:
    settings = ", ".join(f"`{name}={value}`" for name, value in STREAM.items())
    ours = [vars(record) for record in records if record.system.startswith("rules")]
    return [
        "Each row is answered, then learned from, once. Accuracy in per cent: mean over seeds and,",
        "behind ±, the standard deviation over them. `rules` are those of Beta4UCSClassifier with",
        f"{settings or 'its defaults'};",
        "`rules-defaults` those with the defaults; `tree` and `forest` are river's Hoeffding tree",
        "and adaptive random forest with theirs. `benchmarks/streams.py` says what the streams are",
        "and how this page is made.",
        "",
        f"{len(records)} runs of {_listed({r.rows for r in records})} rows, seeds "
        f"{_listed({r.seed for r in records})}.",
        *made_by(ours, others=["river"]),
    ]


def _listed(numbers: set[int]) -> str:
    return ", ".join(f"{number:,}" for number in sorted(numbers))


def _by_system(records: Sequence[Record]) -> dict[str, list[Record]]:
    groups = {system: [r for r in records if r.system == system] for system in SYSTEMS}
    return {system: runs for system, runs in groups.items() if runs}


def _summary(records: Sequence[Record]) -> list[str]:
    header = ["system", "runs", "accuracy", "last 5,000 rows", "µs a row", "rules"]
    cells = []
    for system, runs in _by_system(records).items():
        last = fmean(float(r.windows.split()[-1]) for r in runs)
        rules = fmean(r.rules for r in runs)
        cells.append(
            [
                system,
                str(len(runs)),
                _spread([100 * r.accuracy for r in runs]),
                f"{100 * last:.2f}",
                f"{fmean(r.microseconds for r in runs):,.0f}",
                f"{rules:,.0f}" if rules else "",
            ]
        )
    return markdown_table(header, cells)


def _spread(values: Sequence[float]) -> str:
    mean = f"{fmean(values):.2f}"
    return f"{mean} ± {stdev(values):.2f}" if len(values) > 1 else mean


def _windows(records: Sequence[Record]) -> list[str]:
    """Accuracy in windows, means over seeds; only runs of the most rows."""
    longest = max(record.rows for record in records)
    groups = _by_system([record for record in records if record.rows == longest])
    columns = [
        np.mean([[float(cell) for cell in run.windows.split()] for run in runs], axis=0)
        for runs in groups.values()
    ]
    n_windows = len(columns[0])
    cells = [
        [f"{longest * (i + 1) // n_windows:,}", *(f"{100 * column[i]:.1f}" for column in columns)]
        for i in range(n_windows)
    ]
    return markdown_table(["rows", *groups], cells)


def differences(records: Sequence[Record]) -> dict[str, float]:
    """Points that the rules are above the forest, by generator; over seeds that both have."""
    result = {}
    for generator in GENERATORS:
        accuracy = {(r.system, r.seed): r.accuracy for r in records if r.generator == generator}
        pairs = [
            100 * (accuracy["rules", seed] - forest)
            for (system, seed), forest in accuracy.items()
            if system == "forest" and ("rules", seed) in accuracy
        ]
        if pairs:
            result[generator] = fmean(pairs)
    return result


def _verdict(records: Sequence[Record]) -> list[str]:
    points = differences(records)
    lines = [f"- {name}: {value:+.2f} points" for name, value in points.items()]
    n_close = sum(value >= -GOAL_POINTS for value in points.values())
    word = "met" if n_close >= GOAL_GENERATORS else "MISSED"
    return [
        "`rules` less `forest`, the mean over seeds that both have:",
        "",
        *lines,
        "",
        f"{word}: at most {GOAL_POINTS:g} points below the forest on {n_close} of {len(points)} "
        f"streams (at least {GOAL_GENERATORS}).",
    ]


# ---------------------------------------------------------------------- the program


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--generators", type=parse_names(GENERATORS), default=list(GENERATORS))
    parser.add_argument("--systems", type=parse_names(SYSTEMS), default=list(SYSTEMS))
    parser.add_argument("--seeds", type=parse_seeds, default=[1, 2, 3], help="such as 1-3")
    parser.add_argument("--rows", type=int, default=100_000, help="of a stream")
    parser.add_argument("--records", type=Path, default=DEFAULT_RECORDS, help="one line per run")
    parser.add_argument("--table", type=Path, help="file for the report; default: print it")
    parser.add_argument("--report-only", action="store_true", help="run nothing")
    options = parser.parse_args(arguments)
    if not options.report_only:
        if find_spec("river") is None:
            parser.error("the streams come from river: pip install 'beta4ucs[streams]'")
        try:
            study(
                options.generators,
                options.systems,
                options.seeds,
                options.rows,
                options.records,
            )
        except InputError as error:
            parser.error(str(error))
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
