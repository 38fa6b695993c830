"""The commands under `study`, in the order of the help."""

from beta4ucs.cli.registration import new_app, register
from beta4ucs.cli.study.claims import claims
from beta4ucs.cli.study.export import export
from beta4ucs.cli.study.figure import figure
from beta4ucs.cli.study.init import init
from beta4ucs.cli.study.list import list_studies
from beta4ucs.cli.study.run import run
from beta4ucs.cli.study.table import table

app = new_app(
    "study",
    "Run the article's experiments or your own, with records, tables and figures.",
    "Start with: beta4ucs study run main --only wne,can --seeds 3",
)
register(app, list_studies, "list")
for command in (init, run, table, figure, claims, export):
    register(app, command)
