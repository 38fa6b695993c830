"""Does beta4ucs get the article's numbers? Its ten systems against its printed tables.

    python benchmarks/fidelity.py --all --results RECORDS --table TABLE.md   (the whole study)
    python benchmarks/fidelity.py --all --results RECORDS --report-only      (the table again)
    python benchmarks/fidelity.py --only cae,tae,wne --seeds 1-2             (a taste: FBR, FBRC)
    python benchmarks/fidelity.py --systems Triangles --set relative_mutation=0
                                                             (another definition of a system)

The runs are those of the article's main study, with the same records: `beta4ucs study run main`
makes them too, and a run that is recorded is not repeated. For each of the 25 data sets and each
seed, floor(0.9 n) rows of a random permutation are learned from and the rest is the test; the same
split for all systems. The article's own splits are not known, so single runs cannot be compared,
only means over seeds:

    z = (our mean - printed mean) / sqrt(s^2 / n + s^2 / 30)

with s the standard deviation of our n runs: the article prints none, so its standard error is
taken as ours at 30 runs. If all our runs agree (s = 0), z is 0 when the printed mean is the same
to its two digits and infinite otherwise.

The table names all kernels (digest of their sources) and versions that contributed. A variant made
by --set is compared under a name of its own such as Triangles(relative_mutation=0).

Counts ("22 of 25") are judged as met or missed only if all 25 data sets have 30 runs of FBR and
FBRC, and 10 of the others; before that the table says "so far". Ranks are averaged over the data
sets that all systems in the table have; the printed ones over the same. Crisp share is that of the
rules that vote, by copies, after the last epoch. One thing differs from the article by design: a
class without a single training row (in `ecl` two classes have two rows) is unknown to the
estimator, while the authors' program may answer it where all other votes are negative.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import joblib
from _common import (
    SHARED,
    default_data_dir,
    made_by,
    markdown_table,
    parse_names,
    parse_seeds,
    write_text,
)
from _comparison import (
    DATASETS,
    Comparison,
    Measure,
    Printed,
    Verdict,
    both_ranks,
    compare_all,
    has_crisp_share,
    is_complete,
    judge,
    judge_definition,
    judge_ranks,
    mean_train_difference,
    measures,
    read_paper,
    rms_z,
    rules_measure,
)
from _systems import MAIN, OURS, SYSTEMS, base, system_of, variant

from beta4ucs import InputError
from beta4ucs.cli.study.progress import study_display
from beta4ucs.study import Store, Study
from beta4ucs.study.records import Record
from beta4ucs.study.runner import Plan, make_plan, run_study

PAPER_VARIABLE = "BETA4UCS_PAPER"

# ---------------------------------------------------------------------- the study


def study_of(options: argparse.Namespace) -> Study:
    """The part of the main study that the options ask for, with variants among its systems."""
    names = list(SYSTEMS) if options.all else options.systems or list(OURS)
    systems = tuple(system_of(variant(name, options.set)) for name in names)
    study = replace(MAIN, systems=systems, epochs=options.epochs)
    return study.narrowed(options.only, seeds=options.seeds)


def run_missing(plan: Plan, store: Store, n_jobs: int) -> None:
    """Run what has no record yet, the longest runs first, one core each."""
    n_workers = max(1, int(joblib.effective_n_jobs(n_jobs)))
    with study_display(plan, n_workers, quiet=False) as show:
        run_study(plan, store, n_jobs=n_jobs, tell=show)


def records_of(plan: Plan, store: Store) -> list[Record]:
    """What is recorded of the plan, under the names it has there; runs that failed are left out."""
    recorded = store.records()
    return [
        {**recorded[run.key], "system": run.system.name}
        for run in plan.runs
        if run.key in recorded and recorded[run.key]["error"] is None
    ]


# ---------------------------------------------------------------------- the report


def report(records: Sequence[Record], paper: Mapping[tuple[str, str], Printed]) -> str:
    """Write the comparison as Markdown."""
    names = sorted({record["system"] for record in records}, key=_order)
    rows_by_system = {name: compare_all(records, paper, name) for name in names}
    lines = ["# beta4ucs against the article", "", *_origin(records)]
    lines += ["", "## Summary", "", *_summary(rows_by_system)]
    for name, rows in rows_by_system.items():
        lines += ["", f"## {name}", "", *_table(rows), ""]
        verdicts = judge(rows) if base(name) in OURS else judge_definition(rows)
        lines += [*_verdict_lines(verdicts, is_complete(rows)), "", *_off_lines(rows)]
    return "\n".join(lines) + "\n"


def _order(system: str) -> tuple[int, str]:
    return list(SYSTEMS).index(base(system)), system


def _summary(rows_by_system: Mapping[str, Sequence[Comparison]]) -> list[str]:
    ours, printed = both_ranks(rows_by_system)
    header = ["system", "sets", "runs", "train diff", "rules 4 %", "rules 10 %"]
    header += ["rms z", "test diff", "rank", "paper"]
    cells = [
        [name, *_summary_cells(rows), _number(ours.get(name)), _number(printed.get(name))]
        for name, rows in rows_by_system.items()
    ]
    lines = [
        "Training accuracy: mean absolute difference in points. Rules: sets whose rule count is",
        "within 4 or 10 %. Test accuracy: root mean square of z, mean signed difference in points,",
        "average rank among the systems here, and the printed one.",
        "",
        *markdown_table(header, cells),
        "",
        "What tells whether a definition is the article's:",
        "",
    ]
    for name, rows in rows_by_system.items():
        lines += _verdict_lines(judge_definition(rows), is_complete(rows), f"{name}: ")
    is_all = all(map(is_complete, rows_by_system.values()))
    return lines + _verdict_lines(judge_ranks(ours), is_all)


def _summary_cells(rows: Sequence[Comparison]) -> list[str]:
    within = [sum(map(rules_measure(known).is_within, rows)) for known in (True, False)]
    n_runs = sorted({row.n_runs for row in rows})
    return [
        str(len(rows)),
        "-".join(map(str, sorted({n_runs[0], n_runs[-1]}))),
        f"{mean_train_difference(rows):.2f}",
        *map(str, within),
        _number(rms_z(rows)),
        f"{fmean(row.test_difference for row in rows):+.2f}",
    ]


def _number(value: float | None) -> str:
    return "" if value is None or math.isnan(value) else f"{value:.2f}"


def _origin(records: Sequence[Record]) -> list[str]:
    iterations = sum(record["iterations"] for record in records)
    seconds = sum(record["cpu_seconds"] for record in records)
    return [
        "Means over runs: test and training accuracy in per cent, number of rules, crisp share of",
        "the voting rules in per cent. `z` is the difference in test accuracy over the combined",
        "standard error; bold is beyond the limit.",
        "",
        f"{len(records)} runs of {_joined({record['epochs'] for record in records})} epochs, "
        f"{iterations:,} iterations in {seconds:,.0f} s of CPU time "
        f"({1e6 * seconds / max(1, iterations):.1f} µs each).",
        *made_by(record["versions"] for record in records),
    ]


def _joined(values: Iterable[object]) -> str:
    return ", ".join(sorted(map(str, values)))


def _table(rows: Sequence[Comparison]) -> list[str]:
    header = ["set", "runs", "test", "paper", "diff", "z", "train", "paper", "diff"]
    header += ["rules", "paper", "diff %"]
    if has_crisp_share(rows[0].system):
        header += ["crisp", "paper", "diff"]
    return markdown_table(header, [_cells(row) for row in rows])


def _cells(row: Comparison) -> list[str]:
    printed, (z, train, rules, *crisp) = row.printed, measures(row.system)
    cells = [row.dataset, str(row.n_runs)]
    cells += [f"{row.test:.2f}", f"{printed.test:.2f}", f"{row.test_difference:+.2f}"]
    cells += [_marked(z, row)]
    cells += [f"{row.train:.2f}", f"{printed.train:.2f}", _marked(train, row)]
    cells += [f"{row.rules:.1f}", f"{printed.rules:.1f}", _marked(rules, row)]
    for measure in crisp:
        cells += [f"{row.crisp:.2f}", f"{printed.crisp:.2f}", _marked(measure, row)]
    return cells


def _marked(measure: Measure, row: Comparison) -> str:
    value = measure.of(row)
    text = f"{value:+.2f}"
    return text if math.isnan(value) or measure.is_within(row) else f"**{text}**"


def _verdict_lines(verdicts: Sequence[Verdict], is_final: bool, whose: str = "") -> list[str]:
    so_far = "" if is_final else " so far"
    return [
        f"- {'met' if verdict.is_met else 'MISSED'}{so_far}: {whose}{verdict.text} "
        f"({verdict.target})"
        for verdict in verdicts
    ]


def _off_lines(rows: Sequence[Comparison]) -> list[str]:
    off = [
        f"- {row.dataset}: {measure.name} {measure.of(row):+.2f} {measure.unit}"
        for measure in measures(rows[0].system)
        for row in rows
        if not measure.is_within(row) and not math.isnan(measure.of(row))
    ]
    return ["Off:", "", *off] if off else ["Nothing is off."]


# ---------------------------------------------------------------------- command line


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    summary, _, details = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(
        description=summary, epilog=details, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--seeds", type=parse_seeds, help="such as 1-10; default 1-30")
    add("--only", type=parse_names(DATASETS), default=list(DATASETS), help="such as cae,tae,wne")
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--systems",
        type=parse_names(SYSTEMS),
        help="default FBR,FBRC; also variants as the table names them",
    )
    which.add_argument("--all", action="store_true", help="all ten systems")
    add("--set", action="append", default=[], metavar="NAME=VALUE", help="change the definition")
    add("--epochs", type=int, default=MAIN.epochs)
    add("--jobs", type=int, default=-1, help="processes; default one per core")
    add("--data-dir", type=Path, default=default_data_dir(), help="folder with the article's files")
    add("--paper", type=Path, default=_default_paper(), help="tables.csv of the article")
    add("--results", type=Path, default=Path("results"), help="folder of the records, resumed")
    add("--table", type=Path, help="write the comparison to this file too")
    add("--report-only", action="store_true", help="run nothing, compare what is recorded")
    return parser.parse_args(arguments)


def _default_paper() -> Path:
    beside = SHARED / "paper" / "tables.csv"
    named = os.environ.get(PAPER_VARIABLE)
    return Path(named) if named and not beside.is_file() else beside


def main(arguments: Sequence[str] | None = None) -> None:
    options = parse_arguments(arguments)
    if not options.paper.is_file():
        sys.exit(f"the article's tables are not there: name them with --paper or {PAPER_VARIABLE}")
    paper = read_paper(options.paper)
    store = Store(options.results)
    try:
        plan = make_plan(study_of(options), store, options.data_dir)
        if not options.report_only:
            run_missing(plan, store, options.jobs)
        records = records_of(plan, store)
    except InputError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(f"interrupted; '{options.results}' has what is done, the same command goes on")
    if not records:
        sys.exit(f"'{options.results}' has none of these runs")
    text = report(records, paper)
    print(text, end="")
    if options.table is not None:
        write_text(options.table, text)


if __name__ == "__main__":
    main()
