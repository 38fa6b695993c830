"""The command `study figure`."""

from pathlib import Path

from beta4ucs.cli.messages import UsageError
from beta4ucs.cli.option_groups import argument, option
from beta4ucs.cli.study import options as study_options
from beta4ucs.cli.study.options import StudyPart, names_from
from beta4ucs.cli.study.records import compared
from beta4ucs.errors import InputError

FORMATS = ("png", "pdf", "svg")


def _formats_from(text: str) -> list[str]:
    kinds = names_from("formats", text)
    for kind in kinds:
        if kind not in FORMATS:
            raise UsageError(f"--formats must be of {', '.join(FORMATS)}, got {kind!r}")
    return kinds


def figure(
    *,
    study: str = argument(
        "As for 'study run', or 'illustrations' for those that need no records.", "STUDY"
    ),
    part: StudyPart,
    formats: str = option("png,pdf", "Kinds of files: png, pdf, svg.", "<names>"),
    out: Path = option(Path("figures"), "Folder for the files."),
    results: Path = study_options.results(),
) -> int:
    """Draw the figures of a study from its records."""
    kinds = _formats_from(formats)
    from beta4ucs.study.figures import save
    from beta4ucs.study.results import ILLUSTRATIONS, figures_of, illustrations

    if study == ILLUSTRATIONS:
        title, drawings = ILLUSTRATIONS, illustrations()
    else:
        found, selection, _ = compared(study, part, results)
        title, drawings = found.name, figures_of(found, selection)
    drawn = 0
    for what, drawing in drawings:
        drawn += 1
        for path in save(drawing, out / (what if what == title else f"{title}-{what}"), kinds):
            print(path)
    if not drawn:
        raise InputError(
            f"study '{study}' has no figures: they compare systems over several data sets, or "
            "show curves ('curves = true')"
        )
    return 0
