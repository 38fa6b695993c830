"""The command `study list`."""

from beta4ucs.cli.study.options import Results, results_folder
from beta4ucs.errors import InputError

NOTE = "What two studies share is run once. A study of your own: beta4ucs study init my.toml"
_LINE = "{:<22}{:>8}{:>10}  {}"


def list_studies(*, results: Results = None) -> int:
    """List the article's studies, and how much of each is recorded."""
    from beta4ucs.study import Store, paper_studies
    from beta4ucs.study.selection import select

    records = list(Store(results or results_folder()).records().values())
    notes: list[str] = []
    print(_LINE.format("study", "runs", "recorded", "what it is"))
    for study in paper_studies().values():
        try:
            recorded = f"{study.n_runs - select(study, records).n_missing:,}"
        except InputError as error:  # a package is not installed
            recorded, notes = "?", [*notes, f"{study.name}: {error}"]
        print(_LINE.format(study.name, f"{study.n_runs:,}", recorded, study.title))
    print("", *notes, NOTE, sep="\n")
    return 0
