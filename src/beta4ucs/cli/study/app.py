"""The commands under `study`, in the order of the help."""

import typer

from beta4ucs.cli.registration import register
from beta4ucs.cli.study.claims import claims
from beta4ucs.cli.study.export import export
from beta4ucs.cli.study.figure import figure
from beta4ucs.cli.study.init import init
from beta4ucs.cli.study.list import list_studies
from beta4ucs.cli.study.run import run
from beta4ucs.cli.study.table import table

app = typer.Typer(
    name="study",
    help="Run the article's experiments or your own, with records, tables and figures.",
    epilog="Start with: beta4ucs study run main --only wne,can --seeds 3",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"max_content_width": 100, "help_option_names": ["--help", "-h"]},
)
register(app, list_studies, "list")
for command in (init, run, table, figure, claims, export):
    register(app, command)
