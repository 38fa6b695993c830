"""The command `rules`: what a model has learned, as text, CSV or JSON."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beta4ucs.cli import options
from beta4ucs.cli.option_groups import option
from beta4ucs.cli.option_values import one_of, whole_number
from beta4ucs.cli.rule_lines import print_rules
from beta4ucs.cli.saved_model import load_model, rows_for
from beta4ucs.cli.table_source import OptionalTable

if TYPE_CHECKING:
    import pandas as pd

    from beta4ucs.cli.table_rows import Rows
    from beta4ucs.rules import RuleSet
    from beta4ucs.rules.coverage import Coverage

SHOWN_AS_TEXT = 10


def rules(
    *,
    model: Path = options.model(),
    table: OptionalTable,
    labels: list[str] | None = option(
        None,
        "Only rules for this class; more than once for any of several.",
        "<label>",
        names=("--class",),
        unless="all",
    ),
    features: list[str] | None = option(
        None,
        "Only rules with a condition on this feature; more than once for all of several.",
        "<name>",
        names=("--feature",),
        unless="any",
    ),
    top: int | None = whole_number(
        None, "How many, the strongest first.", unless="10 as text, all as csv and json"
    ),
    format: str = one_of("text", "How to write them.", ("text", "csv", "json")),
    representation: str | None = options.own_representation(),
) -> int:
    """Print the rules of a model, the strongest first.

    With DATA it also says how many of its rows each rule covers and how many of these have its
    class: of the test rows if it is the table of the model's run, else of all rows.
    """
    estimator = load_model(model, representation=representation)
    every = estimator.rules_
    wanted = every.for_class(*labels) if labels else every
    wanted = wanted.with_feature(*features) if features else wanted
    shown = SHOWN_AS_TEXT if top is None and format == "text" else top
    chosen = wanted.top(len(wanted) if shown is None else shown)
    rows = rows_for(estimator, table, model).chosen() if table.data else None
    if format == "text":
        _print_text(chosen, _heading(chosen, wanted, len(every)), rows)
    elif format == "csv":
        _frame(chosen, rows).to_csv(sys.stdout, lineterminator="\n")
    else:
        _print_json(chosen, rows)
    return 0


def _heading(chosen: "RuleSet", wanted: "RuleSet", n_all: int) -> str:
    fitting = f" that fit, of {n_all:,} in all" if len(wanted) < n_all else ""
    return (
        f"{len(chosen):,} of {len(wanted):,} rules{fitting} ({wanted.n_voting:,} vote), "
        "strongest first:"
    )


def _print_text(chosen: "RuleSet", heading: str, rows: "Rows | None") -> None:
    """Wrap rules on a terminal; elsewhere one rule is one line, for grep and the like."""
    notes = [] if rows is None else [one.said(rows.words) for one in _counts(chosen, rows)]
    if sys.stdout.isatty():
        print(heading)
        print_rules(chosen, notes=notes)
        return
    for place, rule in enumerate(chosen):
        print(f"{rule}  [{notes[place]}]" if notes else rule)


def _counts(chosen: "RuleSet", rows: "Rows") -> "list[Coverage]":
    from beta4ucs.rules.coverage import coverage

    return coverage(chosen, rows.X, rows.y)


def _numbers(one: "Coverage", rows: "Rows") -> dict[str, Any]:
    """Counts by name; the name says of which rows they are."""
    what = rows.words.replace(" ", "_")
    return {what: one.rows, "covered": one.covered, "right": one.right, "lift": one.lift}


def _frame(chosen: "RuleSet", rows: "Rows | None") -> "pd.DataFrame":
    import pandas as pd

    frame = chosen.to_frame()
    if rows is None:
        return frame
    counts = pd.DataFrame([_numbers(one, rows) for one in _counts(chosen, rows)])
    return frame.join(counts.set_axis(frame.index))


def _print_json(chosen: "RuleSet", rows: "Rows | None") -> None:
    if rows is None:
        sys.stdout.write(str(chosen.to_json()))
        return
    pairs = zip(chosen, _counts(chosen, rows), strict=True)
    lines = [
        json.dumps(rule.to_dict() | _numbers(one, rows), ensure_ascii=False) for rule, one in pairs
    ]
    sys.stdout.write("[\n" + ",\n".join(lines) + "\n]\n")
