"""The command `rules`: what a model has learned, as text, CSV or JSON."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from beta4ucs.cli import options
from beta4ucs.cli.option_groups import option
from beta4ucs.cli.option_values import one_of, whole_number
from beta4ucs.cli.rule_lines import print_rules
from beta4ucs.cli.saved_model import load_model

if TYPE_CHECKING:
    from beta4ucs.rules import RuleSet

SHOWN_AS_TEXT = 10


def rules(
    *,
    model: Path = options.model(),
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
    """Print the rules of a model, the strongest first."""
    every = load_model(model, representation=representation).rules_
    wanted = every.for_class(*labels) if labels else every
    wanted = wanted.with_feature(*features) if features else wanted
    if format == "text":
        _print_text(wanted, SHOWN_AS_TEXT if top is None else top, len(every))
        return 0
    chosen = wanted.top(len(wanted) if top is None else top)
    if format == "csv":
        chosen.to_frame().to_csv(sys.stdout, lineterminator="\n")
    else:
        sys.stdout.write(str(chosen.to_json()))
    return 0


def _print_text(rules: "RuleSet", top: int, n_all: int) -> None:
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
