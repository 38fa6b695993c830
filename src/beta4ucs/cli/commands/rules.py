"""The command `rules`: what a model has learned, as text, CSV or JSON."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from beta4ucs.cli.fitting.summary import print_rules
from beta4ucs.cli.table_source import load_estimator
from beta4ucs.rules import RuleSet

SHOWN_AS_TEXT = 10


def list_rules(
    model_path: Path,
    top: int | None,
    form: str,
    labels: Sequence[str] = (),
    features: Sequence[str] = (),
) -> int:
    """Print rules, the strongest first; returns the exit code.

    Those for any of the classes `labels` with conditions on all of the `features`.
    """
    rules = load_estimator(model_path, jobs=1).rules_
    n_all = len(rules)
    rules = rules.for_class(*labels) if labels else rules
    rules = rules.with_feature(*features) if features else rules
    if form == "text":
        _print_text(rules, SHOWN_AS_TEXT if top is None else top, n_all)
        return 0
    chosen = rules.top(len(rules) if top is None else top)
    if form == "csv":
        chosen.to_frame().to_csv(sys.stdout, lineterminator="\n")
    else:
        sys.stdout.write(str(chosen.to_json()))
    return 0


def _print_text(rules: RuleSet, top: int, n_all: int) -> None:
    """Wrap rules on a terminal; elsewhere one rule is one line, for grep and the like."""
    chosen = rules.top(top)
    if not sys.stdout.isatty():
        for rule in chosen:
            print(rule)
        return
    fitting = f" that fit, of {n_all:,} in all" if len(rules) < n_all else ""
    print(
        f"{len(chosen):,} of {len(rules):,} rules{fitting} ({rules.n_voting:,} vote), "
        "strongest first:"
    )
    print_rules(chosen)
