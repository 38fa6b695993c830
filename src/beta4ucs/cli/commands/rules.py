"""The command `rules`: what a model has learned, as text, CSV or JSON."""

import json
import os
import stat
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from beta4ucs.cli import options
from beta4ucs.cli.messages import say
from beta4ucs.cli.option_groups import option
from beta4ucs.cli.option_values import one_of, whole_number
from beta4ucs.cli.rule_lines import print_rules
from beta4ucs.cli.saved_model import load_model, rows_for
from beta4ucs.cli.table_source import OptionalTable

if TYPE_CHECKING:
    from beta4ucs.cli.rule_counts import RuleCounts
    from beta4ucs.cli.table_rows import TablePart, TableRows
    from beta4ucs.rules import RuleSet

SHOWN_AS_TEXT = 10
READER, RESEARCHER = "reader", "researcher"


def _repeated(flag: str, words: str, metavar: str, unless: str) -> Any:
    return option(None, words, metavar, names=(flag,), unless=unless)


def rules(
    *,
    model: Path = options.model(),
    table: OptionalTable,
    labels: list[str] | None = _repeated(
        "--class",
        "Only rules for this class; give it more than once for several classes.",
        "<label>",
        unless="all",
    ),
    features: list[str] | None = _repeated(
        "--feature",
        "Only rules with a condition on this feature; give it more than once to require several.",
        "<name>",
        unless="any",
    ),
    top: int | None = whole_number(
        None, "How many, the best first.", unless="10 as text, all in a file and as csv and json"
    ),
    view: str = one_of(
        READER,
        "What to show: the rows that rules cover, most useful rules first; or fitness, "
        "experience and copies, strongest first.",
        (READER, RESEARCHER),
    ),
    format: str = one_of("text", "How to write them.", ("text", "csv", "json")),
    exact: bool = option(
        False, "One line per rule with all digits, all rules, as text that can be read back."
    ),
    representation: str | None = options.own_representation(),
) -> int:
    """Print the rules of a model, with the rows that they cover and how many have their class.

    The most useful rules come first: those whose training rows have their class more often than
    expected by chance. Counts are those of the model's run; with DATA they are counted again, on
    training and test rows if it is the table of that run, else on all rows.
    """
    from beta4ucs.cli.rule_counts import RuleCounts, counts_of_run  # brings NumPy

    estimator = load_model(model, representation=representation)
    every = estimator.rules_
    if table.data:
        parts = _parts(rows_for(estimator, table, model))
        counts: RuleCounts | None = RuleCounts.on(every, parts)
    else:
        counts = counts_of_run(model, every)
    wanted = every.for_class(*labels) if labels else every
    wanted = wanted.with_feature(*features) if features else wanted
    is_short = top is None and format == "text" and not exact and not _is_file(sys.stdout)
    shown = SHOWN_AS_TEXT if is_short else top
    ranked = _ranked(wanted, None if view == RESEARCHER else counts)
    chosen = ranked[: len(ranked) if shown is None else shown]
    if exact:
        print("\n".join(chosen.exact_texts()))
    elif format == "text":
        if counts is None and view == READER:
            say("to see how many rows each rule covers, give DATA, the table of the model's run")
        heading = _heading(chosen, wanted, len(every), "strongest" if counts is None else "best")
        _print_text(chosen, heading, counts, with_numbers=view == RESEARCHER or counts is None)
    elif format == "csv":
        frame = chosen.to_frame()
        frame = frame if counts is None else counts.beside(frame)
        frame.to_csv(sys.stdout, lineterminator="\n")
    else:
        _print_json(chosen, counts)
    return 0


def _is_file(stream: IO[str]) -> bool:
    """Whether output goes to a file: one to keep or to edit should have all rules."""
    try:
        return stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):  # a stream without a file, or a closed one
        return False


def _parts(rows: "TableRows") -> "list[TablePart]":
    """The rows that were asked for; else training and test rows, or all where the run had others.

    Rows without classes cannot be told right from wrong, and are counted all the same.
    """
    if rows.asked is not None or rows.tested is None:
        return [rows.chosen()]
    return [rows.of(role) for role in ("train", "test") if role == "train" or len(rows.tested)]


def _ranked(rules: "RuleSet", counts: "RuleCounts | None") -> "RuleSet":
    """The most useful ones first, or without counts the strongest."""
    if counts is None:
        return rules.top(len(rules))
    rank = {int(place): at for at, place in enumerate(counts.order())}
    by_rank = sorted(range(len(rules)), key=lambda at: rank[int(rules.population_rows[at])])
    return rules.in_order(by_rank)


def _heading(chosen: "RuleSet", wanted: "RuleSet", n_all: int, kind: str) -> str:
    fitting = f" that fit, of {n_all:,} in all" if len(wanted) < n_all else ""
    return (
        f"{len(chosen):,} of {len(wanted):,} rules{fitting} ({wanted.n_voting:,} vote), "
        f"{kind} first:"
    )


def _print_text(
    chosen: "RuleSet", heading: str, counts: "RuleCounts | None", *, with_numbers: bool
) -> None:
    """Wrap rules on a terminal; elsewhere one rule is one line, for grep and the like."""
    notes = [
        [] if counts is None else counts.said(place) for place in chosen.population_rows.tolist()
    ]
    if sys.stdout.isatty():
        print(heading)
        print_rules(chosen, notes=notes, with_numbers=with_numbers)
        return
    for rule, note in zip(chosen, notes, strict=True):
        text = str(rule) if with_numbers else rule.text
        print(f"{text}  [{'; '.join(note)}]" if note else text)


def _print_json(chosen: "RuleSet", counts: "RuleCounts | None") -> None:
    if counts is None:
        sys.stdout.write(str(chosen.to_json()))
        return
    lines = [
        json.dumps(rule.to_dict() | counts.numbers(rule.index), ensure_ascii=False)
        for rule in chosen
    ]
    sys.stdout.write("[\n" + ",\n".join(lines) + "\n]\n")
