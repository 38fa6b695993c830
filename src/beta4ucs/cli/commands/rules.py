"""The command `rules`: what a model has learned, as text, CSV or JSON."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from beta4ucs.cli.option_values import one_of, whole_number
from beta4ucs.cli.options import ModelPath, OwnRepresentation
from beta4ucs.cli.rule_lines import print_rules
from beta4ucs.cli.saved_model import load_model

if TYPE_CHECKING:
    from beta4ucs.rules import RuleSet

FORMATS = ("text", "csv", "json")
SHOWN_AS_TEXT = 10


def rules(
    *,
    model: ModelPath,
    labels: Annotated[
        list[str] | None,
        typer.Option(
            "--class",
            metavar="<label>",
            help="Only rules for this class; more than once for any of several.",
            show_default="all",
        ),
    ] = None,
    features: Annotated[
        list[str] | None,
        typer.Option(
            "--feature",
            metavar="<name>",
            help="Only rules with a condition on this feature; more than once for all of several.",
            show_default="any",
        ),
    ] = None,
    top: Annotated[
        int | None,
        typer.Option(
            metavar="<int>",
            help="How many, the strongest first.",
            show_default="10 as text, all as csv and json",
        ),
        whole_number("top"),
    ] = None,
    format: Annotated[
        str,
        typer.Option(metavar="|".join(FORMATS), help="How to write them."),
        one_of("format", FORMATS),
    ] = "text",
    representation: OwnRepresentation = None,
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
