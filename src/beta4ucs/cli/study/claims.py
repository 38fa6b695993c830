"""The command `study claims`: the article's claims beside what is recorded."""

from pathlib import Path

from beta4ucs.cli.option_groups import option
from beta4ucs.cli.study import options as study_options
from beta4ucs.errors import InputError


def claims(
    *,
    out: Path | None = option(None, "Markdown file to write.", unless="standard output"),
    results: Path = study_options.results(),
) -> int:
    """Check the article's claims against the records: confirmed, not confirmed or open."""
    from beta4ucs.study import Store
    from beta4ucs.study.claims import Evidence, claims_page

    records = Store(results).records()
    if not records:
        raise InputError(
            f"there are no records in '{results}': 'beta4ucs study run main' makes some"
        )
    page = claims_page(Evidence(records.values()))
    if out is None:
        print(page, end="")
    else:
        out.expanduser().parent.mkdir(parents=True, exist_ok=True)
        out.expanduser().write_text(page, encoding="utf-8")
        print(out)
    return 0
