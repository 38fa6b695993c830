"""How accurate the rules are, beside other classifiers, on 114 public tables and 10 made ones.

    python benchmarks/accuracy.py --records RUNS.csv --page PAGE.md
    python benchmarks/accuracy.py --systems RF,XGBoost --half judge --seeds 1-3 --records RUNS.csv
    python benchmarks/accuracy.py --tables iris,penguins --seeds 101 --records RUNS.csv
    python benchmarks/accuracy.py --records OURS.csv --with PEERS.csv --page PAGE.md --report-only

`_tables.py` says which tables there are, and which of them designs and defaults were chosen on;
`_peers.py` how the systems are set; `_measures.py` what is measured. 80 % of the rows of each class
are learned from, shuffled by the seed. Every run is a process on one core; one that needs more than
20 minutes of CPU is ended and counts as the worst on that table.

Records are written as runs end, and what is recorded is not run again: stop it at any time, and
start the same line to go on. Records of ours stay after the code has changed; give those a file of
their own, and take a new one.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from _accuracy_page import report
from _accuracy_runs import Record, jobs, run_all
from _common import default_data_dir, parse_names, parse_seeds, write_text
from _peers import SYSTEMS, TWO_JOBS
from _records import read_records
from _tables import GROUPS, HALVES, TABLES, names

from beta4ucs import InputError

MAX_SECONDS = 20 * 60
DEFAULT_RECORDS = Path("results", "accuracy-runs.csv")


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    summary, _, details = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(
        description=summary, epilog=details, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--systems", type=parse_names(SYSTEMS), help="to run and to rank (default: all)")
    add("--tables", type=parse_names(TABLES), help="with commas between (default: all)")
    add("--half", choices=HALVES, help="of the tables")
    add("--group", choices=GROUPS, help="of the tables")
    add("--seeds", type=parse_seeds, default=[1], help="such as 1-10 (default: 1)")
    add("--max-seconds", type=int, default=MAX_SECONDS, help="of CPU for a run")
    add("--records", type=Path, default=DEFAULT_RECORDS, help="what is there is not repeated")
    add("--with", dest="others", type=Path, nargs="*", default=[], help="records to read, too")
    add("--page", type=Path, help="write the page to this file")
    add("--report-only", action="store_true", help="write the page from the records")
    add("--data-dir", type=Path, default=default_data_dir(), help="folder with the article's files")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    options = parse_arguments(arguments)
    try:
        _run_and_report(options)
    except InputError as error:
        raise SystemExit(f"accuracy.py: {error}") from None


def _run_and_report(options: argparse.Namespace) -> None:
    if not options.report_only:
        tables = [
            name
            for name in options.tables or names(options.half, options.group)
            if name in names(options.half, options.group)
        ]
        systems = options.systems or [name for name in SYSTEMS if name != TWO_JOBS]
        todo = jobs(tables, systems, options.seeds, options.data_dir)
        run_all(options.records, todo, max_seconds=options.max_seconds, data_dir=options.data_dir)
    if options.page is not None:
        files = [options.records, *options.others]
        records = [record for path in files for record in read_records(path, Record)]
        if options.systems:  # ranks are of tables that all systems have been run on
            records = [record for record in records if record.system in options.systems]
        write_text(options.page, report(records))


if __name__ == "__main__":
    main()
