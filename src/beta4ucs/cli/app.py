"""The program: its commands, in the order of the help."""

from typing import Annotated

import typer

from beta4ucs.cli.commands.compact import compact
from beta4ucs.cli.commands.compare import compare
from beta4ucs.cli.commands.cv import cv
from beta4ucs.cli.commands.datasets import datasets
from beta4ucs.cli.commands.diff import diff
from beta4ucs.cli.commands.edit import edit
from beta4ucs.cli.commands.explain import explain
from beta4ucs.cli.commands.export import export
from beta4ucs.cli.commands.fit import fit
from beta4ucs.cli.commands.predict import predict
from beta4ucs.cli.commands.report import report
from beta4ucs.cli.commands.representations import representations
from beta4ucs.cli.commands.rules import rules
from beta4ucs.cli.commands.stream import stream
from beta4ucs.cli.commands.tune import tune
from beta4ucs.cli.registration import new_app, register
from beta4ucs.cli.study.app import app as study

app = new_app(
    "beta4ucs",
    "Learn readable rules from tables with β4-UCS, UCS and Fuzzy-UCS.",
    "Start with: beta4ucs fit wine --seed 1",
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in (
    fit,
    stream,
    cv,
    tune,
    compare,
    predict,
    compact,
    rules,
    edit,
    explain,
    report,
    export,
    diff,
    representations,
    datasets,
):
    register(app, command)
app.add_typer(study)


def _show_version(wanted: bool) -> None:
    if wanted:
        from beta4ucs import __version__

        print(f"beta4ucs {__version__}")
        raise typer.Exit


@app.callback()
def before_the_command(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=_show_version)
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show a traceback if an error occurs.")
    ] = False,
) -> None:
    """Take the options that stand before a command; `--debug` may stand anywhere."""
