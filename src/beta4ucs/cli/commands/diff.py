"""The command `diff`: two models side by side."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beta4ucs.cli import options
from beta4ucs.cli.option_groups import argument, option
from beta4ucs.cli.option_values import whole_number
from beta4ucs.cli.output_file import check_can_be_written, write_file
from beta4ucs.cli.rule_lines import print_rules
from beta4ucs.cli.saved_model import load_model, rows_for
from beta4ucs.cli.table_source import OptionalTable

if TYPE_CHECKING:
    from beta4ucs.cli.table_rows import TableRows
    from beta4ucs.comparison import ModelDiff, RulePair
    from beta4ucs.rules import Rule


def diff(
    *,
    model: Path = options.model(),
    other: Path = argument("The second model: a folder of 'fit --out', or a model file.", "OTHER"),
    table: OptionalTable,
    top: int = whole_number(5, "How many rules of each kind and how many changed rows to print."),
    out: Path | None = option(None, "File for a page with everything.", unless="no page"),
    overwrite: bool = options.overwrite(),
    representation: str | None = options.own_representation(),
) -> int:
    """Show what changed between two models: rules, predictions, measures.

    Two rules are the same if they have the same conditions in words and the same class. With DATA,
    it also shows which rows are predicted differently and how good both models are, on the rows
    that both were tested on, as far as known. --rows selects rows of the first model instead.
    """
    if out is not None:
        out = out.expanduser()
    check_can_be_written(out, overwrite=overwrite)
    from beta4ucs.comparison import diff as compared

    models = [load_model(path, representation=representation) for path in (model, other)]
    told: dict[str, Any] = {}
    if table.data:
        both = [rows_for(m, table, path) for m, path in zip(models, (model, other), strict=True)]
        told = _rows_of_both(both)
    found = compared(*models, **told)
    _print(found, top)
    if out is not None:
        names = str(model), str(other)
        write_file(out, found.to_html(f"{names[0]} and {names[1]}", names))
        print(f"\n{out} shows all of it; open it in a browser")
    return 0


def _rows_of_both(both: "list[TableRows]") -> dict[str, Any]:
    """Rows that neither model has learned from, as far as that is known; or those asked for."""
    import numpy as np

    first, second = both
    words = "test rows"
    if first.asked is None and first.tested is not None and second.tested is not None:
        shared = np.intersect1d(first.tested, second.tested)
        if len(shared):
            first, second = (replace(one, tested=shared) for one in both)
            words = "test rows of both"
    chosen = first.chosen()
    others = replace(second, tested=first.tested).of(chosen.role)
    if chosen.role != "test":
        words = chosen.words
    elif words == "test rows" and second.tested is None:
        words = "test rows of the first"
    return {"X": (chosen.X, others.X), "y": chosen.y, "rows": words, "numbers": chosen.numbers}


def _print(found: "ModelDiff", top: int) -> None:
    from beta4ucs.comparison.sentences import (
        answer_counts,
        change_in_accuracy,
        measure_lines,
        rule_counts,
    )

    for name, first, second, note in measure_lines(found):
        print(f"{name:<18}{first:>16} -> {second:<16} {note}")
    change = change_in_accuracy(found)
    if change is not None:
        print(f"\n{change}")
    if found.rows:
        print(f"\n{answer_counts(found)}")
        for row in found.changed[:top]:
            truth = "" if row.truth is None else f" (true: {row.truth})"
            print(f"  row {row.number:,}: {row.first} -> {row.second}{truth}")
        if len(found.changed) > top:
            print(f"  and {len(found.changed) - top:,} more")
    print(f"\n{rule_counts(found)}")
    _print_alone("only in the first", found.only_first, top, side=0)
    _print_alone("only in the second", found.only_second, top, side=1)


def _print_alone(heading: str, pairs: "list[RulePair]", top: int, *, side: int) -> None:
    shown = pairs[:top]
    if not shown:
        return
    print(f"\n{heading}, the strongest {len(shown)} of {len(pairs):,}:")
    rules: list[Rule] = []
    notes: list[list[str]] = []
    for first, second, overlap in shown:
        rule, like = (second, first) if side else (first, second)
        assert rule is not None
        rules.append(rule)
        notes.append([] if like is None else [f"overlaps {overlap:.0%} with: {like.text}"])
    print_rules(rules, notes=notes)
